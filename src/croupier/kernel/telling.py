"""Events in plain words, one sentence each, for readers. The event has the clauses, not the sentence.

A sentence is a template, such as `box {box} bets {amount:$}[ and {tokens:$} in tokens].`, in the package's `sentences.toml`, or
a function if a template is not enough. `{field:form}` shows a field of the event in a form, `{event:form}` the event itself.
A part in brackets is said only if its fields have something to say, or if its questions are answered yes: `{?field}` and
`{!field}` ask whether a field has something to say or not, `{field=word}` and `{field!=word}` whether it is that word,
`{field>1}` and `{field<2}` whether it is more or less, or has more or fewer members.

A package adds forms in the section `[forms]`, each a template for the value, which is `{it}`, with its fields; or
- `each`, a template for every member, joined `by` a comma, or `none`; `{number}` counts them, and a mapping has `{key}`, `{it}`;
- `parts`, several templates for the value, joined as above if they are said;
- `one` and `many`, for a number or for how many members there are;
- `words`, a word for each value.
With `last`, that word goes before the last of those joined; with `of`, the form shows what `FACTS` find out about the
value. A function for an event gives its sentence, or what its template shows.

In another language a package has its sentences and forms in a second file, `sentences.it.toml`; so does the kernel.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sized
from functools import cache, partial
from operator import attrgetter
from string import Formatter
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.kernel import incidents
from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.actors import HOUSE
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.entries import Entry
from croupier.kernel.events import Event, PlayersCommand
from croupier.kernel.hands import spoken
from croupier.kernel.languages import ENGLISH, form_for, in_book, language, words_in
from croupier.kernel.money import dollars

if TYPE_CHECKING:
    from croupier.kernel.rulebook import Rulebook

Sentence = str | Callable[[Any, Any], str]
Facts = Callable[[Any, Any], SimpleNamespace]
Forms = Mapping[str, Callable[[Any], str]]
KERNEL = "croupier.kernel"


def entered_for(entry: Entry[Any, Any], mine: int = 0, names: Mapping[str, str] = {}) -> str:
    """Who recorded a player's act for them, in words; empty if it was the player or the software.

    `mine` is the reader's seat.
    """
    command, who = entry.command, entry.capacity
    if not isinstance(command, PlayersCommand) or isinstance(who, int) or who == HOUSE:
        return ""
    whom = "you" if command.seat == mine else f"seat {command.seat}"
    return f"{who} {names.get(entry.person, entry.person)} entered this for {whom}."


def capital(said: str) -> str:
    """The same with its first letter in upper case."""
    return said[:1].upper() + said[1:]


def because(why: str) -> str:
    return f": {why}" if why else ""


def cards_told(cards: tuple[Card, ...]) -> str:
    """The known faces, and how many are not known."""
    known = " ".join(card.symbol for card in cards if card is not HIDDEN)
    hidden = sum(card is HIDDEN for card in cards)
    unseen = f"{hidden} card{'s' * (hidden != 1)} face down" if hidden else ""
    return " and ".join(part for part in (known, unseen) if part) or "no cards"


def whose(box: int) -> str:
    """`box 2`, or the dealer, whose hand is number 0."""
    return f"box {box}" if box else "the dealer"


def number_of(value: int | Sized) -> int:
    """A number, or the number of members."""
    return len(value) if isinstance(value, Sized) else value


def counted(what: str, number: int | Sized, many: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{number_of(number)} {what if number_of(number) == 1 else many or what + 's'}"


def moment(at: int) -> str:
    """A time in a sentence: `1200 seconds` if time is counted from the start, otherwise the time of day."""
    return counted("second", at) if at < 10**8 else f"{at // 3600 % 24:02}:{at // 60 % 60:02} UTC"


def times(number: int) -> str:
    """How often: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def several(what: str, numbers: Iterable[int], plural: str = "") -> str:
    """`box 2`, `boxes 2, 3`."""
    listed = [str(number) for number in numbers]
    return f"{what} {listed[0]}" if len(listed) == 1 else f"{plural or what + 's'} {', '.join(listed)}"


