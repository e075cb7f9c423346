"""Equities against published counts, and against brute force over every board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from croupier.kernel.cards import DECK, Card, CardError, parse_cards
from croupier.kernel.errors import UnknownGame
from croupier.kernel.hands import best_high, best_low, omaha_high, omaha_low
from croupier.odds.equities import Equity, equity, flop_game
from croupier.odds.lookup_tables import all_hands
from odds import array_hands

Shares = list[Fraction]


def shares(highs: Sequence[Any], lows: Sequence[Any]) -> Shares:
    """What each player gets of one pot, by the rules: half to the best low if there is one, the rest to the best high."""
    best, lowest = max(highs), max((low for low in lows if low is not None), default=None)
    for_low = Fraction(1, 2) if lowest is not None else Fraction(0)
    winners, low_winners = [value == best for value in highs], [low is not None and low == lowest for low in lows]
    return [
        (1 - for_low) * Fraction(winners[p], sum(winners))
        + (for_low * Fraction(low_winners[p], sum(low_winners)) if for_low else 0)
        for p in range(len(highs))
    ]


@cache
def _values(game: str, hole: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Any, Any]:
    four = "omaha" in game
    high = omaha_high(hole, board) if four else best_high((*hole, *board))
    if not flop_game(game).hi_lo:
        return high, None
    return high, omaha_low(hole, board) if four else best_low((*hole, *board))


def brute(game: str, hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...], gone: tuple[Card, ...] = ()) -> Shares:
    """The mean shares over every board, by the reference evaluator."""
    known = {*board, *gone, *(card for hand in hands for card in hand)}
    total, number = [Fraction(0)] * len(hands), 0
    for more in combinations([card for card in DECK if card not in known], 5 - len(board)):
        found = [_values(game, hand, (*board, *more)) for hand in hands]
        for p, share in enumerate(shares([high for high, _ in found], [low for _, low in found])):
            total[p] += share
        number += 1
    return [share / number for share in total]


def answered(found: Equity) -> Shares:
    return [player.share for player in found.players]


def test_the_published_counts_of_aces_against_kings() -> None:
    one = equity("crown-holdem", ["AdAc", "KhKs"])
    aces, kings = one.players
    assert (one.exact, one.deals) == (True, 1_712_304)
    assert (aces.win, kings.win, aces.tie, kings.tie) == (1_388_072, 317_694, 6_538, 6_538)


@pytest.mark.slow
def test_the_published_counts_of_any_aces_against_any_kings() -> None:
    every = equity("crown-holdem", ["AA", "KK"])
    assert every.deals == 36 * 1_712_304
    counts = [every.players[0].win, every.players[1].win, every.players[0].tie]
    assert counts == [3 * n for n in (16_790_448, 3_662_124, 95_076)]  # published for a third of the 36 pairs of hands


@pytest.mark.parametrize(
    ("game", "hands", "board", "dead"),
    [
        ("crown-holdem", ("AhKh", "7s7d"), "2h 3h 9c", ""),
        ("crown-holdem", ("AhKh", "QhJd", "9s9d"), "2h 3h 4h", "Th"),
        ("crown-holdem", ("AhKd", "AsKc", "AdKh"), "2h 3s 4h 9c", ""),
        ("crown-holdem", ("2c3d", "2d3c"), "Ah Kh Qh Jh Th", ""),
        ("crown-holdem-hi-lo", ("Ah2h", "KdKs", "8c7c"), "3h 4d Kc 9s", ""),
        ("crown-holdem-hi-lo", ("Ah2h", "Ad2d"), "3h 4d 8c", "5s"),
        ("crown-omaha", ("AhKhQdJd", "9s9d8c8h"), "2h 3h 9c 8s", ""),
        ("crown-omaha", ("AhKhQhJd", "7h6hTc9c"), "8h 5h 4h 2s", "3h"),
        ("crown-omaha-hi-lo", ("Ah2hKdQd", "Ad2d3cKs", "8s7s6dTh"), "3h 4d 9c 9h", ""),
        ("crown-omaha-hi-lo", ("Ah2h3d4d", "As2s3c4c"), "5h 6d 7c 8s Kh", ""),
        ("crown-pineapple", ("AhKh", "7s7d"), "2h 3h 9c Td", "7c"),
        ("crown-crazy-pineapple", ("AhKh", "7s7d"), "2h 3h 9c Td", ""),
    ],
)
def test_hands_on_a_board_against_every_board_by_the_reference(game: str, hands: tuple[str, ...], board: str, dead: str) -> None:
    found = equity(game, hands, board=board, dead=dead)
    assert found.exact
    assert answered(found) == brute(game, [parse_cards(hand) for hand in hands], parse_cards(board), parse_cards(dead))
    assert sum(answered(found)) == 1


def _rows(boards: Any, hand: str) -> Any:
    return np.broadcast_to(array_hands.cards_of([hand]), (len(boards), len(parse_cards(hand))))


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        pytest.param("crown-holdem", ("AhKh", "QhJh"), marks=pytest.mark.slow),
        pytest.param("crown-holdem", ("AhKd", "AdKh", "8h7h"), marks=pytest.mark.slow),
        ("crown-holdem-hi-lo", ("Ah2h", "As3d", "8c7c")),
        pytest.param("crown-omaha", ("AhAdKhKd", "JhTh9d8d"), marks=pytest.mark.slow),
        ("crown-omaha-hi-lo", ("Ah2h3h4h", "AdKdKh5d")),
    ],
)
def test_hands_before_the_flop_against_every_board_by_the_evaluators(game: str, hands: tuple[str, ...]) -> None:
    held = array_hands.cards_of(["".join(hands)])[0]
    boards = all_hands(5)[~np.isin(all_hands(5), held).any(axis=1)]
    if "omaha" in game:
        highs = [array_hands.omaha_high(_rows(boards, hand), boards) for hand in hands]
        lows = [array_hands.omaha_low(_rows(boards, hand), boards) for hand in hands]
    else:
        sevens = [np.concatenate([_rows(boards, hand), boards], axis=1) for hand in hands]
        highs, lows = [array_hands.seven(row) for row in sevens], [array_hands.low(row) for row in sevens]
    high_won = np.array(highs) == np.max(highs, axis=0)
    low_won = (np.array(lows) == np.max(lows, axis=0)) & (np.array(lows) != array_hands.NO_LOW)
    low_won &= flop_game(game).hi_lo
    with_low = low_won.any(axis=0)
    found = equity(game, hands)
    assert found.deals == len(boards)
    assert found.no_low == ((~with_low).sum() if flop_game(game).hi_lo else 0)
    for p, player in enumerate(found.players):
        alone, low_alone = high_won[p] & (high_won.sum(axis=0) == 1), low_won[p] & (low_won.sum(axis=0) == 1)
        assert (player.high.win, player.high.tie) == (alone.sum(), high_won[p].sum() - alone.sum())
        assert (player.low.win, player.low.tie) == (low_alone.sum(), low_won[p].sum() - low_alone.sum())
        assert player.win == (alone & (low_alone | ~with_low)).sum()
        sixths = np.where(high_won[p], 6 // high_won.sum(axis=0) * np.where(with_low, 1, 2), 0)
        sixths += np.where(low_won[p], 6 // np.maximum(low_won.sum(axis=0), 1), 0)
        assert player.share == Fraction(int(sixths.sum()), 12 * len(boards)) == player.high.share + player.low.share
        assert player.quarter == (sixths == 3).sum()


def test_ranges_are_the_weighted_sum_of_their_hands() -> None:
    board, dead = "Qs 9s 2d", "Ac"
    first = dict.fromkeys(("AhKh", "AsKs", "AdKd"), 1)
    second = {"QhQd": 1, "QhQc": 1, "QdQc": 1, "JhTh": 2, "JsTs": 2, "JdTd": 2, "JcTc": 2}
    total, number = [Fraction(0), Fraction(0)], 0
    for (one, weight), (other, more) in product(first.items(), second.items()):
        found = brute("crown-holdem", [parse_cards(one), parse_cards(other)], parse_cards(board), parse_cards(dead))
        total = [so_far + weight * more * share for so_far, share in zip(total, found, strict=True)]
        number += weight * more
    answer = equity("crown-holdem", ["AKs", "QQ:0.5, JTs"], board=board, dead=dead)
    assert answered(answer) == [share / number for share in total]
    assert answer.deals == number * 946  # boards of two of the 44 cards left


def open_discards(game: str, hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...]) -> Shares:
    """The shares after discards in turn, by trying everything."""

    def play(kept: list[tuple[Card, ...]]) -> Shares:
        turn = len(kept)
        if turn == len(hands):
            given = tuple(card for hand, two in zip(hands, kept, strict=True) for card in hand if card not in two)
            return brute(game, kept, board, given)
        if len(hands[turn]) == 2:
            return play([*kept, hands[turn]])
        return max((play([*kept, two]) for two in combinations(hands[turn], 2)), key=lambda found: found[turn])

    return play([])


@pytest.mark.parametrize(
    ("game", "hands", "flop"),
    [
        pytest.param("crown-crazy-pineapple", ("AhKhQd", "9s8s8d"), "8h 7s 2s", marks=pytest.mark.slow),
        ("crown-crazy-pineapple-hi-lo", ("Ah2hKd", "9s8s8d"), "8h 7s 3s"),
        ("crown-crazy-pineapple", ("AhKh", "9s8s8d"), "8c 7s 2s"),
    ],
)
def test_discards_after_the_flop_against_trying_everything(game: str, hands: tuple[str, ...], flop: str) -> None:
    found = equity(game, hands, board=flop)
    assert found.discards
    assert answered(found) == open_discards(game, [parse_cards(hand) for hand in hands], parse_cards(flop))


def test_pineapple_before_the_flop_is_holdem_after_the_best_discards() -> None:
    hands = [("Ah", "Kh", "2d"), ("9s", "9d", "8s")]

    def after(one: str, other: str) -> Fraction:
        kept = [[card for card in hand if card != out] for hand, out in zip(hands, (one, other), strict=True)]
        found = equity("crown-holdem", ["".join(two) for two in kept], dead=f"{one} {other}")
        return found.players[0].share

    first = max(min(after(one, other) for other in hands[1]) for one in hands[0])
    found = equity("crown-pineapple", ["".join(hand) for hand in hands])
    assert found.players[0].share == first
    assert found.deals == 1_370_754  # boards from the 46 cards that nobody was dealt
    kept = equity("crown-pineapple", ["AhKh", "9s9d"], dead="2d 8s")
    assert not kept.discards
    assert kept.players[0].share == equity("crown-holdem", ["AhKh", "9s9d"], dead="2d 8s").players[0].share


def test_crazy_pineapple_before_the_flop_is_the_mean_over_flops() -> None:
    dead = " ".join(str(card) for card in DECK if card.rank in (2, 3, 4, 5, 6, 12) or card.suit == "c")
    hands = ["AhKhTd", "9s8s8d"]
    held = {*parse_cards(dead), *parse_cards("".join(hands))}
    flops = list(combinations([card for card in DECK if card not in held], 3))
    each = [equity("crown-crazy-pineapple", hands, board=" ".join(map(str, flop)), dead=dead).players[0].share for flop in flops]
    assert equity("crown-crazy-pineapple", hands, dead=dead).players[0].share == sum(each) / len(flops)


@pytest.mark.parametrize(
    ("game", "hands", "board", "samples"),
    [
        pytest.param("crown-holdem", ["AKs, 77+", "QJo, KK:0.5"], "", 100_000, marks=pytest.mark.slow),
        ("crown-holdem", ["AhKh", "random", "QQ"], "Ks 7d 2c", 100_000),
        ("crown-omaha-hi-lo", ["As2s3hKh", "KdKcQdJd"], "", 50_000),
        ("crown-crazy-pineapple", ["AhKhQd", "9s8s8d"], "", 1_000),
    ],
)
def test_samples_agree_with_the_exact_answer(game: str, hands: list[str], board: str, samples: int) -> None:
    exact = equity(game, hands, board=board, exact=True)
    found = equity(game, hands, board=board, samples=samples, seed=11)
    assert (found.exact, found.samples, found.seed) == (False, samples, 11)
    for player, other in zip(found.players, exact.players, strict=True):
        assert 0 < player.error < 0.02
        assert abs(float(player.share - other.share)) < 4 * player.error
    assert answered(equity(game, hands, board=board, samples=samples, seed=11)) == answered(found)
    assert answered(equity(game, hands, board=board, samples=samples, seed=12)) != answered(found)


def test_what_is_too_much_is_sampled_and_says_so() -> None:
    found = equity("crown-omaha", ["AAxx", "random", "random"], board="As Kd 7c", samples=0, seed=3)
    assert not found.exact
    assert found.samples == found.deals > 10_000
    with pytest.raises(CardError, match="too many hands to count"):
        equity("crown-omaha", ["random", "random"], exact=True)


@pytest.mark.parametrize("board", ["", "As 7d 2c"])
def test_a_full_table_of_random_hands_shares_alike(board: str) -> None:
    found = equity("crown-omaha-hi-lo", ["random"] * 10, board=board, dead="Kd", samples=4_000, seed=1)
    assert sum(answered(found)) == 1
    assert all(abs(float(player.share) - 0.1) < 4 * player.error for player in found.players)


@pytest.mark.parametrize(
    ("game", "hands", "options", "says"),
    [
        ("crown-holdem", ["AA"], {}, "played by 2 to 11"),
        ("crown-omaha", ["AAxx"] * 11, {}, "played by 2 to 10"),
        ("crown-holdem", ["AA", "KK"], {"board": "2c"}, "the board cannot have 1"),
        ("crown-holdem", ["AA", "KK"], {"board": "2c 3c 2c"}, "2c appears twice"),
        ("crown-holdem", ["AA", "KK"], {"board": "2c 3c ??"}, "must be known"),
        ("crown-holdem", ["AcAd", "KK"], {"dead": "Ac"}, "no hand of 'AcAd' is possible"),
        ("crown-holdem", ["AA", "AA", "AA"], {}, "do not fit together"),
        ("crown-holdem", ["AA", "AA", "AA"], {"samples": 10}, "hardly ever fit together"),
        ("crown-holdem", ["AA", "KK"], {"samples": 1}, "samples are from 2"),
        ("crown-holdem", ["AA", "KK"], {"samples": 10**11}, "not 100,000,000,000"),
        ("crown-holdem", ["AA", "KK"], {"samples": 5, "exact": True}, "one or for the other"),
        ("crown-pineapple", ["AsAdKs", "QQx"], {"board": "2c3c4c"}, "third was given up"),
        ("crown-crazy-pineapple", ["AsAd", "QQx"], {}, "'AsAd' has 2 cards"),
        ("crown-pineapple", ["random"] * 6, {}, "too many"),
    ],
)
def test_what_cannot_be_answered_says_why(game: str, hands: list[str], options: dict[str, Any], says: str) -> None:
    with pytest.raises(CardError, match=says):
        equity(game, hands, **options)


def test_a_game_without_a_flop_is_refused() -> None:
    with pytest.raises(UnknownGame, match="is played against the house, not in the poker room"):
        equity("crown-caribbean-stud", ["AA", "KK"])
