"""What a table pays from a float that does not have it: a person's table waits for a fill or someone above the dealer, where
the software deals its float is filled from the stock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from croupier.books import book_of
from croupier.cage.commands import ConfirmTransfer, RequestTransfer
from croupier.cage.events import FloatFilled
from croupier.cage.state import stock
from croupier.floor.dealing import TableSettings
from croupier.floor.floor import Undo
from croupier.floor.house import CAGE
from croupier.kernel.accounts import CHIPS
from croupier.kernel.actors import HOUSE
from croupier.kernel.cards import parse_cards
from croupier.kernel.decisions import Decision, Refused
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.balance import table_line
from croupier.tables.house_table import HouseTable
from croupier.tables.purses import Money
from croupier.tables.stacking import stacked_deck
from croupier.web.dealer_page import dealer_regions
from croupier.web.floor_page import Need, needs
from server.calling import Called

GAME, NAME = "crown-caribbean-stud", "crown-1"
RANKS = book_of(GAME).title_page.ranks
WINS = {1: "Kh Kd Kc 9h 9c", 0: "Ac As 5c 4h 3s"}


async def to_be_paid(folder: Path, *, live: bool) -> Called:
    """A table whose float is empty, with $150 to be paid on the hand of box 1."""
    called = await Called(folder / "key", seed=5).open()
    demo = called.demo
    await demo.people()
    await demo.open_table(NAME, GAME, Options(places=3), TableSettings())
    await called.server.dealer.set(NAME, TableSettings(live=live))
    await demo.do(NAME, stud.TakeSeat(seat=1, chips=500_00), "player-1", 1)
    await demo.do(NAME, stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1)
    deck = stacked_deck(table(called), {box: parse_cards(cards) for box, cards in WINS.items()})
    await demo.do(NAME, stud.Shuffle(deck=deck, source="stacked"), HOUSE, HOUSE)
    for command in (stud.CallNoMoreBets(), stud.Deal(), stud.CallBetOrFold()):
        await demo.do(NAME, command, HOUSE, HOUSE)
    await demo.do(NAME, stud.PlaceBet(seat=1, amount=20_00), "player-1", 1)
    await demo.do(NAME, stud.Reveal(), HOUSE, HOUSE)
    return called


def table(called: Called) -> HouseTable:
    found = called.server.floor.house.tables[NAME]
    assert isinstance(found, HouseTable)
    return found


async def settled(called: Called, person: str, by: str) -> Decision:
    try:
        return (await called.server.floor.do(NAME, stud.Settle(), person=person, by=by)).decision
    except Undo as undone:
        return undone.refusal


def lacking(called: Called, *, live: bool = True) -> list[Need]:
    return [need for need in needs(called.server.floor, {}, live={NAME: live}) if need.where == NAME]


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


def test_a_live_table_waits_for_a_fill_and_the_floor_shows_it(tmp_path: Path) -> None:
    async def test() -> None:
        called = await to_be_paid(tmp_path, live=True)

        def offered(person: str, by: str) -> bool:
            return any(isinstance(o.command, stud.Settle) for o in table(called).legal(by=by, person=person))

        refused = await settled(called, "dealer-1", RANKS[0])
        assert isinstance(refused, Refused)
        assert (refused.ground, refused.clauses) == ("float_lacks", ("H7.5",))
        assert refused.reason.startswith("the float lacks $150.00 for it")
        assert table(called).state.phase == "settling"
        assert not offered("dealer-1", RANKS[0])
        assert offered("supervisor-1", RANKS[2])
        step = dealer_regions(table(called), "dealer-1", RANKS[0], table(called).at)["step"]
        assert "The float lacks $150.00 for it" in step
        (need,) = lacking(called)
        assert need.grave
        assert "$150" in need.says
        for amount, enough in ((149_99, False), (1, True)):
            request = RequestTransfer(what="fill", amount=amount, table=NAME)
            await called.demo.do(CAGE, request, "supervisor-1", RANKS[2])
            number = called.server.floor.house.cage.state.requested
            await called.demo.do(CAGE, ConfirmTransfer(number=number), "cashier-1", "cashier")
            assert bool(lacking(called)) != enough
            assert isinstance(await settled(called, "dealer-1", RANKS[0]), Refused) != enough
        assert table(called).state.stack(1) == 650_00
        assert table_line(called.server.floor.house.cage.state, table(called), CHIPS).float == 0
        assert not called.server.floor.house.report().differences

    run(test)


def test_somebody_above_the_dealer_pays_it_all_the_same(tmp_path: Path) -> None:
    async def test() -> None:
        called = await to_be_paid(tmp_path, live=True)
        assert not isinstance(await settled(called, "supervisor-1", RANKS[2]), Refused)
        entry = table(called).entries[-1]
        assert (entry.person, entry.capacity) == ("supervisor-1", RANKS[2])
        (need,) = lacking(called)  # what the float owes is still to be brought
        assert "short by $150" in need.says

    run(test)


def test_a_player_learns_nothing_of_the_float(tmp_path: Path) -> None:
    async def test() -> None:
        called = await to_be_paid(tmp_path, live=True)
        refused = Money(called.server.floor.house)._not_in_the_float
        from croupier.kernel.accounts import FLOAT, stack_of
        from croupier.kernel.actors import Said
        from croupier.kernel.links import Work
        from croupier.stud.events import WagerSettled

        postings = {FLOAT: -10_00, stack_of(1): 10_00}
        paid = WagerSettled(box=1, wager="ante", result="win", stake=0, pays=10_00, clauses=("8.1",), postings=postings)
        found = table(called)
        no = refused(Work(), found, [paid], Said("player-1", 1, found.at), found.at)
        assert no is not None
        assert "$" not in no.reason

    run(test)


def test_where_the_software_deals_the_float_is_filled_on_record(tmp_path: Path) -> None:
    async def test() -> None:
        called = await to_be_paid(tmp_path, live=False)
        cage = called.server.floor.house.cage
        before = cage.state.holds(stock(CHIPS))
        assert not isinstance(await settled(called, HOUSE, HOUSE), Refused)
        assert table(called).state.stack(1) == 650_00
        (filled,) = [event for event in cage.events if isinstance(event, FloatFilled)]
        assert (filled.table, filled.amount, filled.clauses) == (NAME, 150_00, ("H7.6",))
        assert cage.state.holds(stock(CHIPS)) == before - 150_00
        assert lacking(called, live=False) == []
        assert not called.server.floor.house.report().differences
        assert cage.audit()

    run(test)


def test_where_the_stock_is_short_too_it_is_paid_and_the_floor_shows_it(tmp_path: Path) -> None:
    async def test() -> None:
        called = await to_be_paid(tmp_path, live=False)
        left = called.server.floor.house.cage.state.holds(stock(CHIPS))
        await called.demo.do(CAGE, RequestTransfer(what="removal", amount=left - 1_00), "supervisor-1", RANKS[2])
        await called.demo.do(CAGE, ConfirmTransfer(number=1), "cashier-1", "cashier")
        assert not isinstance(await settled(called, HOUSE, HOUSE), Refused)
        (need,) = lacking(called, live=False)
        assert "short by $150" in need.says

    run(test)
