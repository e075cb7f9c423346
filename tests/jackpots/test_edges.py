"""Edges of meters and their prizes that no evening comes to by itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import inf

import pytest
from msgspec.structs import replace

from croupier.books import book_of, jackpot_counts, jackpot_of
from croupier.books.crown_caribbean_stud.s09_meters import counts
from croupier.books.crown_caribbean_stud.s10_prizes import sharing
from croupier.books.star_caribbean_stud.s11_meters import next_paid
from croupier.jackpots.commands import CloseSystem, Contribute, OpenSystem
from croupier.jackpots.engine import MeterEngine
from croupier.jackpots.funding import Meter
from croupier.jackpots.lines import read_line
from croupier.jackpots.prizes import Pools, grains
from croupier.jackpots.reconciliation import differences, reckon
from croupier.jackpots.systems import MeterState, Terms
from croupier.jackpots.worth import break_even_meter, worth
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import BookError, TableError
from croupier.kernel.lines import said_by
from croupier.stud.rules import Options
from croupier.stud.state import Box
from croupier.tables.meters import METERS, Meters

VENICE = "venezia-caribbean-poker"


def test_an_engine_takes_its_rules_from_whom_it_was_given() -> None:
    rules = METERS.rules("nz-caribbean-stud")
    assert MeterEngine(lambda game, edition: rules).rules("any") is rules


@pytest.mark.parametrize(("first", "second"), [(20, 10), (10, 20)])
def test_rounds_of_one_table_are_settled_as_they_were_recorded(first: int, second: int) -> None:
    """The order of the deal is between tables: a table's own earlier prize is not calculated again."""
    made = Meters("nz-caribbean-stud")
    terms = "seed 20000 cost 1 increment 50 approval as granted"
    for line in (
        f"open main: {terms} tables A",
        "register A 1: 1",
        f"outcome A 1 dealt {first}: 1 straight flush",
        "register A 2: 1",
        f"outcome A 2 dealt {second}: 1 straight flush",
    ):
        decision = made.do(read_line(line, "nz-caribbean-stud"), by="Casino operator")
        assert not isinstance(decision, Refused)
    assert [prize.pays for prize in made.state.prizes.values()] == [2_000_05, 1_800_09]


def test_what_wagers_in_play_had_put_on_a_meter_is_spent_with_one_royal_flush_of_the_stop() -> None:
    made = Meters("venezia-caribbean-poker")
    for line in (
        "open all: seed 1000 cost 1 pays four of a kind=500.00, full house=100.00, flush=50.00 tables A, B, C",
        "register A 1: 1",
        "register B 1: 1",
        "register C 1: 1",
        "stop all",
        "outcome A 1: 1 straight flush",
        "outcome B 1: 1 royal flush",
    ):
        assert not isinstance(made.do(read_line(line, "venezia-caribbean-poker")), Refused)
    assert {table for table, boxes in made.state.systems["all"].standing().gone.items() if boxes} == {"C"}


@pytest.mark.parametrize(
    ("choice", "had_bet", "takes_part"),
    [
        ("bet", False, True),
        ("instant", False, True),
        ("void", True, True),
        ("void", False, False),
        ("fold", True, False),
        ("", False, False),
    ],
)
def test_crown_a_hand_takes_part_that_has_bet(choice: str, had_bet: bool, takes_part: bool) -> None:
    """5.8.1; a bet that was forfeited was a bet (7.5.1(a))."""
    box = Box(seat=1, choice=choice, had_bet=had_bet)  # type: ignore[arg-type]
    assert counts(Options(), box) is takes_part


@pytest.mark.parametrize(
    ("game", "hand", "pays", "how"),
    [
        ("crown-caribbean-stud", "flush", 250_00, "$100.00 for each $1 of a $2.50 wager"),
        ("crown-wild-aruba", "five of a kind", 250_00, "$100.00 for each $1 of a $2.50 wager"),
    ],
)
def test_crown_a_bonus_is_for_each_dollar_of_the_wager(game: str, hand: str, pays: int, how: str) -> None:
    jackpot = jackpot_of(Terms(game=game, cost=2_50, seed=10_000_00))
    (payment,) = jackpot.share(jackpot, Pools(grains(25_000_00)), [hand]).payments
    assert (payment.pays, payment.formula, payment.source) == (pays, how, "house")


