"""Every role times every command of every kind of stream over HTTP: nobody acts in a capacity that is not theirs."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from croupier.books import BOOKS, book_of
from croupier.floor.demo import HOUSE_TABLES, PEOPLE_OF_DEMO
from croupier.floor.house import AnyStream
from croupier.kernel.actors import HOUSE
from croupier.people.register import excluded
from server.calling import Called

PLAIN = {"player-1", "player-2", "trainee-1"}
"""Who has no rank at all."""
FORGED = (HOUSE, "dealer", "Dealer", "inspector", "administrator", "cashier", "Tournament Director", 1, 2, 0, -1)
PLAYERS = ("player", "entrant")


def example(kind: Any) -> Any:
    """A value of a kind, as JSON has it: small, and nothing where nothing will do."""
    match msgspec.inspect.type_info(kind) if not isinstance(kind, msgspec.inspect.Type) else kind:
        case msgspec.inspect.StructType() as struct:
            named = {one.encode_name: example(one.type) for one in struct.fields if one.required}
            return {struct.tag_field: struct.tag, **named} if struct.tag_field else named
        case msgspec.inspect.UnionType(types=types):
            return example(types[0])
        case msgspec.inspect.LiteralType(values=values):
            return values[0]
        case msgspec.inspect.IntType() | msgspec.inspect.FloatType():
            return 1
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.DictType() | msgspec.inspect.DataclassType():
            return {}
        case msgspec.inspect.StrType() | msgspec.inspect.CustomType():
            return "player-2"
        case msgspec.inspect.TupleType(item_types=items):
            return [example(one) for one in items]
        case msgspec.inspect.NoneType():
            return None
        case _:
            return []


def commands_of(stream: AnyStream) -> Iterator[dict[str, Any]]:
    """One of each kind, those that end something last."""
    kinds = stream.engine.codec.commands
    for kind in sorted(kinds, key=lambda one: one.__name__.startswith(("Close", "Cancel", "Abandon", "End"))):
        yield example(kind)


def theirs(called: Called, stream: AnyStream, person: str, capacity: int | str) -> bool:
    """By the register and the table alone: whether someone has that capacity there. Asked after the command."""
    house = called.server.floor.house
    if isinstance(capacity, int):
        return capacity > 0 and stream.state.person_at(capacity) in (person, "")
    everywhere = stream.name in ("people", "cage")
    roles = house.people.state.people[person].roles
    held = {role.capacity for role in roles if everywhere or role.book in ("*", stream.rules.book)}
    return capacity in held or capacity in PLAYERS


def kept_away(called: Called, person: str) -> bool:
    """By the register alone: whether someone is excluded from the house, or their account is locked or closed."""
    house, now = called.server.floor.house, called.server.floor.clock.now()
    one = house.people.state.people[person]
    return one.locked or excluded(house.people.rules, house.people.state, person, now) is not None


def test_every_role_and_every_command_of_every_book(tmp_path: Path) -> None:
    async def run() -> tuple[Counter[int], set[str]]:
        called = await Called(tmp_path / "key").open()
        await called.demo.furnish()
        floor, counts, accepted = called.server.floor, Counter[int](), set[str]()
        names = [name for name in HOUSE_TABLES if name.endswith("-1")]
        names += ["cage", "room", "evening", "holdem-1", *(n for n in floor.house.streams if "meters" in n)]
        names.append("people")  # last, since anyone who is excluded or locked there is signed out
        for name in names:
            stream = floor.house.streams[name]
            top = book_of(stream.rules.book).title_page.ranks[-1] if stream.rules.book in BOOKS else "administrator"
            for number, command in enumerate(commands_of(stream)):
                for person in ("", *PEOPLE_OF_DEMO):
                    for wanted in (None, FORGED[number % len(FORGED)], top):
                        before = {each: one.number for each, one in floor.house.streams.items()}
                        body = {"command": command, **({} if wanted is None else {"as": wanted})}
                        reply = await called.ask("POST", f"/api/streams/{name}/commands", person, body)
                        counts[reply.status] += 1
                        what = (name, command, person, wanted, reply.body)
                        assert reply.status in (200, 400, 401, 403, 409, 422), what
                        assert (reply.status == 401) == (not person or kept_away(called, person)), what
                        if reply.status != 200:
                            assert set(reply.json) == {"ground", "reason", "clauses"}
                            after = {each: one.number for each, one in floor.house.streams.items()}
                            assert after == before, what
                            continue
                        accepted.add(person)
                        entry = floor.house.streams[name].entries[-1]
                        mine = [one for one in floor.house.streams[name].entries if one.number > before[name]]
                        assert mine[0].person == person, what
                        assert mine[0].capacity != HOUSE, what
                        assert theirs(called, stream, person, mine[0].capacity), what
                        assert wanted is None or mine[0].capacity == wanted, what
                        if person in PLAIN:
                            assert isinstance(entry.capacity, int) or entry.capacity in (*PLAYERS, HOUSE), what
        assert not floor.aside
        return counts, accepted

    counts, accepted = asyncio.run(run())
    assert counts[200] > 50
    assert counts[403] > 1000
    assert counts[400] < counts.total() / 10
    # the commands name player-2, who is so made the director of the tournament, and does not play in it
    assert accepted >= set(PEOPLE_OF_DEMO) - {"trainee-1", "player-2"}


def test_who_plays_at_a_table_has_no_office_there_and_sees_no_more_than_others(tmp_path: Path) -> None:
    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.furnish()
        access, house = called.server.access, called.server.floor.house
        table, other = house.streams["crown-1"], house.streams["aruba-1"]
        rank = book_of("crown-caribbean-stud").title_page.ranks[-1]
        assert access.capacities("manager-1", table) == [rank]
        assert access.viewer("manager-1", table).role == "supervisor"
        await called.demo.give("manager-1", 500_00)
        seat = max(free for free in range(1, 8) if not table.state.person_at(free))
        body = {"command": {"do": "take-seat", "seat": seat, "chips": 100_00}}
        assert (await called.ask("POST", "/api/streams/crown-1/commands", "manager-1", body)).status == 200
        assert access.capacities("manager-1", table) == [seat]
        assert access.viewer("manager-1", table, rank) == access.viewer("manager-1", table)
        assert access.viewer("manager-1", table).role == "player"
        assert access.viewer("manager-1", other).role == "supervisor"
        closing = {"command": {"do": "close-table"}, "as": rank}
        assert (await called.ask("POST", "/api/streams/crown-1/commands", "manager-1", closing)).status == 403

    asyncio.run(run())
