"""Promotions: whatever is asked for in whatever order, the events hold together and cite clauses of the book."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.books import book_of
from croupier.books.star_caribbean_stud import s17_promotions as promotions
from croupier.books.star_caribbean_stud.s17_lines import SENTENCES, read_line, tell
from croupier.books.star_caribbean_stud.s17_terms import findings, read_terms, required
from croupier.cases.promotions import sample_text
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Refused
from croupier.kernel.events import INSPECTOR, ONLOOKER, Command, Event, Public
from croupier.stud.lines import LineError

BOOK = book_of("star-caribbean-stud")
RULES = promotions.rules_of(BOOK)
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


def changed(**prize: object) -> dict[str, object]:
    terms = tomllib.loads(sample_text())
    return {**terms, "prizes": [{**terms["prizes"][0], **prize}]}


def played(first: Command, lines: list[str]) -> Iterator[tuple[Command, promotions.Promotion, list[Event] | Refused]]:
    """Each command with the promotion that it met and what came of it."""
    promotion = promotions.Promotion()
    for command in (first, *(read_line(f"at {60 * n}: {line}") for n, line in enumerate(lines))):
        decision = promotions.decide(RULES, promotion, command)
        if isinstance(decision, Refused):
            yield command, promotion, decision
            continue
        yield command, promotion, list(decision.events)
        for event in decision.events:
            promotion = promotions.evolve(promotion, event)


@given(prize=PRIZES, lines=st.lists(st.sampled_from(LINES), max_size=12))
def test_every_step_is_refused_or_cited_and_folds_to_the_same(prize: dict[str, object], lines: list[str]) -> None:
    events: list[Event] = []
    drafted = promotions.DraftPromotion(terms=read_terms(changed(**prize)))
    for _, promotion, outcome in played(drafted, lines):
        assert promotions.fold(events) == promotion
        clauses = outcome.clauses if isinstance(outcome, Refused) else [n for event in outcome for n in event.clauses]
        assert clauses
        assert set(clauses) <= set(BOOK.catalogue.clause)
        if not isinstance(outcome, Refused):
            assert all(tell(event) for event in outcome)
            events += outcome


@given(prize=PRIZES, lines=st.lists(st.sampled_from(LINES), max_size=12))
def test_what_is_owed_is_a_winner_or_the_regulator_not_told(prize: dict[str, object], lines: list[str]) -> None:
    drafted = promotions.DraftPromotion(terms=read_terms(changed(**prize)))
    for _, promotion, _ in played(drafted, lines):
        owed = {debt.clause for debt in promotions.owed(RULES, promotion)}
        untold = promotion.phase == "drawn" and set(promotion.winners) != set(promotion.notified)
        assert ("17.8" in owed) == untold
        assert ("17.11" in owed) == (promotion.regulator_by is not None)


def test_the_sample_may_open() -> None:
    assert findings(BOOK, SAMPLE) == []
    assert set(required(SAMPLE)) <= set(BOOK.catalogue.clause)


def test_name_and_address_of_a_claimant_are_for_the_inspector_only() -> None:
    lines = ["open", "refuse claim 1: no ticket; as on the form; as on the form"]
    *_, (_, _, outcome) = played(promotions.DraftPromotion(terms=SAMPLE), lines)
    assert isinstance(outcome, list)
    (refused,) = outcome
    assert isinstance(refused, promotions.ClaimRefused)
    assert refused.seen_by(INSPECTOR).name == "as on the form"
    assert (refused.seen_by(ONLOOKER).name, refused.seen_by(ONLOOKER).address) == ("", "")


def test_every_event_has_a_sentence() -> None:
    kinds = {
        kind
        for kind in vars(promotions).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind not in (Event, Public)
    }
    assert kinds == set(SENTENCES)


def test_no_reading_is_made_up() -> None:
    drafted = promotions.DraftPromotion(terms=SAMPLE, readings=("three-days",))
    assert isinstance(promotions.decide(RULES, promotions.Promotion(), drafted), Refused)


@pytest.mark.parametrize("line", ["draw", "notify 1", "pay", "refuse claim", "at noon: open", "deal"])
def test_a_line_that_says_nothing_is_an_error(line: str) -> None:
    with pytest.raises(LineError):
        read_line(line)


@pytest.mark.parametrize(
    "data", [{"prizes": 3}, {"prizes": [3]}, {"colour": "red"}, {"prizes": [{"contains": ["opium"]}]}, {"manner": 1}]
)
def test_terms_that_cannot_be_read_say_so(data: dict[str, object]) -> None:
    with pytest.raises(BookError, match="the terms cannot be read"):
        read_terms(data)
