"""Sentences are templates: what one asks of its event must be there, and an optional part is said only where it is so."""

from __future__ import annotations

from importlib import import_module
from string import Formatter

import pytest

from croupier.kernel.engine import Engine
from croupier.kernel.events import Event, Public
from croupier.kernel.languages import words_in
from croupier.kernel.telling import FORMS, Form, Telling, asked_in, filled, sentence
from croupier.tournaments.telling import TELLING

PACKAGES = ("cage", "jackpots", "people", "poker", "promotions", "room", "stud", "tournaments")


def _telling(package: str) -> Telling:
    engines = (kind for kind in vars(import_module(f"croupier.{package}.engine")).values() if isinstance(kind, type))
    engine = next(kind for kind in engines if issubclass(kind, Engine) and kind.__module__ == f"croupier.{package}.engine")
    found = TELLING if package == "tournaments" else engine.tell
    assert isinstance(found, Telling)
    return found


def _fields(said: str) -> list[tuple[str, str]]:
    assert said.count("[") == said.count("]") == len(said.split("[")) - 1, said
    plain, asked = asked_in(said)
    fields = [(name, form or "") for _, name, form, _ in Formatter().parse(plain) if name is not None]
    return [*fields, *((name, "") for name in asked)]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_template_asks_only_for_what_its_event_has(package: str) -> None:
    telling = _telling(package)
    templates = {kind: said for kind, said in telling.sentences.items() if isinstance(said, str) and kind not in telling.facts}
    assert templates
    for kind, said in templates.items():
        for name, form in _fields(said):
            field = name.partition(".")[0]
            has = field in (*kind.__struct_fields__, "event", "rules") or isinstance(getattr(kind, field), property)
            assert has, (kind, name)
            assert not form or form in telling.forms, (kind, form)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_form_uses_forms_that_there_are_and_somebody_uses_it(package: str) -> None:
    telling = _telling(package)
    shared = words_in("croupier.kernel", "sentences.toml")["forms"]
    own = {name: form for name, form in telling.forms.items() if isinstance(form, Form) and name not in shared}
    templates = {name: [form.says, form.each, form.one, form.many, *form.parts] for name, form in own.items()}
    asked = [field for said in templates.values() for one in said for field in _fields(one)]
    assert {form for _, form in asked if form} <= set(telling.forms)
    asked += [field for said in telling.sentences.values() if isinstance(said, str) for field in _fields(said)]
    asked += [field for said in words_in(f"croupier.{package}", "refusals.toml").values() for field in _fields(said)]
    assert set(own) <= {form for _, form in asked} | {"limits", "charges", "transfer"}


class Seen(Public, frozen=True, kw_only=True):
    who: str
    where: str = ""
    late: bool = False


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Seen(who="p7", clauses=("1",)), "P7 is here."),
        (Seen(who="p7", where="A", clauses=("1",)), "P7 is here, at A."),
        (Seen(who="p7", late=True, clauses=("1",)), "P7 is here after all."),
        (Seen(who="nobody", where="A", late=True, clauses=("1",)), "Nobody is here, at A."),
    ],
)
def test_an_optional_part_is_said_where_it_is_so(event: Event, says: str) -> None:
    template = "[{who} is here{who!=nobody}][nobody is here{who=nobody}][, at {where}][ after all{?late}{!where}]."
    assert sentence({Seen: template}, event) == says


_PARTS = Form(FORMS, parts=("{who} is here", "at {where}[, late{?late}]"), by="; ")


@pytest.mark.parametrize(
    ("form", "value", "says"),
    [
        (Form(FORMS, says="{it:$} at {it}"), 500, "$5.00 at 500"),
        (Form(FORMS, each="seat {key} has {it:$}", none="nobody"), {1: 500, 2: 700}, "seat 1 has $5.00, seat 2 has $7.00"),
        (Form(FORMS, each="seat {key} has {it:$}", none="nobody"), {}, "nobody"),
        (Form(FORMS, each="{it}", by=" and "), ("a", "b"), "a and b"),
        (Form(FORMS, one="{it} box", many="{it} boxes"), 1, "1 box"),
        (Form(FORMS, one="{it} box", many="{it} boxes"), (4, 5), "2 boxes"),
        (Form(FORMS, words={"True": "yes"}), True, "yes"),
        (_PARTS, Seen(who="p7", clauses=("1",)), "p7 is here"),
        (_PARTS, Seen(who="p7", where="A", late=True, clauses=("1",)), "p7 is here; at A, late"),
    ],
)
def test_a_form_shows_a_value_or_each_of_its_members(form: Form, value: object, says: str) -> None:
    assert form(value) == says


@pytest.mark.parametrize(("number", "says"), [(1, "few"), (2, "many"), (3, "many"), ((), "few"), ((1, 2), "many")])
def test_a_part_asks_whether_there_are_more_or_fewer(number: object, says: str) -> None:
    assert filled("[few{it<2}][many{it>1}]", number) == says
