"""What the terms of a tournament must say, item by item in the order of the book; what is missing; and the terms in our words.

A conditional item is present with its details, or with the statement that it does not apply. What the book leaves to the terms
is a choice that must be made. A term cannot allow what the rules of the game do not: the rules prevail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import attrgetter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kernel.clauses import number_key
from croupier.kernel.data import data_of
from croupier.kernel.telling import FORMS, Member, counted, filled, times, with_forms
from croupier.tournaments.terms import CASHED, NONE, BuyBack, Secondary, Terms

if TYPE_CHECKING:
    from croupier.tournaments.state import TournamentRules


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the terms must say, or may choose, as in `statements.toml`. `only` is the structure it applies to."""

    says: str
    ground: str = ""
    only: str = ""
    field: str = ""
    fields: tuple[str, ...] = ()
    text: str = ""
    otherwise: str = ""
    words: dict[str, str] = {}

    def value(self, terms: Terms) -> Any:
        return attrgetter(self.field)(terms) if self.field else ""

    def said(self, terms: Terms) -> bool:
        """Whether the terms say it: by a function of its own, or by its field."""
        if (check := _SAID.get(self.ground)) is not None:
            return check(terms)
        value = self.value(terms)
        if isinstance(value, str):
            return bool(value.strip()) if self.otherwise else _text(value)
        return value is not None if self.otherwise else value > 0

    def chosen(self, terms: Terms) -> bool:
        """Whether the terms choose it, with no negative number."""
        value = self.value(terms)
        numbers = value if isinstance(value, tuple) else (value,) if isinstance(value, int) else ()
        return value not in ("", None) and min(numbers, default=0) >= 0

    def reads(self, rules: TournamentRules, terms: Terms) -> str:
        """How the terms read."""
        value = self.value(terms)
        nothing = self.otherwise and (not value or value == NONE)
        text = self.words[value] if self.words else self.otherwise if nothing else self.text
        return filled(text, _names(rules, terms, value), forms=_FORMS)


class Finding(msgspec.Struct, frozen=True):
    """Something that keeps entries from opening: what, its clauses, and whether it is against the rules. `fields` are
    those of the terms that say it.
    """

    ground: str
    says: str
    clauses: tuple[str, ...]
    against: bool = False
    fields: tuple[str, ...] = ()


def chips(amount: int) -> str:
    """An amount of tournament chips, which are counted and not worth money: `1,500`."""
    whole, part = divmod(amount, 100)
    return f"{whole:,}" + (f".{part:02d}" if part else "")


def _costs(terms: Terms) -> bool:
    d = terms.details
    sums = (d.entry_fee, d.buy_in, d.rebuy, d.add_on)
    add_on = not d.add_on or (terms.format.add_on_after > 0 and terms.format.add_on_chips > 0)
    return all(sum_ is not None and sum_ >= 0 for sum_ in sums) and add_on


def _in_time(terms: Terms) -> bool:
    minutes = [limit for limit in (terms.entry.withdraw_free_minutes, terms.entry.substitute_minutes) if limit is not None]
    return bool(minutes) and min(minutes) >= 0


def _lengths(terms: Terms) -> bool:
    if terms.in_rounds:
        lengths = [(stage.hands, stage.minutes) for stage in terms.format.rounds]
        return bool(lengths) and all(min(length) >= 0 and max(length) > 0 for length in lengths)
    levels = terms.format.levels
    return bool(levels) and not levels[0].is_break and all(stage.minutes > 0 for stage in levels)


def _stages(terms: Terms) -> Iterator[Member]:
    """The levels and breaks of a session: the number of a level, or zero for a break, and its minutes."""
    number = 0
    for level in terms.format.levels:
        number += not level.is_break
        yield Member(0 if level.is_break else number, level.minutes)


def _buy_back(terms: Terms) -> bool:
    back, f = terms.format.buy_back, terms.format
    if not terms.details.rebuy and not terms.choices.re_entry and not isinstance(back, BuyBack):
        return back == NONE
    if terms.details.rebuy and min(f.rebuys, f.rebuy_until, f.rebuy_chips) <= 0:
        return False
    return isinstance(back, BuyBack) and _text(back.method) and back.until > 0 and back.times > 0


def _secondary(terms: Terms) -> bool:
    held = terms.format.secondary
    if isinstance(held, Secondary):
        return _text(held.qualifies) and held.places > 0
    return held in (NONE, "director decides")


def _minimum(terms: Terms) -> bool:
    if terms.wagers.minimum != "schedule":
        return terms.wagers.minimum == NONE and not terms.format.levels
    if terms.format.levels and not all(one.is_break or one.blinds[-1] > 0 for one in terms.format.levels):
        return False
    if terms.in_rounds and not terms.format.levels:
        return all(one.minimum > 0 and one.compulsory is not None for one in terms.format.rounds)
    return bool(terms.format.levels)


def _secret(terms: Terms) -> bool:
    number = terms.wagers.secret
    return number is not None and (number == 0 or (number > 0 and _text(terms.wagers.secret_method)))


