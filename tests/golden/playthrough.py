"""A whole playthrough in words: two rounds with three players, and at every step what each viewer sees.

Before each command stands what anyone who gives it may do. One player bets, one folds, one bets. In the first round the dealer
qualifies, in the second not; between the two someone else takes over a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from croupier.books import rules_of
from croupier.kernel.actors import DEALER, INSPECTOR, ONLOOKER, SUPERVISOR, Capacity, Viewer
from croupier.kernel.cards import DECK
from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.entries import encode
from croupier.kernel.events import Command, Event
from croupier.kernel.legal import Legal
from croupier.stud import commands
from croupier.stud.events import DealerRevealed, RoundEnded
from croupier.stud.lines import write_line
from croupier.stud.rules import Device, Options
from croupier.tables.house_table import HouseTable

PLAYERS = {1: commands.PlaceBet, 2: commands.Fold, 3: commands.PlaceBet}
"""Each seat and what its player decides."""

CHANGES = (3, 1)
"""The seat and the round in which a card is changed before the decision, where the book has that."""

NEWCOMER = "p9"
"""Who sits at seat 3 in the second round."""

JACKPOT = 1_00
JACKPOT_SEATS = (1, 2)
"""What a jackpot wager costs where the game has them, and who places one."""

CHIPS = 1_000_00
WANTED = [True, False]
"""Whether the dealer qualifies, round by round."""

_HOUSE = (
    commands.Shuffle,
    commands.Cut,
    commands.CallNoMoreBets,
    commands.Deal,
    commands.TurnUp,
    commands.CallBetOrFold,
    commands.Reveal,
    commands.Settle,
)
_PEOPLE = [*(f"p{seat}" for seat in PLAYERS), NEWCOMER]
_VIEWERS = [INSPECTOR, SUPERVISOR, Viewer(role="dealer"), *(Viewer(person=person) for person in _PEOPLE), ONLOOKER]


def say_who(line: str, *, by: int | str | None = None, person: str = "", at: int | None = None) -> str:
    """A line with who says it and when in front, as `said_by` reads it."""
    if by is not None:
        capacity = f"seat {by}" if isinstance(by, int) else by
        line = f"by {f'{person} as ' if person else ''}{capacity}: {line}"
    return line if at is None else f"at {at}: {line}"


def playthrough(game: str, device: Device) -> str:
    """The text of a game's playthrough, with the first seed whose decks make the dealer qualify as wanted."""
    seeds = (_Playthrough(game, device, seed) for seed in count(1))
    played = next(played for played in seeds if played.qualified == WANTED)
    return "\n".join(played.text) + "\n"


class _Playthrough:
    def __init__(self, game: str, device: Device, seed: int) -> None:
        jackpot = JACKPOT if rules_of(game).has("jackpot") else 0
        self.table = HouseTable(game, Options(device=device, jackpot=jackpot), ready=False)
        self.chance = Random(seed)
        self.text = [f"{game} with a {device}, decks by seed {seed}", ""]
        self.text += self._seen_at_once(0)
        for seat in PLAYERS:
            self.say(commands.TakeSeat(seat=seat, chips=CHIPS))
        for number in range(1, len(WANTED) + 1):
            self.text += ["", f"== round {number}"]
            if number == 2:
                self.say(commands.LeaveSeat(seat=3))
                self.say(commands.TakeSeat(seat=3, chips=CHIPS), by=DEALER)
                self.say(commands.TakeSeat(seat=3, chips=CHIPS, person=NEWCOMER), by=DEALER)
            self.play_round()

    @property
    def qualified(self) -> list[bool]:
        return [event.qualifies for event in self.table.events if isinstance(event, DealerRevealed)]

    def play_round(self) -> None:
        start = len(self.table.events)
        for seat in PLAYERS:
            self.say(commands.PlaceAnte(seat=seat, amount=seat * self.table.state.options.minimum))
            if self.table.state.options.jackpot and seat in JACKPOT_SEATS:
                self.say(commands.PlaceJackpot(seat=seat, amount=JACKPOT))
        self.say(commands.CallNoMoreBets(), by=2)
        while not isinstance(self.table.events[-1], RoundEnded):
            step = self._next()
            self.say(step.command, by=step.by)
        self._seen_afterwards(start)

    def say(self, command: Command, *, by: Capacity | None = None) -> None:
        before = len(self.table.events)
        said = self.table.who(command, by=by)
        obvious = self.table.who(command)
        line = write_line(command)
        if said != obvious:
            line = say_who(line, by=said.capacity)
        self.text += ["", self._legal(said.capacity), f"> {line}", *answer(self.table.do(command, said=said))]
        self.text += self._seen_at_once(before)

    def _next(self) -> Legal:
        """What comes next: the players' decisions as soon as they may make them, else the dealer's next step."""
        for seat, choice in PLAYERS.items():
            open_to = self.table.legal(seat=seat)
            changes = [offer for offer in open_to if isinstance(offer.command, commands.ChangeCard)]
            if changes and (seat, self.table.state.round) == CHANGES:
                return changes[0]
            if decided := [offer for offer in open_to if isinstance(offer.command, choice)]:  # type: ignore[redundant-expr]
                return decided[0]
        offers = self.table.legal()
        step = next((offer for kind in _HOUSE for offer in offers if isinstance(offer.command, kind)), offers[0])
        if isinstance(step.command, commands.Shuffle):
            deck = tuple(self.chance.sample(DECK, len(DECK)))
            return Legal(commands.Shuffle(deck=deck, source="stacked"), step.clauses)
        if isinstance(step.command, commands.Cut):
            return Legal(commands.Cut(place=self.chance.randint(10, 42)), step.clauses)
        return step

    def _seen_at_once(self, before: int) -> Iterator[str]:
        """The events since `before` as each viewer sees them now; viewers who see the same share a line."""
        views = [self.table.view(viewer)[before:] for viewer in _VIEWERS]
        for seen in zip(*views, strict=True):
            yield from by_viewer(_VIEWERS, seen, encode)

    def _seen_afterwards(self, start: int) -> None:
        """What the inspector sees of the round only now that it is over."""
        self.text += ["", "the inspector, now that the round is over:"]
        whole = self.table.view(INSPECTOR)
        for event in whole[start:]:
            if event.seen_by(INSPECTOR) != event:
                self.text.append(f"  {encode(event).decode()}")

    def _legal(self, who: Capacity) -> str:
        """What anyone who speaks next may do."""
        offers = "; ".join(map(repr, self.table.legal(by=who))) or "nothing"
        return f"{f'seat {who}' if isinstance(who, int) else who} may: {offers}"


def answer(decision: Decision) -> list[str]:
    if isinstance(decision, Refused):
        return [f"  {decision}"]
    if isinstance(decision, AwaitingRuling):
        return [f"  awaiting a ruling: {decision.question}", *(f"    {option}" for option in decision.options)]
    return ["  accepted"]


def by_viewer(viewers: list[Viewer], seen: tuple[Event, ...], write: Callable[[Event], bytes]) -> Iterator[str]:
    """One event as each viewer sees it; viewers who see the same share a line."""
    groups: dict[str, list[str]] = {}
    for viewer, event in zip(viewers, seen, strict=True):
        groups.setdefault(write(event).decode(), []).append(str(viewer))
    for event_text, who in groups.items():
        yield f"  {'everybody' if len(groups) == 1 else ', '.join(who)}: {event_text}"
