"""Poker hand histories in the PHH format: a hand as TOML, read, checked for shape, written back unchanged; its actions.

Amounts stay exact: fractions are `Decimal`, never floats. Fields that PHH does not know are kept, and ours begin with an
underscore, as the format asks. A file with many hands is read hand by hand, so it may be larger than the memory.
"""

import datetime
import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, TextIO

import msgspec

from croupier.books import poker_games, poker_rules_of
from croupier.histories.toml_lines import plain_fields
from croupier.kernel.cards import Card, parse_cards
from croupier.kernel.data import data_of
from croupier.kernel.errors import HistoryError
from croupier.poker.rules import Betting

Amount = int | Decimal

_BETTINGS: dict[str, Betting] = data_of("croupier.histories", "formats.toml")["phh"]["bettings"]
_MOST_DECIMALS = 6
_BEYOND = 10**15
_DEEPEST = 30
_DUST = Decimal("1e-9")
_NONE = "this is not a hand history"
_LONGEST = 1_000_000
"""No hand needs more characters; a longer one is something else."""
_HEADER = re.compile(r"""\s*\[\s*([A-Za-z0-9_-]+|'[^']*'|"[^"\\]*")\s*\]\s*(?:#.*)?""", re.ASCII)
_ACTION = re.compile(r"(?:(d)\s+(db|dh\s+p\d+)|p(\d+)\s+(f|cc|cbr|sm|sd))\s*(.*)", re.ASCII)


class NotPlayedHere(HistoryError):
    """A hand of a variant that this room does not have."""


def game_of(variant: str) -> tuple[str, Betting]:
    """The game and the betting that a variant code stands for.

    PHH names four of ours: NT, FT, PO and FO/8. The others are coded alike: a letter for the betting (No limit, Pot limit,
    Half pot, Fixed, Spread), one for the game (Texas hold'em, Pineapple, Crazy pineapple, Omaha), `/8` for hi-lo.

    >>> game_of("FO/8")
    ('crown-omaha-hi-lo', 'fixed limit')
    """
    kind, betting = variant[1:], _BETTINGS.get(variant[:1])
    game = next((name for name in poker_games() if kind and poker_rules_of(name).variant == kind), None)
    if game is None or betting is None:
        raise NotPlayedHere(f"the variant {variant!r} is not a game of this room")
    return game, betting


def variant_of(game: str, betting: Betting) -> str:
    """The code of a game with its betting.

    >>> variant_of("crown-crazy-pineapple-hi-lo", "pot limit")
    'PC/8'
    """
    first = next(letter for letter, named in _BETTINGS.items() if named == betting)
    if not (kind := poker_rules_of(game).variant):
        raise NotPlayedHere(f"hand histories have no code for {game}")
    return first + kind


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

    def amounts(self, name: str, number: int = 0) -> list[Amount]:
        """A list of so many amounts, or one for each player in the order p1, p2, ...; empty if the file has no such list."""
        listed = self.fields.get(name)
        whole = isinstance(listed, list) and len(listed) == (number or self.players) and all(map(_is_amount, listed))
        return listed if isinstance(listed, list) and whole else []

    def forced(self, name: str) -> list[Amount]:
        """Antes or blinds by player p1, p2, ...: with two players the file has them the other way round."""
        listed = self.amounts(name) or [0] * self.players
        return listed[::-1] if self.players == 2 else listed

    @property
    def dead(self) -> list[Amount]:
        """The posts that our own files mark as dead; empty in other files."""
        listed = self.amounts("_dead")
        return listed if all(amount >= 0 for amount in listed) else []

    def amount(self, name: str) -> Amount:
        """An amount above zero; zero if the file has none, or something else by that name."""
        value = self.fields.get(name, 0)
        return value if _is_amount(value) and 0 < value < _BEYOND else 0

    @property
    def finite_stacks(self) -> bool:
        """Whether the file gives the final stack of at least one player."""
        return any(map(is_bounded, self.amounts("finishing_stacks")))

    def texts(self, name: str) -> list[str]:
        """A list of texts; empty if the file has none, or something else by that name."""
        value = self.fields.get(name)
        return value if isinstance(value, list) and all(isinstance(text, str) for text in value) else []

    def name(self, player: int) -> str:
        """What to call a player: `p2 (Budd)`, or `p2` if the file has no name."""
        names = self.texts("players")
        known = names[player - 1] if player <= len(names) else ""
        return f"p{player} ({known})" if known else f"p{player}"


def read(text: str) -> list[HandHistory]:
    """The hands of a file: one, or many if the file has a table for each (`.phhs`)."""
    if not isinstance(text, str):
        raise HistoryError(f"{text!r} is no text: give what a .phh file has in it")
    histories: list[HandHistory] = []
    for hand in hands_in(io.StringIO(text)):
        if isinstance(hand, HistoryError):
            raise hand
        histories.append(hand)
    return histories


def hands_in(file: TextIO) -> Iterator[HandHistory | HistoryError]:
    """The hands of an open file one after the other, or what is wrong with one: those after it can still be read.

    A line such as `[3]` begins a hand in a file with many; a file without one before its first field is a single hand.
    """
    hand: list[str] = []
    letters, headed, read = 0, False, 0
    try:
        while line := file.readline(_LONGEST):
            if (headed or not hand) and line.lstrip()[:1] == "[" and _HEADER.fullmatch(line.rstrip()) is not None:
                if hand:
                    yield _hand(hand, headed)
                hand, letters, headed, read = [], 0, True, read + 1
            elif not hand and (headed or not line.strip() or line.lstrip()[0] == "#"):
                continue  # nothing yet, or the rest of a hand that is too long
            hand.append(line)
            letters += len(line)
            if letters >= _LONGEST:
                yield HistoryError(f"{_NONE}: no hand is longer than {_LONGEST} letters")
                hand = []
                if not headed:
                    return
    except UnicodeDecodeError:
        yield HistoryError("it is not text from here on, and is read no further" if read else f"{_NONE}: it is not text")
        return
    if hand:
        yield _hand(hand, headed)
    elif not read:
        yield HistoryError(f"{_NONE}: it is empty")