def _text(said: str) -> bool:
    """Whether something is said, other than that it does not apply."""
    return said.strip() not in ("", NONE)


def _as_built(terms: Terms, said: str, elimination: str, rounds: str) -> bool:
    """Whether a criterion is given, and fits the structure of the tournament, if that is given."""
    return bool(said) and said == {"elimination": elimination, "rounds": rounds}.get(terms.format.structure, said)


def _pool(terms: Terms) -> bool:
    """Whether there is anything to win, paid for by entries that contribute to it."""
    p, d = terms.prizes, terms.details
    parts = ((p.per_entry, d.buy_in), (p.per_rebuy, d.rebuy), (p.per_add_on, d.add_on))
    return any((p.per_entry, p.added, p.guarantee)) and all(paid is None or part <= paid for part, paid in parts)


def _in_chips(terms: Terms) -> bool:
    """Whether the chips handed out are possible: multiples of the smallest chip."""
    smallest, f = min(terms.wagers.denominations, default=1), terms.format
    return smallest > 0 and not any(sum_ % smallest for sum_ in (f.starting_bank, f.rebuy_chips, f.add_on_chips))


def _cashed(terms: Terms) -> bool:
    return bool(terms.format.chips_at_end) and (terms.format.chips_at_end != CASHED or terms.format.cash_per_hundred > 0)


def _shared(terms: Terms) -> bool:
    """Whether the pool is fully shared for any number of entries: no place is paid less than zero or more than the one above."""
    p = terms.prizes
    if not p.shares:
        return 0 < p.percent <= 100 and 0 < p.ratio <= 100
    rows = [row.entries for row in p.shares]
    falling = all(row.shares and row.shares[0] > 0 <= row.shares[-1] for row in p.shares)
    falling = falling and all(list(row.shares) == sorted(row.shares, reverse=True) for row in p.shares)
    return falling and len(set(rows)) == len(rows) and min(rows) <= max(terms.details.least_players, 2)


_SAID: dict[str, Callable[[Terms], bool]] = {
    "terms_costs": _costs,
    "terms_players": lambda t: 2 <= t.details.least_players <= t.details.most_players,
    "terms_staff": lambda t: t.entry.charity_or_media is False or bool(t.entry.charity_or_media and t.entry.staff_without_prize),
    "terms_entry": _in_time,
    "terms_rounds": _lengths,
    "terms_tables": lambda t: t.format.seats > 1 and t.format.tables >= 0,
    "terms_progression": lambda t: all(one.advance > 0 and one.advance_by for one in t.format.rounds[:-1]),
    "terms_buy_back": _buy_back,
    "terms_secondary": _secondary,
    "terms_bank": lambda t: t.format.same_bank and t.format.starting_bank > 0 and _in_chips(t),
    "terms_chips_at_end": _cashed,
    "terms_chips": lambda t: _text(t.wagers.chips) and bool(t.wagers.denominations),
    "terms_minimum": _minimum,
    "terms_secret": _secret,
    "terms_elimination": lambda t: _as_built(t, t.outcome.elimination, "no chips", "rank"),
    "terms_winners": lambda t: _as_built(t, t.outcome.winners, "last with chips", "most chips"),
    "terms_pool": _pool,
    "terms_distribution": _shared,
    "terms_penalties": lambda t: _text(t.conduct.penalised_for) and bool(t.conduct.penalties),
}
"""What several fields say together."""


def _names(rules: TournamentRules, terms: Terms, value: Any) -> SimpleNamespace:
    """What the texts use: the book's own names, the terms and their parts, and values that read differently from their field."""
    back, held = terms.format.buy_back, terms.format.secondary
    return SimpleNamespace(
        value=_shown(value),
        regulator=rules.regulator,
        operator=rules.operator_name,
        rules_name=rules.rules_name,
        officer=rules.officer,
        in_rounds=terms.in_rounds,
        stage="round" if terms.in_rounds else "level",
        stages=tuple(_stages(terms)),
        levels=tuple(level for level in terms.format.levels if not level.is_break),
        advancing=terms.format.rounds[:-1],
        back=back if isinstance(back, BuyBack) else None,
        secondary=held if isinstance(held, Secondary) else None,
        **{part: getattr(terms, part) for part in ("details", "entry", "format", "wagers", "prizes", "conduct", "choices")},
    )