FORMS: dict[str, Callable[[Any], str]] = {
    "$": dollars,
    "odds": str,
    "times": times,
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
"""How a field is shown; `stack` and `purse` show what an event brings to a seat or a person."""


FACTS: dict[str, Callable[[Any], SimpleNamespace]] = {
    "cards": lambda cards: SimpleNamespace(
        known=" ".join(card.symbol for card in cards if card is not HIDDEN), hidden=sum(card is HIDDEN for card in cards)
    ),
    "odds": lambda odds: SimpleNamespace(**dict(zip(("to", "each"), str(odds).split(" to "), strict=False))),
    "moment": lambda at: SimpleNamespace(seconds=at if at < 10**8 else 0, clock=f"{at // 3600 % 24:02}:{at // 60 % 60:02}"),
}
"""What the forms of other languages ask about values for which English needs more than a template."""


def about(event: Event, **more: Any) -> SimpleNamespace:
    """An event with additional facts for its template."""
    return SimpleNamespace(**{**msgspec.structs.asdict(event), **more})


class Member(NamedTuple):
    """A member of a mapping, with the names that a template uses."""

    key: Any
    it: Any


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form as in `sentences.toml`; `forms` are those that its templates may use."""

    forms: Forms
    says: str = ""
    each: str = ""
    parts: tuple[str, ...] = ()
    one: str = ""
    many: str = ""
    words: dict[str, str] = {}
    by: str = ", "
    last: str = ""
    none: str = ""
    of: str = ""

    def __call__(self, value: Any) -> str:
        value = FACTS[self.of](value) if self.of else value
        if self.words:
            return self.words[str(value)]
        if self.many:
            return filled(form_for(number_of(value), [self.one, self.many]), number_of(value), forms=self.forms)
        if self.each:
            members = [Member(*item) for item in value.items()] if isinstance(value, Mapping) else value
            said = [_Told(member, None, self.forms, number).tell(self.each) for number, member in enumerate(members, 1)]
        else:
            told = _Told(value, None, self.forms)
            said = [told.tell(part) for part in self.parts or (self.says,) if self.says or told.is_so(_OPTIONAL.sub("", part))]
        if self.last and len(said) > 1:
            said = [*said[:-2], self.last.join(said[-2:])]
        return self.by.join(said) or self.none


def with_forms(written: Mapping[str, Any], forms: Forms) -> Forms:
    """These forms, and those in a file's section `[forms]`."""
    all_forms: dict[str, Callable[[Any], str]] = {**forms}
    for name, form in written.items():
        all_forms[name] = Form(all_forms, **({"says": form} if isinstance(form, str) else form))
    return all_forms


def _forms_in(package: str, code: str, own: Mapping[str, Callable[[Any], str]] = {}) -> Forms:
    general = with_forms(words_in(KERNEL, "sentences.toml", code).get("forms", {}), FORMS)
    return with_forms(words_in(package, "sentences.toml", code).get("forms", {}), {**general, **own})


forms_of = cache(_forms_in)
"""The forms that the sentences of a package use in a language."""


class Telling:
    """The events of a package in plain words: its `sentences.toml`, its own forms, functions if more is needed, and `facts`
    for what its templates show and an event does not have itself.
    """

    def __init__(
        self,
        package: str,
        events: ModuleType,
        forms: Mapping[str, Callable[[Any], str]] = {},
        functions: Mapping[type[Event], Sentence] = {},
        facts: Mapping[type[Event], Facts] = {},
    ) -> None:
        self.package, self.facts, self._own = package, facts, forms
        known = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]
        self._kinds = {kind.__struct_config__.tag: kind for kind in known}
        self.forms = _forms_in(package, ENGLISH, forms)
        self.sentences: dict[type[Event], Sentence] = {**self.templates(ENGLISH), **functions}
        self._in: dict[tuple[str, str], tuple[Mapping[type[Event], Sentence], Forms]] = {}

    def templates(self, code: str, part: str = "") -> dict[type[Event], Sentence]:
        """The sentences that a language has for these events; or for a `part` of them, such as `you`, said to the player."""
        said = words_in(self.package, "sentences.toml", code)
        said = said.get(part, {}) if part else said
        return {self._kinds[tag]: text for tag, text in said.items() if isinstance(text, str) and tag in self._kinds}

    def __call__(self, event: Event, rules: Any = None, part: str = "") -> str:
        """The event in words, for the viewer it was redacted for; empty if a `part` has no words for it."""
        if (code := language()) != ENGLISH:
            if (code, part) not in self._in:
                self._in[code, part] = self.templates(code, part), _forms_in(self.package, code, self._own)
            templates, forms = self._in[code, part]
            if type(event) in templates:
                return sentence(templates, event, rules, forms, self.facts)
        if type(event) not in self.sentences and self is not _SHARED:
            return _SHARED(event, rules, part)
        return "" if part else sentence(self.sentences, event, rules, self.forms, self.facts)


_OPTIONAL = re.compile(r"\[([^]]*)\]")
_ASKS = re.compile(r"\{([?!])([\w.]+)\}|\{([\w.]+)(!?=|[<>])([\w -]*)\}")


def asked_in(template: str) -> tuple[str, list[str]]:
    """A template without its questions, and the fields that it asks about."""
    return _ASKS.sub("", template), [name or other for _, name, other, _, _ in _ASKS.findall(template)]


