"""Every table of the house can be closed by what the floor page shows, and whoever sat there has their chips back.

The same holds by the line, for someone who is excluded from the house while a live dealer deals, and
for players of an old record whose table closed around them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.books import book_of
from croupier.floor.dealing import TableSettings
from croupier.floor.house import House
from croupier.kernel.accounts import FLOAT
from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Refused
from croupier.people.commands import ExcludePerson
from croupier.poker import commands as poker
from croupier.poker.rules import Options as PokerOptions
from croupier.poker.state import CHIP_BOX
from croupier.stud import commands as stud
from croupier.stud.events import TableClosed
from croupier.stud.rules import Options
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from server.calling import Called
from server.test_desks import done, in_a_house, shown
from web.markup import Element, Reader

STUD = ("crown-caribbean-stud", "crown-wild-aruba", "star-caribbean-stud", "nz-caribbean-stud", "venezia-caribbean-poker")
PLAYERS = ("player-1", "player-2")
NAME = "table-1"
BROUGHT = 500_00
RANK = book_of("crown-caribbean-stud").title_page.ranks[-1]

_ORDINARY = {("crown-caribbean-stud", True), ("star-caribbean-stud", False), ("nz-caribbean-stud", True), ("crown-holdem", True)}
every_table = pytest.mark.parametrize(
    ("game", "live"),
    [
        pytest.param(
            game,
            live,
            id=f"{game}, {'live' if live else 'dealt by the house'}",
            marks=() if (game, live) in _ORDINARY else pytest.mark.slow,
        )
        for game in (*STUD, "crown-holdem")
        for live in (False, True)
    ],
)
"""Every book at a live table and at one that the house deals; a few of them at every run."""


async def opened(called: Called, game: str, *, live: bool) -> AnyTable:
    """A table of the game where two people sit."""
    floor = called.server.floor
    if game in STUD:
        await called.demo.open_table(NAME, game, Options(places=3), TableSettings(live=live))
    else:
        await floor.transact(lambda: floor.house.open_table(NAME, game, PokerOptions(places=3)) and None)
        await called.demo.dealer.set(NAME, TableSettings(live=live))
    for seat, person in enumerate(PLAYERS, 1):
        sits = (stud if game in STUD else poker).TakeSeat(seat=seat, chips=BROUGHT, person=person)
        answer = await floor.do(NAME, sits, person=person, by=seat)
        assert not isinstance(answer.decision, Refused), answer.decision
    table = floor.house.tables[NAME]
    assert isinstance(table, AnyTable)
    return table


async def a_round(called: Called, table: AnyTable) -> None:
    """A round or hand that the house deals and everyone gives up."""
    floor, dealer = called.server.floor, called.server.dealer
    settings = dealer.of(NAME)
    await dealer.set(NAME, TableSettings())
    if isinstance(table, HouseTable):
        begun = table.state.round
        await floor.do(NAME, stud.PlaceAnte(seat=1, amount=10_00), person=PLAYERS[0], by=1)
    else:
        begun = table.state.hand.number + 1
    for _ in range(60):
        if isinstance(table, HouseTable):
            if table.state.phase == "wagers" and table.state.round > begun:
                break
            if table.state.phase == "deciding" and table.state.undecided:
                await floor.do(NAME, stud.Fold(seat=1), person=PLAYERS[0], by=1)
                continue
        elif table.state.phase == "between" and table.state.hand.number == begun:
            break
        elif (turn := table.state.hand.turn) and table.state.phase == "betting":
            await floor.do(NAME, poker.Fold(seat=turn), person=table.state.person_at(turn), by=turn)
            continue
        step = dealer.next_step(NAME)
        assert step is not None
        await floor.transact(step.do, concerns=NAME)
    else:
        raise AssertionError("the round never ends")
    await dealer.set(NAME, settings)


def card(page: str) -> list[Element]:
    """Everything on the table's card of the floor page; nothing where there is none."""
    return [each for each in Reader(page).elements if each.within(**{"data-stream": NAME})]


async def press(called: Called, form: Element, person: str, **fields: object) -> None:
    """Send what a form of the page says, with fields filled in."""
    places = [form, *reversed(form.above)]
    stream = next(each.get("data-stream") for each in places if each.get("data-stream"))
    by = next(each.get("data-as") for each in places if "data-as" in each.attributes) or None
    command = {"do": form.get("data-command"), **json.loads(form.get("data-with") or "{}"), **fields}
    body = {"command": command, "as": by, "id": f"{len(called.server.floor.house.streams[stream].entries)} {command}"}
    reply = await called.ask("POST", f"/api/streams/{stream}/commands", person, body)
    assert reply.status == 200, (command, reply.body)


def in_hand(called: Called, person: str) -> int:
    return called.server.floor.house.cage.state.patron(person).held()


