"""Poker hand histories in the PHH format: a hand as TOML, read, checked for shape, written back unchanged; its actions.

Amounts stay exact: fractions are `Decimal`, never floats. Fields that PHH does not know are kept, and ours begin with an
underscore, as the format asks.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

import msgspec

from croupier.kernel.cards import Card, parse_cards
from croupier.kernel.errors import HistoryError
from croupier.poker.rules import Betting

Amount = int | Decimal

_BETTINGS: dict[str, Betting] = {
    "N": "no limit",
    "P": "pot limit",
    "H": "half pot limit",
    "F": "fixed limit",
    "S": "spread limit",
}
_GAMES = {
    "T": "crown-holdem",
    "T/8": "crown-holdem-hi-lo",
    "P": "crown-pineapple",
    "C": "crown-crazy-pineapple",
    "C/8": "crown-crazy-pineapple-hi-lo",
    "O": "crown-omaha",
    "O/8": "crown-omaha-hi-lo",
}
_MOST_DECIMALS = 6
_BEYOND = 10**15
_ACTION = re.compile(r"(?:(d)\s+(db|dh\s+p\d+)|p(\d+)\s+(f|cc|cbr|sm|sd))\s*(.*)", re.ASCII)


def game_of(variant: str) -> tuple[str, Betting]:
    """The game and the betting that a variant code stands for.

    PHH names four of ours: NT, FT, PO and FO/8. The others are coded alike: a letter for the betting (No limit, Pot limit,
    Half pot, Fixed, Spread), one for the game (Texas hold'em, Pineapple, Crazy pineapple, Omaha), `/8` for hi-lo.

    >>> game_of("FO/8")
    ('crown-omaha-hi-lo', 'fixed limit')
    """
    game, betting = _GAMES.get(variant[1:]), _BETTINGS.get(variant[:1])
    if game is None or betting is None:
        raise HistoryError(f"the variant {variant!r} is not a game of this room")
    return game, betting


def variant_of(game: str, betting: Betting) -> str:
    """The code of a game with its betting.

    >>> variant_of("crown-crazy-pineapple-hi-lo", "pot limit")
    'PC/8'
    """
    first = next(letter for letter, named in _BETTINGS.items() if named == betting)
    return first + next(letter for letter, named in _GAMES.items() if named == game)


class HandHistory(msgspec.Struct, frozen=True):
    """One hand: every field of the file by its name, in the order of the file."""

    fields: dict[str, Any]

    @property
    def variant(self) -> str:
        return str(self.fields["variant"])

    @property
    def actions(self) -> list[str]:
        return list(self.fields["actions"])

    @property
    def players(self) -> int:
        """How many players were dealt in; p1 is the first left of the button."""
        return len(self.fields["starting_stacks"])

    def amounts(self, name: str) -> list[Amount]:
        """A list of amounts, one for each player in the order p1, p2, ...; empty where the file has none."""
        return list(self.fields.get(name, ()))

    def forced(self, name: str) -> list[Amount]:
        """Antes or blinds as they fall on p1, p2, ...: with two players the file has them the other way round."""
        listed = self.amounts(name) or [0] * self.players
        return listed[::-1] if self.players == 2 else listed

    def amount(self, name: str) -> Amount:
        """An amount above nil, or nil where the file has none, or has something else by that name."""
        value = self.fields.get(name, 0)
        return value if _is_amount(value) and 0 < value < _BEYOND else 0

    def texts(self, name: str) -> list[str]:
        """A list of texts; empty where the file has none, or has something else by that name."""
        value = self.fields.get(name)
        return value if isinstance(value, list) and all(isinstance(text, str) for text in value) else []

    def name(self, player: int) -> str:
        """What to call a player: `p2 (Budd)`, or `p2` where the file has no name."""
        names = self.texts("players")
        known = names[player - 1] if player <= len(names) else ""
        return f"p{player} ({known})" if known else f"p{player}"


def read(text: str) -> list[HandHistory]:
    """The hands of a file: one, or many where the file has a table for each (`.phhs`)."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        raise HistoryError(f"this is no hand history: {error}") from None
    if not data:
        raise HistoryError("this is no hand history: it is empty")
    if all(isinstance(value, dict) for value in data.values()):
        return [_checked(fields, f"hand {name}: ") for name, fields in data.items()]
    return [_checked(data)]


def _checked(fields: dict[str, Any], where: str = "") -> HandHistory:
    """The hand, if what every hand needs is there and of its kind."""

    def wrong(what: str) -> HistoryError:
        return HistoryError(f"{where}{what}")

    for name, kind in (("variant", str), ("starting_stacks", list), ("actions", list)):
        if not isinstance(fields.get(name), kind):
            raise wrong(f"the field {name} is missing or is not {'text' if kind is str else 'a list'}")
    number = len(fields["starting_stacks"])
    if number < 2:
        raise wrong("a hand has at least two players")
    for name in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks"):
        listed = fields.get(name, [0] * number)
        if not isinstance(listed, list) or len(listed) != number or not all(map(_is_amount, listed)):
            raise wrong(f"{name} is not a list of {number} amounts")
    for name in ("min_bet", "small_bet", "big_bet"):
        if name in fields and not (_is_amount(fields[name]) and fields[name] > 0):
            raise wrong(f"{name} is not an amount above nil")
    if not all(isinstance(action, str) for action in fields["actions"]):
        raise wrong("actions is not a list of texts")
    return HandHistory(fields)


def _is_amount(value: Any) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool) and value == value


