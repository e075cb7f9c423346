"""The terms of a tournament as a form: what is shown, sent back as it is, is the same terms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from croupier.kernel.errors import CroupierError
from croupier.tables.tournament_stream import sample_terms
from croupier.tournaments.terms import read_terms
from croupier.web.terms_page import TermField, fields_of, filled_in


def as_sent(fields: Iterable[TermField]) -> dict[str, Any]:
    """What a browser makes of the fields: those that are empty are left out, and a dot opens a part."""
    sent: dict[str, Any] = {}
    for field in fields:
        for row in field.rows:
            _merge(sent, as_sent(row))
        if field.value.strip():
            *within, name = field.path.split(".")
            place = sent
            for part in within:
                place = place.setdefault(part, {})
            place[name] = field.value
    return sent


def _merge(into: dict[str, Any], more: dict[str, Any]) -> None:
    for name, value in more.items():
        if isinstance(value, dict):
            _merge(into.setdefault(name, {}), value)
        else:
            into[name] = value


@pytest.mark.parametrize("game", ["crown-holdem", "crown-omaha-hi-lo", "crown-caribbean-stud"])
def test_terms_that_are_saved_as_they_are_shown_stay_the_same(game: str) -> None:
    terms = read_terms(sample_terms(game) | {"title": "A night"})
    parts = fields_of(terms, [])
    shown = [field for fields in parts.values() for field in fields]
    assert not [field.path for field in shown if "{" in field.value]
    assert filled_in(as_sent(shown), terms) == terms


@pytest.mark.parametrize(
    ("path", "said"),
    [("details.least_players", "Least players, under Tournament details, is a whole number"),
     ("prizes.shares.1.entries", "Shares 2, entries, under Prize pool, is a whole number")],
)  # fmt: skip
def test_what_cannot_be_read_is_named_as_on_the_page(path: str, said: str) -> None:
    terms = read_terms(sample_terms("crown-holdem") | {"title": "A night"})
    sent = as_sent(field for fields in fields_of(terms, []).values() for field in fields)
    *within, name = path.split(".")
    place = sent
    for part in within:
        place = place[part]
    place[name] = "many"
    with pytest.raises(CroupierError, match=said):
        filled_in(sent, terms)
