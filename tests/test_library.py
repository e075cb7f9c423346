"""What someone would guess about the library, tried."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from xml.etree import ElementTree

import pytest

import croupier
import solutions
from croupier import odds, phh, poker, stud
from croupier.kernel.cards import CardError

ARUBA = "crown-wild-aruba"


def test_the_names_are_there_and_nothing_heavy_is_imported_for_them() -> None:
    assert {"solve", "equity", "simulate", "icm"} <= set(dir(odds))
    assert {"read", "write", "checked", "histories"} <= set(dir(phh))
    assert {"odds", "phh", "stud", "poker", "house_table"} <= set(dir(croupier))
    light = "import sys, croupier; dir(croupier.odds); sys.exit('numpy' in sys.modules or 'msgspec' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", light], check=False).returncode == 0
    with pytest.raises(AttributeError, match="it has Accepted"):
        getattr(croupier, "no_such_thing")  # noqa: B009
    with pytest.raises(AttributeError, match=r"croupier\.odds.*it has ByRanks"):
        getattr(odds, "no_such_thing")  # noqa: B009


def test_what_a_missing_extra_says() -> None:
    hidden = "import sys; sys.modules['numpy'] = None; import croupier; croupier.odds.solve"
    done = subprocess.run([sys.executable, "-c", hidden], check=False, capture_output=True, text=True)
    assert "ImportError: croupier.odds.solve needs numpy: pip install 'croupier[odds]'" in done.stderr


def test_legal_takes_a_seat_and_a_refusal_is_false() -> None:
    table = croupier.house_table("crown-caribbean-stud", seed=1)
    assert table.legal(1) == table.legal(seat=1)
    refused = table.do(stud.PlaceAnte(seat=1, amount=-1))
    assert isinstance(refused, croupier.Refused)
    assert not refused
    assert table.do(stud.PlaceAnte(seat=1, amount=10_00))


def test_advice_takes_text_and_says_what_is_wrong_with_it() -> None:
    best = solutions.best("crown-caribbean-stud")
    as_text, as_cards = (
        best.advice("As Kd Qc 9h 2s", "9d"),
        best.advice(croupier.parse_cards("As Kd Qc 9h 2s"), croupier.Card("9d")),
    )
    assert as_text == as_cards
    for hand, up in (("As Kd", "9d"), ("As Kd Qc 9h 9d", "9d"), ("As Kd Qc 9h 2s", "xx"), ("As Kd Qc 9h ??", "9d")):
        with pytest.raises(CardError):
            best.advice(hand, up)


def test_solve_and_simulate_take_the_name_of_a_game() -> None:
    assert odds.solve("crown-caribbean-stud").total == solutions.best("crown-caribbean-stud").total
    played = odds.simulate("crown-caribbean-stud", rounds=10_000)
    assert played.rounds == 10_000
    with pytest.raises(croupier.UnknownGame):
        odds.solve("no-such-game")


@pytest.mark.parametrize("game", sorted(croupier.games()))
def test_a_hand_is_played_to_its_end(game: str) -> None:
    table = croupier.table(game, seats=2, seed=3)
    for number in (1, 2):
        if isinstance(table, croupier.HouseTable):
            for seat in (1, 2):
                assert table.do(table.legal(seat)[0].command)
        table.play_hand(lambda seat: table.moves(seat)[0].command)
        assert not table.in_play
        assert table.round in (number, number + 1)
    assert croupier.audit(table.dump())


def test_a_hand_that_cannot_go_on_says_why() -> None:
    table = croupier.poker_table("crown-holdem", seats=1, seed=1)
    with pytest.raises(croupier.TableError, match="waits for players"):
        table.play_hand(lambda seat: poker.Fold(seat=seat))
    table = croupier.poker_table("crown-holdem", seats=2, seed=1)
    with pytest.raises(croupier.TableError, match="Raise"):
        table.play_hand(lambda seat: poker.Raise(seat=seat, to=1))


@pytest.mark.parametrize("game", ["star-caribbean-stud", "crown-holdem"])
def test_a_table_is_drawn_for_a_seat_and_prints_short(game: str) -> None:
    table = croupier.table(game, seats=2, seed=3)
    if isinstance(table, croupier.HouseTable):
        table.do(stud.PlaceAnte(seat=1, amount=10_00))
        table.deal()
    else:
        table.run()
    for who in (1, 2, croupier.Viewer()):
        ElementTree.fromstring(table.picture_for(who))  # noqa: S314
    mine, theirs = table.picture_for(1), table.picture_for(croupier.Viewer())
    assert mine != theirs
    assert mine._repr_svg_() == str(mine)
    assert len(repr(mine)) < 60
    assert len(repr(table.seen_by(1))) < 200
    assert "??" in repr(table.seen_by(croupier.Viewer()))
    own = str(table.seen_by(1)._repr_html_())
    ElementTree.fromstring(own)  # noqa: S314
    assert own.count("face down") < str(table.seen_by(croupier.Viewer())._repr_html_()).count("face down")


def test_a_solution_and_an_equity_draw_themselves() -> None:
    pytest.importorskip("numba")
    from solutions import best

    solved = best("nz-caribbean-stud")
    solution = str(solved._repr_html_())
    drawn = ElementTree.fromstring(solution)  # noqa: S314
    assert drawn.findtext("caption", "").startswith(f"nz-caribbean-stud: house edge {solved.house_edge:.4%}; bet with a pair")
    assert "<td>B</td>" in solution
    equity = str(croupier.odds.equity("crown-holdem", ["As Ah", "Ks Kh"], exact=True)._repr_html_())
    rows = [[cell.text or "" for cell in row] for row in ElementTree.fromstring(equity).iter("tr")]  # noqa: S314
    assert [row[0] for row in rows] == ["", "As Ah", "Ks Kh"]
    assert rows[1][3].startswith("82.")


def test_an_unfinished_hand_has_no_finishing_stacks() -> None:
    table = croupier.poker_table("crown-holdem", seats=3, seed=7)
    table.run()
    (begun,) = phh.histories(table)
    assert "finishing_stacks" not in begun.fields
    table.play_hand(lambda seat: table.passive(seat)[-1])
    (ended,) = phh.histories(table)
    assert sum(ended.fields["finishing_stacks"]) == sum(ended.fields["starting_stacks"])
    assert phh.checked(phh.read(phh.write([ended]))[0]).outcome == "equal"


def test_the_instant_win_is_in_advice_chart_and_rules_of_thumb() -> None:
    from croupier.odds.charts import chart
    from croupier.odds.instant_wins import instant_cost, instant_gain, instant_rule

    best = solutions.best(ARUBA)
    assert best.advice("2c 2d 2h 5s 5c", "3d").play == "instant win"
    against_a_deuce = best.advice("2c 2d 2h 5s 5c", "2s")
    assert (against_a_deuce.play, against_a_deuce.instant) == ("bet", 31)
    assert "instant win" in against_a_deuce.values
    assert chart(best, wild=True).instant == instant_rule(best)
    assert instant_rule(best).startswith("Take the instant win with a straight flush, five of a kind or wild royal flush")
    assert round(float(instant_gain(best)), 4) == 0.0033
    assert 0 < Fraction(instant_cost(best), best.deals) < Fraction(1, 10**8)  # the sentence is all but exact
    assert instant_rule(solutions.best("crown-caribbean-stud")) == ""


def test_how_often_the_dealer_qualifies_and_a_round_wins() -> None:
    best = solutions.best("crown-caribbean-stud")
    qualify = 1 - Fraction(1_302_540 - 167_280, 2_598_960)  # no pair, less those with ace and king
    assert best.dealer_qualifies == qualify
    assert best.hit_frequency + best.share(0) + best.share(-1) == 1
