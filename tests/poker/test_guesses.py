"""Nobody finds out by asking where a card lies: faces that the house knows are not said, and a look leaves a trace."""

from __future__ import annotations

from itertools import permutations

import pytest

from croupier.kernel.actors import INSPECTOR, ONLOOKER, SUPERVISOR, Said, Viewer
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.grounds import GENERAL
from croupier.kernel.incidents import GuessRefused
from croupier.poker import commands
from croupier.poker.lines import read_line
from croupier.tables.poker_table import PokerTable, poker_table, whose


def at_the_river() -> PokerTable:
    """Three players have checked and called to the end of the betting; the house knows the deck."""
    table = poker_table("crown-holdem", seats=3, seed=5)
    while not (len(table.state.hand.board) == 5 and not table.turn):
        step = table.moves(table.turn)[0].command if table.turn else table.next_step() or commands.BeginHand()
        assert not isinstance(table.do(step, by=whose(step)), Refused), step
    return table


def at_a_live_table(*lines: str) -> PokerTable:
    """A dealer has seen one card of seat 1, and the betting is over."""
    table = poker_table("crown-holdem", seats=2)
    rounds = ("call 1", "check 2", "flop 2c 3c 4c", "check 1", "check 2", "turn 5d", "check 1", "check 2")
    for line in ("begin", "post 1", "post 2", "shuffle", "cut 20", "deal 1: As ??", *rounds, "river 9d"):
        assert not isinstance(table.do(read_line(line)), Refused), line
    for line in ("check 1", "check 2", *lines):
        assert not isinstance(table.do(read_line(line)), Refused), line
    return table


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("kind", ["show", "ask", "inspect", "deal", "board", "report"])
def test_faces_that_the_house_knows_are_refused_right_or_wrong(kind: str, right: bool) -> None:
    """And in the same words, so that the answer tells nothing."""
    table = at_the_river()
    hand = table.state.hand
    wrong: tuple[Card, ...] = hand.players[2].cards
    if kind in ("deal", "board", "report"):
        table = poker_table("crown-holdem", seats=3, seed=5)
        while (step := table.next_step()) is not None and not (kind == "deal" and isinstance(step, commands.Deal)):
            assert not isinstance(table.do(step, by=whose(step)), Refused), step
        hand = table.state.hand
        wrong = hand.stub[10:13]
    made: dict[str, Command] = {}
    if kind in ("show", "ask", "inspect"):
        cards = hand.players[1].cards if right else wrong
        made["show"] = commands.ShowHand(seat=1, cards=cards)
        if kind != "show":
            table.do(commands.ShowHand(seat=3))
        made["ask"] = commands.AskToSee(seat=2, whose=1, cards=cards)
        if kind == "inspect":
            table.run()
        made["inspect"] = commands.InspectHand(player=1, cards=cards)
    else:
        made["deal"] = commands.Deal(hands={1: wrong[:2] if not right else (hand.stub[0], hand.stub[3])})
        made["report"] = commands.Report(what="flop-early", cards=hand.stub[1:4] if right else wrong)
        if kind == "board":
            for _ in range(3):
                table.do(table.moves(table.turn)[0].command)
        made["board"] = commands.DealBoard(cards=hand.stub[1:4] if right else wrong)
    decision = table.do(made[kind])
    assert isinstance(decision, Refused)
    if kind == "report":
        assert (decision.ground, decision.reason) == ("cards_not_known", GENERAL["cards_not_known"])
    else:
        assert (decision.ground, decision.reason) == ("faces_on_record", "the house knows these faces: leave them out")


def test_of_several_cards_on_the_board_the_first_that_was_said_is_named() -> None:
    """Not the first of a set, whose order depends on cards that the sender may not know."""
    table = at_a_live_table()
    board = table.state.hand.board
    for given in permutations(board, 2):
        decision = table.decided(commands.ShowHand(seat=2, cards=given), Said("p2", 2, 0))
        assert isinstance(decision, Refused)
        assert (decision.ground, decision.reason) == ("card_twice", f"{given[0]} is somewhere else on the table")


def test_a_look_is_on_record_and_only_those_in_charge_learn_what_it_was_about() -> None:
    table = at_a_live_table()
    before = table.number
    decision = table.do(commands.ShowHand(seat=1, cards=(Card.Kd, Card.Kh)))
    assert isinstance(decision, Refused)
    assert (decision.ground, decision.looked, decision.clauses) == ("card_twice", True, ("3.1",))
    assert table.number == before + 1
    assert table.entries[-1].command == commands.ShowHand(seat=1, cards=(Card.Kd, Card.Kh))
    grounds = {}
    for viewer in (ONLOOKER, Viewer(seat=2), Viewer(role="dealer"), SUPERVISOR, INSPECTOR):
        seen = table.view(viewer)[-1]
        assert isinstance(seen, GuessRefused)
        grounds[str(viewer)] = seen.ground
    assert grounds == {"onlooker": "", "seat 2": "", "dealer": "", "supervisor": "card_twice", "inspector": "card_twice"}
    assert table.audit().deviation is None


def test_no_offer_names_a_card_that_the_asker_has_not_been_shown() -> None:
    table = at_a_live_table()
    own = next(offer for offer in table.legal(seat=1) if isinstance(offer.command, commands.ShowHand))
    assert own.command == commands.ShowHand(seat=1, cards=(Card.As, HIDDEN))
    table.do(commands.ShowHand(seat=2, cards=(Card.Kd, Card.Kh)))
    for offer in table.legal(seat=2):
        if isinstance(offer.command, commands.AskToSee):
            assert offer.command.cards == (HIDDEN, HIDDEN)
            assert offer.faces


def test_the_dealer_is_not_told_whether_a_hand_that_is_down_is_beaten() -> None:
    """Pots are pushed once the hands are opened, or everyone has shown or passed in."""
    table = at_the_river()
    assert [offer.command for offer in table.legal()] == [commands.OpenHands()]
    table.do(commands.ShowHand(seat=1))
    assert [offer.command for offer in table.legal()] == [commands.OpenHands()]
    early = table.do(commands.PushPots())
    assert isinstance(early, Refused)
    assert (early.ground, early.looked) == ("hand_not_shown", False)
    table.do(commands.OpenHands())
    assert [offer.command for offer in table.legal()] == [commands.PushPots()]


def test_what_depends_on_hidden_cards_cannot_be_foreseen() -> None:
    table = at_the_river()
    foreseen = table.foresee(commands.OpenHands(), by="dealer")
    assert isinstance(foreseen, Refused)
    assert foreseen.ground == "cannot_be_foreseen"
    assert not isinstance(table.foresee(commands.ShowHand(seat=1)), Refused)


def test_who_takes_a_seat_does_not_see_what_lay_there() -> None:
    table = at_the_river()
    table.run()
    held = table.state.hand.players[2].cards
    assert held
    table.do(commands.LeaveSeat(seat=2))
    table.do(commands.TakeSeat(seat=2, chips=500_00), person="guest 7")
    seen = [event for event in table.view(Viewer(seat=2)) if hasattr(event, "hands")]
    assert all(set(cards) == {HIDDEN} for event in seen for cards in event.hands.values())
    assert table.picture(Viewer(seat=2)).hand.players[2].cards == ()
    before = [event for event in table.view(Viewer(person="p2")) if hasattr(event, "hands")]
    assert before[0].hands[2] == held