def decimals_of(amounts: Iterable[Amount]) -> int:
    """How many decimals the amounts of a file need: the smallest chip is that part of one.

    >>> decimals_of([5, Decimal("0.25"), Decimal("1.50")])
    2
    """
    most = 0
    for amount in amounts:
        exponent = Decimal(amount).normalize().as_tuple().exponent
        if isinstance(exponent, int):  # what is unbounded has none
            most = max(most, -exponent)
    if most > _MOST_DECIMALS:
        raise HistoryError(f"an amount has more than {_MOST_DECIMALS} decimals")
    return most


def write(hands: Sequence[HandHistory]) -> str:
    """The text of a file: one hand as it is, several with a numbered table for each."""
    if len(hands) == 1:
        return _written(hands[0])
    return "\n".join(f"[{number}]\n{_written(hand)}" for number, hand in enumerate(hands, 1))


def _written(hand: HandHistory) -> str:
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in hand.fields.items())


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(k)} = {_value(v)}' for k, v in value.items())} }}" if value else "{}"
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    return str(value)


def _decimal(value: Decimal) -> str:
    if not value.is_finite():
        return str(value).lower().replace("infinity", "inf")
    text = format(value, "f")
    return text if "." in text else f"{text}.0"


def _text(value: str) -> str:
    """As PHH files have it, between single quotes; between double ones where that cannot be."""
    if "'" not in value and value.isprintable():
        return f"'{value}'"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


class Action(msgspec.Struct, frozen=True):
    """One action of the file: `actor` is a player's number or 0 for the dealer, `what` is in the words of PHH."""

    number: int
    text: str
    actor: int
    what: str
    rest: str

    @property
    def cards(self) -> tuple[Card, ...]:
        return parse_cards(self.rest.replace(",", " ").replace("-", " "))


class Differs(Exception):
    """The file and the book part ways here: `at` names the street and the action, `why` says what is otherwise."""

    def __init__(self, at: str, why: str) -> None:
        super().__init__(f"{at}: {why}")
        self.at, self.why = at, why


def actions_of(history: HandHistory) -> list[Action]:
    """The actions without those that are only commentary."""
    found = []
    for number, written in enumerate(history.actions, 1):
        text = " ".join(written.partition("#")[0].split())
        if not text:
            continue
        match = _ACTION.fullmatch(text)
        if match is None:
            raise Differs(f"action {number}: {text}", "this action is not understood")
        dealer, dealt, player, act, rest = match.groups()
        what, actor = (dealt[:2], int(dealt.partition("p")[2] or 0)) if dealer else (act, int(player))
        if actor > history.players or (actor == 0 and what != "db"):
            raise Differs(f"action {number}: {text}", f"there are players p1 to p{history.players} only")
        found.append(Action(number, text, actor, what, rest))
    return found
