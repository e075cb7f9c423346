"""What the terms of a tournament must say, item by item in the order of the book; what lacks; and the terms in our own words.

A conditional item is there with its details, or with the plain word that it does not apply. What the book leaves to the terms is
a choice that has to be made. What the rules of the game do not allow is no term: the rules prevail.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kernel.clauses import number_key
from croupier.kernel.money import dollars
from croupier.tournaments.terms import CASHED, NONE, BuyBack, Choices, Secondary, Terms

if TYPE_CHECKING:
    from croupier.tournaments.state import TournamentRules

Text = Callable[["TournamentRules", Terms], str]


class Item(msgspec.Struct, frozen=True):
    """One thing that the terms must say: its ground, what it is, whether it is said, and how it reads."""

    ground: str
    says: str
    said: Callable[[Terms], bool]
    reads: Text


class Finding(msgspec.Struct, frozen=True):
    """Something that keeps entries from opening: what, the clauses of that, and whether it goes against the rules."""

    ground: str
    says: str
    clauses: tuple[str, ...]
    against: bool = False


def chips(amount: int) -> str:
    """An amount of tournament chips, which are counted and not worth money: `1,500`."""
    whole, part = divmod(amount, 100)
    return f"{whole:,}" + (f".{part:02d}" if part else "")


def _costs(terms: Terms) -> bool:
    d = terms.details
    sums = (d.entry_fee, d.buy_in, d.rebuy, d.add_on)
    add_on = not d.add_on or (terms.format.add_on_after > 0 and terms.format.add_on_chips > 0)
    return all(sum_ is not None and sum_ >= 0 for sum_ in sums) and add_on


def _costs_read(rules: TournamentRules, terms: Terms) -> str:
    d, f = terms.details, terms.format
    stage = "round" if terms.in_rounds else "level"
    parts = {"Entry fee": d.entry_fee, "buy-in": d.buy_in, "re-buy": d.rebuy, "add-on": d.add_on}
    more = {
        "re-buy": f" for {chips(f.rebuy_chips)} in chips, up to {stage} {f.rebuy_until}, at most {_times(f.rebuys)}, for those "
        "with no more than the starting bank",
        "add-on": f" for {chips(f.add_on_chips)} in chips, once, in {stage} {f.add_on_after} or the break after it",
    }
    said = (f"{name} " + (f"{dollars(sum_)}{more.get(name, '')}" if sum_ else "none") for name, sum_ in parts.items())
    return "; ".join(said) + "."


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _yes_no(value: bool | None, yes: str, no: str) -> str:
    return yes if value else no


def _or_none(value: str, no: str) -> str:
    return no if value == NONE else value


_UNTIL_THE_START = "An entry may be withdrawn without penalty until the start"


def _in_time(terms: Terms) -> bool:
    minutes = [one for one in (terms.entry.withdraw_free_minutes, terms.entry.substitute_minutes) if one is not None]
    return bool(minutes) and min(minutes) >= 0


def _entry_terms(rules: TournamentRules, terms: Terms) -> str:
    e = terms.entry
    free, names = e.withdraw_free_minutes, e.substitute_minutes
    first = (
        f"An entry may be withdrawn without penalty until {free} minutes before the start" if free else _UNTIL_THE_START
    )
    second = f"a substitute may be named until {names} minutes before the start"
    return (
        "; ".join(
            part
            for part in (
                first if free is not None else "",
                (second if names else "no substitute may be named") if names is not None else "",
            )
            if part
        )
        + "."
    )


def _lengths(terms: Terms) -> bool:
    if terms.in_rounds:
        lengths = [(one.hands, one.minutes) for one in terms.format.rounds]
        return bool(lengths) and all(min(length) >= 0 and max(length) > 0 for length in lengths)
    levels = terms.format.levels
    return bool(levels) and not levels[0].is_break and all(one.minutes > 0 for one in levels)


def _lengths_read(rules: TournamentRules, terms: Terms) -> str:
    if terms.in_rounds:
        parts = [
            f"round {number}: " + (f"{one.hands} hands" if one.hands else f"{one.minutes} minutes") + " at each table"
            for number, one in enumerate(terms.format.rounds, 1)
        ]
        return "; ".join(parts).capitalize() + "."
    parts = []
    number = 0
    for one in terms.format.levels:
        number += not one.is_break
        parts.append(f"{one.minutes} minutes break" if one.is_break else f"level {number} of {one.minutes} minutes")
    return "One session: " + ", ".join(parts) + "; the last level holds until there is a winner."


def _progression(terms: Terms) -> bool:
    return all(one.advance > 0 and one.advance_by for one in terms.format.rounds[:-1])


def _progression_read(rules: TournamentRules, terms: Terms) -> str:
    if len(terms.format.rounds) < 2:
        return "There is no progression from round to round."
    how = {"table": "of each table", "overall": "of all players"}
    parts = [
        f"from round {number} the {one.advance} with the most chips {how.get(one.advance_by, '')}"
        for number, one in enumerate(terms.format.rounds[:-1], 1)
    ]
    return "There go on: " + "; ".join(parts) + "."


def _buy_back(terms: Terms) -> bool:
    back, f = terms.format.buy_back, terms.format
    if not terms.buys_back and not isinstance(back, BuyBack):
        return back == NONE
    if terms.details.rebuy and min(f.rebuys, f.rebuy_until, f.rebuy_chips) <= 0:
        return False
    return isinstance(back, BuyBack) and _text(back.method) and back.until > 0 and back.times > 0


def _buy_back_read(rules: TournamentRules, terms: Terms) -> str:
    back = terms.format.buy_back
    if not isinstance(back, BuyBack):
        return "Whoever is eliminated can not buy back in."
    stage = "round" if terms.in_rounds else "level"
    return f"Whoever is eliminated may buy back in up to {stage} {back.until}, at most {_times(back.times)}: {back.method}."


def _secondary(terms: Terms) -> bool:
    held = terms.format.secondary
    if isinstance(held, Secondary):
        return _text(held.qualifies) and held.places > 0
    return held in (NONE, "director decides")


def _secondary_read(rules: TournamentRules, terms: Terms) -> str:
    held = terms.format.secondary
    if isinstance(held, Secondary):
        return f"There is a secondary round, from which {held.places} come back; who qualifies: {held.qualifies}."
    if held == NONE:
        return "There is no repechage, catch-up or secondary round."
    return "The Tournament Director decides whether there is a repechage, catch-up or secondary round."


def _minimum(terms: Terms) -> bool:
    if terms.wagers.minimum != "schedule":
        return terms.wagers.minimum == NONE and not terms.format.levels
    if terms.format.levels and not all(one.is_break or one.blinds[-1] > 0 for one in terms.format.levels):
        return False
    if terms.in_rounds and not terms.format.levels:
        return all(one.minimum > 0 and one.compulsory is not None for one in terms.format.rounds)
    return bool(terms.format.levels)


def _minimum_read(rules: TournamentRules, terms: Terms) -> str:
    if terms.wagers.minimum == NONE:
        return "There is no minimum or compulsory wager."
    if terms.format.levels:
        parts = [
            " and ".join(chips(blind) for blind in one.blinds) + (f" with ante {chips(one.ante)}" if one.ante else "")
            for one in terms.format.levels
            if not one.is_break
        ]
        betting = terms.format.betting or "no limit"
        time = f" Players have {terms.format.time_to_act} seconds to act." if terms.format.time_to_act else ""
        return f"{betting[:1].upper()}{betting[1:]}. Blinds by level: {'; '.join(parts)}.{time}"
    parts = [
        f"round {number}: at least {chips(one.minimum)}"
        + (f", at most {chips(one.maximum)}" if one.maximum else "")
        + (" in every hand" if one.compulsory else "")
        for number, one in enumerate(terms.format.rounds, 1)
    ]
    return "Wagers: " + "; ".join(parts) + "."


def _secret(terms: Terms) -> bool:
    number = terms.wagers.secret
    return number is not None and (number == 0 or (number > 0 and _text(terms.wagers.secret_method)))


def _text(said: str) -> bool:
    """Whether something is said, and not that it does not apply."""
    return said.strip() not in ("", NONE)


def _as_built(terms: Terms, said: str, elimination: str, rounds: str) -> bool:
    """Whether a criterion is said, and is that of how the tournament is built up, where that is said."""
    return bool(said) and said == {"elimination": elimination, "rounds": rounds}.get(terms.format.structure, said)


def _pool(terms: Terms) -> bool:
    """Whether there is anything to win, and nothing from entries that was not paid for them."""
    p, d = terms.prizes, terms.details
    parts = ((p.per_entry, d.buy_in), (p.per_rebuy, d.rebuy), (p.per_add_on, d.add_on))
    return any((p.per_entry, p.added, p.guarantee)) and all(paid is None or part <= paid for part, paid in parts)


def _pool_read(rules: TournamentRules, terms: Terms) -> str:
    p = terms.prizes
    parts = {"each entry": p.per_entry, "each re-buy": p.per_rebuy, "each add-on": p.per_add_on}
    said = [f"{dollars(sum_)} of {what}" for what, sum_ in parts.items() if sum_]
    said += [f"{dollars(p.added)} added by the house"] if p.added else []
    said += [f"at least {dollars(p.guarantee)}, which the house makes up to"] if p.guarantee else []
    return f"The pool is made of {', '.join(said)}."


def _in_chips(terms: Terms) -> bool:
    """Whether what is handed out can be: in multiples of the smallest chip."""
    smallest, f = min(terms.wagers.denominations, default=1), terms.format
    return smallest > 0 and not any(sum_ % smallest for sum_ in (f.starting_bank, f.rebuy_chips, f.add_on_chips))


def _shared(terms: Terms) -> bool:
    """Whether the pool is shared out however many enter: no place is paid less than nothing, or more than the one before."""
    p = terms.prizes
    if not p.shares:
        return 0 < p.percent <= 100 and 0 < p.ratio <= 100
    rows = [row.entries for row in p.shares]
    falling = all(row.shares and row.shares[0] > 0 and _falls(row.shares) for row in p.shares)
    return falling and len(set(rows)) == len(rows) and min(rows) <= max(terms.details.least_players, 2)


def _falls(shares: tuple[int, ...]) -> bool:
    return list(shares) == sorted(shares, reverse=True) and shares[-1] >= 0


def _shared_read(rules: TournamentRules, terms: Terms) -> str:
    p = terms.prizes
    rest = "what rounding leaves goes to " + (
        "the first" if p.rounding == "rest-to-first" else "those who lost most by it"
    )
    if p.shares:
        rows = "; ".join(f"from {row.entries} entries {', '.join(map(str, row.shares))}" for row in p.shares)
        return f"Shares by place: {rows}; to {dollars(p.unit)}, {rest}."
    paid = f"{p.percent} percent of the entries are paid, each place {p.ratio} percent of the one before"
    return f"{paid}; to {dollars(p.unit)}, {rest}."


_ABSENCE = {
    "blinded off": "the player's compulsory wagers are taken from the stack and the hand is {hand}",
    "dealt out": "the player is dealt out and owes what was missed",
    "stack held": "the player's chips stay out of play until they come",
}
_CHIPS = {
    "removed": "the player's chips leave play, after the hand that is being played",
    "left in play": "the player's chips stay at the table, and compulsory wagers are taken from them",
}


def _absent(terms: Terms, means: str) -> str:
    return _ABSENCE[means].format(hand="dead" if terms.choices.dead_hand == "at once" else "folded in its turn")


_OUT = {
    "no chips": "has no chips left",
    "rank": "is not among those who go on at the end of a round, or has no chips left",
}
_WON = {
    "last with chips": "The winner is the last player with chips.",
    "most chips": "The winner has the most chips at the end.",
}


_STATED: dict[str, dict[str, str]] = tomllib.loads(
    (resources.files("croupier.tournaments") / "statements.toml").read_text(encoding="utf-8")
)
"""What must simply be stated, or written by hand, by its ground: what it is, the field that says so, and how it reads."""


def _stated(ground: str) -> Item:
    """A statement, with `{regulator}`, `{operator}` and `{rules}` the book's own; or a text that must be there, with its lead."""
    row = _STATED[ground]
    field = attrgetter(row["field"])

    def reads(rules: TournamentRules, terms: Terms) -> str:
        if "text" in row:
            names = {"regulator": rules.regulator, "operator": rules.operator_name, "rules": rules.rules_name}
            return row["text"].format(**names)
        return f"{row['lead']}{field(terms).rstrip('.')}."

    return Item(ground, row["says"], field if "text" in row else lambda terms: _text(field(terms)), reads)


