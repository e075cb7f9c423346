"""Events in plain words, one sentence each, for people who read along. The clauses stand with the event, not in the sentence.

A sentence is a template, such as `box {box} bets {amount:$}{why:because}.`, in the package's `sentences.toml`, or a function
where it takes more than that.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from string import Formatter
from types import ModuleType
from typing import Any, TypeGuard

from croupier.kernel import incidents
from croupier.kernel.actors import HOUSE
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.entries import Entry
from croupier.kernel.events import Event, PlayersCommand
from croupier.kernel.money import dollars
from croupier.kernel.rulebook import Rulebook

Sentence = str | Callable[[Any, Any], str]


def entered_for(entry: Entry[Any, Any], mine: int = 0, names: Mapping[str, str] = {}) -> str:
    """Who put a player's act on record for them, in words; empty where they did it themselves, or the software did.

    `mine` is the seat of whoever reads it.
    """
    command, who = entry.command, entry.capacity
    if not isinstance(command, PlayersCommand) or isinstance(who, int) or who == HOUSE:
        return ""
    whom = "you" if command.seat == mine else f"seat {command.seat}"
    return f"{who} {names.get(entry.person, entry.person)} entered this for {whom}."


def because(why: str) -> str:
    return f": {why}" if why else ""


def cards_told(cards: tuple[Card, ...]) -> str:
    """The faces that are known, and how many are not."""
    known = " ".join(card.symbol for card in cards if card is not HIDDEN)
    hidden = sum(card is HIDDEN for card in cards)
    unseen = f"{hidden} card{'s' * (hidden != 1)} face down" if hidden else ""
    return " and ".join(part for part in (known, unseen) if part) or "no cards"


def whose(box: int) -> str:
    """`box 2`, or the dealer, whose hand has the number 0."""
    return f"box {box}" if box else "the dealer"


def counted(what: str, number: int) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {what}{'s' * (number != 1)}"


def moment(at: int) -> str:
    """A time in a sentence: `1200 seconds` where time is counted from the start, else the time of day."""
    return f"{at} seconds" if at < 10**8 else f"{at // 3600 % 24:02}:{at // 60 % 60:02} UTC"


def times(number: int) -> str:
    """How many times something is something else: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def several(what: str, numbers: Iterable[int], plural: str = "") -> str:
    """`box 2`, `boxes 2, 3`."""
    listed = [str(number) for number in numbers]
    return f"{what} {listed[0]}" if len(listed) == 1 else f"{plural or what + 's'} {', '.join(listed)}"


FORMS: dict[str, Callable[[Any], str]] = {
    "$": dollars,
    "because": because,
    "card": lambda card: "a card" if card is HIDDEN else card.symbol,
    "cards": cards_told,
    "boxes": lambda boxes: several("box", boxes, "boxes"),
    "whose": whose,
    "len": lambda things: str(len(things)),
}


def sentences_of(package: str, events: ModuleType) -> dict[type[Event], Sentence]:
    """The sentences that a package has for its events in `sentences.toml`, by their tags."""
    said = tomllib.loads((resources.files(package) / "sentences.toml").read_text(encoding="utf-8"))
    kinds = {kind.__struct_config__.tag: kind for kind in vars(events).values() if is_event(kind)}
    return {kinds[tag]: sentence for tag, sentence in said.items()}


def is_event(kind: object) -> TypeGuard[type[Event]]:
    return isinstance(kind, type) and issubclass(kind, Event)


class _Template(Formatter):
    def __init__(self, event: Event, forms: Mapping[str, Callable[[Any], str]]) -> None:
        self._event, self._forms = event, forms

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        return getattr(self._event, str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        return self._forms[format_spec](value) if format_spec else str(value)


def sentence(
    sentences: Mapping[type[Event], Sentence],
    event: Event,
    rules: Any = None,
    forms: Mapping[str, Callable[[Any], str]] = FORMS,
) -> str:
    """What became so, as whoever this event was shown to may know it."""
    how = sentences.get(type(event)) or SHARED[type(event)]
    said = _Template(event, forms).format(how) if isinstance(how, str) else how(event, rules)
    said = " ".join(said.splitlines())  # what somebody wrote makes no line of its own
    return said[:1].upper() + said[1:]


def _reported(event: incidents.IrregularityReported, rules: Rulebook) -> str:
    boxes = event.boxes or ((event.box,) if event.box >= 0 else ())
    where = ["the dealer" if boxes == (0,) else f"box{'es' * (len(boxes) > 1)} {', '.join(map(str, boxes))}"] * bool(
        boxes
    )
    where += [f"the player of seat {seat}" for seat in event.players or ((event.player,) if event.player else ())]
    where += [event.person] if event.person else []
    where += [f"{event.count} counted"] if event.count >= 0 else []
    where += [dollars(event.amount)] if event.amount >= 0 else []
    where += [event.note] if event.note else []
    return f"it is reported: {event.says}" + (f" ({', '.join(where)})." if where else ".")


def _asked(event: incidents.RulingAsked, rules: Rulebook) -> str:
    return f"the {event.rank} must rule: {event.question} ({' or '.join(option.name for option in event.options)})."


def _duty(event: incidents.DutyDone, rules: Rulebook) -> str:
    duty = rules.duties.get(event.duty)
    return f"{event.by}: {duty.says if duty else event.duty}{because(event.note)}."


def _whom(event: incidents.PlayerExcluded | incidents.WinningsWithheld) -> str:
    return f"the player of seat {event.player}" if event.player else event.person


def _withheld(event: incidents.WinningsWithheld) -> str:
    now = f"{dollars(event.amount)} of winnings is held back from {_whom(event)}"
    later = f"the prize of {several('box', event.prizes, 'boxes')}"
    if not event.prizes:
        return f"{now}."
    if not event.amount:
        return f"{later} is held back from {_whom(event)} when it is paid."
    return f"{now}, and so is {later} when it is paid."


def _really(was: Card, now: Card) -> str:
    return "a card that lies face down" if was is HIDDEN else f"{was.symbol} is really {now.symbol}"


SHARED: dict[type[Event], Sentence] = {
    incidents.IrregularityReported: _reported,
    incidents.RulingAsked: _asked,
    incidents.RulingGiven: "{by} rules: {option}{note:because}.",
    incidents.DutyDone: _duty,
    incidents.PlayerExcluded: lambda event, _: f"{_whom(event)} takes no further part.",
    incidents.WinningsWithheld: lambda event, _: _withheld(event),
    incidents.WinningsReleased: lambda event, _: (
        f"{dollars(event.amount)} held back from {event.person} is {'paid after all' if event.paid else 'kept by the house'}."
    ),
    incidents.GuessRefused: "a refused command that named hidden cards is kept on record.",
    incidents.EditionAdopted: "the table plays by {edition} from now on.",
    incidents.CardCorrected: lambda event, _: f"put right: {_really(event.was, event.now)}{because(event.why)}.",
    incidents.DeckCommitted: lambda event, _: (
        f"the order of the deck of round {event.round} is laid down: {event.root[:8]}."
    ),
}
"""A sentence for every event that tables share."""
