"""Records of earlier schemas, read as if written today. What they did not keep can no longer be proven.

Schema 0 kept only events, one per line, named after their classes; seats had no people, and it did not say who acted.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from croupier.kernel.actors import HOUSE
from croupier.kernel.entries import NOWHERE, Codec, Entry, Pins, encode, sealed
from croupier.kernel.errors import HistoryError
from croupier.kernel.events import tag_of

_TWO_WORDS = {"time charges": "time-charges", "chip box": "chip-box"}
_OF_A_PERSON = ("purse", "withheld", "kept")
_NEW_NAMES = {"WinningsSeized": "WinningsWithheld"}


def upcast(kind: str, codec: Codec, lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a record as entries of today; lines that are already entries stay unchanged."""
    rest = iter(lines)
    if (first := next(rest, None)) is None:
        return iter(())
    every = chain((first,), rest)
    return _schema_0(kind, codec, every) if first.lstrip().startswith(b'{"type"') else every


def _schema_0(kind: str, codec: Codec, lines: Iterable[bytes]) -> Iterator[bytes]:
    pins: Pins | None = None
    head = NOWHERE
    for number, line in enumerate(lines, 1):
        try:
            old = msgspec.json.decode(line, type=dict[str, Any])
            pins = pins or _pins(kind, old)
            event = codec.read_event(encode(_event(old)))
        except (msgspec.MsgspecError, AttributeError, KeyError, TypeError, ValueError) as error:
            raise HistoryError(f"line {number}: {error}") from None
        entry: Entry[Any, Any] = Entry(
            stream=pins.game,
            number=number,
            at=0,
            person=HOUSE,
            capacity=HOUSE,
            schema=0,
            pins=pins if number == 1 else None,
            command=None,
            events=(event,),
            previous=head,
        )
        sealed_line, head = sealed(entry)
        yield sealed_line


def _pins(kind: str, opened: dict[str, Any]) -> Pins:
    game = opened.get("game") or opened.get("terms", {}).get("game", "")
    edition, book = opened.get("edition", ""), opened.get("book", "")
    return Pins(kind=kind, game=game, book=book, edition=edition, digest=opened.get("digest", ""), code="")


def _event(old: dict[str, Any]) -> dict[str, Any]:
    name = old.pop("type", "")
    new = {"event": tag_of(_NEW_NAMES.get(name, name)), **old}
    if "postings" in new:
        new["postings"] = {_account(account): amount for account, amount in new["postings"].items()}
    person = f"p{new.get('player') or new.get('seat')}"
    match name:
        case "TableOpened":
            new = {key: value for key, value in new.items() if key not in ("book", "digest")}
        case "CardsDealt":
            new["hands"] = {str(new.pop("box")): new.pop("cards")}
        case "SystemOpened":
            new.pop("digest", None)
        case "SeatTaken" | "SeatLeft" | "PlayerTold" | "PlayerExcluded" | "WinningsWithheld" | "WinningsSeized":
            new["person"] = person
        case "WinningsReleased":
            new["person"] = person
            new.pop("player", None)
        case "IrregularityReported":
            new.setdefault("says", new["what"])
        case "RulingGiven":
            new.setdefault("what", "")
        case "RulingAsked":
            new.pop("what", None)
            new["options"] = [{"name": option, "means": "", "clauses": new["clauses"]} for option in new["options"]]
            report = {key: value for key, value in new["report"].items() if key not in ("type", "by", "at")}
            new["report"] = {"do": "report", **report}
    return new


def _account(old: str) -> str:
    if old in _TWO_WORDS:
        return _TWO_WORDS[old]
    kind, _, owner = old.partition(" ")
    if kind in _OF_A_PERSON and owner.isdecimal():
        owner = f"p{owner}"
    return f"{kind}:{owner}" if owner else kind