ITEMS: dict[str, tuple[Item, ...]] = {
    "Tournament details": (
        Item(
            "terms_when",
            "when the tournament takes place, as a date with its time, such as 2026-12-04 19:00",
            lambda t: t.details.starts > 0,
            lambda r, t: f"The tournament takes place on {t.details.when}.",
        ),
        Item(
            "terms_costs",
            "entry fee, buy-in, re-buy and add-on, each as a sum or none, an add-on with its level and its chips",
            _costs,
            _costs_read,
        ),
        Item(
            "terms_players",
            "the fewest and the most players",
            lambda t: 2 <= t.details.least_players <= t.details.most_players,
            lambda r, t: f"{t.details.least_players} to {t.details.most_players} players.",
        ),
        _stated("terms_where"),
        _stated("terms_start_may_move"),
        _stated("terms_changes_notified"),
    ),
    "Conditions of entry": (
        _stated("terms_acceptance"),
        _stated("terms_entitled"),
        Item(
            "terms_refusal",
            "whether any application may be refused",
            lambda t: t.entry.may_refuse is not None,
            lambda r, t: _yes_no(
                t.entry.may_refuse,
                f"{r.operator_name} may refuse any application to enter.",
                f"{r.operator_name} does not reserve a general right to refuse applications.",
            ),
        ),
        Item(
            "terms_selection",
            "the criteria by which entrants are selected, or none",
            lambda t: bool(t.entry.selection.strip()),
            lambda r, t: (
                "No selection criteria apply."
                if t.entry.selection == NONE
                else f"Entrants are selected: {t.entry.selection}."
            ),
        ),
        Item(
            "terms_staff",
            "whether it is a charity or media event, and then that staff may play by an officer's approval and win nothing",
            lambda t: (
                t.entry.charity_or_media is False or bool(t.entry.charity_or_media and t.entry.staff_without_prize)
            ),
            lambda r, t: _yes_no(
                t.entry.charity_or_media,
                f"This is a charity or media event. Staff, contractors and associates of {r.operator_name} may play where the "
                f"{r.officer} or above has approved it before. An employee wins no prize: it goes to the next place that may.",
                "This is no charity or media event.",
            ),
        ),
        _stated("terms_abide"),
        _stated("terms_available"),
        Item(
            "terms_signed",
            "whether every player signs a copy",
            lambda t: t.entry.signed is not None,
            lambda r, t: _yes_no(
                t.entry.signed, "Every player signs a copy of these terms.", "Players need not sign these terms."
            ),
        ),
        _stated("terms_method"),
        Item(
            "terms_entry",
            "until when an entry may be withdrawn free of penalty, or a substitute named",
            _in_time,
            _entry_terms,
        ),
    ),
    "Format": (
        Item(
            "terms_structure",
            "how the tournament is built up",
            lambda t: bool(t.format.structure),
            lambda r, t: (
                "The tournament is played in rounds."
                if t.in_rounds
                else "The tournament is played until one player has all chips."
            ),
        ),
        Item("terms_rounds", "how many rounds or levels there are, and how long", _lengths, _lengths_read),
        Item(
            "terms_tables",
            "how many tables are active, or by how many players each",
            lambda t: t.format.seats > 1 and t.format.tables >= 0,
            lambda r, t: (
                f"As many tables as the players left need at {t.format.seats} a table"
                + (f", at most {t.format.tables}." if t.format.tables else ".")
            ),
        ),
        Item("terms_progression", "how players get from round to round", _progression, _progression_read),
        Item(
            "terms_buy_back",
            "how, until when and how often an eliminated player may buy back in, or none",
            _buy_back,
            _buy_back_read,
        ),
        Item(
            "terms_secondary",
            "how one qualifies for a secondary round, that the director decides, or none",
            _secondary,
            _secondary_read,
        ),
        Item(
            "terms_bank",
            "that all start with the same chips, and how many, in chips that there are",
            lambda t: t.format.same_bank and t.format.starting_bank > 0 and _in_chips(t),
            lambda r, t: (
                f"Every player starts with the same {chips(t.format.starting_bank)} in chips, told before the start."
            ),
        ),
        Item(
            "terms_chips_at_end",
            "what becomes of tournament chips at the end and, if they are cashed, for how much; or none",
            lambda t: (
                bool(t.format.chips_at_end) and (t.format.chips_at_end != CASHED or t.format.cash_per_hundred > 0)
            ),
            lambda r, t: (
                f"At the end of each round chips are paid for in cash, {dollars(t.format.cash_per_hundred)} a hundred."
                if t.format.chips_at_end == CASHED
                else "At the end tournament chips go back to the house and are worth nothing."
            ),
        ),
    ),
    "Wagers": (
        Item(
            "terms_chips",
            "which chips are used, other than cash chips, and their denominations",
            lambda t: _text(t.wagers.chips) and bool(t.wagers.denominations),
            lambda r, t: (
                f"Chips: {t.wagers.chips}; in {_numbers(tuple(map(chips, t.wagers.denominations)))}; no cash chips."
            ),
        ),
        Item("terms_minimum", "the minimum or compulsory wager, or none", _minimum, _minimum_read),
        Item(
            "terms_secret",
            "how many secret wagers there are and how they are made, or none",
            _secret,
            lambda r, t: (
                f"Secret wagers: {t.wagers.secret} in a round; {t.wagers.secret_method}."
                if t.wagers.secret
                else "There are no secret wagers."
            ),
        ),
    ),
    "Elimination": (
        Item(
            "terms_elimination",
            "by what criteria players are eliminated, as the structure has it",
            lambda t: _as_built(t, t.outcome.elimination, "no chips", "rank"),
            lambda r, t: f"A player is eliminated who {_OUT[t.outcome.elimination]}.",
        ),
    ),
    "Winners": (
        Item(
            "terms_winners",
            "by what criteria winners are found, as the structure has it",
            lambda t: _as_built(t, t.outcome.winners, "last with chips", "most chips"),
            lambda r, t: _WON[t.outcome.winners],
        ),
    ),
    "Prize pool": (
        Item(
            "terms_pool",
            "the prize pool, or how it is worked out, with no more of an entry than its buy-in",
            _pool,
            _pool_read,
        ),
        Item(
            "terms_distribution",
            "how the prize pool is shared out, from the fewest players on, no place more than the one before it",
            _shared,
            _shared_read,
        ),
    ),
    "Conduct of play": (
        Item(
            "terms_penalties",
            "when a player may be penalised, and the penalties",
            lambda t: _text(t.conduct.penalised_for) and bool(t.conduct.penalties),
            lambda r, t: f"Penalties ({', '.join(t.conduct.penalties)}) are given for {t.conduct.penalised_for}.",
        ),
        _stated("terms_disqualified"),
        Item(
            "terms_substitutes",
            "when a player may name a substitute, or none",
            lambda t: bool(t.conduct.substitute_when.strip()),
            lambda r, t: f"Substitutes: {_or_none(t.conduct.substitute_when, 'not once play has begun')}.",
        ),
        Item(
            "terms_refunds",
            "when an entry fee or buy-in is given back, or none",
            lambda t: bool(t.conduct.refund_when.strip()),
            lambda r, t: f"Refunds: {_or_none(t.conduct.refund_when, 'none')}.",
        ),
        Item(
            "terms_late",
            "what follows from coming late or not at all",
            lambda t: bool(t.conduct.late),
            lambda r, t: f"Late, or not there: {_absent(t, t.conduct.late)}.",
        ),
        Item(
            "terms_absence",
            "what follows from absence",
            lambda t: bool(t.conduct.absence),
            lambda r, t: f"Absent: {_absent(t, t.conduct.absence)}.",
        ),
        Item(
            "terms_phone",
            "what follows from using a phone or the like in play",
            lambda t: bool(t.conduct.phone),
            lambda r, t: f"Phone or similar device in play: {_or_none(t.conduct.phone, 'no penalty')}.",
        ),
        Item(
            "terms_substitute_means",
            "what follows from naming a substitute, or none",
            lambda t: bool(t.conduct.substitute_means.strip()),
            lambda r, t: f"A substitute: {_or_none(t.conduct.substitute_means, 'none may be named')}.",
        ),
        Item(
            "terms_disqualified_chips",
            "what follows from disqualification, and what becomes of the chips",
            lambda t: bool(t.conduct.disqualified_chips),
            lambda r, t: f"Whoever is disqualified is out and wins nothing; {_CHIPS[t.conduct.disqualified_chips]}.",
        ),
        Item(
            "terms_retirement",
            "what follows from retiring",
            lambda t: bool(t.conduct.retired_chips),
            lambda r, t: f"Whoever retires is out and keeps the place; {_CHIPS[t.conduct.retired_chips]}.",
        ),
        _stated("terms_rules_prevail"),
        _stated("terms_ends_early"),
        _stated("terms_ends_decided"),
        _stated("terms_ends_agreed"),
        _stated("terms_privacy"),
        _stated("terms_publicity"),
        _stated("terms_conduct"),
        _stated("terms_director_final"),
        _stated("terms_liability"),
        _stated("terms_complaints"),
    ),
}
"""Every item by the heading of the book that it stands under."""


