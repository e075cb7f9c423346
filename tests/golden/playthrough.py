"""A whole playthrough in words: two rounds with three players, and at every step what each viewer sees and may do.

One player bets, one folds, one bets. In the first round the dealer qualifies, in the second not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from croupier.books import rules_of
from croupier.kernel.cards import DECK
from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.events import INSPECTOR, ONLOOKER, Command, Event, Viewer
from croupier.stud import commands
from croupier.stud.events import DealerRevealed, RoundEnded
from croupier.stud.lines import write_line
from croupier.stud.record import write
from croupier.stud.rules import Device, Options
from croupier.tables.house_table import HouseTable

PLAYERS = {1: commands.PlaceBet, 2: commands.Fold, 3: commands.PlaceBet}
"""Each seat and what its player decides."""

CHANGES = (3, 1)
"""The seat and the round in which a card is changed before the decision, where the book has that."""

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
_VIEWERS = [INSPECTOR, Viewer(role="dealer"), *(Viewer(seat=seat) for seat in PLAYERS), ONLOOKER]


def playthrough(game: str, device: Device) -> str:
    """The text of a game's playthrough, with the first seed whose decks make the dealer qualify as wanted."""
    seeds = (_Playthrough(game, device, seed) for seed in count(1))
    played = next(played for played in seeds if played.qualified == WANTED)
    # The digest changes with every word of the catalogue, and says nothing about play.
    return "\n".join(played.text).replace(played.table.rules.digest, "...") + "\n"


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
        self.say(commands.CallNoMoreBets(by="seat 2"))
        while not isinstance(self.table.events[-1], RoundEnded):
            self.say(self._next())
        self._seen_afterwards(start)

    def say(self, command: Command) -> None:
        before = len(self.table.events)
        decision = self.table.do(command)
        self.text += ["", f"> {write_line(command)}", *answer(decision)]
        self.text += self._seen_at_once(before)
        self.text += self._legal()

    def _next(self) -> Command:
        """What comes next: the players' decisions as soon as they may make them, else the dealer's next step."""
        for seat, choice in PLAYERS.items():
            open_to = [offer.command for offer in self.table.legal(seat=seat)]
            changes = [command for command in open_to if isinstance(command, commands.ChangeCard)]
            if changes and (seat, self.table.state.round) == CHANGES:
                return changes[0]
            if decided := [command for command in open_to if isinstance(command, choice)]:
                return decided[0]
        offers = [offer.command for offer in self.table.legal()]
        step = next((command for kind in _HOUSE for command in offers if isinstance(command, kind)), offers[0])
        if isinstance(step, commands.Shuffle):
            return commands.Shuffle(deck=tuple(self.chance.sample(DECK, len(DECK))))
        return commands.Cut(place=self.chance.randint(10, 42)) if isinstance(step, commands.Cut) else step

    def _seen_at_once(self, before: int) -> Iterator[str]:
        """The events since `before` as each viewer sees them now; viewers who see the same share a line."""
        views = [self.table.view(viewer)[before:] for viewer in _VIEWERS]
        for seen in zip(*views, strict=True):
            yield from by_viewer(_VIEWERS, seen, write)

    def _seen_afterwards(self, start: int) -> None:
        """What the inspector sees of the round only now that it is over."""
        self.text += ["", "the inspector, now that the round is over:"]
        whole = self.table.view(INSPECTOR)
        for event in whole[start:]:
            if event.seen_by(INSPECTOR) != event:
                self.text.append(f"  {write(event).decode()}")

    def _legal(self) -> Iterator[str]:
        for who, seat in [("dealer", 0), *((f"seat {seat}", seat) for seat in PLAYERS)]:
            offers = self.table.legal(seat=seat)
            yield f"  {who} may: {'; '.join(map(repr, offers)) or 'nothing'}"


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
