"""The terms and conditions of a tournament as a typed document: one part for each heading of the book, and the choices that
the book leaves to the terms. What they must say is in `items`.

Missing values are empty or None; what does not apply says so, with `none` or false. Sums of money and of chips are
in hundredths; tournament chips are worth no money.
"""

from __future__ import annotations  # without it, msgspec leaves some given values out of records

import re
import tomllib
from calendar import timegm
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from croupier.kernel.data import data_of
from croupier.kernel.errors import CroupierError
from croupier.kernel.money import cents
from croupier.tournaments.prize_pool import Row

NONE = "none"
"""What the terms say if something does not apply."""

Sum = Annotated[int, msgspec.Meta(title="sum")]
"""An amount of money or of chips, in hundredths."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the terms."""


class Details(Part, frozen=True, kw_only=True):
    """When, where, for how much and for how many. `starts` is the start in seconds, as read from `when`."""

    when: str = ""
    starts: int = 0
    entry_fee: Sum | None = None
    buy_in: Sum | None = None
    rebuy: Sum | None = None
    add_on: Sum | None = None
    least_players: int = 0
    most_players: int = 0
    where: str = ""
    start_may_move: bool = False
    changes_notified: bool = False


class Entry(Part, frozen=True, kw_only=True):
    """Who may enter, and how. Times are in minutes before the start; `signed` is whether each player signs the terms."""

    accepted_by_playing: bool = False
    entitled_only: bool = False
    may_refuse: bool | None = None
    selection: str = ""
    charity_or_media: bool | None = None
    staff_without_prize: bool = False
    abide: bool = False
    available: str = ""
    signed: bool | None = None
    method: str = ""
    withdraw_free_minutes: int | None = None
    substitute_minutes: int | None = None


class Level(Part, frozen=True, kw_only=True):
    """A level of a tournament played to elimination, or a break between two."""

    minutes: int
    blinds: tuple[Sum, ...] = ()
    ante: Sum = 0
    bets: tuple[Sum, ...] = ()
    most: Sum = 0

    @property
    def is_break(self) -> bool:
        return not self.blinds


class Round(Part, frozen=True, kw_only=True):
    """A round of so many hands at each table. `advance` go on, from each table or overall; zero in the last round."""

    hands: int = 0
    minutes: int = 0
    minimum: Sum = 0
    maximum: Sum = 0
    compulsory: bool | None = None
    advance: int = 0
    advance_by: Literal["", "table", "overall"] = ""
    new_bank: bool = True


class BuyBack(Part, frozen=True, kw_only=True):
    """How an eliminated player may buy back, up to which level or round, and how often."""

    method: str
    until: int
    times: int = 1


class Secondary(Part, frozen=True, kw_only=True):
    """A repechage or another secondary round: how to qualify, and how many come back from it."""

    qualifies: str
    places: int = 1


Betting = Literal["", "no limit", "pot limit", "half pot limit", "fixed limit", "spread limit"]
AtEnd = Literal["", "no value", "cash at the end of the round", "none"]
CASHED = "cash at the end of the round"


class Format(Part, frozen=True, kw_only=True):
    """How the tournament is built up. `seats` at a table, and the most `tables` that are active. Where chips are cashed at the
    end of a round, `cash_per_hundred` is what is paid for a hundred of them. `readings` are those of the game's rules that the
    house has chosen for its tables, `time_to_act` the seconds in which poker players act and discard, if there is such a time.
    """

    structure: Literal["", "elimination", "rounds"] = ""
    betting: Betting = ""
    ante_by_last_blind: bool = False
    time_to_act: int = 0
    levels: tuple[Level, ...] = ()
    rounds: tuple[Round, ...] = ()
    seats: int = 0
    tables: int = 0
    rebuy_until: int = 0
    rebuys: int = 0
    rebuy_chips: Sum = 0
    add_on_after: int = 0
    add_on_chips: Sum = 0
    buy_back: BuyBack | str = ""
    secondary: Secondary | str = ""
    starting_bank: Sum = 0
    same_bank: bool = False
    chips_at_end: AtEnd = ""
    cash_per_hundred: Sum = 0
    readings: tuple[str, ...] = ()


class Wagers(Part, frozen=True, kw_only=True):
    """Chips and wagers. `minimum` says where the least or compulsory wager is found; `secret` is how many secret wagers."""

    chips: str = ""
    denominations: tuple[Sum, ...] = ()
    minimum: Literal["", "schedule", "none"] = ""
    secret: int | None = None
    secret_method: str = ""


class Outcome(Part, frozen=True, kw_only=True):
    """By what criteria players are eliminated, and winners found."""

    elimination: Literal["", "no chips", "rank"] = ""
    winners: Literal["", "last with chips", "most chips"] = ""