class Choice(msgspec.Struct, frozen=True):
    """Something that the book leaves to the terms: the field, whose details it is, what it is, in which structure it matters."""

    field: str
    ground: str
    says: str
    only: str = ""


CHOICES = (
    Choice("balancing", "terms_tables", "how far tables may differ before a player is moved", "elimination"),
    Choice("halt_short", "terms_tables", "how many short a table waits, nil for never", "elimination"),
    Choice("breaking", "terms_tables", "which table is broken first", "elimination"),
    Choice("moved", "terms_progression", "who is moved to balance tables", "elimination"),
    Choice("moved_seat", "terms_progression", "which seat a moved player gets", "elimination"),
    Choice(
        "moved_blind",
        "terms_minimum",
        "whether a moved player may have to pay the last blind twice running",
        "elimination",
    ),
    Choice("redraw_at", "terms_progression", "with how many tables everybody draws a new seat", "elimination"),
    Choice("final_table", "terms_tables", "how many sit at the final table", "elimination"),
    Choice("hand_for_hand", "terms_structure", "whether play may go hand for hand", "elimination"),
    Choice("hand_seconds", "terms_structure", "what a hand played hand for hand takes off the clock", "elimination"),
    Choice("hand_most", "terms_structure", "how many such hands of a level count on the clock", "elimination"),
    Choice("colour_up", "terms_chips", "how small chips leave play", "elimination"),
    Choice("late_entry", "terms_method", "until which level one may enter late, nil for never", "elimination"),
    Choice("re_entry", "terms_buy_back", "until which level one may enter again, nil for never", "elimination"),
    Choice("missed_blinds", "terms_absence", "what becomes of blinds that an absent player misses", "elimination"),
    Choice("dead_hand", "terms_absence", "when the hand of somebody who sits out is dead", "elimination"),
    Choice(
        "short_blind",
        "terms_minimum",
        "which comes first of a last blind and an ante for all that a stack is short for",
        "elimination",
    ),
    Choice("ties", "terms_winners", "how players who go out together are ranked"),
    Choice("advance_ties", "terms_progression", "how equal banks at the end of a round are parted", "rounds"),
    Choice("table_time", "terms_rounds", "who may give one table more time than the others"),
    Choice("deals", "terms_distribution", "whether the last players may agree on another distribution"),
)


