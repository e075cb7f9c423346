"""Section 17, the terms of a promotion: what they must say before it opens, and which prizes are not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from croupier.books.book import Book
from croupier.kernel.clauses import BookError
from croupier.kernel.money import cents

PrizeKind = Literal["cash", "goods", "machinery", "vehicle", "travel", "real estate", "slots dollars", "casino dollars"]
CREDITS = ("slots dollars", "casino dollars")
"""Prizes that the operator may not exchange for cash (17.3)."""

PARTICULARS: dict[str, dict[str, str]] = {
    "machinery": {"make": "17.7.11.1(i)", "model": "17.7.11.1(ii)", "accessories": "17.7.11.1(iii)"},
    "vehicle": {
        "make": "17.7.11.2(i)",
        "model": "17.7.11.2(ii)",
        "accessories": "17.7.11.2(iii)",
        "on-road costs": "17.7.11.2(iv)",
    },
    "travel": {
        "persons": "17.7.11.3(i)",
        "included": "17.7.11.3(ii)",
        "restrictions": "17.7.11.3(iii)",
        "spending money": "17.7.11.3(iv)",
    },
    "real estate": {
        "dwelling": "17.7.11.4(i)",
        "plans": "17.7.11.4(ii)",
        "contract": "17.7.11.4(iii)",
        "easements": "17.7.11.4(iv)",
        "location": "17.7.11.4(v)",
        "included": "17.7.11.4(vi)",
    },
}
"""What the terms must tell about a prize of such a kind, each with its clause."""

Banned = Literal["tobacco", "firearm", "ammunition", "imitation firearm", "prohibited weapon", "prescribed item"]
PROHIBITED: dict[Banned, str] = {
    "tobacco": "17.5.1",
    "firearm": "17.5.2",
    "ammunition": "17.5.2",
    "imitation firearm": "17.5.2",
    "prohibited weapon": "17.5.3",
    "prescribed item": "17.5.5",
}
"""What no prize may be or include, each with its clause; liquor is a matter of how much."""

_TERMS: dict[str, tuple[str, str]] = {
    "available": ("17.6", "where the terms can be had"),
    "marketing": ("17.6", "where the marketing refers to the terms"),
    "manner": ("17.7.1", "how the prize is awarded"),
    "award_time": ("17.7.2", "when the prize is awarded"),
    "award_place": ("17.7.2", "where the prize is awarded"),
    "eligibility": ("17.7.3", "who is eligible"),
    "minimum_wager": ("17.7.4", "the minimum or compulsory wager, or that there is none"),
    "nature": ("17.7.5", "what the prize is"),
    "reservations": ("17.7.5", "qualifications, reservations and guarantees, or that there are none"),
    "entries_close": ("17.7.6", "date and time at which entries close"),
    "place": ("17.7.7", "where the promotion takes place"),
    "time": ("17.7.7", "date and time of the promotion"),
    "claiming": ("17.7.8", "how a prize is claimed"),
    "notification": ("17.7.9", "how winners are notified"),
    "publication": ("17.7.10", "how the results are published"),
}
"""Each of the written terms with its clause and what it says."""


class Prize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One prize: what it is, its value and cash alternative in cents, and the particulars that its kind calls for.

    `contains` names what it is or includes of the things that `PROHIBITED` lists.
    """

    what: str = ""
    kind: PrizeKind = "goods"
    value: int = 0
    cash_alternative: int = 0
    conditions: str = ""
    particulars: dict[str, str] = {}
    contains: tuple[Banned, ...] = ()
    liquor_litres: float = 0


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The terms and conditions of a promotion. Where something does not apply the terms say so, as with `none`.

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
    """Something that keeps a promotion from opening: the clause, what is wrong, and whether it is a prize not allowed."""

    clause: str
    says: str
    prohibited: bool = False


def read_terms(data: dict[str, Any]) -> Terms:
    """The terms from TOML data, with sums written like `1500.00`; `BookError` says what cannot be read."""
    prizes = data.get("prizes", [])
    if not isinstance(prizes, list) or not all(isinstance(prize, dict) for prize in prizes):
        raise BookError("the terms cannot be read: each prize is a table of its own, under [[prizes]]")
    in_cents = [
        {name: cents(str(value)) if name in ("value", "cash_alternative") else value for name, value in prize.items()}
        for prize in prizes
    ]
    try:
        return msgspec.convert({**data, "prizes": in_cents}, Terms)
    except msgspec.ValidationError as error:
        raise BookError(f"the terms cannot be read: {error}") from None


def required(terms: Terms) -> tuple[str, ...]:
    """The clauses that these terms have to satisfy, in the order of the book."""
    prizes = {clause for prize in terms.prizes for clause in PARTICULARS.get(prize.kind, {}).values()}
    liquor = ("17.5.4",) if any(prize.liquor_litres for prize in terms.prizes) else ()
    alternatives = ("17.3",) if any(prize.cash_alternative for prize in terms.prizes) else ()
    written = dict.fromkeys(clause for clause, _ in _TERMS.values())
    in_order = (clause for kind in PARTICULARS.values() for clause in kind.values() if clause in prizes)
    first = (*alternatives, "17.5", *dict.fromkeys(PROHIBITED.values()), *liquor)
    return (*first, "17.6", "17.7", *(clause for clause in written if clause != "17.6"), "17.7.11", *in_order)


def findings(book: Book, terms: Terms) -> list[Finding]:
    """Everything that is missing from the terms or not allowed in them."""
    return [*_prohibited(book, terms), *_missing(terms)]


def _prohibited(book: Book, terms: Terms) -> Iterator[Finding]:
    most = book.number("prize_liquor_maximum")
    for number, prize in enumerate(terms.prizes, 1):
        for thing in prize.contains:
            yield Finding(PROHIBITED[thing], f"prize {number} may not be or include: {thing}", prohibited=True)
        if not 0 <= prize.liquor_litres <= most:
            litres = f"prize {number} has {prize.liquor_litres:g} litres of liquor, and {most} is the most"
            yield Finding("17.5.4", litres, prohibited=True)
        if prize.cash_alternative and prize.kind in (*CREDITS, "cash"):
            yield Finding("17.3", f"prize {number}: {prize.kind} have no cash alternative", prohibited=True)


def _missing(terms: Terms) -> Iterator[Finding]:
    if not terms.not_prescribed:
        yield Finding("17.5.5", "that the prizes are none of the things that the regulations prescribe")
    for name, (clause, says) in _TERMS.items():
        if not getattr(terms, name).strip():
            yield Finding(clause, says)
        if name == "claiming" and terms.presence_required is None:
            yield Finding("17.7.8", "whether entrants must be present to win")
    if not terms.prizes:
        yield Finding("17.7.11", "the prizes")
    for number, prize in enumerate(terms.prizes, 1):
        for name, says in (("what", "what it is"), ("conditions", "the conditions on it, or that there are none")):
            if not getattr(prize, name).strip():
                yield Finding("17.7.11", f"prize {number}: {says}")
        if prize.value <= 0:
            yield Finding("17.7.11", f"prize {number}: its value")
        for name, clause in PARTICULARS.get(prize.kind, {}).items():
            if not prize.particulars.get(name, "").strip():
                yield Finding(clause, f"prize {number}: {name}")