def test_the_histogram_goes_up_in_equal_steps_from_the_seed_and_has_no_end() -> None:
    meter = Meter(seed=10_000, increment=0.3406)
    bars = meter.histogram(5)
    assert bars[-1][0] == pytest.approx(meter.quantile(0.99))
    assert [low for low, _, _ in bars] == sorted(low for low, _, _ in bars)
    assert (bars[0][0], bars[-1][1]) == (10_000, inf)
    assert all(high == low for (_, high, _), (low, _, _) in pairwise(bars))
    assert sum(chance for _, _, chance in bars) == pytest.approx(1)


def test_the_density_is_what_the_chance_to_stand_above_falls_by() -> None:
    meter = Meter(seed=10_000, increment=0.3406)
    assert meter.density(9_999.99) == 0
    for stands in (10_000.0, 15_000.0, 60_000.0):
        assert meter.density(stands) == pytest.approx(meter.above(stands) - meter.above(stands + 1), rel=1e-3)


def test_wagers_of_two_stops_do_not_win_together() -> None:
    made = Meters("venezia-caribbean-poker")
    for line in (
        "open all: seed 9998 cost 1 pays four of a kind=500.00, full house=100.00, flush=50.00 tables A, B",
        "register A 1: 1",
        "stop all",
        "outcome A 1: 1 straight flush",
        "resume all",
        "register B 1: 1",
        "stop all",
        "outcome B 1: 1 straight flush",
    ):
        assert not isinstance(made.do(read_line(line, "venezia-caribbean-poker")), Refused)
    assert made.state.systems["all"].stops == 2
    assert [prize.pays for prize in made.state.prizes.values()] == [999_90, 900_01]


@pytest.mark.parametrize("hundredths", range(55, 130, 7))
def test_no_lower_meter_is_enough(hundredths: int) -> None:
    jackpot = jackpot_of(Terms(game="crown-caribbean-stud", cost=1_00, seed=10_000_00, option=1))
    hands, enough = jackpot_counts("crown-caribbean-stud"), Fraction(hundredths)
    meter = break_even_meter(jackpot, hands, enough)
    assert worth(jackpot, meter, hands) >= enough > worth(jackpot, meter - 1, hands)


def test_each_game_has_its_own_count_of_hands() -> None:
    assert jackpot_counts("crown-wild-aruba")["four of a kind"] == 14_172
    assert jackpot_counts("nz-caribbean-stud")["four of a kind"] == 624


def after(game: str, *lines: str) -> Meters:
    made = Meters(game)
    for line in lines:
        who, said = said_by(line)
        decision = made.do(read_line(said, game), **({"by": made.rules.operator or made.rules.ranks[-1]} | who))
        assert not isinstance(decision, Refused), f"{line}: {decision}"
    return made


CROWN, NZ = "crown-caribbean-stud", "nz-caribbean-stud"
CROWN_ROYAL = ("register A 1: 1", "outcome A 1: 1 royal flush")
TWO_PEOPLE = ("open main: option 1 seed 10000 cost 1 people 2 tables A", *CROWN_ROYAL)
NZ_ROYAL = (
    "open main: seed 10000 cost 1 increment 50 approval as granted tables A",
    "register A 1: 1",
    "outcome A 1: 1 royal flush",
)