class Prizes(Part, frozen=True, kw_only=True):
    """The prize pool: so much of each entry, re-buy and add-on, money added, a guarantee; and how it is shared out.

    Either a table of shares by entries, or `percent` of the entries are paid, each place `ratio` percent of the one before.
    """

    per_entry: Sum = 0
    per_rebuy: Sum = 0
    per_add_on: Sum = 0
    added: Sum = 0
    guarantee: Sum = 0
    shares: tuple[Row, ...] = ()
    percent: int = 0
    ratio: int = 0
    unit: Sum = 1
    rounding: Literal["rest-to-first", "largest-remainder"] = "rest-to-first"


Chips = Literal["", "removed", "left in play"]
Absence = Literal["", "blinded off", "dealt out", "stack held"]
Penalty = Literal["warning", "missed hands", "missed rounds", "disqualification"]


class Conduct(Part, frozen=True, kw_only=True):
    """When things may happen to a player, what follows from others, and what the terms state about the conduct of play."""

    penalised_for: str = ""
    penalties: tuple[Penalty, ...] = ()
    disqualified_for: str = ""
    substitute_when: str = ""
    refund_when: str = ""
    late: Absence = ""
    absence: Absence = ""
    phone: Penalty | Literal["", "none"] = ""
    substitute_means: str = ""
    disqualified_chips: Chips = ""
    retired_chips: Chips = ""
    rules_prevail: bool = False
    ends_early: bool = False
    ends_when_decided: bool = False
    ends_when_agreed: bool = False
    privacy: bool = False
    publicity: bool = False
    by_terms_and_rules: bool = False
    director_final: bool = False
    liability: bool = False
    complaints: bool = False


class Choices(Part, frozen=True, kw_only=True):
    """What the book leaves to the terms. Each must be chosen, here or by a preset, whose rule numbers stand in `practice`.

    - `balancing`: how far tables may differ before someone is moved; `halt_short`: so many short, a table waits.
    - `breaking`: which table is broken first. `moved`: who moves. `moved_seat`: where to. `moved_blind`: whether someone who
      has just paid the last blind may have to pay it again.
    - `redraw_at`: with so many tables left everyone draws a new seat; `final_table`: so many fit at the last one.
    - `ties`: how simultaneous eliminations rank. `advance_ties`: how equal banks at the end of a round are parted.
    - `hand_for_hand` and the `hand_seconds` taken off the clock for each such hand, at most `hand_most` times in a level.
    - `short_blind`: what someone pays first who is too short for the last blind and the ante for all.
    - `missed_blinds`: whether blinds are posted for an absent player or owed, also at another table or until a move to one.
    - `dead_hand`: whether the hand of someone who sits out is dead at once, or folded when its turn comes.
    - `table_time`: whether the director may give one table more time; terms that do not say so have all tables play alike.
    - `late_entry` and `re_entry`: up to and with which level, zero for never.
    """

    preset: str = ""
    balancing: Literal["", "one short", "three short", "none"] = ""
    halt_short: int | None = None
    breaking: Literal["", "highest number first", "lowest number first", "drawn"] = ""
    moved: Literal["", "next last blind", "drawn"] = ""
    moved_seat: Literal["", "worst", "drawn"] = ""
    moved_blind: Literal["", "where seated", "never twice running"] = ""
    redraw_at: tuple[int, ...] | None = None
    final_table: int | None = None
    ties: Literal["", "stacks across tables", "stacks at one table", "shared"] = ""
    advance_ties: Literal["", "all advance", "drawn"] = ""
    hand_for_hand: Literal["", "none", "director"] = ""
    hand_seconds: int | None = None
    hand_most: int | None = None
    colour_up: Literal["", "chip race", "rounded up", "none"] = ""
    late_entry: int | None = None
    re_entry: int | None = None
    missed_blinds: Literal["", "posted for them", "owed", "owed until moved"] = ""
    short_blind: Literal["", "blind first", "ante first"] = ""
    dead_hand: Literal["at once", "in turn"] = "at once"
    deals: Literal["", "agreed by all", "none"] = ""
    table_time: Literal["none", "director"] = "none"
    practice: dict[str, str] = {}


def _named(said: str) -> tuple[str, ...]:
    """The circumstances that a sentence of the terms names, one by one."""
    reasons = (re.sub(r"^(and|or) ", "", reason.strip().rstrip(".")) for reason in re.split(r"[,;]", said))
    return tuple(filter(None, reasons))


