"""What a person may do, as buttons: each from an offer of the table, so that a page never offers anything else.

A button has its command as JSON in `data-do`; if the amount is the player's choice, `data-with` names the field that is
taken from the input of the same form.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.data import data_of
from croupier.kernel.entries import encode
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.kernel.money import money
from croupier.web.texts import has_text, text

_DECLARED: dict[str, dict[str, Any]] = data_of("croupier.web", "table_acts.toml")
KEYS, LOOKS, DONE = _DECLARED["keys"], _DECLARED["looks"], _DECLARED["done"]
"""The key for an act, how its button looks, and what is said of what was done, by the kind of table."""
NOTED = frozenset(DONE["noted"])
"""What is shown beside the result of a hand of poker."""


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """One button. `field` is the amount that the player chooses, from `least` to `most` in steps; `key` is its key.

    An act that cannot be undone asks again with `confirm`; if only the largest amount does, with `guard`. The trainer
    warns with `warning`.
    """

    label: str
    do: str
    tag: str
    clauses: tuple[str, ...]
    box: int = 0
    field: str = ""
    least: int = 0
    most: int = 0
    step: int = 1
    key: str = ""
    look: str = ""
    confirm: str = ""
    note: str = ""
    owed: int = 0
    guard: str = ""
    warning: str = ""
    card: Card | None = None

    @property
    def chooses(self) -> bool:
        return bool(self.field) and self.most > self.least


def shows_none(command: Command) -> bool:
    """Whether a command is about a card that nobody has seen yet, and that is not on record."""
    return any(value is HIDDEN or (isinstance(value, tuple) and HIDDEN in value) for value in asdict(command).values())


def pressable(offer: Legal) -> bool:
    """Whether an offer can be taken with a button: the dealer records faces at a live table. A card is
    exchanged unseen there, as its player gives it up face down.
    """
    unseen = shows_none(offer.command) and offer.command.declared.tag != "change-card"
    return not offer.faces and not unseen


def keyed(offers: Iterable[Legal], keys: Mapping[str, str]) -> Iterator[tuple[Legal, str]]:
    """Offers, each with its key: the first of a kind has the first key of its act, the next the next one."""
    taken: set[str] = set()
    for offer in offers:
        key = next((letter for letter in keys.get(offer.command.declared.tag, "") if letter not in taken), "")
        yield offer, key
        taken.add(key)


def act(offer: Legal, *, amount: int | None = None, owed: int = 0, wager: str = "", **shown: str) -> Act:
    """An offer as a button; `amount` is named on it if the command has none, `wager` is the title of its wager.

    Other `shown` values are texts of the button: its key, look, note and questions.
    """
    command, least, field, given = offer.command, offer.least, offer.command.declared.amount, asdict(offer.command)
    named = least if amount is None and field and offer.most <= least else amount
    card = given.get("card")
    return Act(
        label=said_of(command, named, wager),
        do=encode(command).decode(),
        tag=command.declared.tag,
        clauses=offer.clauses,
        box=given.get("box", 0),
        field=field if offer.most > least else "",
        least=least,
        most=max(offer.most, least),
        step=max(offer.step, 1),
        owed=owed,
        card=card if isinstance(card, Card) else None,
        **shown,
    )


def said_of(command: Command, amount: int | None = None, wager: str = "") -> str:
    """The name of a command on a button, with an amount if one is given."""
    said = f"{called(command)} {wager or asdict(command).get('wager', '')}".rstrip()
    if amount:
        said = text("act.with_amount", what=said, amount=money(amount))
    box = asdict(command).get("box", 0)
    return text("act.for_box", what=said, number=box) if box else said


def called(command: Command) -> str:
    """The name of a command on a button."""
    tag, values = command.declared.tag, asdict(command)
    name = "act.take-back-to" if tag == "take-back" and values["to"] else f"act.{tag}"
    if not has_text(name):
        return tag.replace("-", " ").capitalize()
    if isinstance(face := values.get("card"), Card):
        values["card"] = text("acts.a_card") if face is HIDDEN else face.symbol
    return text(name, **values)
