"""`croupier settle`."""

from __future__ import annotations

from typing import Any

import pytest

from cli.program import Done, Run
from croupier.books import book_of
from croupier.training.house_scenes import playable

HOUSE = playable()
STRONG, WEAK = "Qs Qd 9c 7h 3s", "Js Td 7c 6h 3d"
BANKS = "Ac Kc Jh 9d 7d"
NO_HAND = "Qc Jc 9h 7d 5d"
EIGHTS = "8c 8d Kc Jh 4d"


def settle(run: Run, game: str, *more: str, player: str = STRONG, dealer: str = BANKS, ante: str = "10") -> Done:
    return run("settle", game, "--ante", ante, "--player", player, "--dealer", dealer, *more)


def data(done: Done) -> Any:
    assert done.status == 0, done.err
    assert not done.err
    return done.json


@pytest.mark.parametrize("game", HOUSE)
@pytest.mark.parametrize(
    ("player", "unqualified", "more", "net", "results"),
    [
        (STRONG, False, (), "30.00", ["win", "win"]),
        (WEAK, False, (), "-30.00", ["lose", "lose"]),
        (WEAK, True, (), "10.00", ["win", "void"]),
        (STRONG, False, ("--action", "fold"), "-10.00", ["lose"]),
        (STRONG, True, ("--action", "fold"), "-10.00", ["lose"]),
    ],
)
def test_the_plain_results(
    run: Run, game: str, player: str, unqualified: bool, more: tuple[str, ...], net: str, results: list[str]
) -> None:
    dealer = NO_HAND if unqualified else EIGHTS
    found = settle(run, game, *more, "--json", player=player, dealer=dealer).json
    assert found["net"] == net
    assert [line["result"] for line in found["lines"]] == results
    assert found["dealer"]["qualifies"] is not unqualified


@pytest.mark.parametrize("game", HOUSE)
def test_equal_hands_move_nothing(run: Run, game: str) -> None:
    found = settle(run, game, "--json", player="8h 8s Kd Js 4c", dealer=EIGHTS).json
    assert found["net"] == "0.00"
    assert [line["returned"] for line in found["lines"]] == ["10.00", "20.00"]
    assert {line["result"] for line in found["lines"]} <= {"stand-off", "void"}


def test_the_document(run: Run) -> None:
    found = data(settle(run, "crown-caribbean-stud", "--json"))
    assert list(found) == ["game", "book", "action", "net", "player", "dealer", "found", "lines", "told", "clauses"]
    assert found["net"] == "30.00"
    assert found["player"] == {
        "hand": "pair of queens (9-7-3)",
        "category": "one pair",
        "cards": ["Qd", "Qs", "9c", "7h", "3s"],
        "wild": False,
    }
    lines = found["lines"]
    assert {name: lines[0][name] for name in ("wager", "result", "odds", "pays")} == {
        "wager": "ante",
        "result": "win",
        "odds": "1:1",
        "pays": "10.00",
    }
    assert lines[1]["wager"] == "bet"
    cited = {number for line in lines for number in line["clauses"]}
    assert "8.1" in cited
    assert found["clauses"] == {number: book_of("crown-caribbean-stud").clause(number).line for number in found["clauses"]}
    assert cited <= set(found["clauses"])


def test_text_explains_each_wager_and_each_clause(run: Run) -> None:
    done = settle(run, "crown-caribbean-stud")
    assert done.status == 0
    assert "Dealer  A♣ K♣ J♥ 9♦ 7♦" in done.out
    assert "; qualifies" in done.out
    assert "ante of $10.00 wins 1 to 1: +$10.00" in done.out
    assert "bet of $20.00 wins 1 to 1: +$20.00" in done.out
    assert "net +$30.00" in done.out
    assert book_of("crown-caribbean-stud").clause("8.1").line in done.out


def test_text_of_a_dealer_without_a_hand(run: Run) -> None:
    done = settle(run, "star-caribbean-stud", dealer=NO_HAND)
    assert "does not qualify" in done.out
    assert "bet of $20.00 is void and is returned: $0.00" in done.out


def test_changing_a_card_costs_an_ante_and_lowers_the_odds(run: Run) -> None:
    four = "Qs Qd Qc 9h Qh"
    kept = settle(run, "venezia-caribbean-poker", "--json", player=four).json
    changed = settle(run, "venezia-caribbean-poker", "--action", "exchange:2h:Qh", "--json", player="Qs Qd Qc 9h 2h").json
    assert (kept["net"], changed["net"]) == ("410.00", "240.00")
    assert [line["odds"] for line in changed["lines"] if line["wager"] == "bet"] == ["12:1"]
    assert changed["player"]["category"] == "four of a kind"


def test_folding_after_a_change_loses_both(run: Run) -> None:
    found = settle(run, "venezia-caribbean-poker", "--action", "exchange:3s:Qh:fold", "--json").json
    assert found["net"] == "-20.00"
    assert {line["wager"]: line["result"] for line in found["lines"]} == {"ante": "lose", "exchange": "lose"}


