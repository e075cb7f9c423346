"""Events in plain words, one sentence each, for people who read along. The event has the clauses, not the sentence.

A sentence is a template, such as `box {box} bets {amount:$}[ and {tokens:$} in tokens].`, in the package's `sentences.toml`, or
a function where it takes more than that. `{field:form}` shows a field of the event in a form, `{event:form}` the event itself.
A part in brackets is said only if its fields say something, or if its questions are answered yes: `{?field}` and `{!field}`
ask whether a field says something or not, `{field=word}` and `{field!=word}` whether it is that word, `{field>1}` and `{field<2}`
whether it is more or less, or has more or fewer members.

A package adds forms in the section `[forms]`, each a template for the value, which is `{it}`, with its fields; or
- `each`, a template for every member, joined `by` a comma, or `none`; `{number}` counts them, and a mapping has `{key}`, `{it}`;
- `parts`, several templates for the value, those that are said joined as above;
- `one` and `many`, for a number or for how many members there are;
- `words`, a word for each value.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sized
from functools import partial
from importlib import resources
from string import Formatter
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.kernel import incidents
from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.actors import HOUSE
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.entries import Entry
from croupier.kernel.events import Event, PlayersCommand
from croupier.kernel.hands import spoken
from croupier.kernel.money import dollars

if TYPE_CHECKING:
    from croupier.kernel.rulebook import Rulebook

Sentence = str | Callable[[Any, Any], str]
Forms = Mapping[str, Callable[[Any], str]]


def entered_for(entry: Entry[Any, Any], mine: int = 0, names: Mapping[str, str] = {}) -> str:
    """Who recorded a player's act for them, in words; empty if the player or the software did it.

    `mine` is the reader's seat.
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


def number_of(value: int | Sized) -> int:
    """A number, or how many members there are."""
    return len(value) if isinstance(value, Sized) else value


def counted(what: str, number: int | Sized, many: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{number_of(number)} {what if number_of(number) == 1 else many or what + 's'}"


def moment(at: int) -> str:
    """A time in a sentence: `1200 seconds` where time is counted from the start, else the time of day."""
    return counted("second", at) if at < 10**8 else f"{at // 3600 % 24:02}:{at // 60 % 60:02} UTC"


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
    "hand": spoken,
    "boxes": lambda boxes: several("box", boxes, "boxes"),
    "whose": whose,
    "at seats": lambda seats: several("seat", seats),
    "list": lambda things: ", ".join(map(str, things)),
    "and": lambda things: " and ".join(things),
    "first": lambda things: str(things[0]),
    "last": lambda things: str(things[-1]),
    "next": lambda number: str(number + 1),
    "len": lambda things: str(len(things)),
    "are": lambda things: "is" if len(things) == 1 else "are",
    "go": lambda things: "goes" if len(things) == 1 else "go",
    "moment": moment,
    "sums": lambda sums: ", ".join(f"{name} {dollars(amount)}" for name, amount in sums.items()),
    "stack": lambda event: dollars(event.postings.get(stack_of(event.seat), 0)),
    "purse": lambda event: dollars(event.postings.get(purse_of(event.person), 0)),
    "cards_of": partial(counted, "card"),
    "hands_of": partial(counted, "hand"),
    **{f"{what}s": partial(counted, what) for what in ("minute", "second", "player", "seat", "failure", "prize")},
}
"""How a field is shown; `stack` and `purse` show what an event brings to a seat, or to a person."""