def required(rules: TournamentRules, terms: Terms) -> tuple[str, ...]:
    """The clauses that terms have to satisfy, in the order of the book."""
    grounds = ["terms_documented", "terms_incomplete", *(item.ground for part in ITEMS.values() for item in part)]
    return tuple(sorted(rules.cite(*grounds), key=number_key))


def findings(rules: TournamentRules, terms: Terms) -> list[Finding]:
    """Everything that the terms lack, in the order of the book; then the choices not made; then what goes against the rules."""
    lacking = [
        Finding(item.ground, item.says, rules.cite(item.ground))
        for part in ITEMS.values()
        for item in part
        if not item.said(terms)
    ]
    lacking += [Finding(ground, says, rules.cite(ground)) for ground, says in _not_chosen(terms)]
    return lacking + list(_against(rules, terms))


def _not_chosen(terms: Terms) -> Iterator[tuple[str, str]]:
    for choice in CHOICES:
        chosen = getattr(terms.choices, choice.field)
        numbers = chosen if isinstance(chosen, tuple) else (chosen,) if isinstance(chosen, int) else ()
        if choice.only in ("", terms.format.structure) and (chosen in ("", None) or min(numbers, default=0) < 0):
            yield choice.ground, choice.says
    if terms.details.rebuy and not terms.prizes.per_rebuy and not terms.details.buy_in:
        yield "terms_pool", "what a re-buy adds to the pool"


