"""A casino is what its streams say, and nothing is played around a prize meter."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.jackpots import commands as meter_commands
from croupier.jackpots.lines import read_line
from croupier.kernel.actors import HOUSE
from croupier.kernel.cards import DECK, parse_cards
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.errors import HistoryError
from croupier.kernel.events import Command
from croupier.kernel.links import Work
from croupier.stud import commands
from croupier.stud.events import JackpotPaid
from croupier.stud.rules import Options
from croupier.tables.any_game import audit
from croupier.tables.casino import Casino
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.house_terms import terms_for_play
from properties.play import PLAYABLE

GAME = "crown-caribbean-stud"
ROYAL, DEALER = "As Ks Qs Js Ts", "Ac Kh 8h 6h 3c"


def accepted(decision: Decision) -> Accepted:
    assert isinstance(decision, Accepted), decision
    return decision


def casino(game: str = GAME, names: str = "AB") -> Casino:
    """Tables with one player each, linked to one meter."""
    made = Casino(game)
    for name in names:
        made.add(name, house_table(game, options=Options(places=1)))
    opening = meter_commands.OpenSystem(system="main", terms=terms_for_play(game, 1_00), tables=tuple(names))
    accepted(made.manage(opening, by=made.meters.rules.ranks[-1], person="m1"))
    return made


def up_to_the_deal(here: HouseTable, hand: str = ROYAL, dealer: str = DEALER) -> None:
    """Wagers, and a deck that gives these hands, all of it said to the table itself."""
    order = (dealer, hand) if here.rules.deal_order == "dealer first" else (hand, dealer)
    top = [card for each in order for card in parse_cards(each)]
    deck = (*top, *(card for card in DECK if card not in top))
    steps: list[Command] = [commands.PlaceAnte(seat=1, amount=10_00), commands.PlaceJackpot(seat=1, amount=1_00)]
    steps += [commands.Shuffle(deck=deck, source="stacked"), commands.CallNoMoreBets()]
    for step in steps:
        accepted(here.do(step))


def settled(here: HouseTable) -> None:
    for step in (
        commands.Deal(),
        commands.CallBetOrFold(),
        commands.PlaceBet(seat=1, amount=20_00),
        commands.Reveal(),
        commands.Settle(),
    ):
        accepted(here.do(step))


def records(made: Casino) -> tuple[list[str], dict[str, list[str]]]:
    return made.meters.dump().splitlines(), {name: here.dump().splitlines() for name, here in made.tables.items()}


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_table_is_not_played_around_its_meter(game: str) -> None:
    """Whatever is said to a table itself goes by way of the meter, to the last prize."""
    made = casino(game)
    here = made.tables["A"]
    up_to_the_deal(here)
    system = made.meters.state.system_of("A")
    assert system is not None
    assert system.games["A"][1] == (1,)
    settled(here)
    assert here.state.prizes
    (key,) = made.meters.state.prizes
    prize = made.meters.state.prizes[key]
    before = here.state
    for amount in (1, prize.pays - 1, prize.pays + 1):
        assert isinstance(here.do(commands.PayJackpot(box=1, amount=amount)), Refused)
    for number in range(prize.needs):
        by = made.meters.rules.verify_rank or made.meters.rules.ranks[-1]
        accepted(made.meters.do(meter_commands.VerifyPrize(prize=key, deck=52), by=by, person=f"v{number}"))
    assert here.state == before
    paid = accepted(here.do(commands.PayJackpot(box=1, amount=prize.pays)))
    assert any(isinstance(event, JackpotPaid) and event.amount == prize.pays for event in paid.events)
    assert made.meters.state.prizes == {}
    assert made.wrong() == []


def test_a_prize_is_not_paid_before_it_is_verified() -> None:
    made = casino()
    here = made.tables["A"]
    up_to_the_deal(here)
    settled(here)
    (prize,) = made.meters.state.prizes.values()
    before = (here.head, made.meters.head)
    assert isinstance(here.do(commands.PayJackpot(box=1, amount=prize.pays)), Refused)
    assert (here.head, made.meters.head) == before


def test_what_a_wager_costs_is_said_to_the_meter_alone() -> None:
    made = casino()
    answer = made.tables["A"].do(commands.SetJackpot(cost=0))
    assert isinstance(answer, Refused)
    assert answer.clauses
    assert made.tables["A"].state.options.jackpot == 1_00


def test_the_meters_are_not_changed_around_their_tables() -> None:
    """What is said to the meters themselves reaches the tables that it concerns, or is not so."""
    made = casino()
    assert {here.state.options.jackpot for here in made.tables.values()} == {1_00}
    manager = made.meters.rules.ranks[-1]
    accepted(made.meters.do(read_line("notice unlink A main", GAME), by=manager))
    up_to_the_deal(made.tables["A"])
    before = (made.meters.head, made.tables["A"].head)
    refused = made.meters.do(meter_commands.UnlinkTable(table="A"), by=manager, at=1200)
    assert isinstance(refused, Refused)
    assert (made.meters.head, made.tables["A"].head) == before


def test_all_or_nothing_when_the_meter_refuses() -> None:
    made = casino()
    here = made.tables["A"]
    up_to_the_deal(here)
    accepted(made.manage(meter_commands.ReportEquipment(system="main", working=False)))
    for step in (commands.Deal(), commands.CallBetOrFold(), commands.PlaceBet(seat=1, amount=20_00), commands.Reveal()):
        accepted(here.do(step))
    before = (here.state, here.number, here.head, made.meters.state.copied(), made.meters.head)
    follow = follower(here)
    answer = here.do(commands.Settle(), id="s1")
    if isinstance(answer, Refused):  # the book wants the equipment to work before anything is settled
        assert (here.state, here.number, here.head, made.meters.state, made.meters.head) == before
        assert follow == []
    again = here.do(commands.Settle(), id="s1")
    assert type(again) is type(answer)
    assert made.wrong() == []


def test_all_or_nothing_where_the_star_wants_the_equipment_to_work() -> None:
    made = casino("star-caribbean-stud")
    here = made.tables["A"]
    up_to_the_deal(here)
    for step in (commands.Deal(), commands.CallBetOrFold(), commands.PlaceBet(seat=1, amount=20_00), commands.Reveal()):
        accepted(here.do(step))
    accepted(made.manage(meter_commands.ReportEquipment(system="main", working=False)))
    before = (here.state, here.number, here.head, made.meters.state.copied(), made.meters.number, made.meters.head)
    written = follower(here)
    answer = here.do(commands.Settle(), id="s1")
    assert isinstance(answer, Refused)
    assert (here.state, here.number, here.head, made.meters.state, made.meters.number, made.meters.head) == before
    assert written == []
    accepted(made.manage(meter_commands.ReportEquipment(system="main", working=True), by="Inspector"))
    accepted(here.do(commands.Settle(), id="s1"))  # a refused command may be sent again
    assert made.wrong() == []


def follower(here: HouseTable) -> list[bytes]:
    written: list[bytes] = []
    here.follower = lambda _, line: written.append(line)
    return written


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_casino_loads_from_its_streams(game: str) -> None:
    made = casino(game)
    for name in "AB":
        up_to_the_deal(made.tables[name])
    settled(made.tables["A"])
    again = Casino.load(*records(made))
    assert again.meters.state == made.meters.state
    assert {name: here.state for name, here in again.tables.items()} == {n: h.state for n, h in made.tables.items()}
    assert again.wrong() == []
    for each in (made, again):
        settled(each.tables["B"])
    assert [each.meters.head for each in (again,)] == [made.meters.head]
    assert again.tables["B"].head == made.tables["B"].head
    assert again.meters.state.prizes.keys() == made.meters.state.prizes.keys() == {"A/1/1", "B/1/1"}


def test_a_loaded_casino_is_as_closed_as_the_one_that_was_written() -> None:
    made = casino()
    up_to_the_deal(made.tables["A"])
    again = Casino.load(*records(made))
    settled(again.tables["A"])
    assert isinstance(again.tables["A"].do(commands.PayJackpot(box=1, amount=1_00)), Refused)
    assert isinstance(again.tables["A"].do(commands.SetJackpot(cost=0)), Refused)
    assert list(again.meters.state.prizes) == ["A/1/1"]


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_stream_of_a_casino_is_audited_by_itself(game: str) -> None:
    made = casino(game)
    for name in "AB":
        up_to_the_deal(made.tables[name])
        settled(made.tables[name])
    meters, tables = records(made)
    for lines in (meters, *tables.values()):
        assert audit(lines).deviation is None
    said = [entry for entry in made.meters.entries if entry.person == HOUSE]
    assert said  # what follows at the meter is the software's, at the same moment
    assert [entry.at for entry in made.meters.entries] == sorted(entry.at for entry in made.meters.entries)


def test_a_unit_of_work_is_entered_at_the_numbers_that_it_was_decided_at() -> None:
    table = house_table(GAME)
    work = Work()
    ante: Any = commands.PlaceAnte(seat=1, amount=10_00)
    accepted(work.do(table, ante, table.who(ante)))
    back = commands.TakeBackAnte(seat=1)
    accepted(work.do(table, back, table.who(back)))
    assert isinstance(work.do(table, back, table.who(back)), Refused)
    assert table.state.ante(1) == 0
    number = table.number
    table.do(commands.TakeSeat(seat=2, chips=100_00))
    with pytest.raises(HistoryError, match="has moved on"):
        work.commit()
    assert table.number == number + 1
    fresh = Work()
    accepted(fresh.do(table, ante, table.who(ante)))
    accepted(fresh.do(table, back, table.who(back)))
    fresh.commit()
    assert table.number == number + 3
    assert table.audit().deviation is None


def test_a_unit_of_work_over_two_streams_is_entered_whole_or_not_at_all() -> None:
    one, other = house_table(GAME), house_table(GAME)
    work = Work()
    ante = commands.PlaceAnte(seat=1, amount=10_00)
    for table in (one, other):
        accepted(work.do(table, ante, table.who(ante)))
    other.do(commands.TakeSeat(seat=2, chips=100_00))
    before = (one.head, other.head)
    with pytest.raises(HistoryError, match="has moved on"):
        work.commit()
    assert (one.head, other.head) == before
