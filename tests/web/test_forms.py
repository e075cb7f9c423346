"""A form is made from the command that it sends: every field of the command, in the kind that it has, and no other."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import msgspec
import pytest

from croupier.web.forms import Field, command_of, form, form_of, ready
from croupier.web.pages import environment


def _fields(kind: str, tag: str, **more: Any) -> dict[str, Field]:
    return {field.name: field for field in form(kind, tag, **more).fields}


def test_a_field_is_of_the_kind_that_the_command_declares() -> None:
    fields = _fields("cage", "count-cage")
    assert list(fields) == ["counted", "when", "currency", "note"]
    assert (fields["counted"].kind, fields["counted"].needed) == ("money", True)
    assert [value for value, _ in fields["when"].choices] == ["opening", "between", "closing"]
    assert (fields["note"].kind, fields["note"].needed) == ("text", False)
    assert _fields("tournament", "decide-tournament-dispute")["satisfied"].kind == "flag"
    assert _fields("tournament", "extend-time")["seconds"].kind == "number"
    assert _fields("tournament", "designate-tables")["tables"].kind == "names"


def test_what_was_typed_or_ticked_stays_when_its_part_of_the_page_is_brought_up_to_date() -> None:
    """A part that comes again while someone fills it in keeps the fields that have a name to be kept by."""
    folder = resources.files("croupier.web") / "templates"
    texts = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".html")}
    parts = {name: text for name, text in texts.items() if "{% extends" not in text}
    fields = [(name, field) for name, text in parts.items() for field in re.findall(r"<(?:input|select|textarea)\b[^>]*>", text)]
    assert len(fields) > 50
    assert [each for each in fields if "data-keep" not in each[1] and 'type="hidden"' not in each[1]] == []


def test_what_is_given_or_known_elsewhere_is_not_asked_for() -> None:
    penalty = form_of(command_of("tournament", "penalise"), given={"person": 'p"7'})
    assert [field.name for field in penalty.fields] == ["penalty", "number", "why", "phone"]
    assert msgspec.json.decode(penalty.given) == {"person": 'p"7'}


def test_a_button_that_could_not_be_sent_is_found_when_the_page_is_made() -> None:
    assert ready("cage", "confirm-transfer", {"number": 3}).fields == ()
    with pytest.raises(msgspec.ValidationError):
        ready("cage", "confirm-transfer", {"number": "three"})
    with pytest.raises(msgspec.ValidationError):
        ready("cage", "confirm-transfer")


def test_what_is_given_stands_in_the_page_whatever_it_is() -> None:
    source = '{% from "_forms.html" import sends %}{{ sends(it, "Go") }}'
    shown = environment().from_string(source).render(it=ready("tournament", "withdraw", {"person": 'o\'p "7" <b>'}))
    assert "<b>" not in shown
    assert shown.count('"') == shown.replace("&#34;", "").count('"')


def test_what_is_made_of_parts_has_a_field_for_each() -> None:
    fields = _fields("meters", "open-system", without=["terms.readings"], kinds={"terms.cost": "money"})
    assert [name for name in fields if name.startswith("terms.")][:3] == ["terms.game", "terms.cost", "terms.seed"]
    assert fields["terms.cost"].kind == "money"
    assert fields["terms.seed"].needed
    assert not fields["terms.approval"].needed
    assert "terms.readings" not in fields
    changed = _fields("meters", "change-terms", under={"terms": "terms.main"}, given={"terms": {"main": {"cost": 100}}})
    assert "terms.main.seed" in changed
