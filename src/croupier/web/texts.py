"""All texts of the pages in one place, `texts.toml`, by dotted names.

>>> text("house.place", number=3)
'Seat 3'
"""

import tomllib
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

from markupsafe import escape

from croupier.kernel.telling import counted


@cache
def texts() -> dict[str, str]:
    """Every text by its name."""
    with (resources.files("croupier.web") / "texts.toml").open("rb") as file:
        return dict(_flat(tomllib.load(file)))


def _flat(part: dict[str, Any], above: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in part.items():
        found += _flat(value, f"{above}{name}.") if isinstance(value, dict) else [(f"{above}{name}", value)]
    return found


def text(name: str, /, **values: object) -> str:
    """The text of that name with its values filled in; one that is markup makes it markup."""
    said = texts()[name]
    if any(hasattr(value, "__html__") for value in values.values()):
        return escape(said).format(**values)
    return _Filling().vformat(said, (), values)


class _Filling(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        one, _, many = format_spec.partition("|")
        return counted(one, value, many) if one else str(value)


def has_text(name: str) -> bool:
    return name in texts()
