"""Cards that a live dealer recorded wrong: who sees them put right, and what a record and a history then say."""

from __future__ import annotations

from copy import deepcopy
from datetime import UTC, datetime

import pytest

from croupier.histories.phh_write import histories
from croupier.histories.tracker_text import tracker_text
from croupier.kernel.actors import DEALER, INSPECTOR, ONLOOKER, SUPERVISOR, Viewer
from croupier.kernel.cards import HIDDEN, Card, parse_cards
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.grounds import GENERAL
from croupier.kernel.incidents import NOBODY, CardCorrected, CorrectCard, GuessRefused
from croupier.poker.lines import read_line as poker_line
from croupier.stud import commands as stud
from croupier.stud.lines import read_line as stud_line
from croupier.stud.rules import Options
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.poker_table import PokerTable, poker_table

EVERYBODY = (ONLOOKER, SUPERVISOR, INSPECTOR, Viewer(role="dealer"), Viewer(person="p1"), Viewer(person="p2"))
SWAP = {Card.Qs: Card.Qc, Card.Qc: Card.Qs}


def say(table: AnyTable, line: str) -> Decision:
    return table.do(stud_line(line, table.state, table.rules) if isinstance(table, HouseTable) else poker_line(line))


def said(table: AnyTable, *lines: str) -> None:
    for line in lines:
        assert not isinstance(decision := say(table, line), Refused), f"{line}: {decision}"


def with_upcard() -> HouseTable:
    """A dealer deals from a shuffler: the hand of box 2 is on record and seen by nobody, the queen lies open."""
    table = house_table("crown-caribbean-stud", seats=2, options=Options(device="shuffler"))
    said(table, "shuffle", "ante 1 10.00", "ante 2 10.00", "no more bets", "deal 1: ?? ?? ?? ?? ??")
    said(table, "deal 2: As Ad 9c 7h 2s", "deal dealer: ?? ?? ?? ?? ??", "turn up Qs")
    return table


def at_the_river() -> PokerTable:
    """A dealer has dealt the board; the hand of seat 1 is on record and seen by nobody else."""
    table = poker_table("crown-holdem", seats=2)
    said(table, "begin", "post 1", "post 2", "shuffle", "cut 20", "deal 1: As Ad", "call 1", "check 2")
    said(table, "flop Qs 9d 4s", "check 1", "check 2", "turn 3h", "check 1", "check 2", "river 7d", "check 1", "check 2")
    return table


def test_everybody_at_a_house_table_sees_a_card_put_right_at_once_and_nothing_else() -> None:
    table = with_upcard()
    said(table, "bet or fold")
    before = {viewer: table.picture(viewer) for viewer in EVERYBODY}
    said(table, "correct Qs to Qc;  misread ")
    for viewer, then in before.items():
        assert table.picture(viewer) == then.with_faces(SWAP)
        assert table.picture(viewer).upcard_face is Card.Qc
        assert table.view(viewer)[-1] == CardCorrected(was=Card.Qs, now=Card.Qc, why="misread")


def test_everybody_at_a_poker_table_sees_a_card_put_right_at_once_and_nothing_else() -> None:
    table = at_the_river()
    before = {viewer: table.picture(viewer).copied() for viewer in EVERYBODY}
    said(table, "correct Qs to Qc; misread")
    for viewer, then in before.items():
        assert table.picture(viewer) == then.with_faces(SWAP)
        assert table.picture(viewer).hand.board[0] is Card.Qc


def test_a_card_that_lies_face_down_is_put_right_for_whoever_has_looked_at_it() -> None:
    """Nobody else learns more than that there was a correction: why it was made may name the card."""
    swap = {Card.As: Card.Ac, Card.Ac: Card.As}
    table: AnyTable
    for table, owner in ((with_upcard(), "p2"), (at_the_river(), "p1")):
        if isinstance(table, HouseTable):
            said(table, "bet or fold")
        before = {viewer: deepcopy(table.picture(viewer)) for viewer in EVERYBODY}
        said(table, "correct As to Ac; it is a club")
        for viewer, then in before.items():
            event = table.view(viewer)[-1]
            assert isinstance(event, CardCorrected)
            if viewer.person == owner:
                assert (event.was, event.now, event.why) == (Card.As, Card.Ac, "it is a club")
                assert table.picture(viewer) == then.with_faces(swap)
            else:
                assert (event.was, event.now, event.why) == (HIDDEN, HIDDEN, "")
                assert table.picture(viewer) == then
                assert table.engine.tell(event, table.rules) == "Corrected: a face-down card."


def test_nobody_has_seen_a_hand_before_the_players_are_asked() -> None:
    table = with_upcard()
    said(table, "correct As to Ac; misread")
    assert all(table.view(viewer)[-1].was is HIDDEN for viewer in EVERYBODY)  # type: ignore[attr-defined]
    said(table, "bet or fold")
    assert Card.Ac in table.picture(Viewer(person="p2")).boxes[2].cards


def test_an_answer_about_cards_that_lie_face_down_leaves_a_trace() -> None:
    for table in (with_upcard(), at_the_river()):
        for line, ground in (
            ("correct Kd to 3c; misread", "card_not_there"),
            ("correct Qs to As; misread", "card_not_there"),
            ("correct As to Qs; misread", "card_not_there"),
        ):
            state, entries = deepcopy(table.state), table.number
            refused = say(table, line)
            assert isinstance(refused, Refused)
            assert refused.ground == ground
            assert isinstance(table.events[-1], GuessRefused)
            assert (table.state, table.number) == (state, entries + 1)
        assert table.audit().deviation is None
        assert type(table).load(table.dump().splitlines()).state == table.state


