"""`croupier play` in the poker room: whole sessions, spoken through a pipe."""

from __future__ import annotations

import re

import pytest

from cli.program import Run, Shell, at_a_terminal
from croupier.books import poker_games, poker_rules_of
from croupier.cli.playing.poker import hand_as_it_stands
from croupier.kernel.cards import parse_cards

FACE = re.compile(r"\b(?:[2-9AKQJT]|10)[♣♦♥♠]")


def by(ground: str, *others: str, game: str = "crown-holdem") -> str:
    return f"({', '.join(poker_rules_of(game).cite(ground, *others))})"


def play(run: Run, *lines: str, game: str = "crown-holdem", options: tuple[str, ...] = ("--seed", "7")) -> list[str]:
    """The lines that a session writes when these are typed."""
    done = run("play", game, *options, said="".join(f"{line}\n" for line in lines))
    assert (done.status, done.err) == (0, "")
    return done.out.splitlines()


def cents(text: str) -> int:
    return int(re.sub(r"[$,.+]", "", text))


@pytest.mark.parametrize(
    "game", [game if game.endswith("hi-lo") else pytest.param(game, marks=pytest.mark.slow) for game in poker_games()]
)
def test_the_house_plays_one_hand_if_nobody_is_there(shell: Shell, game: str) -> None:
    done = shell("play", game, "--seed", "3")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(poker_rules_of(game).title)
    assert "No keyboard input: the house plays one hand for seat 1." in done.out
    assert "Your hand: " in done.out
    assert len(FACE.findall(done.out.split("Your hand: ")[1].split("\n")[0])) == poker_rules_of(game).hole_cards
    assert re.search(r"  net \S+, chips \S+\nGoodbye\. You leave with \$[\d,.]+, ", done.out)


@pytest.mark.parametrize("game", poker_games())
def test_watching_three_hands_as_a_document(run: Run, game: str) -> None:
    found = run("play", game, "--watch", "--hands", "3", "--json", "--seed", "5").json
    assert [hand["hand"] for hand in found["hands"]] == [1, 2, 3]
    assert sum(cents(hand["net"]) for hand in found["hands"]) == cents(found["net"])
    for event in found["events"]:
        if event["event"] == "hands-dealt":
            assert all(card == "??" for seat, cards in event["hands"].items() for card in cards if seat != "1")
            assert "??" not in event["hands"]["1"]
        if event["event"] == "card-discarded" and event["seat"] != 1:
            assert event["card"] == "??"


def test_watching_is_told_in_words(run: Run) -> None:
    out = play(run, options=("--watch", "--hands", "2", "--seed", "5"))
    assert any(line.startswith("Hand 1: the button is at seat 6") for line in out)
    assert sum(line.startswith("  net ") for line in out) == 2


def test_a_hand_is_played_with_sums_and_clauses(run: Run) -> None:
    out = play(run, "", "c", "f", "q")
    assert "You are seat 1 of 6. Type ? for help, w to ask why, q to leave." in out
    assert "Seat 1 posts a blind of $5.00." in out
    assert any(line.startswith("  c        call $") for line in out)
    assert any(re.match(r"  r SUM    raise to \$[\d,.]+, at most to \$1,000\.00", line) for line in out)
    assert any(line.startswith("  f        fold") for line in out)
    assert "  D seat 6" in "\n".join(out)
    assert any(re.match(r"  pot \$[\d,.]+, \$[\d,.]+ to call", line) for line in out)
    net, chips = re.fullmatch(r"  net (\S+), chips (\S+)", next(x for x in out if x.startswith("  net"))).groups()  # type: ignore[union-attr]
    assert cents(chips) == 1000_00 + cents(net)
    assert out[-1].startswith(f"Goodbye. You leave with {chips}, ")


def test_why_is_told_on_demand(run: Run) -> None:
    out = play(run, "", "f", "q")
    assert not any(line.startswith("  8.2.3") for line in out)
    out = play(run, "", "w", "f", "q")
    assert sum(line.split()[:2] == ["8.2.3", "A"] for line in out) == 1
    assert set(by("first_blind")[1:-1].split(", ")) <= {line.split()[0] for line in out if line.startswith("  ")}


