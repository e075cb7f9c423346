"""Limits at the cage and at the tables: below, at and above each of them, from day to day, and exclusion everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from cage.house import House
from croupier.cage import commands as c
from croupier.cage.state import Patron, Played
from croupier.floor.evening import courses, rounds_played
from croupier.kernel.actors import HOUSE
from croupier.kernel.roles import DAY
from croupier.people import commands as p
from croupier.poker import commands as poker
from croupier.server.reminders import reminder_says
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.cage_desk import chips_before, time_and_result
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.player_limits import may_buy, may_enter, may_play, may_stake, next_reminder, time_left
from floor.past import past_of
from people.registered import act, done, ground, own

WEEK, MONTH = 7 * DAY, 30 * DAY


def limited(limit: Any, amount: int) -> House:
    house = House()
    done(own(house.people, "p1", p.SetLimit(limit=limit, amount=amount)))
    return house


@pytest.mark.parametrize(
    ("limit", "days"), [("deposit day", 1), ("deposit week", 7), ("deposit month", 30)], ids=["day", "week", "month"]
)
def test_what_is_bought_counts_for_so_many_days(limit: Any, days: int) -> None:
    house = limited(limit, 100_00)
    done(house.buys("p1", 60_00, at=DAY // 2))
    for amount, fits in ((39_99, True), (40_00, True), (40_01, False)):
        refusal = may_buy(house.people, house.state, "p1", amount, DAY // 2)
        assert (refusal is None) == fits
    assert ground(house.buys("p1", 40_01, at=days * DAY - 1)) == "deposit_limit"
    done(house.buys("p1", 40_00, at=days * DAY - 1))
    assert ground(house.buys("p1", 1, at=days * DAY - 1)) == "deposit_limit"
    done(house.buys("p1", 60_00, at=days * DAY))  # the first day is so long ago by now
    assert ground(house.buys("p1", 41_00, at=days * DAY)) == "deposit_limit"
    done(house.buys("p2", 500_00, at=days * DAY))


def test_what_is_redeemed_does_not_make_room() -> None:
    house = limited("deposit day", 100_00)
    done(house.buys("p1", 100_00))
    for amount in (60_00, 40_00):
        done(house.desk(c.RedeemChips(person="p1", amount=amount)))
    assert ground(house.buys("p1", 1)) == "deposit_limit"
    assert house.patron("p1").in_days(1, 0) == Played(bought=100_00, redeemed=100_00)


def test_a_limit_of_nothing() -> None:
    house = limited("deposit day", 0)
    assert ground(house.buys("p1", 1)) == "deposit_limit"


def test_a_raise_lets_more_be_bought_after_a_day() -> None:
    house = limited("deposit month", 100_00)
    done(own(house.people, "p1", p.SetLimit(limit="deposit month", amount=200_00), at=50))
    assert ground(house.buys("p1", 150_00, at=DAY + 49)) == "deposit_limit"
    done(house.buys("p1", 150_00, at=DAY + 50))


# Losses


@pytest.mark.parametrize(("chips", "fits"), [(99_00, True), (100_00, True), (101_00, False)])
@pytest.mark.parametrize("limit", ["loss day", "loss week", "loss month"])
def test_nobody_takes_more_to_a_table_than_they_may_lose(limit: Any, chips: int, fits: bool) -> None:
    house = limited(limit, 100_00)
    done(house.buys("p1", 500_00))
    before = house.cage.head, house.tables["A"].head
    decision = house.sit("A", 1, "p1", chips)
    if fits:
        done(decision)
    else:
        assert ground(decision) == "loss_limit"
        assert (house.cage.head, house.tables["A"].head) == before


def test_what_lies_on_another_table_may_be_lost_too() -> None:
    house = limited("loss day", 300_00)
    done(house.buys("p1", 900_00))
    done(house.sit("A", 1, "p1", 100_00))
    assert ground(house.sit("R", 1, "p1", 201_00)) == "loss_limit"
    done(house.sit("R", 1, "p1", 200_00))
    assert ground(house.play("A", stud.BuyChips(seat=1, amount=1_00))) == "loss_limit"
    assert ground(house.play("R", poker.AddChips(seat=1, chips=1_00))) == "loss_limit"
    done(house.play("A", stud.LeaveSeat(seat=1)))
    done(house.play("R", poker.AddChips(seat=1, chips=100_00)))


def fold(house: House, name: str = "A") -> None:
    """The player of seat 1 loses ten dollars, or euros, at a table."""
    done(house.play(name, stud.PlaceAnte(seat=1, amount=10_00)))
    table = house.tables[name]
    for step in (
        stud.Shuffle(deck=table.shuffled_deck(), source="seeded"),
        stud.CallNoMoreBets(),
        stud.Deal(),
        stud.CallBetOrFold(),
    ):
        done(house.play(name, step, by=HOUSE))
    for command in (stud.Fold(seat=1), stud.Reveal(), stud.Settle()):
        done(house.play(name, command))


@pytest.mark.parametrize(("limit", "days"), [("loss day", 1), ("loss week", 7), ("loss month", 30)])
def test_a_loss_counts_from_the_day_on_which_the_table_is_left(limit: Any, days: int) -> None:
    house = limited(limit, 100_00)
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 100_00))
    fold(house)
    done(house.play("A", stud.LeaveSeat(seat=1)))
    assert house.patron("p1").in_days(1, 0).result == -10_00
    assert ground(house.sit("A", 1, "p1", 91_00, at=days * DAY - 1)) == "loss_limit"
    done(house.sit("A", 1, "p1", 90_00, at=days * DAY - 1))
    done(house.play("A", stud.LeaveSeat(seat=1), at=days * DAY))
    done(house.sit("A", 1, "p1", 100_00, at=days * DAY))


def test_chips_that_lie_on_a_table_over_midnight_may_be_lost_today() -> None:
    house = limited("loss day", 100_00)
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 100_00, at=DAY - 1))
    assert ground(house.sit("R", 1, "p1", 200_00, at=DAY)) == "loss_limit"
    assert may_stake(house.people, house.state, "p1", 1, 5 * DAY) is not None


def test_winnings_make_room() -> None:
    patron = Patron().played(5, Played(results={"A": 50_00}))
    house = limited("loss day", 100_00)
    house.state.patrons["p1"] = patron
    assert may_stake(house.people, house.state, "p1", 150_00, 5) is None
    assert may_stake(house.people, house.state, "p1", 150_01, 5) is not None
    assert may_stake(house.people, house.state, "p1", 100_01, DAY) is not None


def test_tokens_are_no_loss() -> None:
    house = limited("loss day", 100_00)
    done(house.buys("p1", 100_00))
    done(house.desk(c.IssueTokens(person="p1", amount=50_00)))
    done(house.sit("S", 1, "p1", 100_00))
    done(house.play("S", stud.TakeTokens(seat=1, amount=50_00)))
    assert house.wrong == []


# Time


def test_the_time_of_a_day() -> None:
    house = limited("time day", 3600)
    done(house.buys("p1", 500_00))
    assert time_left(house.people, house.state, "p1", 0) == 3600
    assert time_left(house.people, house.state, "p2", 0) is None
    done(house.sit("A", 1, "p1", 100_00, at=1000))
    done(house.sit("R", 1, "p1", 200_00, at=2000))  # at two tables time passes once
    for at, left in ((4599, 1), (4600, 0), (5000, -400)):
        assert time_left(house.people, house.state, "p1", at) == left
        assert (may_play(house.people, house.state, "p1", at) is None) == (left > 0)
    done(house.play("A", stud.LeaveSeat(seat=1), at=4000))
    done(house.play("R", poker.LeaveSeat(seat=1), at=4600))
    assert house.patron("p1").in_days(1, 4600).seconds == 3600
    assert ground(house.sit("A", 1, "p1", 100_00, at=DAY - 1)) == "time_limit"
    done(house.sit("A", 1, "p1", 100_00, at=DAY))


def test_time_over_midnight_is_that_of_two_days() -> None:
    house = limited("time day", 3600)
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 100_00, at=DAY - 1000))
    assert time_left(house.people, house.state, "p1", DAY + 100) == 3500
    done(house.play("A", stud.LeaveSeat(seat=1), at=3 * DAY + 5))
    patron = house.patron("p1")
    assert [patron.days[day].seconds for day in range(4)] == [1000, DAY, DAY, 5]
    assert patron.in_days(2, 3 * DAY + 5).seconds == DAY + 5


def test_what_lies_far_back_is_forgotten() -> None:
    house = House()
    done(house.buys("p1", 1_00, at=0))
    done(house.buys("p1", 1_00, at=30 * DAY))
    assert sorted(house.patron("p1").days) == [0, 30]
    done(house.buys("p1", 1_00, at=31 * DAY))
    assert sorted(house.patron("p1").days) == [30, 31]


# Reminders


def test_reminders_of_time_and_result() -> None:
    house = House()
    done(house.buys("p1", 500_00))
    assert next_reminder(house.people, house.state, "p1", 0) is None
    done(house.sit("A", 1, "p1", 100_00, at=1000))
    for at, due in ((1000, 4600), (4599, 4600), (4600, 8200), (8201, 11800)):
        assert next_reminder(house.people, house.state, "p1", at) == due
    done(own(house.people, "p1", p.SetReminder(minutes=5), at=2000))
    assert next_reminder(house.people, house.state, "p1", 2000) == 2200
    done(house.play("A", stud.LeaveSeat(seat=1), at=3000))
    assert next_reminder(house.people, house.state, "p1", 3000) is None
    assert next_reminder(house.people, house.state, "p99", 3000) is None


def test_what_a_reminder_says() -> None:
    house = House()

    def going_at(at: int) -> tuple[int, int]:
        seconds, results = time_and_result(house.cage, house.tables, "p1", at)
        return seconds, sum(results.values())

    assert going_at(5) == (0, 0)
    done(house.buys("p1", 900_00))
    done(house.sit("A", 1, "p1", 300_00, at=1000))
    done(house.play("A", stud.PlaceAnte(seat=1, amount=10_00)))
    assert going_at(1600) == (600, 0)  # a wager is not lost yet
    done(house.play("A", stud.TakeBackAnte(seat=1)))
    fold(house)
    assert going_at(1600) == (600, -10_00)
    done(house.sit("R", 1, "p1", 200_00, at=2000))
    assert going_at(2600) == (1600, -10_00)
    done(house.play("R", poker.StepAway(seat=1)))
    done(house.play("R", poker.PickUp(player=1), by="TG Area Manager"))
    assert going_at(2600) == (1600, -10_00)  # chips that are kept are theirs
    done(house.play("A", stud.LeaveSeat(seat=1), at=3000))
    assert going_at(3600) == (0, -10_00)
    assert going_at(DAY) == (0, 0)


def test_wagers_are_still_chips_before_their_player() -> None:
    table = house_table("crown-caribbean-stud", seats=2, options=Options(places=3, jackpot=1_00))
    done(table.do(stud.PlaceAnte(seat=1, amount=10_00)))
    done(table.do(stud.PlaceJackpot(seat=1, amount=1_00)))
    assert table.state.stack(1) == 989_00
    assert [chips_before(table, person) for person in ("p1", "p2", "p3")] == [1000_00, 1000_00, 0]


# Exclusion


def excludes(house: House, how: str, at: int) -> None:
    if how == "house":
        done(act(house.people, "floor 1", p.ExcludePerson(person="p1", reason="a quarrel"), at=at))
    elif how == "self":
        done(own(house.people, "p1", p.ExcludeMyself(ends=at + 180 * DAY), at=at))
    else:
        found = p.CloseDuplicate(person="p1", same_as="p2", reason="the same papers")
        done(act(house.people, "security 1", found, at=at))


@pytest.mark.parametrize(("how", "said"), [("house", "person_excluded"), ("self", "self_excluded"), ("closed", "account_closed")])
def test_who_is_kept_out_buys_nothing_and_sits_nowhere(how: str, said: str) -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.desk(c.IssueTokens(person="p1", amount=50_00)))
    done(house.sit("R", 1, "p1", 200_00))
    excludes(house, how, 100)
    assert ground(house.buys("p1", 1_00)) == said
    assert ground(house.desk(c.IssueTokens(person="p1", amount=1_00))) == said
    for name in ("A", "S"):
        assert ground(house.sit(name, 1, "p1", 100_00)) == said
    assert ground(house.play("R", poker.AddChips(seat=1, chips=1_00))) == said
    for refusal in (may_play(house.people, house.state, "p1", 100), may_stake(house.people, house.state, "p1", 1, 100)):
        assert refusal is not None
        assert refusal.ground == said
    done(house.play("R", poker.LeaveSeat(seat=1)))  # what is theirs they take home
    done(house.desk(c.RedeemChips(person="p1", amount=500_00)))
    assert house.wrong == []


def test_nobody_plays_who_is_not_registered() -> None:
    house = House()
    assert ground(house.buys("p99", 1_00)) == "not_registered"
    refusal = may_enter(house.people, "p99", 0)
    assert refusal is not None
    assert refusal.ground == "not_registered"


def test_what_a_second_account_bought_counts() -> None:
    house = limited("deposit day", 100_00)
    done(house.buys("p2", 70_00))
    done(house.buys("p1", 10_00))
    done(act(house.people, "security 1", p.CloseDuplicate(person="p2", same_as="p1", reason="papers")))
    assert ground(house.buys("p1", 20_01)) == "deposit_limit"
    done(house.buys("p1", 20_00))


def test_who_is_moved_from_table_to_table_takes_nothing_new_along() -> None:
    """A limit that was lowered since, or time that is over, does not keep a room from moving its players."""
    from croupier.kernel.links import Work
    from croupier.tables.purses import follow

    house = House()
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 300_00))
    done(own(house.people, "p1", p.SetLimit(limit="loss day", amount=50_00)))
    done(own(house.people, "p1", p.SetLimit(limit="time day", amount=0)))
    table, work = house.tables["A"], Work()
    left = done(table.decided(stud.LeaveSeat(seat=1), table.who(stud.LeaveSeat(seat=1)))).events
    sits = stud.TakeSeat(seat=1, chips=300_00, person="p1")
    sat = done(house.tables["S"].decided(sits, house.tables["S"].who(sits))).events
    assert follow(work, house.cage, house.people, table, left, 0) is None
    assert follow(work, house.cage, house.people, house.tables["S"], sat, 0) is None
    alone = follow(Work(), house.cage, house.people, house.tables["S"], sat, 0)
    assert alone is not None
    assert alone.ground in ("time_limit", "more_than_in_hand")


def test_currencies_are_never_added() -> None:
    house = House()
    venice = HouseTable("venezia-caribbean-poker", Options(places=3, minimum=5_00), name="V", seed=1)
    house.add(venice)
    done(house.buys("p1", 900_00))
    for name in ("A", "V"):
        done(house.sit(name, 1, "p1", 300_00))
        fold(house, name)
    dollars, euros = house.tables["A"].rules.currency, venice.rules.currency
    at = house.at
    assert time_and_result(house.cage, house.tables, "p1", at)[1] == {dollars: -10_00, euros: -10_00}
    says = reminder_says(0, time_and_result(house.cage, house.tables, "p1", at)[1])
    assert says.endswith("Today you have lost $10. Today you have lost €10.")
    done(house.play("V", stud.LeaveSeat(seat=1)))
    assert time_and_result(house.cage, house.tables, "p1", house.at)[1] == {euros: -10_00, dollars: -10_00}
    each = courses(rounds_played(map(past_of, house.tables.values()), "p1"))
    assert [(one.currency, one.rounds, one.total, one.low, one.high) for one in each] == [
        (dollars, 1, -10_00, -10_00, 0),
        (euros, 1, -10_00, -10_00, 0),
    ]
    assert [(one.points(), one.zero()) for one in each] == [("0.0,0.0 640.0,180.0", 0.0)] * 2
