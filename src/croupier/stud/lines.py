"""Commands as short lines of text: for cases, golden playthroughs, replays and a dealer's keyboard.

    sit 1 500.00        ante 1 10.00       no more bets      bet or fold     reveal
    leave 1             take back 1        deal              bet 1           show 1: As Kd Qh 7c 2s
    shuffle             cut 20             deal 1: As        fold 1          settle

`by TG Area Manager: settle` says who. A bet without an amount is twice the ante. `#` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from croupier.kernel.cards import Card, parse_cards, show_cards
from croupier.kernel.events import Command
from croupier.kernel.money import cents, plain
from croupier.stud import commands
from croupier.stud.table import DEALER, Table


class LineError(ValueError):
    """A line that says nothing the table understands."""


def read_line(text: str, table: Table) -> Command:
    """The command that a line says, at this table.

    >>> read_line("ante 1 12.50", Table())
    PlaceAnte(by='', at=0, seat=1, amount=1250)
    """
    said = text.split("#")[0].strip()
    by = ""
    if match := re.fullmatch(r"by ([^:]+):\s*(.*)", said):
        by, said = match.group(1).strip(), match.group(2)
    for pattern, make in _LINES:
        if match := re.fullmatch(pattern, said):
            command = make(table, *match.groups())
            return replace(command, by=by) if by else command
    raise LineError(f"{said!r} is not understood; lines are such as 'ante 1 10.00', 'bet 1', 'fold 1', 'deal', 'settle'")


def write_line(command: Command) -> str:
    """The line that says a command."""
    said = _words(command)
    usual = "" if hasattr(command, "seat") else "dealer"
    return said if command.by in ("", usual) else f"by {command.by}: {said}"


def _words(command: Command) -> str:
    match command:
        case commands.TakeSeat(seat=seat, chips=chips):
            return f"sit {seat} {plain(chips)}"
        case commands.PlaceAnte(seat=seat, amount=amount):
            return f"ante {seat} {plain(amount)}"
        case commands.PlaceBet(seat=seat, amount=amount):
            return f"bet {seat} {plain(amount)}"
        case commands.LeaveSeat(seat=seat) | commands.TakeBackAnte(seat=seat) | commands.Fold(seat=seat):
            return f"{_VERBS[type(command)]} {seat}"
        case commands.Cut(place=place):
            return f"cut {place}"
        case commands.DealCards(box=box, cards=cards):
            return f"deal {_place(box)}: {show_cards(cards)}"
        case commands.ShowHand(box=box, cards=cards):
            return f"show {box}: {show_cards(cards)}"
        case commands.Shuffle(deck=deck):
            return f"shuffle {show_cards(deck)}".rstrip()
        case commands.Reveal(cards=cards):
            return f"reveal {show_cards(cards)}".rstrip()
        case commands.TurnUp(card=card):
            return "turn up" if card is None else f"turn up {card}"
        case _ if type(command) in _VERBS:
            return _VERBS[type(command)]
    raise LineError(f"{type(command).__name__} has no line")


_VERBS: dict[type[Command], str] = {
    commands.LeaveSeat: "leave",
    commands.TakeBackAnte: "take back",
    commands.Fold: "fold",
    commands.CallNoMoreBets: "no more bets",
    commands.Deal: "deal",
    commands.CallBetOrFold: "bet or fold",
    commands.Settle: "settle",
}


def _place(box: int) -> str:
    return "dealer" if box == DEALER else str(box)


def _box(text: str) -> int:
    return DEALER if text == "dealer" else int(text)


def _one_card(text: str | None) -> Card | None:
    cards = parse_cards(text or "")
    if len(cards) > 1:
        raise LineError("one card is turned up, not more")
    return cards[0] if cards else None


def _bet(table: Table, seat: str, amount: str | None) -> Command:
    number = int(seat)
    due = 2 * table.ante_in_play(number)
    return commands.PlaceBet(seat=number, amount=cents(amount) if amount else due)


_MONEY = r"(\$?[\d.,]+)"
_LINES: list[tuple[str, Callable[..., Command]]] = [
    (rf"sit (\d+) {_MONEY}", lambda _, seat, chips: commands.TakeSeat(seat=int(seat), chips=cents(chips))),
    (r"leave (\d+)", lambda _, seat: commands.LeaveSeat(seat=int(seat))),
    (r"shuffle(?: (.+))?", lambda _, deck: commands.Shuffle(deck=parse_cards(deck or ""))),
    (r"cut (\d+)", lambda _, place: commands.Cut(place=int(place))),
    (rf"ante (\d+) {_MONEY}", lambda _, seat, sum_: commands.PlaceAnte(seat=int(seat), amount=cents(sum_))),
    (r"take back (\d+)", lambda _, seat: commands.TakeBackAnte(seat=int(seat))),
    (r"no more bets", lambda _: commands.CallNoMoreBets()),
    (r"deal", lambda _: commands.Deal()),
    (
        r"deal (dealer|\d+):\s*(.*)",
        lambda _, box, cards: commands.DealCards(box=_box(box), cards=parse_cards(cards)),
    ),
    (r"turn up(?: (.+))?", lambda _, card: commands.TurnUp(card=_one_card(card))),
    (r"bet or fold", lambda _: commands.CallBetOrFold()),
    (rf"bet (\d+)(?: {_MONEY})?", _bet),
    (r"fold (\d+)", lambda _, seat: commands.Fold(seat=int(seat))),
    (r"reveal(?: (.+))?", lambda _, cards: commands.Reveal(cards=parse_cards(cards or ""))),
    (
        r"show (\d+):\s*(.*)",
        lambda _, box, cards: commands.ShowHand(box=int(box), cards=parse_cards(cards)),
    ),
    (r"settle", lambda _: commands.Settle()),
]

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(commands.StudCommand)


def read_command(line: bytes | str) -> Command:
    """A command from JSON; `msgspec.ValidationError` says what is wrong with it and where."""
    return _DECODER.decode(line)
