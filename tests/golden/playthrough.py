"""A whole playthrough in words: two rounds with three players, and at every step what each viewer sees and may do.

One player bets, one folds, one bets. In the first round the dealer qualifies, in the second not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from croupier.floor.table import Table
from croupier.kernel.cards import DECK
from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.events import INSPECTOR, ONLOOKER, Command, Event, Viewer
from croupier.stud import commands
from croupier.stud.events import DealerRevealed, RoundEnded, write_event
from croupier.stud.lines import write_line
from croupier.stud.rules import Device, Options

PLAYERS = {1: commands.PlaceBet, 2: commands.Fold, 3: commands.PlaceBet}
"""Each seat and what its player decides."""

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
    """The text of a game's playthrough: with the first seed whose decks show both, a dealer who qualifies and one who does not."""
    for seed in count(1):
        played = _Playthrough(game, device, seed)
        if played.qualified == WANTED:
            return "\n".join(played.text) + "\n"
    raise AssertionError("unreachable: seeds do not end")


class _Playthrough:
    def __init__(self, game: str, device: Device, seed: int) -> None:
        self.table = Table(game, Options(device=device))
        self.chance = Random(seed)  # noqa: S311
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
        self.say(commands.CallNoMoreBets(by="seat 2"))
        while not isinstance(self.table.events[-1], RoundEnded):
            self.say(self._next())
        self._seen_afterwards(start)

    def say(self, command: Command) -> None:
        before = len(self.table.events)
        decision = self.table.do(command)
        self.text += ["", f"> {write_line(command)}", *_answer(decision)]
        self.text += self._seen_at_once(before)
        self.text += self._legal()

    def _next(self) -> Command:
        """What comes next: the players' decisions as soon as they may make them, else the dealer's next step."""
        for seat, choice in PLAYERS.items():
            for offer in self.table.legal(seat=seat):
                if isinstance(offer.command, choice):
                    return offer.command
        offers = {type(offer.command): offer.command for offer in self.table.legal()}
        step = next((offers[kind] for kind in _HOUSE if kind in offers), None) or next(iter(offers.values()))
        if isinstance(step, commands.Shuffle):
            return commands.Shuffle(deck=tuple(self.chance.sample(DECK, len(DECK))))
        return commands.Cut(place=self.chance.randint(10, 42)) if isinstance(step, commands.Cut) else step

    def _seen_at_once(self, before: int) -> Iterator[str]:
        """The events since `before` as each viewer sees them now; viewers who see the same share a line."""
        views = [self.table.view(viewer)[before:] for viewer in _VIEWERS]
        for seen in zip(*views, strict=True):
            yield from _by_viewer(seen)

    def _seen_afterwards(self, start: int) -> None:
        """What the inspector sees of the round only now that it is over."""
        self.text += ["", "the inspector, now that the round is over:"]
        whole = self.table.view(INSPECTOR)
        for event in whole[start:]:
            if event.seen_by(INSPECTOR) != event:
                self.text.append(f"  {write_event(event).decode()}")

    def _legal(self) -> Iterator[str]:
        for who, seat in [("dealer", 0), *((f"seat {seat}", seat) for seat in PLAYERS)]:
            offers = self.table.legal(seat=seat)
            yield f"  {who} may: {'; '.join(map(repr, offers)) or 'nothing'}"


def _answer(decision: Decision) -> list[str]:
    if isinstance(decision, Refused):
        return [f"  {decision}"]
    if isinstance(decision, AwaitingRuling):
        return [f"  awaiting a ruling: {decision.question}", *(f"    {option}" for option in decision.options)]
    return ["  accepted"]


def _by_viewer(seen: tuple[Event, ...]) -> Iterator[str]:
    groups: dict[str, list[str]] = {}
    for viewer, event in zip(_VIEWERS, seen, strict=True):
        groups.setdefault(write_event(event).decode(), []).append(str(viewer))
    for event_text, who in groups.items():
        yield f"  {'everybody' if len(groups) == 1 else ', '.join(who)}: {event_text}"
