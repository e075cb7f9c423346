"""Pages that are about the whole house follow it, and ranks of a book count in the house as a whole."""

from __future__ import annotations

from pathlib import Path

from croupier.floor.dealing import TableSettings
from croupier.floor.demo import Demo
from croupier.stud.commands import LeaveSeat, TakeSeat
from croupier.stud.rules import Options
from server.running import running


async def _furnish(demo: Demo) -> None:
    await demo.people()
    await demo.open_table("crown-1", "crown-caribbean-stud", Options(places=3), TableSettings())


def test_the_lobby_and_the_floor_show_what_has_happened_since(tmp_path: Path) -> None:
    with running(tmp_path / "house.db", furnish=_furnish) as house:
        live = house.server.live
        before = live.show("lobby:", ""), live.show("floor:", "supervisor-1")
        assert "3 of 3 seats free" in before[0]["tables"]
        assert "0 of 3" in before[1]["tables"]
        house.do("crown-1", TakeSeat(seat=1, chips=200_00), "player-1", 1)
        assert "2 of 3 seats free" in live.show("lobby:", "")["tables"]
        assert "1 of 3" in live.show("floor:", "supervisor-1")["tables"]


def test_a_rank_above_the_dealer_s_in_any_book_counts_in_the_house(tmp_path: Path) -> None:
    with running(tmp_path / "house.db", furnish=_furnish) as house:
        people, access = house.server.floor.house.people, house.server.access
        assert "TG Area Manager" in access.capacities("supervisor-1", people)
        assert people.rules.role_of(access.capacities("supervisor-1", people)[0]) == "supervisor"
        for person in ("dealer-1", "player-1"):  # who speak for themselves there, and are in charge of nothing
            roles = {people.rules.role_of(each) for each in access.capacities(person, people)}
            assert roles <= {"onlooker", "player"}, person


def test_guests_see_alike_and_are_drawn_once(tmp_path: Path) -> None:
    with running(tmp_path / "house.db", furnish=_furnish) as house:
        live = house.server.live
        first = live.show("table:crown-1", "player-1")
        drawn = live.rendered
        assert live.show("table:crown-1", "player-2") is first  # as many chips, no part in it
        assert live.rendered == drawn
        assert house.server.state() is house.server.state()  # what stands on every page of everyone
        assert live.show("table:crown-1", "supervisor-1") != first  # who may act there
        assert live.show("table:crown-1", "") != first  # who is asked to sign in
        house.do("crown-1", TakeSeat(seat=1, chips=200_00), "player-1", 1)
        assert live.show("table:crown-1", "player-1") != live.show("table:crown-1", "player-2")
        house.do("crown-1", LeaveSeat(seat=1), "player-1", 1)
        table = house.server.floor.house.streams["crown-1"]
        assert table.concerns("player-1")  # who has sat there may have seen more
        assert not table.concerns("player-2")
