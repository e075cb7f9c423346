"""Promotions: whatever is asked for in whatever order, the events hold together and cite clauses of the book."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from croupier.books import USUAL_PROMOTIONS, book_of
from croupier.books.star_caribbean_stud.people import REVIEWER
from croupier.books.star_caribbean_stud.s17_promotions import promotions
from croupier.kernel.actors import INSPECTOR, SUPERVISOR, Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import BookError, CroupierError, UnknownGame
from croupier.kernel.grounds import GENERAL
from croupier.kernel.lines import LineError, said_by
from croupier.promotions.commands import DraftPromotion, HoldDraw
from croupier.promotions.events import ClaimRefused, WinnerNotified
from croupier.promotions.lines import read_line
from croupier.promotions.state import Phase, Promotion, owed
from croupier.promotions.terms import findings, read_terms, required
from croupier.tables.promotion import PROMOTIONS, PromotionStream, sample_text

RULES = PROMOTIONS.rules(USUAL_PROMOTIONS)
CLAUSES = set(book_of(USUAL_PROMOTIONS).catalogue.clause)
SAMPLE = read_terms(tomllib.loads(sample_text()))
LINES = [
    "open",
    "draw entry 17",
    "draw entry 17 under a scrutineer",
    "cash instead 1",
    "pay 1 cash 12000",
    "pay 1 cheque 11999.99 transfer 0.01",
    "notify 1 by mail",
    "notify 1 by email in vain",
    "notify 2 by mail",
    "refuse claim 1: no ticket",
    "refuse claim 1: no ticket; as on the form; as on the form",
    "decide dispute: no",
    "decide dispute: yes; agreed",
    "postpone: the box was open",
    "validated",
    "cancel: the box was open",
    "tell regulator",
    "by Gaming Supervisor: open",
    "by Gaming Superviser: open",
    "by winner: open",
    "by seat 3: cash instead 1",
]
PRIZES = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["cash", "goods", "travel", "slots dollars"]),
        "value": st.sampled_from(["100.00", "100.01", "10000.00", "12000.00"]),
        "cash_alternative": st.sampled_from(["0", "50.00"]),
        "liquor_litres": st.sampled_from([0, 20, 20.5]),
    }
)
DRAFTS = PRIZES.map(lambda prize: DraftPromotion(terms=read_terms(changed(**prize))))
PLAYS = st.lists(st.sampled_from(LINES), max_size=12)


def changed(**prize: object) -> dict[str, object]:
    terms = tomllib.loads(sample_text())
    return {**terms, "prizes": [{**terms["prizes"][0], **prize}]}


def played(first: DraftPromotion, lines: list[str]) -> Iterator[tuple[PromotionStream, Decision]]:
    """The promotion after each command, and the result."""
    promotion = PromotionStream()
    yield promotion, promotion.do(first)
    for number, line in enumerate(lines):
        who, said = said_by(line)
        yield promotion, promotion.do(read_line(said), at=60 * number, **who)


@given(draft=DRAFTS, lines=PLAYS)
def test_every_step_is_refused_or_cited(draft: DraftPromotion, lines: list[str]) -> None:
    for promotion, outcome in played(draft, lines):
        clauses = outcome.clauses if isinstance(outcome, Refused) else [n for e in outcome.events for n in e.clauses]
        assert clauses
        assert set(clauses) <= CLAUSES
        if isinstance(outcome, Refused):
            assert outcome.ground in {*GENERAL, *RULES.sentences}
        else:
            assert promotion.tell(outcome)


@given(draft=DRAFTS, lines=PLAYS)
def test_the_record_is_the_promotion(draft: DraftPromotion, lines: list[str]) -> None:
    *_, (promotion, _) = played(draft, lines)
    assert PromotionStream.load(promotion.dump().splitlines()).state == promotion.state
    assert promotion.audit(head=promotion.head).deviation is None
    assert PromotionStream.reopen(PROMOTIONS, promotion.snapshot()).state == promotion.state
    assert msgspec.json.decode(msgspec.json.encode(promotion.state), type=Promotion) == promotion.state


@given(draft=DRAFTS, lines=PLAYS)
def test_what_is_owed_is_a_winner_or_the_regulator_not_told(draft: DraftPromotion, lines: list[str]) -> None:
    for promotion, _ in played(draft, lines):
        state = promotion.state
        debts = {debt.clauses for debt in owed(RULES, state)}
        untold = state.phase == "drawn" and set(state.winners) != set(state.notified)
        assert (("17.8",) in debts) == untold
        assert (("17.11",) in debts) == (state.regulator_by is not None)


def test_the_sample_may_open() -> None:
    assert findings(RULES, SAMPLE) == []
    assert set(required(RULES, SAMPLE)) <= CLAUSES


def test_name_and_address_of_a_claimant_are_for_the_inspector_only() -> None:
    lines = ["open", "refuse claim 1: no ticket; as on the form; as on the form"]
    *_, (promotion, _) = played(DraftPromotion(terms=SAMPLE), lines)
    winner = promotion.viewer_of(Said("p1", "winner", 0))
    assert winner.role == "onlooker"
    seen = {viewer.role: promotion.view(viewer)[-1] for viewer in (INSPECTOR, SUPERVISOR, winner)}
    names = {role: (event.name, event.address) for role, event in seen.items() if isinstance(event, ClaimRefused)}
    assert names.pop("inspector") == ("as on the form", "as on the form")
    assert set(names.values()) == {("", "")}


def test_every_event_has_a_sentence() -> None:
    assert set(PROMOTIONS.codec.events) == set(PROMOTIONS.tell.sentences)
    *_, (promotion, _) = played(DraftPromotion(terms=SAMPLE), ["open"])
    assert [PROMOTIONS.tell(event, promotion.rules) for event in promotion.events] == [
        "The terms are drafted, with 1 prize.",
        "The promotion is open.",
    ]


def test_no_reading_is_made_up() -> None:
    decision = PromotionStream().do(DraftPromotion(terms=SAMPLE, readings=("three-days",)))
    assert isinstance(decision, Refused)
    assert decision.clauses == ("17.1", "17.6")


def test_only_the_book_of_the_star_has_promotions() -> None:
    with pytest.raises(UnknownGame, match="crown-poker has no rules for promotions"):
        PromotionStream("crown-holdem")


@pytest.mark.parametrize("line", ["draw", "notify 1", "pay", "refuse claim", "at noon: open", "deal"])
def test_a_line_that_says_nothing_is_an_error(line: str) -> None:
    with pytest.raises(LineError):
        read_line(said_by(line)[1])


@pytest.mark.parametrize(
    "data", [{"prizes": 3}, {"prizes": [3]}, {"colour": "red"}, {"prizes": [{"contains": ["opium"]}]}, {"manner": 1}]
)
def test_terms_that_cannot_be_read_say_so(data: dict[str, object]) -> None:
    with pytest.raises(CroupierError, match="the terms cannot be read"):
        read_terms(data)


def test_the_numbers_of_the_book_stand_behind_the_rules() -> None:
    """Read again from the book: sums in cents, 48 hours in seconds, and the winner has a word."""
    fresh = promotions(book_of(USUAL_PROMOTIONS))
    sums = (fresh.scrutineer_above, fresh.payment_choice_above, fresh.claims_kept_above)
    assert sums == (10_000_00, 10_000_00, 100_00)
    assert (fresh.most_liquor, fresh.notify_days, fresh.regulator_within) == (20, 2, 172_800)
    assert fresh.readings == {"two-days-by-the-hour"}
    assert fresh.operator == "Assistant Gaming Manager"
    assert fresh.is_official("winner")
    assert fresh.advice.startswith("a complaint may be made to an inspector")


def test_a_book_without_a_ground_or_with_an_unknown_operator_has_no_promotions() -> None:
    lacking = {ground: clauses for ground, clauses in RULES.grounds.items() if ground != "winner_told"}
    with pytest.raises(BookError, match="no clause is given for winner_told"):
        replace(RULES, grounds=lacking)
    with pytest.raises(BookError, match="'Gaming Superviser' is not a rank"):
        replace(RULES, operator="Gaming Superviser")


@pytest.mark.parametrize(
    ("who", "role"), [("winner", "onlooker"), ("Inspector", "inspector"), (REVIEWER, "supervisor"), ("nobody", "onlooker")]
)
def test_as_what_somebody_looks_at_a_promotion(who: str, role: str) -> None:
    assert RULES.role_of(who) == role


def test_a_prize_is_found_by_its_number_from_one_on() -> None:
    first, second = replace(SAMPLE.prizes[0], what="first"), replace(SAMPLE.prizes[0], what="second")
    promotion = Promotion(terms=replace(SAMPLE, prizes=(first, second)))
    assert [promotion.prize(number) for number in (-1, 0, 1, 2, 3)] == [None, None, first, second, None]


TRAVEL = {
    "kind": "travel",
    "value": "12000.00",
    "cash_alternative": "9000.00",
    "particulars": dict.fromkeys(("persons", "included", "restrictions", "spending money"), "as printed"),
}
DRAWN = ["open", "draw entry 17 under badge 4"]


@pytest.mark.parametrize(
    ("prize", "lines", "ground", "clauses", "reason"),
    [
        ({}, ["draw entry 17"], "not_at_this_time", ("17.2",), "a draw is held while the promotion is open"),
        ({}, ["open", "draw entry 17 and entry 4"], "draw_incomplete", ("17.7.1",), "each of the 1 prizes"),
        ({}, [*DRAWN, "cash instead 1"], "no_cash_alternative", ("17.3",), "there is no cash alternative to cash"),
        (
            TRAVEL | {"cash_alternative": "0"},
            [*DRAWN, "cash instead 1"],
            "no_cash_alternative",
            ("17.3",),
            "the terms offer no cash instead of this prize",
        ),
        (
            TRAVEL,
            [*DRAWN, "cash instead 1", "cash instead 1"],
            "payment_settled",
            (),
            "how prize 1 is paid has already been chosen",
        ),
        (TRAVEL, [*DRAWN, "pay 1 cash 12000"], "no_payment_choice", (), "cash prizes above $10,000.00"),
        (
            {"value": "12000.00"},
            [*DRAWN, "pay 1 cash 11000 cheque 999.99"],
            "payment_not_whole",
            (),
            "the parts must come to $12,000.00",
        ),
        (
            {"value": "12000.00"},
            [*DRAWN, "pay 1 cash 12000", "pay 1 cheque 12000"],
            "payment_settled",
            (),
            "how prize 1 is paid has already been chosen",
        ),
        ({"value": "12000.00"}, [*DRAWN, "pay 2 cash 12000"], "not_at_this_time", (), "prize 2 has no winner yet"),
        ({"value": "12000.00"}, ["open", "pay 1 cash 12000"], "not_at_this_time", (), "prize 1 has no winner yet"),
        ({}, [*DRAWN, "notify 1 by drum"], "no_such_method", (), "not drum"),
        ({}, [*DRAWN, "notify 2 by mail"], "not_at_this_time", ("17.8",), "prize 2 has no winner yet"),
        ({}, ["open", "refuse claim 2: no ticket"], "not_at_this_time", (), "there is no prize 2 to claim"),
        ({}, ["refuse claim 1: no ticket"], "not_at_this_time", (), "nothing has been offered to be claimed"),
        ({}, ["open", "refuse claim 1: "], "claim_details_missing", (), "give the reason"),
        ({}, ["open", "refuse claim 1: no ticket; as on the form; "], "claim_details_missing", (), "above $100.00"),
        ({}, ["open", "refuse claim 1: no ticket; ; as on the form"], "claim_details_missing", (), "above $100.00"),
        ({}, ["open", "validated"], "not_at_this_time", ("17.11",), "the promotion is not postponed"),
        ({}, ["open", "tell regulator"], "not_at_this_time", ("17.11",), "to notify the regulator of"),
        (
            {"value": "12000.00"},
            [*DRAWN, "postpone: the box was open", "pay 1 cash 12000"],
            "not_at_this_time",
            ("17.11",),
            "the draw is postponed until it has been checked",
        ),
        ({}, ["open", "cancel: the box was open", "postpone: again"], "not_at_this_time", ("17.11",), "a running promotion"),
        ({}, ["cancel: the box was open"], "not_at_this_time", ("17.11",), "there is no draw to cancel"),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(
    prize: dict[str, object], lines: list[str], ground: str, clauses: tuple[str, ...], reason: str
) -> None:
    draft = DraftPromotion(terms=read_terms(changed(**prize)))
    *before, (_, decision) = played(draft, lines)
    assert all(not isinstance(earlier, Refused) for _, earlier in before)
    assert isinstance(decision, Refused)
    assert decision.ground == ground
    assert reason in decision.reason
    assert not clauses or decision.clauses == clauses


def test_an_entry_is_drawn_by_name() -> None:
    *_, (promotion, _) = played(DraftPromotion(terms=SAMPLE), ["open"])
    for entries in ((), (" ",), ("17", "4")):
        refused = promotion.do(HoldDraw(entries=entries))
        assert isinstance(refused, Refused)
        assert refused.ground == "draw_incomplete"


@pytest.mark.parametrize(
    ("phase", "present", "debts"), [("drawn", False, 1), ("drawn", True, 0), ("postponed", False, 0), ("open", False, 0)]
)
def test_winners_who_need_not_be_present_are_to_be_told_once_a_draw_counts(phase: Phase, present: bool, debts: int) -> None:
    terms = replace(SAMPLE, presence_required=present)
    promotion = Promotion(phase=phase, terms=terms, winners={1: "entry 17", 2: "entry 4"}, notified=(2,))
    assert [debt.what for debt in owed(RULES, promotion)] == ["tell the winner of prize 1"] * debts


def test_what_each_step_leaves_behind() -> None:
    """From the draft to a draw that is cancelled; a winner told in vain is not told, and of a dispute only its matter is kept."""
    steps: dict[str, dict[str, Any]] = {
        "open": {"phase": "open"},
        "at 5: draw entry 17 under badge 4": {"phase": "drawn", "drawn_at": 5, "winners": {1: "entry 17"}},
        "notify 1 by mail in vain": {},
        "notify 1 by mail": {"notified": (1,)},
        "pay 1 cash 4000 cheque 5000 transfer 3000": {
            "payments": {1: "$4,000.00 in cash, $5,000.00 by crossed cheque, $3,000.00 by transfer"}
        },
        "refuse claim 1: no ticket; as on the form; as on the form": {"claims_kept": 1},
        "decide dispute: no": {"disputes": ("",)},
        "decide dispute about the ticket: yes; agreed": {"disputes": ("", "the ticket")},
        "at 100: postpone: the box was open": {"phase": "postponed", "regulator_by": 100 + 172_800},
        "at 200: postpone: the box was open": {},
        "at 250: validated": {"phase": "drawn", "drawn_at": 250},
        "at 300: tell regulator": {"regulator_by": None},
        "at 400: cancel: the box was open": {"phase": "cancelled", "regulator_by": 400 + 172_800, "winners": {}, "notified": ()},
    }
    promotion = PromotionStream()
    terms = read_terms(changed(value="12000.00"))
    promotion.do(DraftPromotion(terms=terms))
    wanted = Promotion(phase="draft", terms=terms)
    for line, change in steps.items():
        who, said = said_by(line)
        assert not isinstance(promotion.do(read_line(said), **who), Refused), line
        wanted = replace(wanted, **change)
        assert replace(promotion.state, payments=wanted.payments, regulator_by=wanted.regulator_by) == wanted, line
        assert (promotion.state.payments, promotion.state.regulator_by) == (wanted.payments, wanted.regulator_by), line


@pytest.mark.parametrize(
    ("readings", "at", "late"),
    [
        ((), 3 * 86_400 - 1, False),  # drawn in the first day: until the end of the third
        ((), 3 * 86_400, True),
        (("two-days-by-the-hour",), 50 + 2 * 86_400, False),
        (("two-days-by-the-hour",), 51 + 2 * 86_400, True),
    ],
)
def test_a_winner_is_told_in_time_or_late(readings: tuple[str, ...], at: int, late: bool) -> None:
    promotion = PromotionStream()
    promotion.do(DraftPromotion(terms=SAMPLE, readings=readings))
    for line in ("open", "at 50: draw entry 17"):
        who, said = said_by(line)
        promotion.do(read_line(said), **who)
    assert [debt.by for debt in owed(RULES, promotion.state)] == [at - late]
    promotion.do(read_line("notify 1 by mail"), at=at)
    told = promotion.events[-1]
    assert isinstance(told, WinnerNotified)
    assert (told.late, told.reached) == (late, True)
