"""`croupier conformance`: what regulators ask of such a system, and what of it is met."""

from __future__ import annotations

import tomllib
from collections import Counter

from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import column, document, paint, say

STATES = ("met", "not applicable", "open")
_COLOURS = {"met": "green", "not applicable": "dim", "open": "yellow"}


def conformance(as_json: Json = False) -> None:
    """Say what regulators ask of such a system, and how far it is met.

    Each item is met, with the test or command that shows it; not applicable; or open, with what lacks.
    It is the developers' own list. Nobody has certified it.
    """
    from croupier.web.documentation import home

    text = (home() / "conformance.toml").read_text(encoding="utf-8")
    items = tomllib.loads(text)["item"]
    counts = Counter(item["status"] for item in items)
    if as_json:
        document({"counts": {state: counts[state] for state in STATES}, "items": items})
        return
    for part in dict.fromkeys(item["part"] for item in items):
        say(paint(part, "bold"))
        for item in items:
            if item["part"] == part:
                status = paint(f"{item['status']:<14}", _COLOURS[item["status"]])
                say(f"{item['number']:>4}  {status}  {column(item['asks'], 22)}")
                if item["status"] != "met":
                    say(f"{'':22}{column(item['why'], 22)}")
        say()
    said = ", ".join(f"{counts[state]} {state}" for state in STATES)
    say(f"{len(items)} items: {said}. This is no certificate.")