def test_only_staff_put_a_card_right() -> None:
    for table in (with_upcard(), at_the_river()):
        line = "correct Qs to Qc; misread"
        command = stud_line(line, table.state, table.rules) if isinstance(table, HouseTable) else poker_line(line)
        refused = table.do(command, by=1)
        assert isinstance(refused, Refused)
        assert refused.ground == "rank_needed"
        assert isinstance(table.do(command, by=table.rules.ranks[-1]), Accepted)


def test_a_corrected_record_is_read_again_and_holds() -> None:
    for table in (with_upcard(), at_the_river()):
        said(table, "correct Qs to Qc; misread", "correct Qc to Qs; it was right")
        again = type(table).load(table.dump().splitlines())
        assert again.state == table.state
        assert table.audit().deviation is None


def test_a_settlement_that_was_made_is_reckoned_with_the_card_as_it_is() -> None:
    """The dealer has no king: what was recorded as ace and king does not qualify."""
    table = with_upcard()
    said(table, "correct Qs to Ac; misread", "bet or fold", "bet 1", "bet 2", "reveal Ac Kd 8h 5s 3d")
    assert table.rules.qualifies(table.rules.value(table.state.dealer.cards))
    said(table, "correct Kd to Jd; misread", "settle")
    assert [table.state.stack(seat) for seat in (1, 2)] == [1010_00, 1010_00]
    assert table.audit().deviation is None


def test_a_hand_history_tells_the_cards_as_they_were_put_right() -> None:
    table = at_the_river()
    said(table, "show 1: As Ad", "show 2: Kh Kd", "correct Qs to Ks; misread", "push")
    (history,) = histories(table)
    actions = history.fields["actions"]
    assert "d db Ks9d4s" in actions
    assert [action for action in actions if " sm " in action] == ["p1 sm AsAd", "p2 sm KhKd"]
    assert sum("Corrected" in action for action in actions) == 1
    text = tracker_text(table, INSPECTOR, name="one", when=datetime(2026, 1, 1, tzinfo=UTC))
    assert "Board [Ks 9d 4s 3h 7d]" in text
    assert "Qs" not in text
    assert text.count("shows [Kh Kd] (three of a kind") == 1


def test_a_card_that_a_player_let_everybody_see_is_put_right_for_everybody() -> None:
    """Though the hand is down."""
    table = poker_table("crown-holdem", seats=2)
    said(table, "begin", "post 1", "post 2", "shuffle", "cut 20", "deal", "report card-dropped player 1 cards 4d")
    said(table, "correct 4d to 4h; misread")
    for viewer in EVERYBODY:
        event = table.view(viewer)[-1]
        assert isinstance(event, CardCorrected)
        assert event.now is Card.H4
        assert Card.H4 in table.picture(viewer).hand.players[1].cards


# Who may put a card right


def a_live_table() -> HouseTable:
    """A live table whose faces one dealer has entered."""
    table = HouseTable("crown-caribbean-stud", ready=True)
    table.do(stud.TakeSeat(seat=1, chips=1000_00))
    table.do(stud.PlaceAnte(seat=1, amount=10_00))
    steps = (stud.Shuffle(), stud.CallNoMoreBets())
    deal = stud.DealCards(box=1, cards=parse_cards("As Kd 9c 7h 2s"))
    for step in (*steps, deal):
        answer = table.do(step, by=DEALER, person="the feeder")
        assert not isinstance(answer, Refused), answer
    return table


def correct(table: HouseTable, was: str, now: str, person: str, by: str = DEALER) -> Decision:
    return table.do(CorrectCard(was=Card(was), now=Card(now), why="misread"), by=by, person=person)


@pytest.mark.parametrize(("was", "now"), [("As", "3c"), ("Ac", "3c"), ("As", "Kd"), ("Ac", "As")])
def test_a_dealer_who_did_not_enter_a_card_learns_nothing_by_correcting_it(was: str, now: str) -> None:
    table = a_live_table()
    before = table.number
    answer = correct(table, was, now, "another dealer")
    assert isinstance(answer, Refused)
    assert (answer.ground, answer.reason) == ("cards_not_known", GENERAL["cards_not_known"])
    assert table.number == before + 1  # it stays on record, whatever was named


def test_whoever_entered_a_card_puts_it_right_or_somebody_above() -> None:
    table = a_live_table()
    assert not isinstance(correct(table, "As", "3c", "the feeder"), Refused)
    assert not isinstance(correct(table, "3c", "4c", "a manager", table.rules.ranks[-1]), Refused)
    assert isinstance(correct(table, "4c", "5c", "the feeder"), Refused)  # that one was the manager's
    seen = [event for event in table.view(Viewer(role="dealer")) if isinstance(event, CardCorrected)]
    assert {(event.was, event.now, event.seat) for event in seen} == {(HIDDEN, HIDDEN, NOBODY)}


def test_after_three_wrong_guesses_somebody_above_is_not_answered_either() -> None:
    table = a_live_table()
    top = table.rules.ranks[-1]
    for _ in range(3):
        answer = correct(table, "Ac", "3c", "a manager", top)
        assert isinstance(answer, Refused)
        assert answer.ground == "card_not_there"
    assert isinstance(correct(table, "As", "3c", "a manager", top), Refused)
    assert table.guesses == {"a manager": 4}
    again = HouseTable.load(table.dump().splitlines())
    assert (again.guesses, again.entered_by) == (table.guesses, table.entered_by)
    assert not isinstance(correct(again, "As", "3c", "another manager", top), Refused)
    assert table.audit().deviation is None
