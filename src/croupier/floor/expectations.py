"""What a case expects, compared with what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.books.cases import Case
from croupier.kernel.decisions import Refused


def unmet(
    case: Case, cited: set[str], refused: Refused | None, checks: Mapping[str, Callable[[Any], Any]], run: Any
) -> list[str]:
    """What is not as the case expects, in words. `checks` says for each expectation how to learn it from the run.

    Of a table such as `net` only what the case names is compared; `says` looks for each text in what was said.
    """
    found = [f"{clause} was not cited" for clause in case.shows if clause not in cited]
    for name, wanted in case.expect.items():
        got = checks[name](run) if name in checks else f"no such expectation as {name!r}"
        if name == "cites":
            found += [f"{clause} was not cited" for clause in wanted if clause not in cited]
        elif name == "says":
            found += [f"nothing says {what!r}" for what in wanted if what.casefold() not in got.casefold()]
        elif isinstance(wanted, dict) and wanted and isinstance(got, dict):
            found += [
                f"{name} {key} is {got.get(key)}, not {what}" for key, what in wanted.items() if got.get(key) != what
            ]
        elif got != wanted:
            found.append(f"{name} is {got}, not {wanted}")
    if refused is not None and "refused" not in case.expect:
        found.append(f"refused: {refused.reason}")
    return found