def _hand(lines: list[str], headed: bool) -> HandHistory | HistoryError:
    """One hand from its lines, the first of which names it in a file with many."""
    fields = plain_fields(lines[1:] if headed else lines)
    name = lines[0].partition("[")[2].rpartition("]")[0].strip(" '\"")
    where = f"hand {name}: " if headed else ""
    if fields is None:
        try:
            data = tomllib.loads("".join(lines), parse_float=Decimal)
        except (ValueError, RecursionError) as error:
            return HistoryError(f"{_NONE}: {where}{error}")
        fields = next(iter(data.values())) if headed else data
    wrong = _wrong(fields)
    return HistoryError(f"{where}{wrong}") if wrong else HandHistory(fields)


def _wrong(fields: dict[str, Any]) -> str:
    """Which of the required fields are missing or of the wrong kind; empty if none."""
    for name, kind in (("variant", str), ("starting_stacks", list), ("actions", list)):
        if not isinstance(fields.get(name), kind):
            return f"the field {name} is missing or is not {'text' if kind is str else 'a list'}"
    number = len(fields["starting_stacks"])
    if number < 2:
        return "a hand has at least two players"
    for name in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks"):
        listed = fields.get(name, [0] * number)
        if not isinstance(listed, list) or len(listed) != number or not all(map(_is_amount, listed)):
            return f"{name} is not a list of {number} amounts"
    for name in ("min_bet", "small_bet", "big_bet"):
        if name in fields and not (_is_amount(fields[name]) and fields[name] > 0):
            return f"{name} is not an amount above zero"
    return "" if all(isinstance(action, str) for action in fields["actions"]) else "actions is not a list of texts"


def _is_amount(value: Any) -> bool:
    """Whether a value is a number of chips within reason, or unbounded."""
    if type(value) is int:
        return -_BEYOND < value < _BEYOND
    if not isinstance(value, Decimal) or value.is_nan():
        return False
    return value.is_infinite() or (abs(value) < _BEYOND and value.as_tuple().exponent >= -_DEEPEST)  # type: ignore[operator]


def is_bounded(amount: Amount) -> bool:
    return isinstance(amount, int) or amount.is_finite()


def decimals_of(amounts: Iterable[Amount]) -> int:
    """How many decimals the amounts of a file need: the smallest chip is that part of one.

    >>> decimals_of([5, Decimal("0.25"), Decimal("1.50")])
    2
    """
    most = max(map(_decimals, amounts), default=0)
    if most > _MOST_DECIMALS:
        raise HistoryError(f"an amount has more than {_MOST_DECIMALS} decimals")
    return most


def without_dust(amount: Amount) -> Amount:
    """An amount without the rounding errors of a program that calculated in binary fractions.

    >>> without_dust(Decimal("6.800000000000001")), without_dust(Decimal("0.25"))
    (Decimal('6.800000'), Decimal('0.25'))
    """
    if isinstance(amount, int) or not is_bounded(amount):
        return amount
    rounded = round(amount, _MOST_DECIMALS)
    return rounded if amount != rounded and abs(amount - rounded) < _DUST else amount


@lru_cache(maxsize=4096)
def _decimals(amount: Amount) -> int:
    exponent = Decimal(without_dust(amount)).normalize().as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0  # an unbounded amount has none


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
    """In the style of PHH files, between single quotes; between double ones if needed."""
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
        return _cards(self.rest)


class Differs(Exception):
    """The file and the book differ here: `at` names the street and the action, `why` says how.

    `clauses` are those of the book on the point.
    """

    def __init__(self, at: str, why: str, clauses: tuple[str, ...] = ()) -> None:
        super().__init__(f"{at}: {why}")
        self.at, self.why, self.clauses = at, why, clauses


def actions_of(history: HandHistory) -> list[Action]:
    """The actions without commentary."""
    actions = []
    players = history.players
    for number, written in enumerate(history.fields["actions"], 1):
        read = _read_action(written)
        if read is None:
            continue
        text, actor, what, rest = read
        if not what:
            raise Differs(f"action {number}: {text}", "this action is not understood")
        if actor > players or (actor == 0 and what != "db"):
            raise Differs(f"action {number}: {text}", f"there are players p1 to p{players} only")
        actions.append(Action(number, text, actor, what, rest))
    return actions


@lru_cache(maxsize=16384)
def _read_action(written: str) -> tuple[str, int, str, str] | None:
    """The action, its player or 0 for the dealer, what it is and the rest; None if it is not understood."""
    text = " ".join(written.partition("#")[0].split())
    if not text:
        return None
    match = _ACTION.fullmatch(text)
    if match is None:
        return text, 0, "", ""
    dealer, dealt, player, act, rest = match.groups()
    what, actor = (dealt[:2], int(dealt.partition("p")[2] or 0)) if dealer else (act, int(player))
    return text, actor, what, rest


@lru_cache(maxsize=16384)
def _cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.replace(",", " ").replace("-", " "))
