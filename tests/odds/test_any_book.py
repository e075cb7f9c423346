"""Exact odds read the book's numbers: for random books of the supported shape they equal a plain enumeration of settlements.

The books are Lantern Stud with other payouts, another bet, another qualifying hand. With most of the deck seen, few cards are
left to the dealer: over this small deck every completion is settled one by one by the engine of the table.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from added_books import books_forgotten
from croupier import books
from croupier.kernel.cards import DECK, Card
from croupier.kernel.errors import TableError
from croupier.kernel.hands import Category, high
from croupier.kernel.money import Odds
from croupier.odds import information_kernels, kernels
from croupier.odds.counting import CARDS, NotCounted, hands, qualifying_value
from croupier.odds.information import _worth
from croupier.odds.simulation import Plan, simulate
from croupier.odds.simulation_tables import play_of
from croupier.odds.solution import Solution
from croupier.odds.solver import solve
from croupier.stud import Fold, PlaceAnte, PlaceBet, Reveal, Settle, TakeSeat
from croupier.stud.rules import Options, Rules
from croupier.stud.settlement import Stakes, lines
from croupier.tables.house_table import HouseTable

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "sixth_book"
ANTE = 60_00
"""Sixty dollars can be paid 3 to 2, 6 to 5 and 7 to 4 without rounding."""
SEEN = 7
"""So many hands of other players are seen: eleven cards are left, which make 330 completions of the dealer's hand."""
SIGN = Options(minimum=1, maximum=10**9, unit=1, chip=1)


@contextmanager
def random_book(seed: int, to: Path) -> Iterator[Rules]:
    """Lantern Stud with random numbers, as someone would write them into its files."""
    chance = random.Random(seed)
    folder = Path(shutil.copytree(FOLDER, to / f"torch_{seed}"))
    file = folder / "params.toml"
    text = file.read_text(encoding="utf-8")
    text = text.replace(
        'bet_multiple = { clause = "5.2", value = 2', f'bet_multiple = {{ clause = "5.2", value = {chance.randint(1, 4)}'
    )
    paid = chance.choice(("1", "2", '"3 to 2"', '"6 to 5"'))
    text = text.replace('ante_odds = { clause = "6.3", value = 1', f'ante_odds = {{ clause = "6.3", value = {paid}')
    text = text.replace('"ace and king"', f'"{chance.choice(("ace and king", "pair of twos", "pair of eights"))}"')
    odds = (str(chance.randint(1, 40)), f'"{chance.randint(1, 9)} to {chance.choice((2, 4, 5))}"')
    text = re.sub(r'(?m)^("[a-z ]+") = \d+$', lambda row: f"{row[1]} = {chance.choice(odds)}", text)
    file.write_text(text, encoding="utf-8")
    with books_forgotten():
        books.add_book(folder)
        yield books.rules_of("lantern-stud")


def settled(rules: Rules, player: Sequence[Card], dealer: Sequence[Card]) -> Fraction:
    """What a bet on a hand brings against a hand of the dealer's, in antes, by the table's own settlement."""
    stakes = Stakes(ante=ANTE, bet=rules.bet_multiple * ANTE, most=10**9)
    return Fraction(sum(line.net for line in lines(rules, SIGN, stakes, player, dealer)), ANTE)


