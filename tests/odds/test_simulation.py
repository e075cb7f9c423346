"""The simulation against the engine that pays, against the exact results, and against itself on other machines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import Any

import msgspec
import numpy as np
import pytest

import solutions
from croupier.books import jackpot_counts, jackpot_of, rules_of
from croupier.kernel.cards import parse_cards
from croupier.kernel.errors import TableError
from croupier.kernel.hands import Category
from croupier.odds import bankroll, counting, simulation, simulation_kernels
from croupier.odds.counting import CARDS, Array, plans
from croupier.odds.exchange import changed_terms
from croupier.odds.shuffle_quality import Battery
from croupier.odds.simulation import Plan, Play, Result, SideBet, play_of, simulate
from croupier.odds.simulation_kernels import BET, CHANGE, FOLD, INSTANT, Tables
from croupier.odds.simulation_tables import by_card, tables_of
from croupier.odds.solution import Solution
from croupier.odds.solver import solve, terms_of
from croupier.stud.rules import Options, Rules
from croupier.tables.house_terms import terms_for_play
from odds.round_at_table import ANTE, decks, lines_of, paid

VENICE = "venezia-caribbean-poker"
GAMES = ("crown-caribbean-stud", "star-caribbean-stud", "nz-caribbean-stud", "crown-wild-aruba", VENICE)
NUMBER = {str(card): number for number, card in enumerate(CARDS)}

CATEGORIES = {
    "high card": "As Ks Jd 9c 8h",
    "one pair": "Qs Qd 9c 7h 3s",
    "two pairs": "Qs Qd 9c 9h 3s",
    "three of a kind": "Qs Qd Qc 9h 3s",
    "straight": "9s 8h 7c 6h 5s",
    "flush": "Qs Ts 9s 7s 3s",
    "full house": "Qs Qd Qc 9h 9s",
    "four of a kind": "Qs Qd Qc Qh 9s",
    "straight flush": "9s 8s 7s 6s 5s",
    "royal flush": "As Ks Qs Js Ts",
    "five of a kind": "Qs Qd Qc Qh 2s",
    "wild royal flush": "As Ks Qs Js 2d",
}
BANKS = ("Ac Kc Jh 9d 7d", "8c 8d Kc Jh 4d", "Kh Jh 7d 4c 3c", "Ac Kc Jh 9d 8d")


def chosen_decks() -> Array:
    """Every category against a bank that plays, one that does not, and one that ties with ace and king."""
    rows = []
    for hand in CATEGORIES.values():
        for bank in BANKS:
            top = [NUMBER[card] for card in f"{hand} {bank}".split()]
            if len(set(top)) == 10:
                rows.append([*top, *(card for card in range(52) if card not in top)])
    return np.array(rows, np.uint8)


@lru_cache(maxsize=1)
def random_play(game: str) -> Play:
    """A way of playing without sense, so that everything allowed is done."""
    rules, chance = rules_of(game), np.random.default_rng(6)
    values, _, cards, where = counting.hands(rules.has("wild cards"))
    actions = chance.choice(np.array([FOLD, BET, BET], np.uint8), (len(cards), 47))
    stands = None
    if rules.has("exchange"):
        which = chance.integers(0, 5, actions.shape)
        change = CHANGE + np.take_along_axis(cards.astype(np.int64), which, axis=1)
        actions = np.where(chance.random(actions.shape) < 0.6, change, actions).astype(np.uint8)
        stands = chance.integers(0, 2**52, (len(cards), 52), dtype=np.uint64)
        stands |= chance.integers(0, 2**52, stands.shape, dtype=np.uint64)
    at_once = np.isin(values[where] >> 20, [int(category) for category in rules.instant_odds])
    actions[at_once] = np.where(chance.random((int(at_once.sum()), 47)) < 0.5, INSTANT, actions[at_once])
    terms = terms_of(rules, {hand: odds.to for hand, odds in rules.bet_odds.items()})
    after = terms_of(rules, {hand: odds.to for hand, odds in rules.bet_odds_after_exchange.items()})
    return Play(
        terms=terms,
        changed=changed_terms(rules, after, ()) if rules.has("exchange") else None,
        instant={hand: 1 + odds.to for hand, odds in rules.instant_odds.items()},
        actions=actions,
        stands=stands,
    )


@lru_cache(maxsize=1)
def random_tables(game: str) -> Tables:
    """Tables take a second to make: tests that use them run game by game, by `scope="module"`."""
    return tables_of(rules_of(game), random_play(game))


def played(tables: Tables, dealt: Array, seats: int = 1) -> Array:
    found = np.empty((len(dealt), seats, 4), np.int32)
    simulation_kernels.play(tables, dealt, seats, found)
    return found


def compare(rules: Rules, tables: Tables, dealt: Array, seats: int = 1) -> set[int]:
    """Play decks in the simulation and at a table, and give all results in antes that came up."""
    seen = set()
    for deck, seats_found in zip(dealt.tolist(), played(tables, dealt, seats).tolist(), strict=True):
        up = deck[5 * seats]
        plays = [
            lines_of(tables, deck[5 * seat : 5 * seat + 5], up, action, changed)
            for seat, (_, action, changed, _) in enumerate(seats_found)
        ]
        units = [found[0] for found in seats_found]
        assert paid(rules.game, deck, plays) == [ANTE * won for won in units], (deck, plays)
        seen |= set(units)
    return seen


@pytest.mark.parametrize("game", GAMES, scope="module")
def test_the_same_deals_give_the_same_payments(game: str) -> None:
    rules, chance = rules_of(game), np.random.default_rng(4)
    tables = random_tables(game)
    seen = set()
    for kind, number in enumerate((60, 90, 90, 90)):
        seen |= compare(rules, tables, decks(kind, number, chance))
    betting = tables._replace(usual=np.full_like(tables.usual, BET))
    for way in (tables, betting):
        seen |= compare(rules, way, chosen_decks())
    best = 1 + 2 * max(odds.to for odds in rules.bet_odds.values())
    assert {best, 3, 1, 0, -1, -3} <= seen
    if rules.has("exchange"):
        assert {-4, -2} <= seen


@pytest.mark.parametrize("game", GAMES, scope="module")
def test_a_full_table_is_paid_seat_by_seat(game: str) -> None:
    rules, chance = rules_of(game), np.random.default_rng(9)
    tables = random_tables(game)
    for seats in (2, 7):
        compare(rules, tables, decks(0, 12, chance), seats)


@pytest.mark.parametrize("game", ["crown-caribbean-stud", "crown-wild-aruba"])
def test_every_row_of_the_pay_table_comes_up(game: str) -> None:
    rules = rules_of(game)
    play = play_of(solutions.best(rules.game))
    seen = compare(rules, tables_of(rules, play), chosen_decks())
    at_once = set(rules.instant_odds) if rules.instant_odds else set()
    for category, odds in rules.bet_odds.items():
        assert 1 + 2 * odds.to in seen or category in at_once


@pytest.mark.parametrize("game", ["crown-caribbean-stud", "crown-wild-aruba", pytest.param(VENICE, marks=pytest.mark.slow)])
def test_the_simulation_plays_what_the_solver_advises(game: str) -> None:
    rules = rules_of(game)
    solution = solutions.best(game)
    tables = tables_of(rules, play_of(solution))
    chance = np.random.default_rng(3)
    dealt = np.concatenate([decks(kind, 60, chance) for kind in range(4)])
    ace_king = [NUMBER[card] for card in ("As", "Kd", "Jh", "8c", "3s")]
    rest = [card for card in range(52) if card not in ace_king]
    close = np.array([[*ace_king, up, *(card for card in rest if card != up)] for up in rest], np.uint8)
    both = np.concatenate([dealt, close])
    for deck, (found,) in zip(both.tolist(), played(tables, both).tolist(), strict=True):
        advice = solution.advice([CARDS[card] for card in deck[:5]], CARDS[deck[5]])
        said = lines_of(tables, deck[:5], deck[5], found[1], found[2])
        if advice.change is None:
            assert said == [advice.play]
        else:  # equal cards may be changed for each other
            assert said[0].startswith("change ")
            given = parse_cards(said[0].removeprefix("change "))[0]
            assert advice.changes[given] == max(advice.changes.values())


def test_the_words_are_those_of_the_philox_generator() -> None:
    for seed, number, attempt in ((0, 1, 0), (7, 5, 0), (2**64 - 1, 2**40, 3)):
        other = np.random.Philox(key=np.array([seed, 0], np.uint64), counter=np.array([number - 1, attempt, 0, 0], np.uint64))
        assert list(simulation_kernels.words(np.uint64(seed), number, attempt)) == other.random_raw(4).tolist()


def test_the_decks_of_a_simulation_pass_the_battery_for_shuffles() -> None:
    dealt, battery = np.empty((30_000, 52), np.uint8), Battery()
    for number, deck in enumerate(dealt):
        simulation_kernels.deal(np.uint64(12), number, 52, deck)
    battery.add(dealt)
    assert battery.report().passed


def test_how_many_cards_are_asked_for_does_not_change_them() -> None:
    whole, part = np.empty(52, np.uint8), np.empty(52, np.uint8)
    for number in range(200):
        simulation_kernels.deal(np.uint64(3), number, 52, whole)
        assert sorted(whole) == list(range(52))
        for count in (10, 11, 21, 40, 47):
            simulation_kernels.deal(np.uint64(3), number, count, part)
            assert (part[:count] == whole[:count]).all()


def test_every_hand_is_led_to_its_class() -> None:
    cards, where = counting.hands(False)[2:]
    every = plans()
    assert (every[where] // 24 == np.arange(len(cards))).all()
    assert np.bincount(every // 24).tolist() == counting.counts(False, 1 << 19).weight.tolist()


def test_columns_become_cards() -> None:
    cards = np.array([[0, 3, 7, 50, 51]], np.int8)
    columns = np.arange(47, dtype=np.uint8)[None]
    found = by_card(cards, columns)[0]
    ups = [card for card in range(52) if card not in cards[0]]
    assert found[ups].tolist() == list(range(47))
    assert set(found[cards[0]].tolist()) == {0}


def shares(solution: Solution) -> dict[str, float]:
    """How often each decision is taken, a changed hand counting as bet or folded too."""
    found = {play: deals / solution.deals for play, deals in solution.decisions.items()}
    for play in ("bet", "fold"):
        if (change := found.pop(f"change and {play}", 0.0)) > 0:
            found[play] += change
            found["change a card"] = found.get("change a card", 0.0) + change
    return found


def strange(solution: Solution, *, bets: bool) -> Solution:
    """The same game when everyone always bets, or never."""
    none = np.zeros_like(solution.instant)
    return msgspec.structs.replace(solution, bets=np.full(solution.bets.shape, bets), instant=none)


@pytest.mark.parametrize(
    ("game", "way"),
    [
        ("crown-caribbean-stud", "best"),
        ("crown-wild-aruba", "always"),
        *(pytest.param(game, "best", marks=pytest.mark.slow) for game in GAMES[1:]),
        *(pytest.param("crown-caribbean-stud", way, marks=pytest.mark.slow) for way in ("always", "never")),
        pytest.param("crown-wild-aruba", "never", marks=pytest.mark.slow),
    ],
)
def test_the_results_are_those_of_the_exact_solution(game: str, way: str) -> None:
    rules = rules_of(game)
    solution = solutions.best(game)
    if way != "best":
        solution = strange(solution, bets=way == "always")
    found = simulate(rules, play_of(solution), Plan(rounds=600_000, seed=21))
    assert found.exact_mean is not None
    assert found.exact_mean == pytest.approx(-solution.house_edge)
    assert abs(found.mean - found.exact_mean) <= 4 * found.standard_error
    assert found.goodness is not None
    assert found.goodness > 0.001
    for play, share in shares(solution).items():
        assert abs(found.decisions[play] - share) <= 4 * sqrt(share * (1 - share) / found.rounds), play
    assert sum(count.rounds for count in found.counts) == found.rounds == 600_000


def test_a_wrong_distribution_would_be_noticed() -> None:
    """The same test against the odds of another game fails: it can."""
    rules = rules_of("crown-caribbean-stud")
    play = msgspec.structs.replace(
        play_of(solutions.best(rules.game)), exact=bankroll.spread_of(solve(rules, pay={Category.TWO_PAIRS: 3}).outcomes)
    )
    found = simulate(rules, play, Plan(rounds=500_000, seed=21))
    assert found.goodness is not None
    assert found.goodness < 1e-6


@pytest.fixture(scope="module")
def seven() -> Result:
    rules = rules_of("crown-caribbean-stud")
    return simulate(rules, play_of(solutions.best(rules.game)), Plan(rounds=500_000, seats=7, seed=2))


def test_players_at_one_table_win_and_lose_together(seven: Result) -> None:
    assert seven.exact_mean is not None
    assert abs(seven.mean - seven.exact_mean) <= 4 * seven.standard_error
    assert seven.goodness is None
    assert seven.correlation is not None
    assert 0.09 < seven.correlation < 0.13
    alone = seven.standard_deviation / sqrt(7 * seven.rounds)
    assert seven.standard_error > 1.2 * alone
    day = seven.periods[0]
    assert day.expected_win == pytest.approx(-7 * 800 * seven.exact_mean)
    assert day.standard_deviation == pytest.approx(
        sqrt(800 * 7 * (1 + 6 * seven.correlation)) * seven.standard_deviation, rel=1e-6
    )


def test_the_fan_is_the_exact_spread() -> None:
    rules = rules_of("crown-caribbean-stud")
    play = play_of(solutions.best(rules.game))
    found = simulate(rules, play, Plan(rounds=2_000_000, session=500, seed=5))
    assert play.exact is not None
    assert found.fan.rounds == list(range(0, 501, 10))
    for place in (1, 10, 50):
        spread = play.exact.after(found.fan.rounds[place])
        for name, line in found.fan.quantiles.items():
            chance, error = float(name), 4 * sqrt(float(name) * (1 - float(name)) / 4_000)
            assert spread.below(line[place]) <= chance + error
            assert 1 - spread.above(line[place]) >= chance - error
    ahead = play.exact.after(500).above(0)
    assert abs(found.ahead - ahead) < 4 * sqrt(ahead * (1 - ahead) / 4_000)
    assert sum(bar.share for bar in found.sessions) == pytest.approx(1)
    assert all(one.high == other.low for one, other in zip(found.sessions, found.sessions[1:], strict=False))


@pytest.mark.parametrize("rounds", [1, 7, 53, 997, 1_001])
def test_a_few_rounds_are_simulated_too(rounds: int) -> None:
    rules = rules_of("crown-caribbean-stud")
    found = simulate(rules, play_of(solutions.best(rules.game)), Plan(rounds=rounds, seed=1, bankroll=10))
    assert found.rounds == found.session * found.paths >= rounds
    assert found.fan.rounds[-1] == found.session
    assert len(found.fan.rounds) > min(25, rounds)
    assert found.fan.quantiles["0.01"][0] == 0
    assert found.ruin is not None
    assert found.ruin.simulated == sorted(found.ruin.simulated)


def test_what_pays_too_much_or_in_parts_is_not_simulated() -> None:
    solution = solutions.best("crown-caribbean-stud")
    huge = msgspec.structs.replace(solution.terms, wins={**solution.terms.wins, Category.ROYAL_FLUSH: 100_001})
    with pytest.raises(TableError, match="up to 100,000 and losses below 64 antes"):
        play_of(msgspec.structs.replace(solution, terms=huge))
    parts = msgspec.structs.replace(solution.terms, parts=2)
    with pytest.raises(TableError, match="whole antes"):
        play_of(msgspec.structs.replace(solution, terms=parts))


def test_threads_and_pieces_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("crown-wild-aruba")
    play, plan = play_of(solutions.best(rules.game)), Plan(rounds=140_000, session=700, seats=3, seed=8, bankroll=50)
    one = simulate(rules, play, plan, threads=1)
    assert one == simulate(rules, play, plan, threads=3)
    monkeypatch.setattr(simulation, "_PIECE", 2_100)
    told: list[tuple[int, int]] = []
    assert one == simulate(rules, play, plan, threads=2, progress=lambda done, whole: told.append((done, whole)))
    assert told[-1] == (one.rounds, one.rounds)
    assert len(told) > 100
    assert one != simulate(rules, play, msgspec.structs.replace(plan, seed=9))


@pytest.fixture
def client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed: the extra 'dask'")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


def test_machines_of_a_cluster_change_nothing(client: Any) -> None:
    rules = rules_of("crown-caribbean-stud")
    play, plan = play_of(solutions.best(rules.game)), Plan(rounds=500_000, seed=8, bankroll=50)
    assert simulate(rules, play, plan, client=client) == simulate(rules, play, plan)


def side_bet(game: str, meter: int = 50_000_00) -> SideBet:
    terms = jackpot_of(terms_for_play(game, 1_00))
    return SideBet(cost=1_00, prizes={hand: terms.fixed.get(hand, meter) for hand in terms.hands})


@pytest.mark.parametrize("game", [*GAMES[:-1], pytest.param(VENICE, marks=pytest.mark.slow)])
def test_as_many_hands_win_a_jackpot_prize_as_there_are(game: str) -> None:
    rules, side = rules_of(game), side_bet(game)
    tables = tables_of(rules, random_play(game), side)
    found = np.bincount(tables.prize, minlength=len(side.prizes) + 1)
    assert found[1:].tolist() == [jackpot_counts(game)[hand] for hand in side.prizes]
    assert tables.prized.sum() > 0


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        ("crown-caribbean-stud", [False, True, True, True]),
        ("star-caribbean-stud", [True, True, False, True]),
        ("nz-caribbean-stud", [False, True, False, True]),
        ("crown-wild-aruba", [False, True, True, True]),
        (VENICE, [False, True, False, False]),
    ],
    scope="module",
)
def test_who_takes_part_in_the_jackpot(game: str, parts: list[bool]) -> None:
    """Folded, bet, paid at once, changed: folded hands only at The Star, changed ones not in Venice."""
    assert random_tables(game).takes_part.tolist() == parts


def test_the_prizes_come_with_their_hands() -> None:
    game = "crown-caribbean-stud"
    rules, side = rules_of(game), side_bet("crown-caribbean-stud")
    tables = tables_of(rules, play_of(solutions.best(rules.game)), side)
    dealt = chosen_decks()
    names = ["", *side.prizes]
    for deck, (found,) in zip(dealt.tolist(), played(tables, dealt).tolist(), strict=True):
        hand = [CARDS[card] for card in deck[:5]]
        assert names[found[3]] == rules.jackpot_hand(Options(), rules.jackpot_value(hand))


def test_the_jackpot_wager_returns_what_it_is_worth() -> None:
    rules, side = rules_of("crown-caribbean-stud"), side_bet("crown-caribbean-stud")
    plan = Plan(rounds=2_000_000, seed=4, side=side, session=100, bankroll=30)
    found = simulate(rules, play_of(solutions.best(rules.game)), plan)
    assert found.jackpot is not None
    for prize in found.jackpot.prizes:
        expected = found.rounds * jackpot_counts(rules.game)[prize.hand] / 2_598_960
        assert abs(prize.times - expected) <= 4 * sqrt(expected)
    paid_out = sum(prize.times * prize.pays for prize in found.jackpot.prizes)
    assert found.jackpot.returned == pytest.approx(paid_out / (1_00 * found.rounds))
    without = simulate(rules, play_of(solutions.best(rules.game)), msgspec.structs.replace(plan, side=None))
    assert without.mean == found.mean
    assert found.ruin is not None
    assert found.ruin.exact is None
    assert found.ahead < without.ahead


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (Plan(seats=10), "1 to 9 seats"),
        (Plan(seats=0), "1 to 9 seats"),
        (Plan(rounds=0), "above zero"),
        (Plan(session=0), "above zero"),
        (Plan(ante=0), "above zero"),
        (Plan(bankroll=-1), "zero or more"),
        (Plan(seed=-1), "a seed is a whole number"),
        (Plan(seed=2**64), "a seed is a whole number"),
        (Plan(schedule=bankroll.Schedule(hours_a_day=0)), "must be open"),
    ],
)
def test_what_cannot_be_simulated(plan: Plan, says: str) -> None:
    rules = rules_of("crown-caribbean-stud")
    with pytest.raises(TableError, match=says):
        simulate(rules, play_of(solutions.best(rules.game)), plan)


def test_the_categories_are_what_they_say() -> None:
    for name, cards in CATEGORIES.items():
        rules = rules_of("crown-wild-aruba" if "2" in cards else "crown-caribbean-stud")
        assert rules.value(parse_cards(cards)).category.label == name
