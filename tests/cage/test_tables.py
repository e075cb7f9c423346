"""What moves between people and tables: every way by which a purse moves is noted, and nobody takes along too much."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import croupier
from cage.house import House
from croupier.cage import commands as c
from croupier.cage.state import AtTable, missing, stock
from croupier.jackpots.commands import OpenSystem
from croupier.kernel.accounts import FLOAT, account, purse_of, stack_of
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Decision
from croupier.kernel.incidents import Report, Rule, WinningsReleased
from croupier.kernel.links import Work
from croupier.poker import commands as poker, events as poker_events
from croupier.poker.rules import Commission, Options as PokerOptions
from croupier.stud import commands as stud, events as stud_events
from croupier.stud.state import METER
from croupier.tables.any_table import AnyTable
from croupier.tables.balance import differences, table_line
from croupier.tables.cage_desk import noted
from croupier.tables.house_terms import terms_for_play
from croupier.tables.poker_table import PokerTable
from croupier.tables.purses import follow, mirror, movements
from people.registered import done, ground

SOURCE = Path(croupier.__file__).parent


def test_chips_go_along_to_a_table_and_come_back() -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 300_00, at=1000))
    assert (house.hand("p1"), house.patron("p1").out) == (200_00, {"chips": 300_00})
    assert house.patron("p1").tables == {"A": AtTable(1000, 300_00)}
    assert house.wrong == []
    done(house.play("A", stud.LeaveSeat(seat=1), at=1600))
    patron = house.patron("p1")
    assert (patron.held(), patron.out, patron.tables, patron.since) == (500_00, {}, {}, -1)
    assert patron.in_days(1, 1600).seconds == 600
    assert house.wrong == []


@pytest.mark.parametrize(("chips", "said"), [(499_00, ""), (500_00, ""), (501_00, "more_than_in_hand")])
def test_nobody_takes_along_more_than_they_have(chips: int, said: str) -> None:
    house = House()
    done(house.buys("p1", 500_00))
    before = (house.cage.head, house.tables["A"].head)
    decision = house.sit("A", 1, "p1", chips)
    if not said:
        done(decision)
        return
    assert ground(decision) == said
    assert (house.cage.head, house.tables["A"].head) == before  # neither here nor there
    assert house.wrong == []


def test_chips_on_one_table_are_not_in_hand_for_another() -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 300_00))
    assert ground(house.sit("R", 1, "p1", 201_00)) == "more_than_in_hand"
    done(house.sit("R", 1, "p1", 200_00))
    assert ground(house.desk(c.RedeemChips(person="p1", amount=1))) == "not_in_hand"
    assert house.wrong == []


def test_chips_that_are_bought_at_a_table_come_from_the_hand() -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 100_00))
    assert ground(house.play("A", stud.BuyChips(seat=1, amount=401_00))) == "more_than_in_hand"
    done(house.play("A", stud.BuyChips(seat=1, amount=400_00)))
    done(house.buys("p2", 500_00))
    done(house.sit("R", 1, "p2", 300_00))
    done(house.play("R", poker.AddChips(seat=1, chips=200_00)))
    assert (house.hand("p1"), house.hand("p2"), house.wrong) == (0, 0, [])


def test_promotional_tokens_go_to_the_table_and_come_back_as_tokens() -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.desk(c.IssueTokens(person="p1", amount=50_00)))
    done(house.sit("S", 1, "p1", 100_00))
    assert ground(house.play("S", stud.TakeTokens(seat=1, amount=51_00))) == "more_than_in_hand"
    done(house.play("S", stud.TakeTokens(seat=1, amount=50_00)))
    assert house.patron("p1").hand == {"chips": 400_00}
    assert house.wrong == []
    done(house.play("S", stud.LeaveSeat(seat=1)))
    assert house.patron("p1").hand == {"chips": 500_00, "tokens": 50_00}
    assert house.wrong == []


def test_tokens_that_the_house_wins_are_credited_to_the_cage() -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.desk(c.IssueTokens(person="p1", amount=50_00)))
    done(house.sit("S", 1, "p1", 100_00))
    done(house.play("S", stud.TakeTokens(seat=1, amount=50_00)))
    done(house.play("S", stud.PlaceAnte(seat=1, amount=10_00, tokens=10_00)))
    table = house.tables["S"]
    for step in (
        stud.Shuffle(deck=table.shuffled_deck(), source="seeded"),
        stud.CallNoMoreBets(),
        stud.Deal(),
        stud.CallBetOrFold(),
    ):
        done(house.play("S", step, by=HOUSE))
    for command in (stud.Fold(seat=1), stud.Reveal(), stud.Settle()):
        done(house.play("S", command))
    assert table_line(house.state, table, "tokens").float == 10_00
    assert ground(house.moves("credit", "S", 10_01, "tokens")) == "float_short"
    done(house.moves("credit", "S", 10_00, "tokens"))
    done(house.play("S", stud.LeaveSeat(seat=1)))
    assert (house.patron("p1").held("tokens"), house.wrong) == (40_00, [])


def broke(house: House) -> None:
    """A player loses all at the poker table and leaves with nothing."""
    for person, seat in (("p1", 1), ("p2", 2)):
        done(house.buys(person, 200_00))
        done(house.sit("R", seat, person, 200_00))
    table: Any = house.tables["R"]
    for _ in range(40):
        while table.state.phase != "between" or table.next_step() is not None:
            if (step := table.next_step()) is not None:
                done(house.play("R", step, by=HOUSE))
                continue
            turn = table.turn
            done(house.play("R", poker.AllIn(seat=turn)))
            if table.state.phase == "between":
                break
        if 0 in table.stacks.values():
            return
    raise AssertionError("nobody has lost")


def test_who_leaves_with_nothing_has_lost() -> None:
    house = House()
    broke(house)
    table = house.tables["R"]
    (loser,) = (seat for seat, stack in table.stacks.items() if not stack)
    person = table.state.person_at(loser)
    assert house.patron(person).at_stake == 200_00
    (left,) = movements(table, done(house.play("R", poker.LeaveSeat(seat=loser))).events)
    assert (left.amount, left.leaves) == (0, True)  # type: ignore[attr-defined]
    patron = house.patron(person)
    assert (patron.at_stake, patron.in_days(1, house.at).result, patron.tables) == (0, -200_00, {})
    assert house.wrong == []


def test_more_time_is_paid_from_the_hand() -> None:
    options = PokerOptions(
        places=2,
        blinds=(1_00, 2_00),
        time_to_act=30,
        extra_time=30,
        extra_time_fee=5_00,
        extra_times=2,
        commission=Commission(percent=5, cap=15_00),
    )
    house = House()
    house.add(PokerTable("crown-holdem", options, name="T", seed=3))
    for person, seat, more in (("p1", 1, 5_00), ("p2", 2, 5_00)):
        done(house.buys(person, 200_00 + more))
        done(house.sit("T", seat, person, 200_00))
    table: Any = house.tables["T"]
    while (step := table.next_step()) is not None:
        done(house.play("T", step, by=HOUSE))
    turn = table.turn
    (event,) = done(house.play("T", poker.BuyTime(seat=turn))).events
    assert isinstance(event, poker_events.TimeBought)
    assert house.hand(table.state.person_at(turn)) == 0
    assert table.state.money[FLOAT] == 5_00
    assert ground(house.play("T", poker.BuyTime(seat=turn))) == "more_than_in_hand"
    assert house.wrong == []


def poker_step(house: House, command: Any, by: Any = None, at: int | None = None) -> Decision:
    return house.play("R", command, by=by, at=at)


def test_chips_of_who_is_picked_up_are_kept_and_come_back() -> None:
    house = House()
    for person, seat in (("p1", 1), ("p2", 2)):
        done(house.buys(person, 300_00))
        done(house.sit("R", seat, person, 200_00, at=100))
    done(poker_step(house, poker.StepAway(seat=1), at=200))
    done(poker_step(house, poker.PickUp(player=1), by="TG Area Manager", at=300))
    patron = house.patron("p1")
    assert (patron.since, patron.at_stake, patron.in_days(1, 300).result) == (-1, 200_00, 0)  # nothing is lost yet
    assert patron.in_days(1, 300).seconds == 200
    assert house.wrong == []
    done(poker_step(house, poker.LeaveList(person="p1"), by="Dealer", at=400))
    assert (house.hand("p1"), house.patron("p1").tables, house.wrong) == (300_00, {}, [])
    assert house.patron("p1").in_days(1, 400).result == 0


def test_who_was_picked_up_plays_on_with_the_chips_that_were_kept() -> None:
    house = House()
    done(house.buys("p1", 300_00))
    done(house.sit("R", 1, "p1", 200_00))
    done(poker_step(house, poker.StepAway(seat=1)))
    done(poker_step(house, poker.PickUp(player=1), by="TG Area Manager"))
    done(poker_step(house, poker.JoinList(person="p1"), by="Dealer"))
    done(poker_step(house, poker.CallFromList(place=2, chips=50_00), by="TG Area Manager", at=500))
    assert house.patron("p1").tables == {"R": AtTable(500, 250_00)}
    assert (house.hand("p1"), house.wrong) == (50_00, [])


def test_a_bonus_prize_of_somebody_who_has_left_is_paid_to_the_person() -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.sit("R", 1, "p1", 300_00))
    done(house.play("R", poker.LeaveSeat(seat=1)))
    prize = poker_events.BonusAwarded(
        player=1, hand="", cash=50_00, goods="", by="", whose="p1", clauses=(), postings={FLOAT: -50_00, purse_of("p1"): 50_00}
    )
    work, before = Work(), house.hand("p1")
    assert follow(work, house.cage, house.people, house.tables["R"], [prize], house.cage.at) is None
    work.commit()
    assert house.hand("p1") == before + 50_00


def test_winnings_that_were_held_back_are_paid_to_the_person() -> None:
    """The table pays someone whether they sit there or not."""
    house = House()
    for seated in (True, False):
        table: Any = house.tables["A"]
        person, seat = ("p1", 1) if seated else ("p2", 2)
        done(house.buys(person, 500_00))
        done(house.sit("A", seat, person, 500_00))
        held = {account("stack", seat): -100_00, account("withheld", person): 100_00}
        paid = {account("withheld", person): -100_00, purse_of(person): 100_00}
        events = (WinningsReleased(person=person, amount=100_00, paid=True, clauses=("1",), postings=paid),)
        table.state = table.state.moved(held).moved(paid)
        if not seated:
            done(house.play("A", stud.LeaveSeat(seat=seat)))
        work = Work()
        assert follow(work, house.cage, house.people, table, events, house.at) is None
        work.commit()
        assert house.wrong == []
        assert house.hand(person) == (100_00 if seated else 500_00)
        assert house.patron(person).in_days(1, house.at).result == 0
    done(house.play("A", stud.LeaveSeat(seat=1)))
    assert (house.hand("p1"), house.patron("p1").in_days(1, house.at).result) == (500_00, 0)


def test_a_dispute_is_paid_to_somebody_who_has_left() -> None:
    house = House()
    done(house.moves("fill", "S", 1_000_00))
    done(house.buys("p1", 500_00))
    done(house.sit("S", 1, "p1", 500_00))
    done(house.play("S", stud.LeaveSeat(seat=1)))
    report = Report(what="dispute", person="p1", amount=20_00, note="the payment of the last round")
    answer = house.play("S", report, by="Gaming Supervisor", person="pit 1")
    table = house.tables["S"]
    if table.state.question is not None:
        option = next(name for name in table.state.question.names if "pay" in name or "player" in name)
        answer = house.play("S", Rule(option=option), by="Gaming Manager", person="pit 2")
    assert any(isinstance(event, stud_events.DisputeDecided) for event in done(answer).events)
    assert (house.hand("p1"), house.wrong) == (520_00, [])


def test_a_dispute_at_a_poker_table_is_paid_in_hand() -> None:
    house = House()
    house.add(PokerTable("crown-holdem", PokerOptions(places=2, blinds=(5_00, 10_00)), name="D", seed=5))
    done(house.moves("fill", "D", 1_000_00))
    done(house.buys("p1", 500_00))
    done(house.sit("D", 1, "p1", 500_00))
    report = Report(what="dispute", person="p1", amount=20_00, note="the last pot")
    answer = house.play("D", report, by="TG Area Manager", person="pit 1")
    if house.tables["D"].state.question is not None:
        answer = house.play("D", Rule(option="upheld"), by="TG Area Manager", person="pit 2")
    assert any(isinstance(event, poker_events.DisputeDecided) for event in done(answer).events)
    assert (house.hand("p1"), house.wrong) == (20_00, [])
    done(house.play("D", poker.LeaveSeat(seat=1)))
    assert (house.hand("p1"), house.wrong) == (520_00, [])


def test_commission_goes_into_the_box_and_with_it_to_the_cage() -> None:
    house = House()
    options = PokerOptions(places=2, blinds=(5_00, 10_00), commission=Commission(percent=5, cap=15_00))
    house.add(PokerTable("crown-holdem", options, name="C", seed=5))
    for person, seat in (("p1", 1), ("p2", 2)):
        done(house.buys(person, 500_00))
        done(house.sit("C", seat, person, 500_00))
    table: Any = house.tables["C"]
    for _ in range(200):
        if table_line(house.state, table, "chips").box:
            break
        if (step := table.next_step()) is not None:
            done(house.play("C", step, by=HOUSE))
        else:
            turn = table.turn
            call = poker.Call(seat=turn) if table.state.hand.to_call(table.state.hand.players[turn]) else poker.Check(seat=turn)
            done(house.play("C", call))
    box = table_line(house.state, table, "chips").box
    assert box > 0
    assert house.wrong == []
    done(house.desk(c.CollectDrop(table="C"), by="security", person="security 1"))
    assert ground(house.desk(c.CollectDrop(table="C"))) == "drop_waits"
    assert house.wrong == []
    assert table_line(house.state, table, "chips").box == 0
    stocked = house.state.holds(stock("chips"))
    done(house.desk(c.CountDrop(table="C", counted=box - 1_00, note="one fell down")))
    assert house.state.holds(stock("chips")) == stocked + box - 1_00
    assert house.state.holds(missing("chips")) == 1_00
    assert ground(house.desk(c.CountDrop(table="C", counted=box))) == "no_drop"
    assert house.wrong == []


def test_whoever_takes_a_box_off_does_not_count_it() -> None:
    house = House()
    table: Any = house.tables["R"]
    table.state.money |= {account("chip-box"): 5_00, FLOAT: -5_00}
    done(house.desk(c.CollectDrop(table="R")))
    assert ground(house.desk(c.CountDrop(table="R", counted=5_00))) == "two_people"
    done(house.desk(c.CountDrop(table="R", counted=5_00), person="cashier 2"))


# What is noted, and what is found


def test_the_sums_that_moved() -> None:
    house = House()
    for person in ("p1", "p2"):
        done(house.buys(person, 500_00))
    sat = done(house.sit("A", 1, "p1", 300_00)).events
    assert mirror(house.tables["A"], sat) == {("p1", "chips"): -300_00}
    left = done(house.play("A", stud.LeaveSeat(seat=1))).events
    assert mirror(house.tables["A"], left) == {("p1", "chips"): 300_00}
    assert mirror(house.tables["A"], (*sat, *left)) == {}
    assert movements(house.tables["A"], (*sat, *left)) == []
    again = movements(house.tables["A"], (*left, *sat))
    assert again == []  # up and down again with the same chips


def test_a_unit_of_work_with_several_commands_at_one_table() -> None:
    house = House()
    table = house.tables["S"]
    done(house.buys("p1", 500_00))
    done(house.desk(c.IssueTokens(person="p1", amount=50_00)))
    sat = done(house.sit("S", 1, "p1", 100_00)).events
    took = done(house.play("S", stud.TakeTokens(seat=1, amount=50_00))).events
    left = done(house.play("S", stud.LeaveSeat(seat=1))).events
    assert mirror(table, (*took, *left)) == {("p1", "chips"): 100_00}  # nobody sits there any more
    assert movements(table, (*sat, *took, *left)) == []
    assert [type(move) for move in movements(table, (*sat, *took))] == [c.MoveToTable, c.MoveToTable]
    paid = poker_events.TimeBought(seat=2, seconds=30, fee=5_00, clauses=("6.4",), postings={purse_of("p2"): -5_00, FLOAT: 5_00})
    gone = poker_events.SeatLeft(seat=2, person="p2", clauses=("8.3",))
    assert movements(house.tables["R"], (paid, gone)) == [
        c.MoveToTable(person="p2", table="R", amount=5_00),
        c.MoveFromTable(person="p2", table="R", amount=0, leaves=True),
    ]
    kept = account("kept", "p2")
    picked = poker_events.PickedUp(player=2, person="p2", at=5, clauses=("8.11",), postings={stack_of(2): -7, kept: 7})
    back = poker_events.ChipsBack(person="p2", clauses=("8.12",), postings={kept: -7, purse_of("p2"): 7})
    assert movements(house.tables["R"], (picked,)) == [c.MoveFromTable(person="p2", table="R", amount=0, leaves=True, kept=True)]
    assert movements(house.tables["R"], (picked, back)) == [c.MoveFromTable(person="p2", table="R", amount=7, leaves=True)]


def test_every_posting_to_a_purse_is_of_a_kind_that_is_tried_here() -> None:
    """Another way by which a purse moves is to be tried here too, and to be thought about."""
    used = {
        file.relative_to(SOURCE).as_posix(): len(re.findall(r"purse_of\(", file.read_text(encoding="utf-8")))
        for folder in ("stud", "poker", "kernel", "books", "tournaments", "jackpots", "room", "promotions")
        for file in sorted((SOURCE / folder).rglob("*.py"))
        if "purse_of(" in file.read_text(encoding="utf-8") and file.name not in ("telling.py", "accounts.py")
    }
    assert used == {
        "poker/bonuses.py": 1,  # a bonus prize of someone who has left
        "poker/time_to_act.py": 1,  # time that is bought
        "poker/events/around.py": 1,  # a look: whether kept chips were handed out
        "poker/seat_wishes.py": 2,  # chips that were kept, and a buy-in from the list
        "poker/seats.py": 3,  # sitting down, adding, leaving
        "poker/state.py": 1,  # winnings that were seized, and a dispute
        "poker/tournament_seats.py": 2,  # tournament chips, no money
        "stud/seats.py": 3,  # sitting down, leaving, buying at the table
        "stud/state.py": 1,  # a dispute, and winnings that were held back, of someone who has left
        "tournaments/before.py": 1,  # everything back when it is cancelled
        "tournaments/funds.py": 4,  # entries, rebuys, add-ons, refunds; and two looks at what a purse should have
        "tournaments/finishing.py": 3,  # prizes, those that were withheld, and one taken back
        "tournaments/rounds.py": 1,  # chips that are cashed
    }


@pytest.mark.parametrize(
    "hurt",
    [
        lambda house: house.tables["A"].state.money.update({purse_of("p1"): -300_01}),
        lambda house: house.state.money.update({"play:A": 299_99}),
        lambda house: house.state.money.update({"stock": house.state.money["stock"] + 1}),
        lambda house: house.state.money.update({"play:Z": 1, "stock": house.state.money["stock"] - 1}),
        lambda house: house.state.money.update({"pool:T": 1, "stock": house.state.money["stock"] - 1}),
        lambda house: house.state.patrons.update(p1=house.patron("p1").moved("chips", 1)),
        lambda house: house.state.patrons.update(p1=house.patron("p1").moved("chips", 0, 1)),
        lambda house: house.state.patrons.update(p9=house.patron("p1")),
        lambda house: house.state.money.update({"drop:A": 1, "stock": house.state.money["stock"] - 1}),
        lambda house: house.state.money.update({"box:R": -1, "stock": house.state.money["stock"] + 1}),
    ],
)
def test_a_cent_that_is_wrong_anywhere_is_found(hurt: Any) -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 300_00))
    assert house.wrong == []
    table = house.tables["A"]
    table.state = msgspec.structs.replace(table.state, money={**table.state.money})
    hurt(house)
    assert differences(house.state, house.tables.values()) != []


def test_jackpot_money_that_no_meter_knows_is_found() -> None:
    house = House()
    opening = OpenSystem(system="main", terms=terms_for_play("crown-caribbean-stud", 1_00), tables=("A",))
    done(house.casino.manage(opening, by=house.casino.meters.rules.ranks[-1]))
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 300_00))
    for command in (stud.PlaceAnte(seat=1, amount=10_00), stud.PlaceJackpot(seat=1, amount=1_00)):
        done(house.play("A", command))
    table: Any = house.tables["A"]
    deck = table.shuffled_deck()
    for step in (stud.Shuffle(deck=deck, source="seeded"), stud.CallNoMoreBets(), stud.Deal(), stud.CallBetOrFold()):
        done(house.play("A", step, by=HOUSE))
        assert house.wrong == []
    for last in (stud.Fold(seat=1), stud.Reveal(), stud.Settle()):
        done(house.play("A", last))
        assert house.wrong == []
    assert table_line(house.state, table, "chips").meter == 1_00
    table.state = table.state.moved({METER: 1, FLOAT: -1})
    found = differences(house.state, house.tables.values(), [house.casino.meters])
    assert found == ["meters crown-caribbean-stud: its tables have 1.01 for it less prizes, and it knows of 1.00"]


def test_a_table_that_is_forgotten_is_missed() -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 300_00))
    others: list[AnyTable] = [table for name, table in house.tables.items() if name != "A"]
    found = differences(house.state, others)
    assert "the cage has chips at a table A that is not there" in found


def test_the_software_notes_a_table_only_where_something_is_new() -> None:
    house = House()
    note = noted(house.tables["A"])
    assert note == c.NoteTable(table="A", float=0, box=0)
    software = Said(HOUSE, HOUSE, house.at)
    done(house.cage.decided(note, software))
    done(house.moves("fill", "A", 5))
    assert ground(house.cage.decided(note, software)) == "nothing_changes"
