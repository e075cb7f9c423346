"""What follows from something, in one plain sentence, so that two outcomes can be set side by side and told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.kernel.events import ONLOOKER, Event
from croupier.poker.rules import Rules as PokerRules
from croupier.stud.events import CardsCollected, RoundEnded, WagerSettled
from croupier.stud.incidents import (
    AnteFound,
    BetFound,
    CardsCounted,
    PeopleNotified,
    RoundStands,
    RoundVoided,
    WagersForfeited,
)
from croupier.stud.rules import Rules
from croupier.stud.table import FLOAT, Table
from croupier.stud.telling import tell
from croupier.training import poker_outcomes
from croupier.training.consequences import AnyRules, Outcome, may_rule

_RESULTS = {
    "win": "is paid {odds} and goes back",
    "lose": "is lost",
    "void": "goes back",
    "stand-off": "goes back",
}


def in_words(outcome: Outcome[Any], rules: AnyRules) -> str:
    """The whole of an outcome, without its reasons: those would give away which situation it belongs to."""
    if outcome.refused is not None:
        return _sentence(["nothing follows", outcome.refused.reason])
    if isinstance(rules, PokerRules):
        parts = list(poker_outcomes.parts(outcome.follows, rules))
    else:
        parts = list(_parts(outcome.follows, rules))
    if outcome.rulings:
        names = " or ".join(f"'{ruling.name}'" for ruling in outcome.rulings)
        parts.append(f"{those_who_rule(outcome, rules)} must rule: {names}")
    elif not parts:
        told = [_bare(event, rules) for event in outcome.events if isinstance(event, PeopleNotified)]
        lies = ["it is settled as it lies"] if any(isinstance(e, BetFound | AnteFound) for e in outcome.events) else []
        parts = [*told, *lies, "play goes on"]
    return _sentence(parts)


def those_who_rule(outcome: Outcome[Any], rules: AnyRules) -> str:
    """`the TG Area Manager or above`, or an official alone."""
    higher = " or above" if len(may_rule(rules, outcome.rank)) > 1 else ""
    return f"the {outcome.rank}{higher}"


def sentences(events: Sequence[Event], rules: AnyRules) -> list[tuple[str, tuple[str, ...]]]:
    """Each event in full, as everybody may see it, with its clauses."""
    return [(_told(event.seen_by(ONLOOKER), rules), event.clauses) for event in events]


def _told(event: Event, rules: AnyRules) -> str:
    return poker_outcomes.tell(event, rules) if isinstance(rules, PokerRules) else tell(event, rules)


def effect(before: Table, outcome: Outcome[Table]) -> tuple[object, ...]:
    """What an outcome changes at a table of the house, apart from words.

    Outcomes of one effect are the same ruling, however they are told. It can be compared across books, for the same scene.
    """
    after = outcome.after
    moved = {
        account: after.money.get(account, 0) - before.money.get(account, 0)
        for account in {*before.money, *after.money} - {FLOAT}
    }
    return (
        outcome.refused is not None,
        after.round - before.round,
        frozenset((account, change) for account, change in moved.items() if change),
        tuple((box.choice, box.picked_up) for box in after.boxes),
        after.question is not None,
        after.retracting,
        (after.upcard, after.exposed),
        set(after.told) - set(before.told) != set(),
        after.excluded,
        after.shuffled,
        tuple(type(event).__name__ for event in outcome.follows if not event.postings and _speaks(event)),
    )


def _parts(events: Sequence[Event], rules: Rules) -> Iterator[str]:
    settled = [event for event in events if isinstance(event, WagerSettled)]
    forfeited = any(isinstance(event, WagersForfeited) for event in events)
    for event in events:
        if isinstance(event, WagerSettled):
            if event is settled[-1]:
                yield from _settlement(settled)
        elif isinstance(event, RoundVoided):
            yield f"the round is void and {'the other' if forfeited else 'all'} wagers go back"
        elif _speaks(event):
            yield _bare(event, rules)


def _settlement(settled: Sequence[WagerSettled]) -> Iterator[str]:
    """The wagers that are decided: together where they come out alike."""
    for wager in dict.fromkeys(event.wager for event in settled):
        alike: dict[str, list[int]] = {}
        for event in settled:
            if event.wager == wager:
                alike.setdefault(_RESULTS[event.result].format(odds=event.odds), []).append(event.box)
        for result, boxes in alike.items():
            whose = f"the {wager} of box {boxes[0]}" if len(boxes) == 1 else f"every {wager}"
            if len(alike) > 1 and len(boxes) > 1:
                whose = f"the {wager} of boxes {', '.join(map(str, sorted(boxes)))}"
            yield f"{whose} {result}"


def _speaks(event: Event) -> bool:
    """Whether an event says more than what was reported, or than that the round goes on or is tidied up."""
    return not isinstance(event, RoundEnded | RoundStands | CardsCollected | CardsCounted | BetFound | AnteFound)


def _bare(event: Event, rules: AnyRules) -> str:
    """The event in words, without the reason that it carries."""
    reasons = {name: "" for name in ("why", "note") if hasattr(event, name)}
    told = _told(replace(event.seen_by(ONLOOKER), **reasons), rules).rstrip(".")
    return told[:1].lower() + told[1:]


def _sentence(parts: Sequence[str]) -> str:
    said = "; ".join(parts)
    return f"{said[:1].upper()}{said[1:]}."