class Terms(Part, frozen=True, kw_only=True):
    """The terms and conditions of one tournament."""

    game: str = ""
    title: str = ""
    details: Details = Details()
    entry: Entry = Entry()
    format: Format = Format()
    wagers: Wagers = Wagers()
    outcome: Outcome = Outcome()
    prizes: Prizes = Prizes()
    conduct: Conduct = Conduct()
    choices: Choices = Choices()

    @property
    def disqualified_for(self) -> tuple[str, ...]:
        """The circumstances in which a player may be disqualified: those in the terms, and a breach of the terms."""
        return (*_named(self.conduct.disqualified_for), "breach of these terms")

    @property
    def refunded_for(self) -> tuple[str, ...]:
        """The circumstances in which money is refunded."""
        return _named(self.conduct.refund_when)

    @property
    def in_rounds(self) -> bool:
        return self.format.structure == "rounds"

    @property
    def against_house(self) -> bool:
        """Whether players win from the house and lose to it, and not to one another: there are no blinds."""
        return self.in_rounds and not self.format.levels


_DATE = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?", re.ASCII)


def _sums(part: type[Part]) -> Iterator[str]:
    """The fields of a part of the terms that hold sums, and those of the parts in it."""
    for name, hint in get_type_hints(part, include_extras=True).items():
        kinds = (hint, *get_args(hint))
        if Sum in kinds:
            yield name
        for kind in kinds:
            if isinstance(kind, type) and issubclass(kind, Part):
                yield from _sums(kind)


SUMS = frozenset((part, name) for part, kind in get_type_hints(Terms).items() if kind is not str for name in _sums(kind))
"""Every sum of money or of chips, by the part of the terms that it is in."""
_COUNTS_OR_NONE = frozenset(["secret", "withdraw_free_minutes", "substitute_minutes", "late_entry", "re_entry"])


def read_terms(data: Mapping[str, Any]) -> Terms:
    """The terms from TOML data, with sums written like `1500` or `"15.50"`; an error says what cannot be read."""
    try:
        whole = {name: _read(name, value) for name, value in data.items()}
        if isinstance(choices := whole.get("choices", {}), dict):
            whole["choices"] = _with_preset(choices)
        terms = _with_seats(msgspec.convert(whole, Terms))
        return terms if "final_table" in data.get("choices", {}) else _with_final_table(terms)
    except msgspec.ValidationError as error:
        raise CroupierError(f"the terms cannot be read: {error}") from None


def _with_seats(terms: Terms) -> Terms:
    """If the terms name only the tables, everyone who may play sits at them."""
    most, f = terms.details.most_players, terms.format
    if f.seats or f.tables <= 0 or most <= 0:
        return terms
    return replace(terms, format=replace(f, seats=-(-most // f.tables)))


def _with_final_table(terms: Terms) -> Terms:
    """A preset's final table is no larger than the tables are."""
    choices = terms.choices
    if not 0 < terms.format.seats < (choices.final_table or 0):
        return terms
    practice = {name: rule for name, rule in choices.practice.items() if name != "final_table"}
    return replace(terms, choices=replace(choices, final_table=0, practice=practice))


def _read(part: str, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    fields = {name: _value(part, name, item) for name, item in value.items()}
    when: Any = fields.get("when")
    if isinstance(when, str) and _DATE.fullmatch(when):  # in quotes, or without the seconds
        with suppress(tomllib.TOMLDecodeError):
            when = tomllib.loads(f"when = {when}{':00' * (when.count(':') < 2)}")["when"]
    if part == "details" and hasattr(when, "utctimetuple"):  # a time without a zone is one of the casino's own clock
        fields |= {"when": when.isoformat(" ", "minutes"), "starts": timegm(when.utctimetuple())}
    return fields


def _value(part: str, name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _value(part, key, item) for key, item in value.items()}
    if isinstance(value, list):
        return [_value(part, name, item) for item in value]
    if name in _COUNTS_OR_NONE and value == NONE:
        return 0
    if (part, name) not in SUMS or isinstance(value, bool):
        return value
    return 0 if value == NONE else cents(str(value))


@cache
def presets() -> dict[str, dict[str, Any]]:
    """Choices that someone has published as their practice, by name."""
    return data_of("croupier.tournaments", "presets.toml")


def _with_preset(choices: dict[str, Any]) -> dict[str, Any]:
    if not (name := choices.get("preset", "")):
        return choices
    if name not in presets():
        raise CroupierError(f"the terms cannot be read: there is no preset {name!r}; there are {', '.join(presets())}")
    preset = presets()[name]
    other = {field for field in choices if field in preset and choices[field] != preset[field]} - _HOWEVER_CHOSEN
    practice = {field: rule for field, rule in preset["practice"].items() if field not in other}
    return {**preset, "practice": practice, **choices}


_HOWEVER_CHOSEN = {"re_entry"}
"""Choices whose rule includes a consequence: chips given up for a new entry leave play, up to any level."""
