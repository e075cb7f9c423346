"""The terms of a promotion: what they must say before it opens, and which prizes are not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from croupier.kernel.clauses import number_key
from croupier.kernel.data import data_of
from croupier.kernel.errors import CroupierError
from croupier.kernel.money import cents

if TYPE_CHECKING:
    from croupier.promotions.state import PromotionRules

PrizeKind = Literal["cash", "goods", "machinery", "vehicle", "travel", "real estate", "slots dollars", "casino dollars"]
NO_CASH = ("cash", "slots dollars", "casino dollars")
"""Prizes that have no cash alternative."""

Banned = Literal["tobacco", "firearm", "ammunition", "imitation firearm", "prohibited weapon", "prescribed item"]
"""What no prize may be or include; liquor is a matter of how much."""

_SAID = data_of("croupier.promotions", "terms.toml")
WRITTEN: dict[str, str] = _SAID["written"]
"""What the terms must say, in the order of the book."""
PARTICULARS: dict[str, list[str]] = _SAID["particulars"]
"""What the terms must say about a prize of a certain kind."""


def ground(*words: str) -> str:
    """The ground of one of the terms: `terms_manner`, `vehicle_on_road_costs`, `no_imitation_firearm`."""
    return "_".join(words).replace(" ", "_").replace("-", "_")


class Prize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One prize: what it is, its value and cash alternative in cents, and the particulars that its kind calls for."""

    what: str = ""
    kind: PrizeKind = "goods"
    value: int = 0
    cash_alternative: int = 0
    conditions: str = ""
    particulars: dict[str, str] = {}
    contains: tuple[Banned, ...] = ()
    liquor_litres: float = 0


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The terms and conditions of a promotion. If something does not apply the terms say so, as with `none`.

    `presence_required` says whether entrants must be at the draw to win; `not_prescribed` that the prizes were held
    against the list of things that the regulations prescribe.
    """

    available: str = ""
    marketing: str = ""
    manner: str = ""
    award_time: str = ""
    award_place: str = ""
    eligibility: str = ""
    minimum_wager: str = ""
    nature: str = ""
    reservations: str = ""
    entries_close: str = ""
    place: str = ""
    time: str = ""
    claiming: str = ""
    presence_required: bool | None = None
    notification: str = ""
    publication: str = ""
    not_prescribed: bool = False
    prizes: tuple[Prize, ...] = ()


class Finding(msgspec.Struct, frozen=True):
    """Something that keeps a promotion from opening: the general ground, what is wrong, and the clauses."""

    under: str
    says: str
    clauses: tuple[str, ...]

    @property
    def prohibited(self) -> bool:
        """Whether it is a prize that is not allowed, and not only something missing."""
        return self.under != "terms_incomplete"


def read_terms(data: dict[str, Any]) -> Terms:
    """The terms from TOML data, with sums written like `1500.00`; an error says what cannot be read."""
    prizes = data.get("prizes", [])
    if not isinstance(prizes, list) or not all(isinstance(prize, dict) for prize in prizes):
        raise CroupierError("the terms cannot be read: each prize is a table of its own, under [[prizes]]")
    in_cents = [
        {name: cents(str(value)) if name in ("value", "cash_alternative") else value for name, value in prize.items()}
        for prize in prizes
    ]
    try:
        return msgspec.convert({**data, "prizes": in_cents}, Terms)
    except msgspec.ValidationError as error:
        raise CroupierError(f"the terms cannot be read: {error}") from None


def required(rules: PromotionRules, terms: Terms) -> tuple[str, ...]:
    """The clauses that these terms have to satisfy, in the order of the book."""
    grounds = ["prize_not_allowed", *(ground("no", thing) for thing in get_args(Banned)), "terms_incomplete"]
    grounds += ["prizes_described", *(ground("terms", name) for name in WRITTEN)]
    for prize in terms.prizes:
        grounds += [ground(prize.kind, name) for name in PARTICULARS.get(prize.kind, ())]
        grounds += ["too_much_liquor"] * bool(prize.liquor_litres)
        grounds += ["cash_alternative"] * bool(prize.cash_alternative)
    return tuple(sorted(rules.cite(*grounds), key=number_key))


def findings(rules: PromotionRules, terms: Terms) -> list[Finding]:
    """Everything that is missing from the terms or not allowed in them."""
    lacking = (*_prohibited(rules, terms), *_missing(terms))
    return [Finding(under, says, rules.cite(cited)) for under, cited, says in lacking]


Found = Iterator[tuple[str, str, str]]
"""The general ground, the particular ground, and what is wrong."""


def _prohibited(rules: PromotionRules, terms: Terms) -> Found:
    for number, prize in enumerate(terms.prizes, 1):
        for thing in prize.contains:
            yield "prize_not_allowed", ground("no", thing), f"prize {number} may not be or include: {thing}"
        if not 0 <= prize.liquor_litres <= rules.most_liquor:
            litres = f"prize {number} has {prize.liquor_litres:g} litres of liquor, and {rules.most_liquor} is the most"
            yield "prize_not_allowed", "too_much_liquor", litres
        if prize.cash_alternative and prize.kind in NO_CASH:
            says = f"prize {number}: {prize.kind} have no cash alternative"
            yield "no_cash_alternative", "no_cash_alternative", says


def _missing(terms: Terms) -> Found:
    lacking: list[tuple[str, str]] = []
    if not terms.not_prescribed:
        lacking.append(("no_prescribed_item", "that the prizes are none of the things that the regulations prescribe"))
    for name, says in WRITTEN.items():
        said = getattr(terms, name)
        if said is None or (isinstance(said, str) and not said.strip()):
            lacking.append((ground("terms", name), says))
    if not terms.prizes:
        lacking.append(("prizes_described", "the prizes"))
    for number, prize in enumerate(terms.prizes, 1):
        described = {"what it is": prize.what, "the conditions on it, or that there are none": prize.conditions}
        lacking += [("prizes_described", f"prize {number}: {says}") for says, said in described.items() if not said.strip()]
        if prize.value <= 0:
            lacking.append(("prizes_described", f"prize {number}: its value"))
        for name in PARTICULARS.get(prize.kind, ()):
            if not prize.particulars.get(name, "").strip():
                lacking.append((ground(prize.kind, name), f"prize {number}: {name}"))
    yield from (("terms_incomplete", cited, says) for cited, says in lacking)