def test_the_hand_is_named_as_it_stands() -> None:
    hole, board = parse_cards("As Kd"), parse_cards("Ah 7c 2d")
    assert hand_as_it_stands("crown-holdem", hole, board) == "pair of aces (K-7-2)"
    assert hand_as_it_stands("crown-holdem", hole, ()) == ""
    four = parse_cards("As 3d 9c 9d")
    low = hand_as_it_stands("crown-omaha-hi-lo", four, parse_cards("2h 5c 8d"))
    assert low == "pair of nines (8-5-2); 8-5-3-2-A low"
    assert hand_as_it_stands("crown-omaha-hi-lo", four, parse_cards("Kh Qc 8d")).endswith("; no low")


def test_fold_loses_the_blind(run: Run) -> None:
    out = play(run, "", "f", "q")
    assert "  net -$5.00, chips $995.00" in out
    assert out[-1] == "Goodbye. You leave with $995.00, $5.00 less than you brought."


def test_all_in_and_buying_again(run: Run) -> None:
    for seed in range(1, 40):
        options = ("--seed", str(seed), "--seats", "2")
        out = play(run, *[part for _ in range(30) for part in ("", "a")], options=options)
        if "You have no chips left; 'add 500' buys more, q leaves." in out:
            break
    else:
        pytest.fail("seat 1 never lost everything")
    before = out[: out.index("You have no chips left; 'add 500' buys more, q leaves.")]
    lines = ["a" if line.endswith(("? a", ": a")) else "" for line in before if re.match(r"Enter to deal: |.*\? a?$", line)]
    out = play(run, *lines, "add 500", "q", options=options)
    assert any(line.startswith("Seat 1 adds $500.00.") for line in out)
    assert any(line == "Goodbye. You leave with $500.00, $1,000.00 less than you brought." for line in out)


def test_refusals_name_their_clauses_and_change_nothing(run: Run) -> None:
    out = play(run, "", "r 11", "b 20", "d 9c", "fold 3", "flop", "by TG Area Manager: close", "f", "q")
    refused = [line for line in out if line.startswith("Refused: ")]
    assert len(refused) == 6
    assert all(re.search(r"\(\d.*\)$", line) for line in refused)
    assert "cannot act for seat 3" in refused[3]
    assert "that takes the dealer or above, not seat 1" in refused[4]
    assert "  net -$5.00, chips $995.00" in out


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("nonsense", "'nonsense' is not understood"),
        ("r\n", "To how much in all? "),
        ("r\nmany", "'many' is not an amount of money"),
        ("d\n9z", "'9z' is not a card"),
        ("r many", "'many' is not an amount of money"),
        ("d 9z", "'9z' is not a card"),
        ("", "Enter an action, or ? for help."),
        ("? 6.9", "6.9  Raises are unlimited in pot-ratio and no-limit games"),
        ("? 99.9", "99.9"),
        ("?", "  c          check or call"),
        ("chips 1 x", "is not understood"),
    ],
)
def test_other_input_is_answered(run: Run, said: str, answer: str) -> None:
    out = play(run, "", said, "f", "q")
    assert answer in "\n".join(out)
    assert "  net -$5.00, chips $995.00" in out


def test_leaving_in_a_hand_lets_the_house_play_it_out(run: Run) -> None:
    out = play(run, "", "q", "q")
    assert any(line.startswith("Refused: ") and "leaves when it is over" in line for line in out)
    assert "q again leaves after this hand, which the house then plays for you." in out
    assert "The house plays this hand for you; then you leave." in out
    assert sum(line.startswith("  net ") for line in out) == 1
    assert out[-1].startswith("Goodbye. You leave with ")


def test_the_end_of_the_input_is_a_goodbye(run: Run) -> None:
    assert play(run, "", "c")[-1].startswith("Goodbye. You leave with ")


