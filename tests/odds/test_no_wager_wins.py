"""No wager that a table takes is worth more to the player than it costs, jackpots apart: by the solver's exact counts, with the
payments that the engine itself works out, rounding included.

For every book, every smallest chip, step, limit and reading of a table, and every remainder that an ante may leave of that
chip, the engine is asked whether it takes the ante. If it does, the engine says in cents what every end of the round brings.
Where none of them brings more than the book's odds do, the wager is worth no more than the book's own edge. Else it is weighed
over all deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from croupier.books import rules_of
from croupier.kernel.actors import Said
from croupier.kernel.cards import Card
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.hands import Category
from croupier.odds import solver
from croupier.odds.counting import CARDS, COMPLETIONS, classes, counts, qualifying_value
from croupier.odds.exchange import ExchangeSolution, weigh_changes
from croupier.odds.solution import Solution, Terms
from croupier.poker import commands as poker
from croupier.poker.rules import Options as PokerOptions
from croupier.stud import commands
from croupier.stud.rules import Options, Rules
from croupier.stud.settlement import Stakes, instant_lines, lines
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable

GAMES = ("crown-caribbean-stud", "crown-wild-aruba", "star-caribbean-stud", "nz-caribbean-stud", "venezia-caribbean-poker")
CHIPS = (1, 5, 25, 50, 1_00, 2_50, 5_00)
"""The smallest chip of a table, in cents."""


KNOWN_TO_WIN = "exchange-returned"
"""The one reading that a house may choose by which players win; docs/interpretations says by how much, and warns of it."""


@cache
def best(game: str, readings: tuple[str, ...]) -> Solution:
    return solver.solve(rules_of(game), readings=readings)


def tables(game: str, *, every_reading: bool) -> Iterator[Options]:
    """Every kind of table: chips, steps, limits, a cap on payments, and readings."""
    rules = rules_of(game)
    named = sorted(rules.readings) if every_reading else ()
    for readings in [(), *combinations(named, 1), *([tuple(named)] if named else ())]:
        for chip in CHIPS:
            for unit in (chip, 5 * chip):
                for least, most in ((10 * chip, 40 * chip), (chip, chip)):
                    for cap in (0, 100 * chip):
                        sign = Options(
                            places=1,
                            minimum=least,
                            maximum=most,
                            unit=unit,
                            chip=chip,
                            maximum_payout=cap,
                            readings=readings,
                            device="shuffler",
                        )
                        if not rules.options_wrong(sign):
                            yield sign


def antes(sign: Options) -> list[int]:
    """Amounts of every remainder of the chip (of the coarse ones a sample): around zero, the minimum and the maximum."""
    step = 1 if sign.chip <= 25 else 7
    rests = {0, 1, sign.chip - 1, *range(0, sign.chip, step)}
    return sorted({base + rest for base in (0, sign.minimum, sign.maximum) for rest in rests} - {0})


def taken(game: str, sign: Options) -> list[int]:
    """The antes that the engine takes."""
    table = HouseTable(game, sign)
    table.do(commands.OpenTable(options=sign))
    sits = table.do(commands.TakeSeat(seat=1, chips=1000 * sign.chip * 100, person="p1"), by=1, person="p1")
    assert isinstance(sits, Accepted), sits
    found = []
    for amount in antes(sign):
        said = Said("p1", 1, 0)
        decision = table.engine.decide(table.rules, table.state, commands.PlaceAnte(seat=1, amount=amount), said)
        if not isinstance(decision, Refused):
            found.append(amount)
    return found


class Ends:
    """Hands by which the engine is asked what every end of a round brings."""

    def __init__(self, rules: Rules) -> None:
        found = classes(rules.has("wild cards"))
        order = np.argsort(found.value, kind="stable")
        kinds = found.value[order] >> 20

        def hand(row: int) -> tuple[Card, ...]:
            return tuple(CARDS[card] for card in found.cards[order[row]])

        self.highest = {Category(int(kind)): hand(int(np.flatnonzero(kinds == kind)[-1])) for kind in np.unique(kinds)}
        self.lowest = hand(0)
        self.qualified = hand(int(np.searchsorted(found.value[order], qualifying_value(rules))))
        assert rules.qualifies(rules.value(self.qualified))
        assert not rules.qualifies(rules.value(self.lowest))


@cache
def ends(game: str) -> Ends:
    return Ends(rules_of(game))


def in_cents(rules: Rules, sign: Options, ante: int, *, exchange: int = 0) -> tuple[Terms, dict[Category, int]]:
    """What every end of a round brings by the engine, in cents, and what each instant win does."""
    known, plays = ends(rules.game), min(ante, sign.maximum)
    stakes = Stakes(ante=ante, bet=rules.bet_multiple * plays, exchange=exchange, most=sign.maximum)

    def net(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> int:
        return sum(line.net for line in lines(rules, sign, stakes, player, dealer))

    top = known.highest[max(known.highest)]
    wins = {
        kind: net(hand, known.qualified)
        for kind, hand in known.highest.items()
        if rules.value(hand) > rules.value(known.qualified)
    }
    terms = Terms(
        wins=wins,
        unqualified=net(top, known.lowest),
        stand_off=net(known.qualified, known.qualified),
        lose=net(known.lowest, top),
        fold=-plays - exchange,
        bet=rules.bet_multiple * plays,
        parts=plays,
    )
    instants = {
        kind: sum(line.net for line in instant_lines(rules, sign, stakes, rules.value(known.highest[kind])))
        for kind in rules.instant_odds
    }
    return terms, instants


def no_better(one: Terms, other: Terms) -> bool:
    """Whether no end of a round brings more by one of these terms than by the other, ante for ante."""

    def at_most(mine: int, theirs: int) -> bool:
        return mine * other.parts <= theirs * one.parts

    single = ("unqualified", "stand_off", "lose", "fold")
    return all(at_most(getattr(one, end), getattr(other, end)) for end in single) and all(
        at_most(paid, other.wins[hand]) for hand, paid in one.wins.items()
    )


def worth(rules: Rules, sign: Options, ante: int) -> Fraction:
    """What a round is worth to a player who plays it best, in antes: weighed over all deals where that has to be done."""
    base = best(rules.game, sign.readings)
    terms, instants = in_cents(rules, sign, ante)
    limited = no_better(terms, base.terms) and all(paid <= base.instants[kind] * terms.parts for kind, paid in instants.items())
    changed = None
    if rules.has("exchange"):
        changed, _ = in_cents(rules, sign, ante, exchange=rules.exchange_price * terms.parts)
        assert isinstance(base, ExchangeSolution)
        limited = limited and no_better(changed, base.changed)
    if limited:
        return Fraction(base.total) / base.deals
    table = counts(rules.has("wild cards"), qualifying_value(rules))
    value = solver._bet_value(table, terms, base.unpaid)
    instant = np.zeros(value.shape, np.int64)
    for kind, paid in instants.items():
        instant[(table.category == kind)[:, None] & (value < COMPLETIONS * paid)] = paid
    solution = Solution(
        game=rules.game,
        table=table,
        pays=base.pays,
        terms=terms,
        bet_value=value,
        bets=(value > terms.fold * COMPLETIONS) & (instant == 0),
        instant=instant,
        instants=instants,
        unpaid=base.unpaid,
    )
    if changed is not None:
        solution = weigh_changes(solution, changed, qualifying_value(rules), fixed=False, exchange=None, matched=None)
    return Fraction(solution.total) / solution.deals


def check(game: str, *, every_reading: bool) -> None:
    rules = rules_of(game)
    asked = 0
    for sign in tables(game, every_reading=every_reading):
        accepted = taken(game, sign)
        assert sign.minimum in accepted
        for ante in accepted:
            asked += 1
            edge = worth(rules, sign, ante)
            if KNOWN_TO_WIN in sign.readings:
                assert edge > 0
                continue
            assert edge < 0, f"{game}: an ante of {ante} cents at {sign} wins {float(edge):.5f} of itself"
    assert asked > 50


@pytest.mark.parametrize("game", ["crown-caribbean-stud"])
def test_no_ante_that_a_table_takes_wins_in_the_long_run(game: str) -> None:
    check(game, every_reading=False)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_ante_that_any_table_takes_wins_in_the_long_run(game: str) -> None:
    check(game, every_reading=True)


def test_the_engine_s_own_payments_come_to_the_solver_s_edge() -> None:
    """The terms in cents are those of the solver, ante for ante: so what is compared above is the same game."""
    rules = rules_of("crown-caribbean-stud")
    terms, _ = in_cents(rules, Options(maximum=500_00), 25_00)
    base = best("crown-caribbean-stud", ()).terms
    assert no_better(terms, base)
    assert no_better(base, terms)


def test_a_wager_rounded_up_would_win() -> None:
    """An ante that chips cannot make would beat the house; this is why tables refuse it."""
    rules, sign = rules_of("crown-caribbean-stud"), Options(minimum=5_00, maximum=100_00)
    assert worth(rules, sign, 5_01) > Fraction(5, 100)
    assert 5_01 not in taken("crown-caribbean-stud", Options(places=1, minimum=5_00, maximum=100_00))


def test_no_wager_on_the_flop_that_a_table_takes_wins_in_the_long_run() -> None:
    table = PokerTable("crown-holdem", PokerOptions(places=2, flop_chase=(5_00, 50_00)))
    rules, number = table.rules, 0
    assert not isinstance(table.do(poker.OpenTable(options=table.state.options)), Refused) or table.state.game
    for seat in (1, 2):
        assert isinstance(table.do(poker.TakeSeat(seat=seat, chips=500_00), by=seat), Accepted)
    assert isinstance(table.do(poker.BeginHand()), Accepted)
    three = Fraction(comb(26, rules.number("flop_chase_cards")), comb(52, 3))
    for amount in range(4_90, 50_20):
        for colour, odds in rules.flop_chase_odds.items():
            wager = poker.PlaceSideWager(seat=1, colour=colour, amount=amount)
            decision = table.engine.decide(rules, table.state, wager, Said("p1", 1, table.at))
            if not isinstance(decision, Refused):
                number += 1
                assert amount % table.state.options.chip == 0
                assert three * odds.to * amount - (1 - three) * amount < 0
    assert number
