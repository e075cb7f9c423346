"""What follows from something, in one plain sentence, so that two outcomes can be compared."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.kernel.accounts import FLOAT
from croupier.kernel.actors import ONLOOKER
from croupier.kernel.cards import SYMBOLS
from croupier.kernel.events import Event
from croupier.kernel.telling import capital, filled
from croupier.poker import events as room
from croupier.poker.rules import Rules as PokerRules
from croupier.stud import events as house
from croupier.stud.rules import Rules
from croupier.stud.state import State
from croupier.training.consequences import AnyRules, Outcome, engine_of, may_rule
from croupier.training.scenes import texts_of

_RESULTS = {"win": "is paid {odds} and is returned", "lose": "is lost", "void": "goes back", "stand-off": "goes back"}
_AS_REPORTED = (room.CardBurned, room.CardsOpened, room.DiscardUndone, room.HandCounted)
_FACTS = ("seat", "player", "place", "to", "all_back", "sides_back", "cut", "burned", "phase", "paid", "says")


def told_people(outcome: Outcome[Any], rules: AnyRules) -> list[str]:
    """Who is notified immediately, each as a part of a sentence."""
    return [_bare(event, rules) for event in outcome.events if isinstance(event, house.PeopleNotified)]


def in_words(outcome: Outcome[Any], rules: AnyRules, told: Sequence[str] | None = None) -> str:
    """The whole of an outcome, without its reasons: those would reveal which situation it belongs to.

    It says who is notified if nothing else is done, or as `told` requires.
    """
    if outcome.refused is not None:
        return _sentence(["nothing follows", outcome.refused.reason])
    parts = list(_poker_parts(outcome, rules) if isinstance(rules, PokerRules) else _parts(outcome.follows, rules))
    if outcome.rulings:
        names = " or ".join(f"'{ruling.name}'" for ruling in outcome.rulings)
        parts.append(f"{those_who_rule(outcome, rules)} must rule: {names}")
    elif not parts:
        stands = (
            ["it is settled as it stands"] if any(isinstance(e, house.BetFound | house.AnteFound) for e in outcome.events) else []
        )
        parts = [*(told_people(outcome, rules) if told is None else ()), *stands, "play goes on"]
    return _sentence([*(told or ()), *parts])


def those_who_rule(outcome: Outcome[Any], rules: AnyRules) -> str:
    """`the TG Area Manager or above`, or an official alone."""
    higher = " or above" if len(may_rule(rules, outcome.rank)) > 1 else ""
    return f"the {outcome.rank}{higher}"


def sentences(events: Sequence[Event], rules: AnyRules) -> list[tuple[str, tuple[str, ...]]]:
    """Each event in full, as everyone may see it, with its clauses."""
    return [(engine_of(rules).tell(event.seen_by(ONLOOKER), rules), event.clauses) for event in events]


def comes_to(rules: AnyRules, before: Any, outcome: Outcome[Any]) -> tuple[object, ...]:
    """What an outcome changes at a table of either kind."""
    return poker_effect(outcome) if isinstance(rules, PokerRules) else effect(before, outcome)


def effect(before: State, outcome: Outcome[State]) -> tuple[object, ...]:
    """What an outcome changes at a house table, apart from words.

    Outcomes of one effect are the same ruling, however they are worded. It can be compared across books, for the same scene.
    """
    after = outcome.after
    moved = {
        account: after.money.get(account, 0) - before.money.get(account, 0) for account in {*before.money, *after.money} - {FLOAT}
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
    settled = [event for event in events if isinstance(event, house.WagerSettled)]
    forfeited = any(isinstance(event, house.WagersForfeited) for event in events)
    for event in events:
        if isinstance(event, house.WagerSettled):
            if event is settled[-1]:
                yield from _settlement(settled)
        elif isinstance(event, house.RoundVoided):
            yield f"the round is void and {'the other' if forfeited else 'all'} wagers are returned"
        elif _speaks(event):
            yield _bare(event, rules)


def _settlement(settled: Sequence[house.WagerSettled]) -> Iterator[str]:
    """The wagers that are decided: together if they have the same result."""
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
    return not isinstance(
        event, house.RoundEnded | house.RoundStands | house.CardsCollected | house.CardsCounted | house.BetFound | house.AnteFound
    )


def _bare(event: Event, rules: AnyRules) -> str:
    """The event in words, without the reason it contains."""
    reasons = {name: "" for name in ("why", "note") if hasattr(event, name)}
    return _uncapital(engine_of(rules).tell(replace(event.seen_by(ONLOOKER), **reasons), rules))


def _uncapital(sentence: str) -> str:
    """A sentence as part of another."""
    begins = sentence[:1] if sentence[1:2] in SYMBOLS.values() else sentence[:1].lower()
    return begins + sentence[1:].rstrip(".")


def _sentence(parts: Sequence[str]) -> str:
    return f"{capital('; '.join(parts))}."


def _poker_parts(outcome: Outcome[Any], rules: PokerRules) -> Iterator[str]:
    """Each thing that is done in the poker room, without what was reported and without the reasons."""
    for event in outcome.follows:
        if (short := texts_of(rules)["in_short"].get(type(event).__name__)) is not None:
            yield filled(short, event)
        elif not isinstance(event, _AS_REPORTED):
            yield _uncapital(engine_of(rules).tell(event.seen_by(ONLOOKER), rules))


def poker_effect(outcome: Outcome[Any]) -> tuple[object, ...]:
    """What an outcome amounts to, apart from words and faces: outcomes of one effect are the same ruling."""
    done = []
    for event in outcome.follows:
        if not isinstance(event, (*_AS_REPORTED, room.CardExposed)):
            facts = tuple((name, getattr(event, name)) for name in _FACTS if hasattr(event, name))
            done.append((type(event).__name__, facts))
    options = tuple(ruling.name for ruling in outcome.rulings)
    return (outcome.refused is not None, outcome.rank, options, tuple(done))
