"""Who sees which cards when hands are shown, passed in and inspected, at a table where every viewer's picture can be folded."""

from __future__ import annotations

import pytest

from croupier.kernel.actors import INSPECTOR, ONLOOKER, Viewer
from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import Refused
from croupier.poker import commands
from croupier.poker.events import HandInspected, HandShownTo
from croupier.poker.lines import read_line
from croupier.poker.rules import Options
from croupier.tables.poker_table import PokerTable, poker_table

DEALER = Viewer(role="dealer")


def checked_down(seed: int = 5) -> PokerTable:
    """Three players have checked and called to the river."""
    table = poker_table("crown-holdem", seats=3, seed=seed)
    table.run()
    while (table.state.phase == "betting" and len(table.state.hand.board) < 5) or table.state.hand.turn:
        if seat := table.state.hand.turn:
            call = table.state.hand.players[seat].wagered < table.state.hand.bet
            table.do(commands.Call(seat=seat) if call else commands.Check(seat=seat))
        else:
            table.do(commands.DealBoard())
    return table


def test_a_hand_shown_to_one_player_is_seen_by_nobody_else() -> None:
    table = poker_table("crown-holdem", seats=3, seed=1)
    table.run()
    table.do(commands.ShowTo(seat=1, to=2))
    seen = {}
    for viewer in (Viewer(seat=1), Viewer(seat=2), Viewer(seat=3), DEALER, ONLOOKER, INSPECTOR):
        event = table.view(viewer)[-1]
        assert isinstance(event, HandShownTo)
        seen[str(viewer)] = HIDDEN not in event.cards
    assert seen == {
        "seat 1": True, "seat 2": True, "seat 3": False, "dealer": False, "onlooker": False, "inspector": False,
    }  # fmt: skip


def test_an_inspected_hand_is_seen_by_the_dealer_alone() -> None:
    table = checked_down()
    table.run()
    mucked = next(number for number, player in table.state.hand.players.items() if player.mucked)
    table.do(commands.InspectHand(player=mucked))
    for viewer, sees in ((DEALER, True), (Viewer(seat=3 - mucked % 3), False), (ONLOOKER, False)):
        event = table.view(viewer)[-1]
        assert isinstance(event, HandInspected)
        assert (HIDDEN not in event.cards) == sees


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_that_is_live_again_folds_for_every_viewer(seed: int) -> None:
    table = checked_down(seed)
    table.do(commands.OpenHands())
    winner = next(number for number, player in table.state.hand.players.items() if player.shown)
    unshown = [number for number, player in table.state.hand.players.items() if not player.shown]
    for number in unshown:
        table.do(commands.MuckHand(seat=number))
        table.do(commands.AskToSee(seat=winner, whose=number))
    for viewer in (Viewer(seat=1), Viewer(seat=2), Viewer(seat=3), ONLOOKER):
        folded = table.picture(viewer).hand
        assert len(folded.muck) == len(table.state.hand.muck)
        assert [player.number for player in folded.in_hand] == [player.number for player in table.state.hand.in_hand]
    table.run()
    assert table.state.phase == "between"
    assert table.state.pot == 0


def test_the_only_player_left_to_claim_takes_the_pot_unshown_at_a_live_table() -> None:
    table = PokerTable("crown-holdem")
    for seat in (1, 2):
        table.do(commands.TakeSeat(seat=seat, chips=500_00))
    for command in (
        commands.BeginHand(), commands.PostBlind(seat=1), commands.PostBlind(seat=2), commands.Shuffle(),
        commands.Cut(place=20), commands.Deal(), commands.AllIn(seat=1), commands.Call(seat=2),
    ):  # fmt: skip
        assert not isinstance(table.do(command), Refused), command
    for cards in ("As Kd 2c", "9h", "4d"):
        assert not isinstance(table.do(read_line(f"board {cards}")), Refused)
    table.do(commands.MuckHand(seat=2))
    assert not isinstance(table.do(commands.PushPots()), Refused)
    assert table.state.stack(1) == 1000_00


@pytest.mark.parametrize(
    ("line", "ground"),
    [
        ("ask 3 to see 2", "not_shown_to_anybody"),
        ("ask 9 to see 1", "nobody_sits_there"),
        ("ask 3 to see 9", "nobody_sits_there"),
        ("ask 3 to see 1", "hand_needs_faces"),
        ("ask 3 to see 1: As", "hand_needs_faces"),
        ("ask 3 to see 1: As Kd", ""),
    ],
)
def test_after_the_hand_everybody_may_see_what_was_shown_to_one(line: str, ground: str) -> None:
    """A dealer holds the cards, so that their faces are said."""
    table = PokerTable("crown-holdem", Options())
    for said in ("sit 1 500.00", "sit 2 500.00", "sit 3 500.00", "begin", "post 1", "post 2", "shuffle", "cut 20"):
        table.do(read_line(said))
    for said in ("deal", "call 3", "fold 1", "show 1 to 2", "check 2", "flop 2c 3c 4d", "fold 2", "push"):
        assert not isinstance(table.do(read_line(said)), Refused), said
    decision = table.do(read_line(line))
    assert (decision.ground if isinstance(decision, Refused) else "") == ground
