"""What house tables and poker tables have in common: the house can shuffle for them, and they can be drawn."""

import random
import secrets
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Self, TypeVar, Unpack

from croupier.kernel.actors import HOUSE, ONLOOKER, Viewer
from croupier.kernel.cards import DECK, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.decks import deck_root
from croupier.kernel.engine import Engine
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command, Event, PlayersCommand, Source
from croupier.kernel.legal import Legal
from croupier.kernel.rulebook import Rulebook
from croupier.kernel.streams import Kept, Stream, opened

_SYSTEM: random.Random = secrets.SystemRandom()
"""The operating system's random source. It has no state, so one serves all tables."""

R = TypeVar("R", bound=Rulebook)
S = TypeVar("S")


class LaidDown(NamedTuple):
    """A deck drawn by the house, which commits to it before the shuffle: the public root, and the rest."""

    root: str
    deck: tuple[Card, ...]
    secret: str


class Drawing(str):
    """A table as SVG, as one viewer may see it. A notebook displays it, and `Path.write_text` saves it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Drawing: SVG of {len(self):,} characters>"


def whose(step: Command) -> str | None:
    """The capacity for a `next_step`: the house deals, and posts a blind for its player."""
    return None if isinstance(step, PlayersCommand) else HOUSE


class CardTable(Stream[R, S]):
    """A stream with a deck. Without a `seed`, the operating system's random source shuffles; with one, the cards are repeatable.

    The same seed and the same commands give the same record, to the last hash, unless a `clock` gives the time.
    """

    def __init__(self, game: str, opening: Command, *, seed: int | None = None, **kept: Unpack[Kept]) -> None:
        super().__init__(game, **kept)
        self.shuffle_by(seed)
        opened(self.do(opening), game)

    def shuffle_by(self, seed: int | None) -> None:
        """Shuffle with a seed from now on, or with the operating system's random source."""
        self._random = _SYSTEM if seed is None else random.Random(seed)  # noqa: S311
        self.source: Source = "house" if seed is None else "seeded"
        self._laid_down: LaidDown | None = None

    @classmethod
    def _blank(cls, engine: Engine[R, S], pins: Any, name: str) -> Self:
        table = super()._blank(engine, pins, name)
        table.shuffle_by(None)
        return table

    def shuffled_deck(self) -> tuple[Card, ...]:
        """A full deck in random order."""
        return self.shuffled(DECK)

    def shuffled(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """These cards in random order: from the operating system's source, or from the seed for training."""
        left = tuple(cards)
        return tuple(self._random.sample(left, len(left)))

    def lay_down(self, round: int, cards: Iterable[Card]) -> LaidDown:
        """Draw an order of these cards for a round, to commit to first and shuffle later."""
        deck, secret = self.shuffled(cards), self._random.randbytes(32)
        self._laid_down = LaidDown(deck_root(round, deck, secret), deck, secret.hex())
        return self._laid_down

    def laid_down(self, root: str) -> LaidDown | None:
        """The deck behind a root, if it was the last one drawn here; otherwise another must be committed."""
        drawn = self._laid_down
        return drawn if drawn is not None and drawn.root == root else None

    def cut_place(self) -> int:
        """Where the house cuts a deck."""
        return self._random.randint(10, 42)

    @property
    def stacks(self) -> dict[int, int]:
        """Every player's chips in cents, by seat."""
        state: Any = self.state
        return {seat: state.stack(seat) for seat in sorted(state.seats)}

    def moves(self, seat: int) -> list[Legal]:
        """The moves of a seat's player that decide the hand; `legal` lists everything else too."""
        return [offer for offer in self.legal(seat=seat) if isinstance(offer.command, self.deciding)]

    deciding: tuple[type[Command], ...] = ()

    # What both kinds of table answer in their own way

    @property
    def round(self) -> int:
        """The number of the current round or hand, or else of the next one."""
        raise NotImplementedError

    @property
    def in_play(self) -> bool:
        """Whether a round has begun and is not over."""
        raise NotImplementedError

    @property
    def closed(self) -> bool:
        """Whether the table is closed."""
        raise NotImplementedError

    @property
    def turn(self) -> int:
        """The seat whose player decides next, or 0 if it is the dealer's turn."""
        raise NotImplementedError

    @property
    def awaited(self) -> int:
        """The seat whose player the others are waiting for, in turn or not; 0 if nobody."""
        return self.turn

    def next_step(self) -> Command | None:
        """What the house does next, including what players owe; None if a person has to decide."""
        raise NotImplementedError

    def play_hand(self, decide: Callable[[int], Command] | None = None) -> None:
        """Play one hand, or finish the current one. The house does its part, and `decide(seat)` returns each player's command.
        Without it, everyone takes the first legal move. `TableError` says what was refused, or that a person has to rule.
        """
        decide, begun = decide or (lambda seat: self.moves(seat)[0].command), False
        while self.in_play or not begun:
            begun = begun or self.in_play
            step = decide(self.awaited) if self.awaited else self.next_step()
            if step is None:
                raise TableError("the hand cannot go on: the table waits for players or for a ruling")
            if isinstance(decision := self.do(step, by=whose(step)), Refused):
                raise TableError(f"{step}: {decision.reason}")

    def leave(self, seat: int) -> Command:
        """The command to leave a seat."""
        raise NotImplementedError

    def fold(self, seat: int) -> Command:
        """What the house does for a player who does not decide: fold, or what the book wants instead."""
        raise NotImplementedError

    def passive(self, seat: int) -> tuple[Command, ...]:
        """What a player who must decide can do at no further cost, the mildest first; empty if it is not their decision."""
        raise NotImplementedError

    def ended(self, events: Iterable[Event]) -> bool:
        """Whether one of these events ends a round."""
        return any(map(self.engine.all_seen, events))

    def seen_by(self, who: int | Viewer = ONLOOKER) -> S:
        """The table as the player of a seat, or any other viewer, may see it."""
        state: Any = self.state
        places = state.options.places
        if isinstance(who, int) and not 1 <= who <= places:
            raise TableError(f"seats are numbered 1 to {places}; there is no {who}")
        return self.picture(Viewer(seat=who) if isinstance(who, int) else who)

    def view(self, viewer: int | Viewer = ONLOOKER, *, since: int = 0) -> list[Event]:
        """The events as the player of a seat, or any other viewer, may see them: all, or those after the first `since`."""
        return super().view(Viewer(seat=viewer) if isinstance(viewer, int) else viewer, since=since)

    def picture_for(self, who: int | Viewer = ONLOOKER) -> Drawing:
        """The table drawn as the player of a seat, or any other viewer, may see it."""
        return Drawing(self.svg(self.seen_by(who)))

    def svg(self, picture: S) -> str:
        """A drawing of the table in this picture."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return self.picture_for()

    def drawn(self, viewer: Viewer = ONLOOKER, *, brief: bool = False) -> str:
        """The table as text, as a viewer may see it. `brief` leaves out the heading and the cards."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.drawn()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}: {self.rules.title}, {self.number} entries>"
