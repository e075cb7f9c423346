"""A whole playthrough of a game in the poker room: two hands with three players, and at every step what each viewer sees
and may do.

In the first hand seat 2 raises before the flop, seat 3 bets on it and everyone calls down to a showdown; in the second
everyone folds to a bet. There are commission and wagers on the flop.
"""

from __future__ import annotations

from croupier.kernel.actors import INSPECTOR, ONLOOKER, SUPERVISOR, Viewer
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.entries import encode as write
from croupier.kernel.events import Command, Event
from croupier.poker import commands
from croupier.poker.lines import write_line
from croupier.poker.rules import Commission, Options
from croupier.tables.poker_table import PokerTable, whose
from golden.playthrough import answer, by_viewer

SEATS = (1, 2, 3)
VIEWERS = [INSPECTOR, SUPERVISOR, Viewer(role="dealer"), *(Viewer(seat=seat) for seat in SEATS), ONLOOKER]
SIGN = Options(places=4, commission=Commission(percent=10, cap=10_00), flop_chase=(5_00, 20_00))


def poker_playthrough(game: str) -> str:
    played = _Playthrough(game)
    # The digest changes with every word of the catalogue, and says nothing about play.
    return "\n".join(played.text).replace(played.table.rules.digest, "...") + "\n"


class _Playthrough:
    def __init__(self, game: str) -> None:
        self.table = PokerTable(game, SIGN, seed=7)
        self.text = [game, "", *self._seen(0)]
        for seat in SEATS:
            self.say(commands.TakeSeat(seat=seat, chips=1_000_00))
        for hand in (1, 2):
            self.text += ["", f"== hand {hand}"]
            self.play_hand(hand)

    def play_hand(self, hand: int) -> None:
        start = len(self.table.events)
        self.say(commands.BeginHand())
        if hand == 1:
            self.say(commands.PlaceSideWager(seat=1, colour="red", amount=5_00))
        self.say(commands.PushPots())
        while self.table.state.phase != "between":
            step = self.table.next_step()
            said = self.say(step, whose(step)) if step is not None else self.say(self._decision(hand))
            assert not isinstance(said, Refused), said
        self.text += ["", "the inspector, now that the hand is over:"]
        for event in self.table.view(INSPECTOR)[start:]:
            if event.seen_by(INSPECTOR) != event:
                self.text.append(f"  {write(event).decode()}")

    def _decision(self, hand: int) -> Command:
        state = self.table.state
        offers = [offer.command for seat in SEATS for offer in self.table.legal(seat=seat)]
        if discards := [command for command in offers if isinstance(command, commands.Discard)]:
            return discards[0]
        turn = state.hand.turn
        wanted: list[type[Command]] = []
        if hand == 1 and (state.hand.street, turn) in ((0, 2), (1, 3)) and not state.hand.raises and not state.hand.opener:
            wanted = [commands.Raise, commands.Bet]
        if hand == 2 and state.hand.street == 1:
            wanted = [commands.Fold] if state.hand.bet else [commands.Bet]
        kinds: list[type[Command]] = [*wanted, commands.Call, commands.Check]
        for kind in kinds:
            for command in offers:
                if isinstance(command, kind) and getattr(command, "seat", 0) == turn:
                    return command
        raise AssertionError(f"seat {turn} can do nothing of this")

    def say(self, command: Command, by: str | None = None) -> Decision:
        before = len(self.table.events)
        decision = self.table.do(command, by=by)
        self.text += ["", f"> {write_line(command)}", *answer(decision), *self._seen(before)]
        for who, seat in [("dealer", 0), *((f"seat {seat}", seat) for seat in SEATS)]:
            offers = self.table.legal(seat=seat)
            self.text.append(f"  {who} may: {'; '.join(map(repr, offers)) or 'nothing'}")
        return decision

    def _seen(self, before: int) -> list[str]:
        views: list[list[Event]] = [self.table.view(viewer)[before:] for viewer in VIEWERS]
        return [line for seen in zip(*views, strict=True) for line in by_viewer(VIEWERS, seen, write)]