def counted(rules: Rules, solution: Solution, deal: Sequence[int]) -> float:
    """What the best play brings by the solver, with the cards of other players known."""
    ends = np.empty((1, 4), np.int64)
    seen = np.array([deal], np.int64)
    information_kernels.completed(seen, hands(False)[0], qualifying_value(rules), kernels.choose_table(), ends)
    return float(_worth(solution, SEEN, ends, np.ones(1, np.int8))[0][0])


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3, 4))])
def test_exact_odds_equal_a_plain_enumeration(seed: int, tmp_path: Path) -> None:
    chance = random.Random(100 + seed)
    with random_book(seed, tmp_path) as rules:
        solution = solve(rules)
        folded = Fraction(-1)
        for _ in range(6):
            deal = chance.sample(range(52), 6 + 5 * SEEN)
            player, up = [CARDS[card] for card in deal[:5]], CARDS[deal[5]]
            rest = [CARDS[card] for card in range(52) if card not in deal]
            every = [settled(rules, player, (up, *others)) for others in combinations(rest, 4)]
            best = max(sum(every, Fraction(0)) / len(every), folded)
            assert counted(rules, solution, deal) == pytest.approx(float(best), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_every_end_of_a_round_is_worth_what_the_table_pays(seed: int, tmp_path: Path) -> None:
    chance = random.Random(200 + seed)
    with random_book(seed, tmp_path) as rules:
        terms, ends = solve(rules).terms, set[tuple[str, int]]()
        for _ in range(2_000):
            cards = chance.sample(DECK, 10)
            mine, theirs = rules.value(cards[:5]), rules.value(cards[5:])
            if not rules.qualifies(theirs):
                end, parts = "unqualified", terms.unqualified
            elif mine > theirs:
                end, parts = f"wins {mine.category}", terms.wins[mine.category]
            else:
                end, parts = ("lose", terms.lose) if mine < theirs else ("stand-off", terms.stand_off)
            assert settled(rules, cards[:5], cards[5:]) == Fraction(parts, terms.parts), end
            ends.add((end, parts))
        assert len(ends) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_advice_equals_all_completions_of_the_whole_deck(seed: int, tmp_path: Path) -> None:
    with random_book(seed, tmp_path) as rules:
        cards = random.Random(300 + seed).sample(DECK, 6)
        rest = [card for card in DECK if card not in cards]
        every = [settled(rules, cards[:5], (cards[5], *others)) for others in combinations(rest, 4)]
        assert solve(rules).advice(cards[:5], cards[5]).bet == sum(every, Fraction(0)) / len(every)


@pytest.mark.parametrize("seed", range(3))
def test_a_round_at_the_table_is_settled_by_the_same_numbers(seed: int, tmp_path: Path) -> None:
    """Bets are offered at the book's multiple, and the wager on average and the simulation go by it."""
    with random_book(seed, tmp_path) as rules:
        table = HouseTable("lantern-stud", replace(SIGN, places=2), seed=seed)
        for seat in (1, 2):
            table.do(TakeSeat(seat=seat, chips=100_000_00))
            table.do(PlaceAnte(seat=seat, amount=ANTE))
        table.deal()
        bet = next(one.command for one in table.legal(seat=1) if isinstance(one.command, PlaceBet))
        assert bet.amount == rules.bet_multiple * ANTE
        for step in (bet, Fold(seat=2), Reveal(), Settle()):
            table.do(step)
        solution = solve(rules)
        share = Fraction(solution.decisions["bet"], solution.deals)
        assert solution.wagered == 1 + rules.bet_multiple * share


def test_a_simulation_reads_the_bet_and_refuses_parts_of_an_ante() -> None:
    rules = books.rules_of("nz-caribbean-stud")
    four = replace(rules, bet_multiple=4, ante_odds=Odds(2))
    play = play_of(solve(four))
    found = simulate(four, play, Plan(rounds=20_000, seed=3))
    assert found.exact_mean is not None
    assert found.mean == pytest.approx(found.exact_mean, abs=6 * found.standard_error)
    assert min(count.units for count in found.counts) == -5
    with pytest.raises(TableError, match="counts whole antes"):
        play_of(solve(replace(rules, ante_odds=Odds(3, 2))))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"value": lambda cards: _flushes_first(cards)}, "hands read as this book does"),
        ({"qualifies": lambda value: value.category == Category.ONE_PAIR}, "a dealer who does not play with"),
        ({"qualifies": lambda value: False}, "a dealer who never plays"),
    ],
    ids=["another order", "a gap", "never"],
)
def test_what_cannot_be_counted_is_refused_by_name(change: dict[str, object], says: str) -> None:
    rules = replace(books.rules_of("nz-caribbean-stud"), **change)
    with pytest.raises(NotCounted, match=says):
        solve(rules)


def _flushes_first(cards: Sequence[Card]) -> object:
    """Hands as another game may read them: a flush beats a full house."""
    value = high(cards)
    swapped = {Category.FLUSH: Category.FULL_HOUSE, Category.FULL_HOUSE: Category.FLUSH}
    return replace(value, category=swapped.get(value.category, value.category))