def minutes(seconds: int) -> str:
    """A time in minutes, or with seconds if it is not a whole number of them: `20 minutes`, `90 seconds`."""
    return counted("second", seconds) if seconds % 60 else counted("minute", seconds // 60)


def _numbers(numbers: tuple[object, ...]) -> str:
    *first, last = map(str, numbers or ("",))
    return f"{', '.join(first)} and {last}" if first else last


def _shown(value: object) -> object:
    """A setting as a text shows it: how many tables in numbers, and words without their full stop."""
    if isinstance(value, tuple):
        return f"{_numbers(value)} table{'s' * (value != (1,))}"
    return value.rstrip(".") if isinstance(value, str) else value


_CHOICES = "What these terms choose"
_TOLD: dict[str, dict[str, dict[str, Any]]] = data_of("croupier.tournaments", "statements.toml")
_FORMS = with_forms(
    _TOLD.pop("forms"),
    {
        **FORMS,
        "chips": chips,
        "minutes": minutes,
        "in universal time": lambda when: when.replace("+00:00", " UTC"),
        "times": times,
        "chip numbers": lambda sums: _numbers(tuple(map(chips, sums))),
    },
)
ITEMS = {
    heading: tuple(msgspec.convert({**row, "ground": ground}, Item) for ground, row in rows.items())
    for heading, rows in _TOLD.items()
    if heading != _CHOICES
}
"""Every item, by its heading in the book."""
CHOICES = {field: msgspec.convert({**row, "field": f"choices.{field}"}, Item) for field, row in _TOLD[_CHOICES].items()}
"""What the book leaves to the terms, by its field."""


def required(rules: TournamentRules, terms: Terms) -> tuple[str, ...]:
    """The clauses that terms have to satisfy, in the order of the book."""
    grounds = ["terms_documented", "terms_incomplete", *(item.ground for part in ITEMS.values() for item in part)]
    return tuple(sorted(rules.cite(*grounds), key=number_key))


def findings(rules: TournamentRules, terms: Terms) -> list[Finding]:
    """Everything that the terms lack, in the order of the book; then the choices not made; then what is against the rules."""
    lacking = [
        Finding(item.ground, item.says, rules.cite(item.ground), fields=item.fields or (item.field,))
        for part in ITEMS.values()
        for item in part
        if not item.said(terms)
    ]
    lacking += [Finding(ground, says, rules.cite(ground), fields=(field,)) for ground, says, field in _not_chosen(terms)]
    told = rules.currency.told
    return [msgspec.structs.replace(finding, says=told(finding.says)) for finding in (*lacking, *_against(rules, terms))]


def _not_chosen(terms: Terms) -> Iterator[tuple[str, str, str]]:
    for choice in CHOICES.values():
        if choice.only in ("", terms.format.structure) and not choice.chosen(terms):
            yield choice.ground, choice.says, choice.field
    if terms.details.rebuy and not terms.prizes.per_rebuy and not terms.details.buy_in:
        yield "terms_pool", "what a re-buy adds to the pool", "prizes.per_rebuy"


_NOT_CASH = re.compile(r"\b(?:no|non|not|never|other than|without|unlike)[ -](?:a |any |for )?cash\b")
"""Words that say that chips are not cash chips."""


def _against(rules: TournamentRules, terms: Terms) -> Iterator[Finding]:
    for ground, says in _contrary(terms):
        yield Finding(ground, says, rules.cite(ground), against=True)
    for says, clauses in rules.contradictions(terms):
        yield Finding("terms_against_rules", says, (*rules.cite("terms_rules_prevail"), *clauses), against=True)


def _contrary(terms: Terms) -> Iterator[tuple[str, str]]:
    if "cash" in _NOT_CASH.sub("", terms.wagers.chips.casefold()):
        yield "terms_chips", "tournament chips are other than cash chips"
    if terms.format.chips_at_end == CASHED and not terms.in_rounds:
        yield "terms_chips_at_end", "chips are cashed at the end of a round, and this tournament has none"
    if 0 < terms.format.seats < (terms.choices.final_table or 0):
        yield "terms_tables", f"{terms.choices.final_table} do not fit at a final table with {terms.format.seats} seats"
    owed, means = terms.choices.missed_blinds.startswith("owed"), terms.conduct.absence
    if terms.format.structure == "elimination" and means and owed != (means != "blinded off"):
        yield "terms_absence", "an absent player either pays the blinds and is blinded off, or is dealt out and owes them"
    elif terms.against_house and means == "dealt out":
        yield "terms_absence", "there are no blinds here that an absent player could owe"


def statements(rules: TournamentRules, terms: Terms) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """The terms in our own words: under each heading what is said, with its clauses; missing items are marked."""
    by_heading: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for heading, part in ITEMS.items():
        by_heading[heading] = [
            (item.reads(rules, terms) if item.said(terms) else f"[missing: {item.says}]", rules.cite(item.ground))
            for item in part
        ]
    by_heading[_CHOICES] = [
        (_choice(rules, terms, field), rules.cite(choice.ground))
        for field, choice in CHOICES.items()
        if choice.only in ("", terms.format.structure)
    ]
    told = rules.currency.told
    return {heading: [(told(says), clauses) for says, clauses in part] for heading, part in by_heading.items()}


def _choice(rules: TournamentRules, terms: Terms, field: str) -> str:
    """A choice as a sentence, with the rule of the published practice that it follows."""
    choices, choice = terms.choices, CHOICES[field]
    value = choice.value(terms)
    if value in ("", None):
        return f"[missing: {choice.says}]"
    rule = f" ({choices.preset}, {choices.practice[field]})" if value and field in choices.practice else ""
    return f"{choice.reads(rules, terms)}{rule}."