def test_away_and_back(run: Run) -> None:
    out = play(run, "away", "", "back", "q", options=("--seed", "7", "--seats", "2"))
    assert "No hand can be dealt: fewer than two players are at the table." in out
    assert sum(line.startswith("  net ") for line in out) == 0


@pytest.mark.parametrize("game", ["crown-pineapple", "crown-crazy-pineapple", "crown-crazy-pineapple-hi-lo"])
def test_discards_are_asked_for(run: Run, game: str) -> None:
    first = play(run, "", *["c"] * 8, game=game, options=("--seed", "5"))
    hand = next(line for line in first if line.startswith("Your hand: "))
    cards = FACE.findall(hand)
    calls = next(n for n, line in enumerate(x for x in first if "? c" in x) if line.startswith("d? "))
    out = play(run, "", *["c"] * calls, f"d {cards[1]}", *["c"] * 9, "f", "q", "q", game=game, options=("--seed", "5"))
    assert any(line.startswith(f"Seat 1 discards {cards[1]}.") for line in out)
    assert f"d CARD   discard one of {' '.join(cards)}" in "\n".join(out)
    assert any(line.startswith(f"Your hand: {cards[0]} {cards[2]}") for line in out)


def test_a_wager_on_the_flop(run: Run) -> None:
    out = play(run, "", "side green 5", "side red 5", "", "f", "q", options=("--seed", "7", "--flop-chase"))
    assert "'side red 5', 'side black 5', or enter to deal: side red 5" in out
    assert any(line.startswith("Seat 1 bets $5.00 on a red flop.") for line in out)
    assert sum(line.startswith("Refused: ") for line in out) == 1
    assert sum(line.startswith("Seat 1's $5.00 on red ") for line in out) == 1
    assert any(re.fullmatch(r"  net (-\$10\.00|\+\$30\.00), chips \S+", line) for line in out)


@pytest.mark.parametrize("game", poker_games())
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_no_card_of_another_player_is_told_before_the_showdown(run: Run, game: str, seed: str) -> None:
    cards = ["c"] * 4
    out = play(run, "", *cards, "f", "q", "q", game=game, options=("--seed", seed))
    own: set[str] = set()
    for line in out:
        if re.search(r"^Seat \d+ shows |^The (?:high half of the )?pot", line):
            break
        if line.startswith(("Your hand: ", "Board: ")) or " flop is " in line or " next card is " in line:
            own.update(FACE.findall(line))
        else:
            assert set(FACE.findall(line)) <= own, line
    assert len(own) >= poker_rules_of(game).hole_cards


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("--seats", "1"), ("1 players cannot play crown-holdem", "--seats 2 to 11")),
        (("--seats", "12"), ("12 players", "--seats 2 to 11")),
        (("--betting", "foo"), ("'foo'", "'pot limit'")),
        (("--blinds", "x"), ("'x' is not an amount of money",)),
        (("--blinds", "10,5"), ("the last must be the largest",)),
        (("--rake", "50"), ("2 to 10 percent",)),
        (("--hands", "-1"), ("--hands 1 or more",)),
    ],
)
def test_tables_that_cannot_be(run: Run, flags: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert run("play", "crown-holdem", *flags).complains(*words)


@pytest.mark.parametrize("betting", ["pot limit", "half pot limit", "fixed limit", "spread limit"])
def test_other_limits(run: Run, betting: str) -> None:
    out = play(run, "", "c", "q", "q", options=("--seed", "7", "--betting", betting, "--rake", "5"))
    assert betting in out[1].lower()
    assert "5% of each pot" in out[1]
    assert out[-1].startswith("Goodbye.")


def test_cards_are_drawn_at_a_terminal() -> None:
    seen = at_a_terminal("play", "crown-holdem", "--seed", "7", said="\nf\nq\n")
    assert "┌───┐ ┌───┐" in seen
    assert "Goodbye. You leave with $995.00" in seen