class Member(NamedTuple):
    """A member of a mapping, as a template names its parts."""

    key: Any
    it: Any


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form as `sentences.toml` has it; `forms` are those that its templates may use."""

    forms: Forms
    says: str = ""
    each: str = ""
    parts: tuple[str, ...] = ()
    one: str = ""
    many: str = ""
    words: dict[str, str] = {}
    by: str = ", "
    none: str = ""

    def __call__(self, value: Any) -> str:
        if self.words:
            return self.words[str(value)]
        if self.many:
            return filled(self.one if number_of(value) == 1 else self.many, number_of(value), forms=self.forms)
        if self.each:
            members = [Member(*item) for item in value.items()] if isinstance(value, Mapping) else value
            said = [_Told(member, None, self.forms, number).tell(self.each) for number, member in enumerate(members, 1)]
        else:
            told = _Told(value, None, self.forms)
            said = [told.tell(part) for part in self.parts or (self.says,) if self.says or told.is_so(_OPTIONAL.sub("", part))]
        return self.by.join(said) or self.none


def with_forms(written: Mapping[str, Any], forms: Forms) -> Forms:
    """These forms, and those that a file has in its section `[forms]`."""
    found: dict[str, Callable[[Any], str]] = {**forms}
    for name, one in written.items():
        found[name] = Form(found, **({"says": one} if isinstance(one, str) else one))
    return found


class Telling:
    """The events of a package in plain words: its `sentences.toml`, forms of its own, and functions for what takes more."""

    def __init__(
        self,
        package: str,
        events: ModuleType,
        forms: Mapping[str, Callable[[Any], str]] = {},
        functions: Mapping[type[Event], Sentence] = {},
    ) -> None:
        said = tomllib.loads((resources.files(package) / "sentences.toml").read_text(encoding="utf-8"))
        self.forms = with_forms(said.pop("forms", {}), {**FORMS, **forms})
        known = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]
        kinds = {kind.__struct_config__.tag: kind for kind in known}
        self.sentences: dict[type[Event], Sentence] = {**{kinds[tag]: one for tag, one in said.items()}, **functions}

    def __call__(self, event: Event, rules: Any = None) -> str:
        """The event in words, for the viewer it was redacted for."""
        return sentence(self.sentences, event, rules, self.forms)


_OPTIONAL = re.compile(r"\[([^]]*)\]")
_ASKS = re.compile(r"\{([?!])([\w.]+)\}|\{([\w.]+)(!?=|[<>])([\w -]*)\}")


def asked_in(template: str) -> tuple[str, list[str]]:
    """A template without its questions, and the fields that it asks about."""
    return _ASKS.sub("", template), [name or other for _, name, other, _, _ in _ASKS.findall(template)]


class _Told(Formatter):
    """The fields of an event, each in its form."""

    def __init__(self, event: Any, rules: Any, forms: Forms, number: int = 0) -> None:
        self._given, self._event, self._forms = {"event": event, "rules": rules}, event, forms
        if number:
            self._given["number"] = number

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        if key == "it":
            return getattr(self._event, "it", self._event)
        return self._given[key] if key in self._given else getattr(self._event, str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        return self._forms[format_spec](value) if format_spec else str(value)

    def tell(self, template: str) -> str:
        parts = _OPTIONAL.split(template)  # every second one is optional
        return "".join(
            self.format(_ASKS.sub("", part)) for number, part in enumerate(parts) if number % 2 == 0 or self.is_so(part)
        )

    def is_so(self, part: str) -> bool:
        """Whether a part is said: its questions are answered yes, or its fields say something."""
        if asked := _ASKS.findall(part):
            return all(
                bool(self._field(name)) == (mark == "?") if mark else _answers(self._field(other), sign, word)
                for mark, name, other, sign, word in asked
            )
        return all(self._field(name) for _, name, _, _ in self.parse(part) if name)

    def _field(self, name: str) -> Any:
        return self.get_field(name, (), {})[0]


def _answers(value: Any, sign: str, word: str) -> bool:
    if sign in ("<", ">"):
        return number_of(value) > int(word) if sign == ">" else number_of(value) < int(word)
    return (str(value) == word) == (sign == "=")


def filled(template: str, thing: Any, rules: Any = None, forms: Forms = FORMS) -> str:
    """A template filled in with the fields of a thing."""
    return _Told(thing, rules, forms).tell(template)


def sentence(sentences: Mapping[type[Event], Sentence], event: Event, rules: Any = None, forms: Forms = FORMS) -> str:
    """The event in words, for the viewer it was redacted for, with sums in the currency of the rules."""
    how = sentences.get(type(event)) or SHARED[type(event)]
    said = filled(how, event, rules, forms) if isinstance(how, str) else how(event, rules)
    said = " ".join(said.splitlines())  # text that a person typed must not start a new line
    said = said if rules is None else rules.currency.told(said)
    return said[:1].upper() + said[1:]


def _reported(event: incidents.IrregularityReported, rules: Rulebook) -> str:
    boxes = event.boxes or ((event.box,) if event.box >= 0 else ())
    where = ["the dealer" if boxes == (0,) else f"box{'es' * (len(boxes) > 1)} {', '.join(map(str, boxes))}"] * bool(boxes)
    where += [f"the player in seat {seat}" for seat in event.players or ((event.player,) if event.player else ())]
    where += [event.person] if event.person else []
    where += [f"{event.count} counted"] if event.count >= 0 else []
    where += [dollars(event.amount)] if event.amount >= 0 else []
    where += [event.note] if event.note else []
    return f"reported: {event.says}" + (f" ({', '.join(where)})." if where else ".")


def _asked(event: incidents.RulingAsked, rules: Rulebook) -> str:
    return f"the {event.rank} must rule: {event.question} ({' or '.join(option.name for option in event.options)})."


def _duty(event: incidents.DutyDone, rules: Rulebook) -> str:
    duty = rules.duties.get(event.duty)
    return f"{event.by}: {duty.says if duty else event.duty}{because(event.note)}."


def _whom(event: incidents.WinningsWithheld) -> str:
    return f"the player in seat {event.player}" if event.player else event.person


def _withheld(event: incidents.WinningsWithheld) -> str:
    now = f"{dollars(event.amount)} in winnings is withheld from {_whom(event)}"
    later = f"the prize of {several('box', event.prizes, 'boxes')}"
    if not event.prizes:
        return f"{now}."
    if not event.amount:
        return f"{later} will be withheld from {_whom(event)} when it is paid."
    return f"{now}, and so will be {later} when it is paid."


SHARED: dict[type[Event], Sentence] = {
    incidents.IrregularityReported: _reported,
    incidents.RulingAsked: _asked,
    incidents.RulingGiven: "{by} rules: {option}{note:because}.",
    incidents.DutyDone: _duty,
    incidents.PlayerExcluded: "[the player in seat {player}][{person}{!player}] may take no further part.",
    incidents.WinningsWithheld: lambda event, _: _withheld(event),
    incidents.WinningsReleased: "{amount:$} withheld from {person} is [paid after all{?paid}][kept by the house{!paid}].",
    incidents.GuessRefused: "a command that named hidden cards was refused and is on record.",
    incidents.EditionAdopted: "the table now follows {edition}.",
    incidents.CardCorrected: lambda event, _: (
        f"corrected: {'a face-down card' if event.was is HIDDEN else f'{event.was.symbol} is really {event.now.symbol}'}"
        f"{because(event.why)}."
    ),
    incidents.DeckCommitted: lambda event, _: f"the deck for round {event.round} is committed: {event.root[:8]}.",
}
"""A sentence for every event that tables share."""