_NOT_CASH = re.compile(r"\b(?:no|non|not|never|other than|without|unlike)[ -](?:a |any |for )?cash\b")
"""Words that say of chips that they are no cash chips."""


def _against(rules: TournamentRules, terms: Terms) -> Iterator[Finding]:
    if "cash" in _NOT_CASH.sub("", terms.wagers.chips.casefold()):
        says = "tournament chips are other than cash chips"
        yield Finding("terms_chips", says, rules.cite("terms_chips"), against=True)
    if terms.format.chips_at_end == CASHED and not terms.in_rounds:
        says = "chips are cashed at the end of a round, and this tournament has none"
        yield Finding("terms_chips_at_end", says, rules.cite("terms_chips_at_end"), against=True)
    if 0 < terms.format.seats < (terms.choices.final_table or 0):
        says = f"{terms.choices.final_table} do not fit at a final table with {terms.format.seats} seats"
        yield Finding("terms_tables", says, rules.cite("terms_tables"), against=True)
    owed = terms.choices.missed_blinds.startswith("owed")
    means, says = terms.conduct.absence, ""
    if terms.format.structure == "elimination" and means and owed != (means != "blinded off"):
        says = "an absent player either pays the blinds and is blinded off, or is dealt out and owes them"
    elif terms.against_house and means == "dealt out":
        says = "there are no blinds here that an absent player could owe"
    if says:
        yield Finding("terms_absence", says, rules.cite("terms_absence"), against=True)
    for says, clauses in rules.contradictions(terms):
        yield Finding("terms_against_rules", says, (*rules.cite("terms_rules_prevail"), *clauses), against=True)