def named_in(template: str) -> set[str]:
    """The fields that a template shows or asks about; `ValueError` if a brace is not closed, or a form is unknown."""
    shown = [(name, form) for part in _OPTIONAL.split(template) for _, name, form in _pieces(part) if name]
    if strange := [form for _, form in shown if form and form not in FORMS]:
        raise ValueError(f"there is no form {strange[0]!r}")
    return {name.partition(".")[0] for name in (*dict(shown), *asked_in(template)[1])}


@cache
def _pieces(part: str) -> list[tuple[str, str, str]]:
    """A part of a template piece by piece: some text, and the field after it with its form."""
    return [(text, name or "", form or "") for text, name, form, _ in Formatter().parse(_ASKS.sub("", part))]


class _Told:
    """The fields of an event, each in its form."""

    def __init__(self, event: Any, rules: Any, forms: Forms, number: int = 0) -> None:
        self._given, self._event, self._forms = {"event": event, "rules": rules}, event, forms
        if number:
            self._given["number"] = number

    def tell(self, template: str) -> str:
        parts = _OPTIONAL.split(template)  # every second one is optional
        said = [_pieces(part) for place, part in enumerate(parts) if place % 2 == 0 or self.is_so(part)]
        return "".join([text + (self._field(name, form) if name else "") for pieces in said for text, name, form in pieces])

    def _field(self, name: str, form: str) -> str:
        value = self._value(name)
        return self._forms[form](value) if form else str(value)

    def _value(self, name: str) -> Any:
        """What a field says, or a field of it, as in `note.text`; a value that is not an event is `it`."""
        first, _, rest = name.partition(".")
        if first == "it":
            value = getattr(self._event, "it", self._event)
        else:
            value = self._given[first] if first in self._given else getattr(self._event, first)
        return attrgetter(rest)(value) if rest else value

    def is_so(self, part: str) -> bool:
        """Whether a part is said: its questions are answered yes, or its fields have something to say."""
        if asked := _ASKS.findall(part):
            return all(
                bool(self._value(name)) == (mark == "?") if mark else _answers(self._value(other), sign, word)
                for mark, name, other, sign, word in asked
            )
        return all(self._value(name) for _, name, _ in _pieces(part) if name)


def _answers(value: Any, sign: str, word: str) -> bool:
    if sign in ("<", ">"):
        return number_of(value) > int(word) if sign == ">" else number_of(value) < int(word)
    return (str(value) == word) == (sign == "=")


def filled(template: str, thing: Any, rules: Any = None, forms: Forms = FORMS) -> str:
    """A template filled in with the fields of a thing."""
    return _Told(thing, rules, forms).tell(template)


def sentence(
    sentences: Mapping[type[Event], Sentence],
    event: Event,
    rules: Any = None,
    forms: Forms = FORMS,
    facts: Mapping[type[Event], Facts] = {},
) -> str:
    """The event in words, for the viewer it was redacted for, with sums in the currency of the rules."""
    how, shows = sentences[type(event)], facts.get(type(event))
    shown = event if shows is None else shows(event, rules)
    said = filled(how, shown, rules, forms) if isinstance(how, str) else how(event, rules)
    said = " ".join(said.splitlines())  # text that a person typed must not start a new line
    said = said if rules is None else rules.currency.told(said)
    return capital(said)


def _reported(event: incidents.IrregularityReported, rules: Rulebook) -> SimpleNamespace:
    boxes = event.boxes or ((event.box,) if event.box >= 0 else ())
    dealer, counted_, paid = boxes == (0,), event.count >= 0, event.amount >= 0
    players = event.players or ((event.player,) if event.player else ())
    asked = bool(boxes or players or event.person or counted_ or paid or event.note)
    more = {"boxes": () if dealer else boxes, "dealer": dealer, "players": players, "counted": counted_, "sum": paid}
    return about(event, says=event.says, where=asked, **more)


_SHARED_FACTS: dict[type[Event], Facts] = {
    incidents.IrregularityReported: _reported,
    incidents.DutyDone: lambda event, rules: about(
        event,
        by=in_book(rules.book, "book.toml", event.by, event.by),
        says=in_book(rules.book, "duties.toml", event.duty, rules.duties[event.duty].says)
        if event.duty in rules.duties
        else event.duty,
    ),
    incidents.CardCorrected: lambda event, _: about(event, hidden=event.was is HIDDEN),
    incidents.DeckCommitted: lambda event, _: about(event, short=event.root[:8]),
}

_SHARED = Telling(KERNEL, incidents, facts=_SHARED_FACTS)
SHARED = _SHARED.sentences
"""A sentence for every event that tables share."""