@pytest.mark.parametrize(
    ("game", "lines", "clauses"),
    [
        (CROWN, ("open main: option 1 seed 10000 cost 1 tables A", *CROWN_ROYAL), ("10.1.1",)),
        (CROWN, TWO_PEOPLE, ("10.1.1",)),
        # the book has had its manager: the second person is the house's own wish
        (CROWN, (*TWO_PEOPLE, "by p1 as TG Assistant Casino Manager: verify A/1/1"), ()),
        (NZ, (*NZ_ROYAL, "by p1 as Game supervisor: verify A/1/1"), ("11.13",)),
    ],
)
def test_a_prize_is_not_paid_before_it_is_verified_and_the_book_is_cited_for_whom_it_wants(
    game: str, lines: tuple[str, ...], clauses: tuple[str, ...]
) -> None:
    made = after(game, *lines)
    refused = made.do(read_line("pay A/1/1", game))
    assert isinstance(refused, Refused)
    assert refused.ground in ("prize_verified", "supervisor_notified")
    assert refused.clauses == clauses


@pytest.mark.parametrize(("system", "tables"), [("", ("A",)), ("main", ()), ("main", ("A", ""))])
def test_a_meter_and_its_tables_have_names(system: str, tables: tuple[str, ...]) -> None:
    terms = Terms(game=CROWN, cost=1_00, seed=10_000_00, option=1)
    refused = Meters(CROWN).do(OpenSystem(system=system, terms=terms, tables=tables), by="TG Area Manager")
    assert isinstance(refused, Refused)
    assert refused.ground == "system_opened"


def test_an_option_that_is_not_said_is_that_of_the_same_game() -> None:
    made = after(
        CROWN,
        "open wild: game crown-wild-aruba seed 10000 cost 1 tables W",
        "open first: option 2 seed 10000 cost 1 tables A",
        "open second: seed 10000 cost 2 tables B",
    )
    assert {name: system.terms.option for name, system in made.state.systems.items()} == {"wild": 0, "first": 2, "second": 2}
    alone = after(CROWN, "open wild: game crown-wild-aruba seed 10000 cost 1 tables W", "open first: seed 10000 cost 1 tables A")
    assert alone.state.systems["first"].terms.option == 1


@pytest.mark.parametrize("change", [{"operator": "nobody"}, {"inspector": "nobody"}, {"grounds": {}}])
def test_rules_with_a_person_or_without_a_ground_that_the_book_has_not_are_none(change: dict[str, object]) -> None:
    with pytest.raises(BookError):
        replace(METERS.rules(CROWN), **change)


@pytest.mark.parametrize("cost", [0, -1_00])
@pytest.mark.parametrize("game", [CROWN, "crown-wild-aruba"])
def test_crown_a_wager_costs_something(game: str, cost: int) -> None:
    with pytest.raises(TableError, match="a jackpot wager must cost something"):
        jackpot_of(Terms(game=game, cost=cost, seed=10_000_00))


def test_crown_a_table_without_shares_of_the_meter_is_no_table_of_prizes() -> None:
    with pytest.raises(BookError, match="jackpot_seeds_option_1 has rows without a hand"):
        sharing(book_of(CROWN), "jackpot_seeds_option_1")


@pytest.mark.parametrize(
    ("prizes", "first"),
    [
        ({1: "flush", 2: "full house"}, 2),
        ({1: "straight flush", 2: "flush", 3: "royal flush"}, 1),
        ({1: "straight flush", 2: "straight flush", 3: "royal flush"}, 2),
        ({1: "straight flush", 2: "royal flush", 3: "flush"}, 3),
        ({1: "flush", 3: "royal flush"}, 3),
    ],
)
def test_star_prizes_are_paid_from_the_dealers_right_but_a_royal_flush_after_straight_flushes(
    prizes: dict[int, str], first: int
) -> None:
    assert next_paid(prizes) == first


def test_crown_a_rate_may_be_said_if_it_is_that_of_the_book() -> None:
    same = Terms(game=CROWN, cost=1_00, seed=10_000_00, option=1, increment="34.06")
    assert jackpot_of(same).increment == 3406
    with pytest.raises(TableError, match="the increment rate of this book is"):
        jackpot_of(replace(same, increment="34.07"))


