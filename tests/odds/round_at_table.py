"""One round at a real table with a deck in a chosen order: what the simulation is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from croupier.kernel.cards import Card
from croupier.kernel.decisions import Accepted
from croupier.odds.counting import CARDS, Array
from croupier.odds.simulation_kernels import BET, CHANGE, FOLD, INSTANT, Tables
from croupier.stud.lines import read_line
from croupier.stud.rules import Options
from croupier.stud.state import DEALER
from croupier.tables.house_table import HouseTable
from croupier.tables.stacking import shuffle_into, stacked_deck

ANTE = 10_00


def paid(game: str, deck: Sequence[int], plays: Sequence[Sequence[str]]) -> list[int]:
    """What each seat's money changes by, in cents, when the seats play so: lines without the number of the seat.

    The deck has the hands of the seats, the dealer's with the card face up first, and the cards that changes bring.
    """
    seats = len(plays)
    cards = [CARDS[card] for card in deck]
    hands = {seat: cards[5 * seat - 5 : 5 * seat] for seat in range(1, seats + 1)}
    table = _table(game, seats)
    up, *others = cards[5 * seats : 5 * seats + 5]
    others.insert(table.rules.upcard_place[table.state.options.device] or 0, up)
    before = {seat: table.state.stack(seat) for seat in hands}
    for seat in hands:
        say(table, f"ante {seat} 10")
    changes = sum(line.startswith("change") for lines in plays for line in lines)
    then = cards[5 * seats + 5 : 5 * seats + 5 + changes]
    assert shuffle_into(table, stacked_deck(table, {**hands, DEALER: others}, then=then)) is None
    say(table, "no more bets", "deal", "bet or fold")
    for seat, lines in enumerate(plays, 1):
        say(table, *(_to(line, seat) for line in lines))
    say(table, "reveal", "settle")
    return [table.state.stack(seat) - before[seat] for seat in hands]


@cache
def _table(game: str, seats: int) -> HouseTable:
    """A table with so many players who can lose for long."""
    table = HouseTable(game, Options(places=seats, minimum=1, maximum=10**9, unit=1, chip=1))
    for seat in range(1, seats + 1):
        say(table, f"sit {seat} 1000000")
    return table


def _to(line: str, seat: int) -> str:
    """`bet` said by seat 2 is `bet 2`, `change As` is `change 2 As`, `instant win` is `instant win 2`."""
    word, _, card = line.partition(" ")
    return f"change {seat} {card}" if word == "change" else f"{line} {seat}"


def say(table: HouseTable, *lines: str) -> None:
    for line in lines:
        decision = table.do(read_line(line, table.state, table.rules))
        assert isinstance(decision, Accepted), (line, decision)


def card_changed(tables: Tables, hand: Sequence[int], up: int) -> Card:
    """The card that the plan for a hand gives up, found the slow way: through the renaming of suits and back."""
    rising = sorted(hand)
    index = sum(int(tables.choose[place, card]) for place, card in enumerate(rising, 1))
    row, number = divmod(int(tables.plan[index]), 24)
    there: list[int] = tables.suits[number].tolist()
    action = int(tables.actions[row, up // 4 * 4 + there[up % 4]])
    given = action - CHANGE
    return CARDS[given // 4 * 4 + there.index(given % 4)]


def lines_of(tables: Tables, hand: Sequence[int], up: int, action: int, changed: int) -> list[str]:
    """How a seat says what the simulation did."""
    first = [f"change {card_changed(tables, hand, up)}"] if changed else []
    return [*first, {FOLD: "fold", BET: "bet", INSTANT: "instant win"}[action]]


def decks(kind: int, number: int, chance: np.random.Generator) -> Array:
    """Shuffled decks; by kind, on top come first cards of one suit, of four ranks, or high cards of two suits, so that
    strong and equal hands are dealt.
    """
    found = np.empty((number, 52), np.uint8)
    for row in found:
        ranks, suits = chance.permutation(13), chance.permutation(4)
        order = chance.permutation(52)
        first = {
            0: np.zeros(52, bool),
            1: order % 4 == suits[0],
            2: np.isin(order // 4, ranks[:4]),
            3: (order // 4 >= 7) & np.isin(order % 4, suits[:2]),
        }[kind]
        row[:] = np.r_[order[first], order[~first]]
        row[:10] = chance.permutation(row[:10])
    return found
