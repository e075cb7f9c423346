"""What terms must say, each at its edge; how dates are read; who speaks for whom."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import rules_of_tournaments
from croupier.books.crown_caribbean_stud.s13_tournaments import table_options
from croupier.books.crown_poker.s12_tournaments import table_options as poker_options
from croupier.cases.case import Case
from croupier.cases.tournament_cases import TournamentRun
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Refused
from croupier.tournaments import commands
from croupier.tournaments.engine import TournamentEngine
from croupier.tournaments.items import _in_chips, chips, findings, statements
from croupier.tournaments.penalties import penalise
from croupier.tournaments.state import DEPUTY, DIRECTOR, ENTRANT, Entrant, Place, Tournament
from croupier.tournaments.terms import BuyBack, Conduct, Format, Level, Round, Terms, Wagers, read_terms
from tournaments.fields import REBUYS, terms

STUD, HOLDEM = "crown-caribbean-stud", "crown-holdem"


def lacking(made: Terms, game: str = HOLDEM) -> set[str]:
    return {finding.ground for finding in findings(rules_of_tournaments(game), made)}


def changed(part: str, **said: Any) -> Terms:
    made = terms(HOLDEM)
    return replace(made, **{part: replace(getattr(made, part), **said)})


def test_the_sample_terms_lack_nothing() -> None:
    assert lacking(terms(HOLDEM)) == set()
    assert lacking(terms(STUD), STUD) == set()


@pytest.mark.parametrize(("after", "given", "right"), [(1, 100_00, True), (1, 0, False), (0, 100_00, False)])
def test_an_add_on_comes_after_a_level_and_with_chips(after: int, given: int, right: bool) -> None:
    made = changed("details", add_on=50_00)
    made = replace(made, format=replace(made.format, add_on_after=after, add_on_chips=given))
    assert bool(lacking(made)) == (not right)


BACK = BuyBack(method="at the table", until=2, times=1)


@pytest.mark.parametrize(
    ("back", "right"),
    [
        ("none", True),
        ("", False),
        (BACK, True),
        (replace(BACK, method=" "), False),
        (replace(BACK, until=0), False),
        (replace(BACK, times=0), False),
    ],
)
def test_how_somebody_buys_back(back: Any, right: bool) -> None:
    made = changed("details", rebuy=0)
    made = replace(made, choices=replace(made.choices, re_entry=0), format=replace(made.format, buy_back=back))
    assert ("terms_buy_back" in lacking(made)) == (not right)


def test_every_statement_reads_as_a_sentence() -> None:
    for game in (HOLDEM, STUD):
        rules = rules_of_tournaments(game)
        said = [text for part in statements(rules, terms(game)).values() for text, _ in part]
        assert all(said)
        assert any(rules.regulator in text for text in said)
        assert any(rules.rules_name in text for text in said)


@pytest.mark.parametrize(("amount", "said"), [(0, "0"), (1500_00, "1,500"), (99, "0.99"), (1_05, "1.05")])
def test_chips_are_counted(amount: int, said: str) -> None:
    assert chips(amount) == said


@pytest.mark.parametrize(
    ("when", "starts", "reads"),
    [
        ("1970-01-02 00:01", 86_460, "1970-01-02 00:01"),
        ("1970-01-02T00:01:30", 86_490, "1970-01-02 00:01"),
        ("next Friday", 0, "next Friday"),
        ("1970-13-02 00:01", 0, "1970-13-02 00:01"),
    ],
)
def test_when_a_tournament_starts(when: str, starts: int, reads: str) -> None:
    details = read_terms({"details": {"when": when}}).details
    assert (details.starts, details.when) == (starts, reads)


def test_a_table_of_a_round_has_the_chips_of_the_terms() -> None:
    made = Terms(format=Format(seats=5, starting_bank=1), wagers=Wagers(denominations=(25_00, 5_00)))
    sign = table_options(made, Round(minimum=10_00, maximum=90_00))
    assert (sign.places, sign.minimum, sign.maximum, sign.unit, sign.chip) == (5, 10_00, 90_00, 5_00, 5_00)
    plain = table_options(replace(made, wagers=Wagers()), Round())
    assert (plain.minimum, plain.unit, plain.chip, plain.tournament) == (1_00, 1_00, 1_00, "tournament")


@pytest.mark.parametrize(
    ("wagers", "blinds", "wrong"),
    [
        (Wagers(denominations=(1_00,)), (1_00, 2_00), False),
        (Wagers(denominations=(1_00,)), (50, 1_00), True),
        (Wagers(), (50, 1_00), False),
        (Wagers(secret=1), (1_00, 2_00), True),
    ],
)
def test_what_goes_against_the_rules_of_the_game(wagers: Wagers, blinds: tuple[int, ...], wrong: bool) -> None:
    rules = rules_of_tournaments(HOLDEM)
    made = Terms(game=HOLDEM, format=Format(levels=(Level(minutes=5, blinds=blinds),), seats=5), wagers=wagers)
    assert bool([*rules.contradictions(made)]) == wrong


@pytest.mark.parametrize(
    ("said", "ground"),
    [
        (Said("d", DIRECTOR, 0), ""),
        (Said("x", DIRECTOR, 0), "director_appointed"),
        (Said("e", DEPUTY, 0), ""),
        (Said("d", DEPUTY, 0), "director_appointed"),
        (Said("d", ENTRANT, 0), "rank_needed"),
        (Said("d", "dealer", 0), "rank_needed"),
        (Said("d", "nobody", 0), "no_such_rank"),
    ],
)
def test_the_director_speaks_as_the_director(said: Said, ground: str) -> None:
    state = Tournament(phase="playing", director="d", deputies=("e",), present=("d",), terms=terms(HOLDEM))
    state.clock.level, state.clock.left, state.clock.since = 1, 100, 0
    engine = TournamentEngine(rules_of_tournaments)
    found = engine.decide(engine.rules(HOLDEM), state, commands.PauseClock(), said)
    assert (found.ground if isinstance(found, Refused) else "") == ground


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({}, ""),
        ({"number": 0}, "say how many"),
        ({"why": " "}, "say what for"),
        ({"penalty": "missed rounds"}, "these terms have no penalty 'missed rounds'"),
        ({"phone": True}, "for a phone in play these terms have: none"),
        ({"person": "z"}, "z has not entered, or is out"),
    ],
)
def test_when_nobody_is_penalised(said: dict[str, Any], reason: str) -> None:
    conduct = Conduct(penalties=("warning", "missed hands"), phone="none")
    state = Tournament(phase="playing", terms=Terms(conduct=conduct), entrants={"a": Entrant("a", 1, place=Place("A", 1))})
    command = commands.Penalise(**{"person": "a", "penalty": "missed hands", "number": 2, "why": "x", **said})
    found = penalise(rules_of_tournaments(HOLDEM), state, command, Said("d", DIRECTOR, 0))
    assert (found.reason if isinstance(found, Refused) else "") == reason


@pytest.mark.parametrize(("times", "said"), [(1, "at most once,"), (2, "at most twice,"), (3, "at most 3 times,")])
def test_how_often_somebody_may_buy_again(times: int, said: str) -> None:
    made = terms(HOLDEM, **REBUYS)
    made = replace(made, format=replace(made.format, rebuys=times))
    texts = [text for part in statements(rules_of_tournaments(HOLDEM), made).values() for text, _ in part]
    assert len([text for text in texts if said in text]) == 1


def test_against_the_house_there_are_rounds_and_no_blinds() -> None:
    rules = rules_of_tournaments(STUD)
    plain = Terms(game=STUD, format=Format(structure="rounds", rounds=(Round(hands=5, minimum=5_00),), seats=5))
    chipped = replace(plain, wagers=Wagers(denominations=(5_00,)))
    assert [*rules.contradictions(plain)] == [*rules.contradictions(chipped)] == []
    with_levels = replace(chipped, format=replace(chipped.format, levels=(Level(minutes=5, blinds=(1, 2)),)))
    assert len([*rules.contradictions(with_levels)]) == 1
    odd = replace(plain, format=replace(plain.format, rounds=(Round(hands=5, minimum=5_00, maximum=1_00),)))
    assert [*rules.contradictions(odd)] == []
    assert [*rules.contradictions(replace(odd, wagers=chipped.wagers))] != []


def test_a_table_of_a_level_has_the_chips_of_the_terms() -> None:
    made = Terms(game=HOLDEM, format=Format(seats=5))
    assert poker_options(made, Level(minutes=5, blinds=(1_00, 2_00))).chip == 1_00
    chipped = replace(made, wagers=Wagers(denominations=(25_00, 5_00)))
    assert poker_options(chipped, Level(minutes=5, blinds=(5_00, 10_00))).chip == 5_00


def test_without_denominations_any_bank_can_be_handed_out() -> None:
    """That they lack is said elsewhere."""
    made = terms("crown-holdem")
    none = replace(made.wagers, denominations=())
    for bank in (1501, 1502):
        assert _in_chips(replace(made, wagers=none, format=replace(made.format, starting_bank=bank)))
    assert not _in_chips(replace(made, format=replace(made.format, starting_bank=1501)))


def test_only_rounds_without_levels_are_played_against_the_house() -> None:
    made = terms(HOLDEM)
    assert not made.against_house
    assert not replace(made, format=replace(made.format, levels=())).against_house
    assert terms(STUD).against_house


def test_without_levels_no_table_plays_one() -> None:
    made = terms(HOLDEM)
    state = Tournament(terms=replace(made, format=replace(made.format, levels=())))
    state.clock = replace(state.clock, level=1)
    assert state.level_at("A", 0) is None


@pytest.mark.parametrize("after", [1, 2])
def test_an_add_on_is_for_its_level_alone(after: int) -> None:
    """The first level is played."""
    table: dict[str, Any] = {
        "stage": "playing",
        "players": 4,
        "details": {"add_on": "50"},
        "format": {"add_on_after": after, "add_on_chips": "2000"},
        "prizes": {"per_add_on": "50"},
    }
    run = TournamentRun(Case(clause="", name="an add-on", play="", expect={}, table=table), HOLDEM)
    bought = run.stream.do(commands.BuyAddOn(person="p1"))
    assert isinstance(bought, Refused) is (after != 1)
