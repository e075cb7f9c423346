"""Prizes are paid as players go out, as soon as their place is certain; what was paid is never more than was won."""

from __future__ import annotations

from typing import Any

from croupier.kernel.decisions import Refused
from croupier.tournaments import commands as c
from croupier.tournaments.finishing import certain
from tournaments.test_by_hand import Desk, reason


def closed(**parts: Any) -> Desk:
    """Entries are closed, and three are paid."""
    desk = Desk(**parts)
    desk.to_level(5)
    desk.do(c.CloseEntries())
    return desk


def down_to(desk: Desk, left: int) -> list[str]:
    """All go out one by one until so many are left; who is out, the last first."""
    while len(desk.state.playing) > left:
        fullest = max(desk.state.seats, key=lambda table: len(desk.state.seats[table]))
        desk.out(desk.at(fullest)[-1], had=100_00)
    return [bust.person for bust in reversed(desk.state.busts)]


def test_nobody_is_paid_before_the_prizes_are_fixed_or_the_place_is_certain() -> None:
    desk = Desk()
    desk.out(desk.at("1")[0])
    assert "no prize" in reason(desk.try_(c.PayOut(person=desk.state.busts[0].person)))
    desk = closed()
    prizes = desk.state.prizes
    last = down_to(desk, len(prizes))[0]
    assert not certain(desk.state)
    assert "no prize" in reason(desk.try_(c.PayOut(person=last)))
    last = down_to(desk, len(prizes) - 1)[0]
    assert certain(desk.state) == {last: prizes[-1]}
    done = desk.do(c.PayOut(person=last))
    assert "receipt 1" in desk.keeper.stream.engine.tell(done.events[0])
    assert "no prize" in reason(desk.try_(c.PayOut(person=last)))
    desk.audited()


def test_an_undo_that_would_change_what_was_paid_waits_until_it_is_handed_back() -> None:
    desk = closed()
    out = down_to(desk, len(desk.state.prizes) - 1)
    desk.do(c.PayOut(person=out[0]))
    for person in out[:2]:  # who was paid, and who went out before: then the one paid would stand a place lower
        assert "take it back first" in reason(desk.try_(c.UndoElimination(person=person, why="a misread hand")))
    assert "take it back first" in reason(desk.try_(c.Disqualify(person=out[0], why="cheating")))
    assert "take it back first" in reason(desk.try_(c.CancelTournament(why="fire")))
    assert "say why" in reason(desk.try_(c.TakeBackPrize(person=out[0], why=" ")))
    assert "say why" in reason(desk.try_(c.TakeBackPrize(person=out[1], why="never paid")))
    desk.do(c.TakeBackPrize(person=out[0], why="paid to the wrong person"))
    assert not desk.state.paid
    desk.do(c.UndoElimination(person=out[0], why="a misread hand"))
    desk.do(c.RedoElimination(person=out[0]))
    done = desk.do(c.PayOut(person=out[0]))
    assert "receipt 2" in desk.keeper.stream.engine.tell(done.events[0])
    desk.audited()


def test_who_stands_higher_in_the_end_is_paid_the_rest() -> None:
    desk = closed()
    first, *others = desk.state.prizes
    third = down_to(desk, 2)[0]
    desk.do(c.PayOut(person=third))
    second = desk.state.playing[0]
    desk.do(c.Disqualify(person=second, why="cheating"))
    assert certain(desk.state)[third] == others[0]
    desk.do(c.Finish())
    done = desk.do(c.PayOut(person=third))
    assert done.events[0].amount == others[0] - others[1]  # type: ignore[attr-defined]
    desk.do(c.PayOut(person=desk.state.playing[0]))
    assert desk.state.paid[desk.state.playing[0]] == first
    desk.audited()


def test_in_a_hand_for_hand_nobody_is_paid_until_all_tables_have_played_it() -> None:
    desk = closed(prizes={"shares": [{"entries": 2, "shares": [40, 25, 15, 12, 8]}]})
    down_to(desk, 5)
    desk.do(c.StartHandForHand())
    gone = desk.at("1")[0]
    desk.out(gone, had=100_00)
    assert isinstance(desk.try_(c.PayOut(person=gone)), Refused)
    desk.do(c.ReportHand(table="2", hand=0))
    desk.do(c.PayOut(person=gone))