def test_meters_that_adopt_another_edition_have_it() -> None:
    assert MeterState(edition="2020").adopting("2024") == MeterState(edition="2024")


def test_where_a_prize_is_refused_what_was_won_in_a_later_stop_is_reckoned_as_if_it_had_never_been() -> None:
    opening = (
        "open all: seed 1000 cost 1 pays four of a kind=500.00, full house=100.00, flush=50.00 tables A, B, C",
        "register A 1: 1, 2",
        "register B 1: 1",
        "register C 1: 1",
    )
    stop = ("stop all", "outcome B 1: 1 royal flush", "outcome C 1: 1 straight flush", "resume all")
    refused = after(VENICE, *opening, "outcome A 1: 1 flush, 2 full house", *stop, "refuse A/1/1; a ruling")
    never = after(VENICE, *opening, "outcome A 1: 2 full house", *stop)
    assert refused.state.prizes == never.state.prizes
    assert refused.state.systems["all"].pools == never.state.systems["all"].pools
    assert differences(refused.events, refused.state) == []


MANAGER = "TG Area Manager"


@pytest.mark.parametrize(
    "shares",
    [{"old": 3406_00}, {"main": 3406_00}, {"side": 3407_00, "third": -1_00}, {"nonsense": 3406_00}, {"side": 3405_99}, {}],
)
def test_what_a_closed_meter_held_goes_to_other_open_meters_and_to_the_last_grain(shares: dict[str, int]) -> None:
    made = after(
        "crown-caribbean-stud",
        "at 0: open main: option 1 seed 10000 cost 1 tables A",
        "at 0: open side: option 1 seed 10000 cost 2 tables B",
        "at 0: open third: option 1 seed 10000 cost 3 tables C",
        "at 0: open old: option 1 seed 10000 cost 4 tables D",
        "at 0: notice close old",
        "at 0: notice close main",
        "at 99999: close old",
        "register A 1: 1",
        "outcome A 1",
    )
    refused = made.do(CloseSystem(system="main", shares=shares), by=MANAGER)
    assert isinstance(refused, Refused)
    assert refused.ground == "closing_transfer"
    closed = made.do(CloseSystem(system="main", shares={"side": 3406_00, "third": 0}), by=MANAGER)
    assert not isinstance(closed, Refused)
    assert made.state.systems["side"].major.value == 20_000_00_0000 + 3406_00
    assert differences(made.events, made.state) == []


@pytest.mark.parametrize(("amount", "taken"), [(-1, False), (0, False), (1, True)])
def test_the_least_contribution_is_a_cent(amount: int, taken: bool) -> None:
    made = after(NZ, "open main: seed 20000 cost 1 increment 50 approval S1 tables A")
    decision = made.do(Contribute(system="main", amount=amount), by="Casino operator")
    assert isinstance(decision, Refused) is not taken
    assert made.state.systems["main"].major.value == 20_000_00_0000 + taken * 1_0000


def test_a_pool_of_which_nothing_is_set_aside_is_divided_all_the_same() -> None:
    terms = "seed 20000 cost 1 increment 50 minor 10 approval S1"
    made = after(NZ, "open main: seed 20000 cost 1 increment 50 approval S1 tables A", f"divide main 0.00: {terms}")
    assert reckon(made.events)["main"].adjustments == ["pool divided"]


def test_a_meter_without_a_seed_to_keep_is_made_up_for_wagers_that_go_back() -> None:
    """Of 52.00 a flush takes 50.00; the two wagers of the other table, which are cancelled, had put 2.00 there."""
    made = after(
        VENICE,
        "open all: seed 48 cost 1 pays four of a kind=500.00, full house=100.00, flush=50.00 tables A, B",
        "register A 1: 1",
        "register B 1: 1, 2",
        "outcome A 1: 1 flush",
        "cancel B",
    )
    (cancelled,) = made.entries[-1].events
    assert (cancelled.increment, cancelled.added) == (2_00_0000, 1_00_0000)
    assert made.state.systems["all"].major.value == 0