def statements(rules: TournamentRules, terms: Terms) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """The terms in our own words: under each heading what is said, with its clauses; what is missing is marked."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for heading, part in ITEMS.items():
        found[heading] = [
            (item.reads(rules, terms) if item.said(terms) else f"[missing: {item.says}]", rules.cite(item.ground))
            for item in part
        ]
    structure = terms.format.structure
    chosen = [
        (
            _chosen(terms.choices, choice),
            rules.cite(choice.ground),
        )
        for choice in CHOICES
        if choice.only in ("", structure)
    ]
    found["What these terms choose"] = chosen
    return found


def _chosen(choices: Choices, choice: Choice) -> str:
    """A choice as a sentence, with the rule of the published practice that it follows."""
    value = getattr(choices, choice.field)
    if value in ("", None):
        return f"[missing: {choice.says}]"
    reads = _CHOSEN[choice.field]
    said = reads(value) if callable(reads) else reads[value]
    rule = (
        f" ({choices.preset}, {choices.practice[choice.field]})" if value and choice.field in choices.practice else ""
    )
    return f"{said}{rule}."


def _minutes(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{seconds} seconds" if rest else f"{minutes} minute{'s' * (minutes != 1)}"


def _numbers(numbers: tuple[object, ...]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}" if first else last


_CHOSEN: dict[str, Callable[[Any], str] | dict[Any, str]] = {
    "balancing": {
        "one short": "Tables may differ by one player; before they differ by more, somebody is moved",
        "three short": "A player is moved when a table is three short of the largest",
        "none": "Tables are not balanced",
    },
    "halt_short": lambda n: (
        f"A table that is {n} players short of the largest waits until it is balanced"
        if n
        else "No table waits for others"
    ),
    "breaking": {
        "highest number first": "Tables that are not needed are broken, the highest number first",
        "lowest number first": "Tables that are not needed are broken, the lowest number first",
        "drawn": "Which table is broken is drawn",
    },
    "moved": {
        "next last blind": "To balance tables that player is moved who would pay the last blind next",
        "drawn": "Who is moved to balance tables is drawn",
    },
    "moved_seat": {
        "worst": "Whoever is moved gets the worst free seat, the one where the last blind comes first",
        "drawn": "Whoever is moved gets a free seat that is drawn",
    },
    "moved_blind": {
        "where seated": "Whoever is moved pays the blinds of the new seat, even if that is the last blind twice running",
        "never twice running": "Nobody pays the last blind twice running by being moved",
    },
    "redraw_at": lambda n: (
        f"Everybody draws a new seat with {_numbers(n)} table{'s' * (n != (1,))} left"
        if n
        else "There is no new draw of seats"
    ),
    "final_table": lambda n: f"{n} sit at the final table" if n else "As many sit at the final table as at any other",
    "hand_for_hand": {
        "director": "The Tournament Director may have all tables play hand for hand",
        "none": "There is no hand for hand",
    },
    "hand_seconds": lambda n: f"A hand played hand for hand takes {_minutes(n) if n else 'nothing'} off the clock",
    "hand_most": lambda n: f"At most {n} such hands of a level count on the clock",
    "colour_up": {
        "chip race": "Small chips leave play by a race for one chip each at the most, and nobody is raced out",
        "rounded up": "Small chips leave play, and whoever has some left over gets one larger chip for them",
        "none": "All chips stay in play",
    },
    "late_entry": lambda n: f"One may enter late, up to level {n}" if n else "Nobody enters once play has begun",
    "re_entry": lambda n: (
        f"Whoever gives up their chips, or is out, may enter again up to level {n}; those chips leave play"
        if n
        else "Nobody enters twice"
    ),
    "missed_blinds": {
        "posted for them": "The blinds of an absent player are posted for them",
        "owed": "An absent player owes the blinds that come to them meanwhile, at another table too",
        "owed until moved": "An absent player owes the blinds that come to them meanwhile, until they are moved",
    },
    "dead_hand": {
        "at once": "The hand of somebody who is absent, serves a penalty or has left is dead as soon as it is dealt, or as soon "
        "as that is noted; it wins nothing, unless no other hand is left",
        "in turn": "The hand of somebody who is absent, serves a penalty or has left is folded when its turn comes; until then "
        "it can win, and all-in it plays to the end",
    },
    "short_blind": {
        "blind first": "Whoever is too short for the last blind and the ante for all pays the blind first",
        "ante first": "Whoever is too short for the last blind and the ante for all pays the ante first",
    },
    "ties": {
        "stacks across tables": "Of those who go out together, at any tables, whoever had more before the hand stands higher; "
        "equal stacks tie",
        "stacks at one table": "Of those who go out together at one table whoever had more before the hand stands higher; tables "
        "tie place by place",
        "shared": "Those who go out together share their places",
    },
    "advance_ties": {
        "all advance": "All with equal banks at the line go on",
        "drawn": "Between equal banks at the line it is drawn who goes on",
    },
    "table_time": {
        "none": "All tables have the same time",
        "director": "The Tournament Director may give back lost time to a single table",
    },
    "deals": {
        "agreed by all": "The last players may share out what is left to win otherwise, if all of them agree",
        "none": "The last players make no deals",
    },
}
"""How what was chosen reads."""
