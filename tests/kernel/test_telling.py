"""Sentences are templates: what one asks of its event must be there, and an optional part is said only where it is so."""

from __future__ import annotations

from importlib import import_module
from string import Formatter
from types import ModuleType

import pytest

from croupier.kernel.events import Event, Public
from croupier.kernel.telling import FORMS, asked_in, sentence

PACKAGES = ("cage", "jackpots", "people", "poker", "promotions", "room", "stud", "tournaments")


def _module(package: str) -> ModuleType:
    return import_module(f"croupier.{package}.telling")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_template_asks_only_for_what_its_event_has(package: str) -> None:
    module = _module(package)
    forms = getattr(module, "_FORMS", FORMS)
    templates = {kind: said for kind, said in module.SENTENCES.items() if isinstance(said, str)}
    assert templates
    for kind, said in templates.items():
        assert said.count("[") == said.count("]") == len(said.split("[")) - 1, said
        plain, asked = asked_in(said)
        fields = [(name, form) for _, name, form, _ in Formatter().parse(plain) if name is not None]
        for name, form in [*fields, *((name, "") for name in asked)]:
            assert name.partition(".")[0] in (*kind.__struct_fields__, "event", "rules"), (kind, name)
            assert not form or form in forms, (kind, form)


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
