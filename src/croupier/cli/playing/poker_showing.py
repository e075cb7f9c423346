"""How a table of the poker room looks to the person at seat 1: cards, seats, and what may be done."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.cli.terminal.output import cards_drawn, paint
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.kernel.money import dollars
from croupier.poker import commands
from croupier.poker.table import Table

HELP = """\
  c          check or call
  b 20       bet; r 60 raises to a total of 60 in this round
  a          all-in, as far as the limits allow
  f          fold
  d 9c       discard, in the pineapple games
  side red 5 wager on the colour of the flop, before the deal, where it is offered
  add 100    add chips between hands; away and back leave the table for a while
  ? 6.9      our line for a clause
  q          leave the table; twice in a hand, and the house plays it to its end for you
Any other line is read as the room's own language, such as 'chips 1 25.00'."""

_KEYS: dict[type[Command], str] = {
    commands.Check: "c",
    commands.Call: "c",
    commands.Bet: "b SUM",
    commands.Raise: "r SUM",
    commands.AllIn: "a",
    commands.Fold: "f",
    commands.Discard: "d CARD",
    commands.MakeUp: "make up 1",
    commands.BuyTime: "buy time 1",
}


def keyed(offers: list[Legal]) -> dict[str, Legal]:
    """What may be done, by what to type for it."""
    found: dict[str, Legal] = {}
    for offer in offers:
        if type(offer.command) in _KEYS:
            found.setdefault(_KEYS[type(offer.command)], offer)
    return found


def deed(offer: Legal, picture: Table, me: int) -> str:
    """What somebody does who takes an offer, with the sums."""
    seat, most = picture.seats[me], dollars(offer.most)
    match offer.command:
        case commands.Check():
            return "check"
        case commands.Call():
            return f"call {dollars(min(picture.to_call(seat), picture.stack(me)))}"
        case commands.Bet(amount=least):
            return f"bet {dollars(least)}" + (f" to {most}" if offer.most > least else "")
        case commands.Raise(to=least):
            return f"raise to {dollars(least)}" + (f", at most to {most}" if offer.most > least else "")
        case commands.AllIn():
            chips = dollars(picture.stack(me))
            free = picture.options.betting == "no limit"
            return f"all-in with {chips}" if free else f"as much of your {chips} as the limits allow"
        case commands.Discard():
            return f"discard one of {' '.join(card.symbol for card in seat.cards)}"
        case commands.MakeUp():
            return f"make up {dollars(picture.owed.get(me, 0))}"
        case commands.BuyTime():
            return f"buy {picture.options.extra_time} seconds for {dollars(picture.options.extra_time_fee)}"
    return "fold"


def table_lines(picture: Table, me: int) -> Iterator[str]:
    """The table as seat `me` sees it: the board, the own hand, and a line for each player in the hand."""
    seat = picture.seats[me]
    if picture.board:
        yield from _cards("Board", picture.board)
    if seat.cards and HIDDEN not in seat.cards:
        yield from _cards("Your hand", seat.cards)
    names = {number: "you" if number == me else f"seat {number}" for number in picture.ring}
    chips = {number: dollars(picture.stack(number)) for number in picture.ring}
    width, room = max(map(len, names.values())), max(map(len, chips.values()))
    for number in picture.ring:
        mark = "D" if picture.positions[0] == number else " "
        line = (
            f"  {mark} {names[number].ljust(width)}  {chips[number].rjust(room)}  {_standing(picture, number)}".rstrip()
        )
        yield paint(line, "dim") if not picture.seats[number].live else line
    call = picture.to_call(seat)
    yield f"  pot {dollars(picture.pot)}" + (f", {dollars(call)} to call" if call else "")


def _standing(picture: Table, number: int) -> str:
    seat = picture.seats[number]
    if not seat.live:
        return "folded"
    wagered = f"{dollars(seat.wagered)} in front" if seat.wagered else ""
    return ", ".join(part for part in (wagered, "all-in" if seat.all_in else "") if part)


def _cards(title: str, cards: tuple[Card, ...]) -> list[str]:
    drawn = cards_drawn(cards)
    if len(drawn) == 1:
        return [f"{title}: {drawn[0]}"]
    return [paint(title, "bold"), *(f"  {line}" for line in drawn)]
