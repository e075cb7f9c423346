"""All texts of the pages in one place, `texts.toml`, by dotted names; other languages beside it, `texts.it.toml`.

>>> text("house.place", number=3)
'Seat 3'
"""

import re
from functools import cache
from string import Formatter
from typing import Any

from markupsafe import escape

from croupier.kernel.languages import ENGLISH, form_for, language, words_in
from croupier.kernel.telling import counted


@cache
def texts(code: str = ENGLISH) -> dict[str, str]:
    """Every text by name; of another language, those that it has."""
    return dict(_flat(words_in("croupier.web", "texts.toml", code)))


def _flat(part: dict[str, Any], above: str = "") -> list[tuple[str, str]]:
    texts: list[tuple[str, str]] = []
    for name, value in part.items():
        texts += _flat(value, f"{above}{name}.") if isinstance(value, dict) else [(f"{above}{name}", value)]
    return texts


_COUNTED = re.compile(r"\{\w+:")
"""A number with the word that goes with it, as in `{number:hand}`."""


def text(name: str, /, **values: object) -> str:
    """The text of that name with its values filled in; a markup value makes the text markup."""
    said = texts(language()).get(name) or texts()[name]
    if "{" not in said:
        return said  # the usual case: nothing to fill in
    if any(hasattr(value, "__html__") for value in values.values()):
        return escape(said).format(**values)
    return _Filling().vformat(said, (), values) if _COUNTED.search(said) else said.format(**values)


class _Filling(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        one, _, many = format_spec.partition("|")
        if many and language() != ENGLISH:
            return f"{value} {form_for(value, format_spec.split('|'))}"
        return counted(one, value, many) if one else str(value)


def has_text(name: str) -> bool:
    return name in texts()
