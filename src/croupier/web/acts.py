"""What somebody may do, as buttons: each from an offer of the table, so that a page never offers anything else.

A button carries its command as JSON in `data-do`; where the amount is the player's choice, `data-with` names the field that is
taken from the input of the same form.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources

import msgspec

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.entries import encode
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.web.pieces import money
from croupier.web.texts import has_text, text

_BESIDE = resources.files("croupier.web")
KEYS: dict[str, dict[str, str]] = tomllib.loads((_BESIDE / "table_keys.toml").read_text(encoding="utf-8"))
"""What to press for an act, by the kind of table."""

AMOUNTS = ("amount", "to", "chips")
"""The fields of a command that hold an amount."""


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """One button. `field` is the amount that the player chooses, from `least` to `most` in steps; `key` is what to press.

    What cannot be undone asks again in the words of `confirm`; where only the greatest amount does, in those of `guard`. What
    the trainer would not do is warned of in those of `warning`.
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


def tag_of(command: Command) -> str:
    """The name of a command in a record."""
    return str(command.__struct_config__.tag)


def pressable(offer: Legal) -> bool:
    """Whether an offer can be taken by pressing a button: faces that are on a live table are for the dealer to record."""
    fields = (getattr(offer.command, name) for name in offer.command.__struct_fields__)
    return not offer.faces and not any(
        field is HIDDEN or (isinstance(field, tuple) and HIDDEN in field) for field in fields
    )


def keyed(offers: Iterable[Legal], keys: Mapping[str, str]) -> Iterator[tuple[Legal, str]]:
    """Offers, each with the key to press for it; of several with one key the first has it."""
    taken: set[str] = set()
    for offer in offers:
        key = keys.get(tag_of(offer.command), "")
        yield offer, "" if key in taken else key
        taken.add(key)


def act(
    offer: Legal,
    *,
    amount: int | None = None,
    key: str = "",
    look: str = "",
    confirm: str = "",
    note: str = "",
    owed: int = 0,
    guard: str = "",
    warning: str = "",
) -> Act:
    """An offer as a button; `amount` is what is named on it where the command itself holds none."""
    command, tag = offer.command, tag_of(offer.command)
    field = next((name for name in AMOUNTS if isinstance(getattr(command, name, None), int)), "")
    if tag in ("change-seat", "agree"):  # where `to` is a seat, or what somebody agrees to
        field = ""
    least = int(getattr(command, field)) if field else 0
    named = least if amount is None and field and offer.most <= least else amount
    card = getattr(command, "card", None)
    return Act(
        label=_label(command, tag, named),
        do=encode(command).decode(),
        tag=tag,
        clauses=offer.clauses,
        box=getattr(command, "box", 0),
        field=field if offer.most > least else "",
        least=least,
        most=max(offer.most, least),
        step=max(offer.step, 1),
        key=key,
        look=look,
        confirm=confirm,
        note=note,
        owed=owed,
        guard=guard,
        warning=warning,
        card=card if isinstance(card, Card) else None,
    )


def said_of(command: Command, amount: int = 0) -> str:
    """A command as it is called on a button, with an amount if one is given."""
    return _label(command, tag_of(command), amount)


def _label(command: Command, tag: str, amount: int | None) -> str:
    said = _said(command, tag)
    if amount:
        said = text("act.with_amount", what=said, amount=money(amount))
    box = getattr(command, "box", 0)
    return text("act.for_box", what=said, number=box) if box else said


def _said(command: Command, tag: str) -> str:
    name = f"act.{tag}"
    if tag == "take-back" and getattr(command, "to", None):
        name = "act.take-back-to"
    if not has_text(name):
        return tag.replace("-", " ").capitalize()
    values = {field: getattr(command, field) for field in command.__struct_fields__}
    if isinstance(face := values.get("card"), Card):
        values["card"] = face.symbol
    return text(name, **values)
