"""A small house for the browser tests: quick tables, no bots, so that nothing happens but what the test does."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep

from croupier.books import book_of
from croupier.floor.dealing import Pace, TableSettings
from croupier.floor.demo import Demo
from croupier.floor.house import ROOM
from croupier.jackpots.commands import OpenSystem
from croupier.kernel.actors import HOUSE, PLAYER
from croupier.kernel.cards import Card, parse_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.poker import commands as poker
from croupier.poker.blinds import due, to_be_dealt
from croupier.poker.rules import Options as PokerOptions
from croupier.poker.telling import limits
from croupier.room.commands import JoinList, OfferGame
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable
from croupier.tables.house_terms import terms_for_play
from croupier.tables.poker_table import PokerTable
from croupier.tables.stacking import CUT, before_cut, filled, stacked_deck
from server.running import Running

QUICK = TableSettings(pace=Pace(antes=600.0, closing=0.1, deciding=0.0, between=600.0, step=0.1, wagering=0.1, asking=0.1))
LIVE = TableSettings(live=True)

TABLES = {
    "crown-1": ("crown-caribbean-stud", Options(places=3, minimum=5_00, committed_decks=True), QUICK),
    "star-1": ("star-caribbean-stud", Options(places=3, minimum=10_00), QUICK),
    "newzealand-1": ("nz-caribbean-stud", Options(places=3, minimum=5_00), QUICK),
    "venice-1": ("venezia-caribbean-poker", Options(places=3, minimum=5_00), LIVE),
    "aruba-training": ("crown-wild-aruba", Options(places=3, minimum=5_00, training=True), LIVE),
    "crown-live": ("crown-caribbean-stud", Options(places=3, minimum=10_00, device="shoe"), LIVE),
    "crown-2": ("crown-caribbean-stud", Options(places=3, minimum=10_00), LIVE),
}
"""Tables of the house; at those that are live nobody deals but the test."""

SPLIT = PokerOptions(places=9, chip=5_00, minimum_buy_in=50_00)


async def furnish(demo: Demo) -> None:
    """Everyone, a table of each house, one of the poker room, a jackpot, a tournament."""
    floor = demo.floor
    await demo.people()
    for name, (game, options, settings) in TABLES.items():
        await demo.open_table(name, game, options, settings)
    meters = floor.house.casinos["crown-caribbean-stud"].meters
    terms = terms_for_play("crown-caribbean-stud", 5_00)
    opened = OpenSystem(system="crown-2", terms=terms, tables=("crown-2",))
    await demo.do(meters.name, opened, "manager-1", meters.rules.ranks[-1])
    await floor.transact(lambda: floor.house.open_room() and None)
    offer = OfferGame(game="holdem", played="crown-holdem", limit=limits(PokerOptions()), needed=4)
    await demo.do(ROOM, offer, "manager-1", book_of("crown-poker").title_page.ranks[-1])
    await demo.do(ROOM, JoinList(person="player-2", game="holdem"), "player-2", PLAYER)
    await floor.transact(lambda: floor.house.open_table("poker-1", "crown-holdem-hi-lo", SPLIT) and None)
    await demo.dealer.set("poker-1", LIVE)
    await demo.assign("poker-1", "crown-poker")
    await demo.tournament()


def act(house: Running, name: str, *commands: Command, person: str = HOUSE, by: int | str = HOUSE) -> None:
    """Commands that must not be refused, by the house's software where nobody else is named."""
    for command in commands:
        decision = house.do(name, command, person, by)
        assert not isinstance(decision, Refused), (command, decision)


def until(ready: Callable[[], bool], what: str) -> None:
    """Wait for something that the house does by itself."""
    for _ in range(600):
        if ready():
            return
        sleep(0.05)
    raise AssertionError(f"never came: {what}")


def table(house: Running, name: str) -> HouseTable:
    found = house.server.floor.house.tables[name]
    assert isinstance(found, HouseTable)
    return found


def stack(house: Running, name: str, hands: dict[int, str], then: str = "") -> None:
    """Shuffle the cards into an order that gives these hands (0 is the dealer), and let the house go on dealing."""
    deck = stacked_deck(table(house, name), {box: parse_cards(c) for box, c in hands.items()}, then=parse_cards(then))
    act(house, name, stud.Shuffle(deck=deck, source="stacked"))
    house.run(house.server.dealer.set(name, QUICK))


def deal_poker(house: Running, name: str, hands: dict[int, str], board: str) -> None:
    """Begin a hand with the blinds posted, and deal these cards."""
    found = house.server.floor.house.tables[name]
    assert isinstance(found, PokerTable)
    act(house, name, poker.BeginHand())
    while waiting := due(found.state):
        seat = next(iter(waiting))
        act(house, name, poker.PostBlind(seat=seat), person=found.state.person_at(seat), by=seat)
    ring, count = to_be_dealt(found.state), found.rules.hole_cards
    held = {seat: parse_cards(cards) for seat, cards in hands.items()}
    top: list[Card | None] = [held[seat][turn] if seat in held else None for turn in range(count) for seat in ring]
    shown = parse_cards(board)
    deck = filled((*top, None, *shown[:3], None, shown[3], None, shown[4]))
    act(house, name, poker.Shuffle(deck=before_cut(deck), source="stacked"), poker.Cut(place=CUT), poker.Deal())


def two_side_pots(house: Running) -> None:
    """Four go all in for different sums over a blind that was folded: two side pots, a low that is split, an odd chip."""
    name, server = "poker-1", house.server
    people = {3: "player-1", 4: "player-2"}
    for seat in (1, 2, 5):
        people[seat] = house.run(Demo(server.floor, server.dealer).bot(80 + seat))
    for seat, chips in ((1, 100_00), (2, 200_00), (3, 300_00), (4, 1000_00), (5, 1000_00)):
        act(house, name, poker.TakeSeat(seat=seat, chips=chips), person=people[seat], by=seat)
    deal_poker(house, name, {1: "As 2d", 2: "Qd 7c", 3: "Ad 2c", 4: "Ks Kc", 5: "9s 9h"}, "9d 8h 3s 4d Kh")
    found = server.floor.house.tables[name]
    assert isinstance(found, PokerTable)
    while turn := found.state.hand.turn:
        does: Command = poker.AllIn(seat=turn)
        if turn == 2:
            does = poker.Fold(seat=turn)
        elif turn == 5 and found.state.hand.bet < 1000_00:
            does = poker.Call(seat=turn)
        act(house, name, does, person=people[turn], by=turn)
    house.run(server.dealer.set(name, QUICK))
    until(lambda: found.state.phase == "between", "the end of the hand")
