"""`croupier hand`."""

from __future__ import annotations

import pytest

from cli.program import Run


def test_a_hand_is_named_with_its_cards(run: Run) -> None:
    done = run("hand", "Kd 4s Ah Kc 4d")
    assert done.status == 0
    assert done.out.splitlines() == [
        "bet: two pair, kings and fours with an ace",
        "  K♣ K♦ 4♦ 4♠ A♥",
        "jackpot: two pair, kings and fours with an ace",
        "  K♣ K♦ 4♦ 4♠ A♥",
    ]


def test_wild_aruba_values_a_hand_twice(run: Run) -> None:
    values = run("hand", "2h 3h 4h 5h 6h", "--book", "crown-wild-aruba", "--json").json["values"]
    assert values["bet"] == {
        "category": "straight flush",
        "name": "straight flush, seven high",
        "cards": ["6h", "5h", "4h", "3h", "2h"],
        "wild": True,
    }
    assert values["jackpot"]["name"] == "straight flush, six high"
    assert values["jackpot"]["wild"] is False
    assert "with a wild card" in run("hand", "2h 3h 4h 5h 6h", "--book", "crown-wild-aruba").out


def test_no_low_is_null(run: Run) -> None:
    asked = ("hand", "Kh Kd 9c 9d", "--book", "crown-omaha-hi-lo", "--board", "Ah 8c 7d 6s Tc")
    values = run(*asked, "--json").json["values"]
    assert None in values.values()
    assert ": none" in run(*asked).out


def test_ten_and_suit_symbols_are_read(run: Run) -> None:
    assert run("hand", "10h,J♥ Q♡ KH ah").out.startswith("bet: royal flush\n")


@pytest.mark.parametrize(
    ("cards", "options", "words"),
    [
        ("As Kd Qh Jc", [], ["5 cards, not 4"]),
        ("As Kd Qh Jc Td 9c", [], ["5 cards, not 6"]),
        ("As As Qh Jc Td", [], ["As appears twice"]),
        ("As Kx Qh Jc Td", [], ["'Kx' is not a card"]),
        ("As ?? Qh Jc Td", [], ["face-down"]),
        ("", [], ["5 cards, not 0"]),
        ("As Kd Qh Jc Td", ["--book", "bridge"], ["no game 'bridge'", "crown-wild-aruba"]),
        ("As Kd", ["--book", "crown-holdem", "--board", "Qh Jc zz"], ["'zz' is not a card"]),
        ("As Kd", ["--book", "crown-holdem", "--board", "As Qh Jc Td 9c"], ["As"]),
    ],
)
def test_bad_hands(run: Run, cards: str, options: list[str], words: list[str]) -> None:
    assert run("hand", cards, *options).complains(*words)