def test_an_instant_win_is_paid_whatever_the_dealer_has(run: Run) -> None:
    for dealer in (EIGHTS, NO_HAND):
        found = settle(run, "crown-wild-aruba", "--action", "instant", "--json", player="As Ks Qs Js 2d", dealer=dealer).json
        assert found["net"] == "510.00"
        assert [line["wager"] for line in found["lines"]] == ["ante", "instant"]


def test_giving_up_after_the_reveal(run: Run) -> None:
    found = settle(run, "star-caribbean-stud", "--action", "concede", "--json").json
    assert found["net"] == "-30.00"
    assert all("9.7" in line["clauses"] for line in found["lines"])


def test_cents_are_paid_to_the_cent_without_a_chip_and_refused_with_one(run: Run) -> None:
    assert settle(run, "crown-caribbean-stud", "--json", ante="12.50").json["net"] == "37.50"
    assert settle(run, "crown-caribbean-stud", "--chip", "1", ante="12.50").complains("$12.50 cannot be made", "5.1")


def test_an_ante_outside_the_sign(run: Run) -> None:
    over = settle(run, "crown-caribbean-stud", "--maximum", "10", "--json", ante="15").json
    assert over["net"] == "30.00"
    assert over["told"][0]["advice"].startswith("the maximum is $10.00")
    under = settle(run, "crown-caribbean-stud", "--minimum", "10", "--json", ante="5").json
    assert under["net"] == "15.00"
    assert settle(run, "star-caribbean-stud", "--minimum", "10", ante="5").complains("the minimum is $10.00", "6.1")


def test_the_maximum_payout_caps_the_bet(run: Run) -> None:
    royal = "As Ks Qs Js Ts"
    found = settle(run, "crown-caribbean-stud", "--maximum-payout", "1000", "--json", player=royal).json
    assert found["net"] == "1010.00"
    assert settle(run, "crown-caribbean-stud", "--json", player=royal).json["net"] == "5010.00"


def test_another_reading_of_the_book(run: Run) -> None:
    mine = "8h 8s Ad Js 4c"
    paid = settle(run, "crown-wild-aruba", "--json", player=mine, dealer=EIGHTS).json
    unpaid = settle(run, "crown-wild-aruba", "--reading", "eights-unpaid", "--json", player=mine, dealer=EIGHTS).json
    assert (paid["net"], unpaid["net"]) == ("30.00", "10.00")


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_the_device_changes_nothing_in_the_settlement(run: Run, device: str) -> None:
    assert settle(run, "nz-caribbean-stud", "--device", device, "--json").json["net"] == "30.00"


@pytest.mark.parametrize(
    ("game", "more", "words"),
    [
        ("crown-caribbean-stud", ("--player", "Qs Qd 9c 7h 3s 2s"), ("the player's hand", "5 cards, not 6")),
        ("crown-caribbean-stud", ("--dealer", "Ac Kc"), ("the dealer's hand", "5 cards, not 2")),
        ("crown-caribbean-stud", ("--dealer", "Qs Kc Jh 9d 7d"), ("Qs appears twice",)),
        ("crown-caribbean-stud", ("--player", "Qs Qs 9c 7h 3s"), ("Qs appears twice",)),
        ("crown-caribbean-stud", ("--player", "Qs Qx 9c 7h 3s"), ("'Qx' is not a card",)),
        ("crown-caribbean-stud", ("--player", "Qs Qd 9c 7h ??"), ("face-down",)),
        ("nz-caribbean-stud", ("--bet", "25"), ("a bet is exactly twice the ante, here NZ$20.00", "5.3(b)")),
        ("crown-caribbean-stud", ("--ante", "0"), ("the ante must be above zero",)),
        ("crown-caribbean-stud", ("--ante", "-5"), ("'-5' is not an amount of money",)),
        ("crown-caribbean-stud", ("--ante", "1.005"), ("whole number of cents",)),
        ("crown-caribbean-stud", ("--action", "raise"), ("'raise' is not an action", "bet, fold")),
        ("crown-caribbean-stud", ("--action", "instant"), ("has no rule for an instant win",)),
        ("crown-caribbean-stud", ("--action", "exchange:3s:Kd"), ("has no rule for changing a card",)),
        ("crown-caribbean-stud", ("--action", "concede"), ("has no rule for conceding",)),
        ("crown-wild-aruba", ("--action", "instant"), ("a straight flush or a higher hand", "12.8.1")),
        ("venezia-caribbean-poker", ("--action", "exchange:2s:Kd"), ("2s is not in the player's hand",)),
        ("venezia-caribbean-poker", ("--action", "exchange:3s:Kc"), ("Kc appears twice",)),
        ("venezia-caribbean-poker", ("--device", "shoe"), ("is not dealt from a 'shoe'", "--device shuffler")),
        ("crown-caribbean-stud", ("--reading", "mine"), ("there is no reading 'mine'",)),
        ("crown-caribbean-stud", ("--minimum", "20", "--maximum", "10"), ("no more than the maximum",)),
        ("crown-roulette", (), ("no game 'crown-roulette'",)),
        ("crown-holdem", (), ("crown-holdem",)),
    ],
)
def test_bad_input_is_one_clear_line(run: Run, game: str, more: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert settle(run, game, *more).complains(*words)


def test_what_must_be_said(run: Run) -> None:
    assert run("settle", "crown-caribbean-stud", "--ante", "10").complains("--player")
