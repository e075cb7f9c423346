"""Promotions: whatever is asked for in whatever order, the events hold together and cite clauses of the book."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.books import book_of
from croupier.cases.promotions import sample_text
from croupier.kernel.actors import INSPECTOR, ONLOOKER, SUPERVISOR, Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import CroupierError, UnknownGame
from croupier.kernel.grounds import GENERAL
from croupier.kernel.lines import LineError, said_by
from croupier.promotions.commands import DraftPromotion
from croupier.promotions.events import ClaimRefused
from croupier.promotions.lines import read_line
from croupier.promotions.state import Promotion, owed
from croupier.promotions.telling import SENTENCES, tell
from croupier.promotions.terms import findings, read_terms, required
from croupier.tables.promotion import PROMOTIONS, STAR, PromotionStream

RULES = PROMOTIONS.rules(STAR)
CLAUSES = set(book_of(STAR).catalogue.clause)
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
    """The promotion after each command, and what came of that."""
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
    seen = {viewer.role: promotion.view(viewer)[-1] for viewer in (INSPECTOR, SUPERVISOR, ONLOOKER, winner)}
    names = {role: (event.name, event.address) for role, event in seen.items() if isinstance(event, ClaimRefused)}
    assert names.pop("inspector") == ("as on the form", "as on the form")
    assert set(names.values()) == {("", "")}


def test_every_event_has_a_sentence() -> None:
    assert set(PROMOTIONS.codec.events) == set(SENTENCES)
    *_, (promotion, _) = played(DraftPromotion(terms=SAMPLE), ["open"])
    assert [tell(event) for event in promotion.events] == [
        "The terms are drafted; prizes: 1.",
        "The promotion is open.",
    ]


def test_no_reading_is_made_up() -> None:
    decision = PromotionStream().do(DraftPromotion(terms=SAMPLE, readings=("three-days",)))
    assert isinstance(decision, Refused)
    assert decision.clauses == ("17.1", "17.6")


def test_only_the_book_of_the_star_has_promotions() -> None:
    with pytest.raises(UnknownGame, match="crown-holdem has no rules for promotions"):
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