@every_table
def test_the_floor_page_leads_through_the_closing(tmp_path: Path, game: str, live: bool) -> None:
    async def work(called: Called) -> None:
        table = await opened(called, game, live=live)
        before = {person: in_hand(called, person) for person in PLAYERS}
        pressed: list[str] = []
        for _ in range(12):
            page = await shown(called, "/floor", "manager-1")
            here = card(page)
            if not here:
                break
            to_do = [each for each in here if each.tag == "li" and "to-do" in each.classes]
            first = to_do[0]
            form = next((each for each in here if each.tag == "form" and first in each.above), None)
            if form is None:  # the notice: hands are played, or time goes by
                assert any(word in first.words for word in ("hand", "minutes"))
                await a_round(called, table)
                called.server.floor.clock.at += 600  # type: ignore[attr-defined]
                continue
            pressed.append(form.get("data-command"))
            await press(called, form, "manager-1", **({"counted": 0} if pressed[-1] == "count-float" else {}))
        assert table.state.phase == "closed"
        assert pressed[-1] == "close-table"
        assert ("perform" in pressed) == game.startswith("crown-c") or game == "crown-wild-aruba"
        assert not table.state.seats
        lost = sum(before.values()) + 2 * BROUGHT - sum(in_hand(called, person) for person in PLAYERS)
        assert lost == sum(table.state.money.get(where, 0) for where in (FLOAT, CHIP_BOX))
        assert called.server.floor.house.report().balanced

    in_a_house(tmp_path, work)


@pytest.mark.parametrize(("game", "changes"), [("star-caribbean-stud", True), ("nz-caribbean-stud", False)])
def test_new_limits_are_offered_only_where_the_book_has_them(tmp_path: Path, game: str, changes: bool) -> None:
    async def work(called: Called) -> None:
        await opened(called, game, live=False)
        forms = {each.get("data-command") for each in card(await shown(called, "/floor", "manager-1"))}
        assert ({"change-limits", "display-sign"} <= forms) == ("change-limits" in forms) == changes

    in_a_house(tmp_path, work)


@pytest.mark.parametrize("game", ["nz-caribbean-stud", "venezia-caribbean-poker"])
def test_a_table_whose_book_is_silent_closes_by_the_line(tmp_path: Path, game: str) -> None:
    async def work(called: Called) -> None:
        table = await opened(called, game, live=True)
        asked = {"line": "close", "as": table.rules.ranks[-1], "id": "close"}
        reply = await called.ask("POST", f"/api/streams/{NAME}/lines", "manager-1", asked)
        assert reply.status == 200, reply.body
        assert (table.state.phase, table.state.seats, table.state.money) == ("closed", (), {})
        assert NAME not in await shown(called, "/floor", "manager-1")

    in_a_house(tmp_path, work)


@every_table
def test_who_is_kept_out_gets_up_with_their_chips_once_nothing_of_theirs_is_in_play(
    tmp_path: Path, game: str, live: bool
) -> None:
    async def work(called: Called) -> None:
        table, floor, dealer = await opened(called, game, live=live), called.server.floor, called.server.dealer
        if isinstance(table, HouseTable):
            for seat, person in enumerate(PLAYERS, 1):
                await floor.do(NAME, stud.PlaceAnte(seat=seat, amount=10_00), person=person, by=seat)
        before = in_hand(called, PLAYERS[0])
        keeps = ExcludePerson(person=PLAYERS[0], reason="asked to")
        answer = await floor.do("people", keeps, person="manager-1", by=RANK)
        assert not isinstance(answer.decision, Refused), answer.decision
        if isinstance(table, HouseTable):
            step = dealer.next_step(NAME)
            assert (step is None) == live  # a round is at hand, and is played to its end
            await dealer.set(NAME, TableSettings())
            for _ in range(30):
                if table.state.phase == "wagers" and not table.state.wagered:
                    break
                if table.state.phase == "deciding" and table.state.undecided:
                    seat = table.state.boxes[table.state.undecided[0]].seat
                    await floor.do(NAME, stud.Fold(seat=seat), person=HOUSE, by=HOUSE)
                    continue
                step = dealer.next_step(NAME)
                assert step is not None
                await floor.transact(step.do, concerns=NAME)
            await dealer.set(NAME, TableSettings(live=live))
        chips = table.state.stack(1)
        assert chips > 0
        step = dealer.next_step(NAME)
        assert step is not None
        await floor.transact(step.do, concerns=NAME)
        assert 1 not in table.state.seats
        assert in_hand(called, PLAYERS[0]) == before + chips
        assert dealer.next_step(NAME) is None or not live  # nobody else is sent away

    in_a_house(tmp_path, work)


def test_players_whose_table_closed_around_them_in_an_old_record_are_stood_up(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        table = await opened(called, "nz-caribbean-stud", live=True)
        _closed_as_before(table)
        page = await shown(called, "/floor", "manager-1")
        left = [each for each in card(page) if each.tag == "form" and each.get("data-command") == "leave-seat"]
        assert len(left) == len(PLAYERS)
        assert "$500" in page
        await press(called, left[0], "manager-1")
        step = called.server.dealer.next_step(NAME)
        assert step is not None
        await called.server.floor.transact(step.do, concerns=NAME)
        assert (table.state.seats, table.state.money) == ((), {})
        assert not card(await shown(called, "/floor", "manager-1"))
        assert called.server.floor.house.report().balanced

    in_a_house(tmp_path, work)


def _closed_as_before(table: AnyTable) -> None:
    """The table as an old record may have it: closed, with its players in their seats."""
    assert isinstance(table, HouseTable)
    table.state = TableClosed(clauses=("2.0",)).apply(table.state)
    assert isinstance(table.links, House)
    table.links.rows.pop(table.name, None)  # made again, as when it is opened


def test_somebody_leaves_a_closed_table_by_themselves(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        table = await opened(called, "star-caribbean-stud", live=True)
        _closed_as_before(table)
        await done(called, NAME, PLAYERS[0], 1, do="leave-seat", seat=1)
        assert table.state.seats == (2,)

    in_a_house(tmp_path, work)
