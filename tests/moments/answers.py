"""An answer in one line, as it is kept."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.events import Event


def told(decision: Decision) -> str:
    """A decision in one line: refused on which ground, or the events with their facts, clauses and money."""
    if isinstance(decision, Refused):
        return f"refused {decision.ground} ({', '.join(decision.clauses)}){' having looked' if decision.looked else ''}"
    said = "; ".join(map(_event, decision.events))
    if isinstance(decision, AwaitingRuling):
        options = ", ".join(f"{option.name}: {option.means}" for option in decision.options)
        said = f"{said}; asks {decision.rank} whether {decision.question} {options} ({', '.join(decision.clauses)})"
    return said


def _event(event: Event) -> str:
    facts = {name: value for name, value in asdict(event).items() if name not in ("clauses", "postings", "report")}
    shown = _shown(facts)
    money = [f"{account} {amount:+}" for account, amount in event.postings.items() if amount]
    return f"{type(event).__name__} {', '.join(shown)} ({', '.join(event.clauses)}) {' '.join(money)}".strip()


def _shown(facts: dict[str, Any]) -> list[str]:
    return [_short(value) for value in facts.values() if value not in ((), {}, "", None, False, 0)]


def _short(value: Any) -> str:
    """A fact; of many cards that nobody knows how many they are, of a text its beginning."""
    if isinstance(value, tuple):
        unknown = len(value) > 5 and all(card is HIDDEN for card in value)
        return f"{len(value)} x ??" if unknown else " ".join(map(_short, value))
    if isinstance(value, dict):
        return " ".join(f"{name}: {_short(each)}" for name, each in value.items())
    if isinstance(value, Struct):
        return f"[{', '.join(_shown(asdict(value)))}]"
    return str(value)[:24]
