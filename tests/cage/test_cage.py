"""At the cage: chips for money, tokens for nothing, fills and credits by two people, drops and counts with their variance."""

from __future__ import annotations

from typing import Any

import pytest

from cage.house import House
from croupier.cage import commands as c
from croupier.cage.lines import read_line, write_line
from croupier.cage.state import made, missing, stock
from croupier.cage.telling import HIDDEN, tell
from croupier.floor.books import cage_text
from croupier.kernel.accounts import FLOAT, account
from croupier.kernel.actors import HOUSE, INSPECTOR, SUPERVISOR, Said, Viewer
from croupier.kernel.decisions import Refused
from croupier.kernel.lines import LineError
from croupier.kernel.roles import MOST, Hidden
from croupier.people.commands import CloseDuplicate, GrantRole
from croupier.stud import commands as stud
from croupier.tables.balance import cage_report
from croupier.tables.cage_desk import CAGE, CageStream
from people.registered import act, done, ground


def opened(chips: int = 1000, cash: int = 500, tokens: int = 200) -> CageStream:
    """A cage by itself, which asks no register."""
    cage = CageStream()
    done(cage.do(c.OpenCage(chips=chips, cash=cash, tokens=tokens), by=HOUSE))
    return cage


def test_a_cage_opens_once_with_what_it_has() -> None:
    cage = CageStream()
    assert ground(cage.do(c.IssueChips(person="p1", amount=5), by=HOUSE)) == "cage_not_open"
    assert ground(cage.do(c.OpenCage(chips=-1), by=HOUSE)) == "amount_wrong"
    assert ground(cage.do(c.OpenCage(chips=1), by="cashier")) == "rank_needed"
    done(cage.do(c.OpenCage(chips=1000, cash=500), by=HOUSE))
    assert ground(cage.do(c.OpenCage(chips=1000), by=HOUSE)) == "cage_opened"
    assert cage.state.money == {"stock": 1000, "made": -1000, "stock@cash": 500, "made@cash": -500}


@pytest.mark.parametrize(
    ("amount", "said"),
    [(0, "amount_wrong"), (-5, "amount_wrong"), (1, ""), (1000, ""), (1001, "stock_short"), (MOST + 1, "amount_wrong")],
)
def test_chips_for_money_cent_for_cent(amount: int, said: str) -> None:
    cage = opened()
    decision = cage.do(c.IssueChips(person="p1", amount=amount), by="cashier")
    if said:
        assert ground(decision) == said
        return
    done(decision)
    assert cage.state.patron("p1").held() == amount
    assert cage.state.holds(stock("cash")) == 500 + amount
    assert cage.state.holds(stock("chips")) == 1000 - amount


@pytest.mark.parametrize(
    ("amount", "said"), [(0, "amount_wrong"), (1, ""), (800, ""), (801, "not_in_hand"), (1301, "not_in_hand")]
)
def test_money_for_chips_that_somebody_has(amount: int, said: str) -> None:
    cage = opened()
    done(cage.do(c.IssueChips(person="p1", amount=800), by="cashier"))
    decision = cage.do(c.RedeemChips(person="p1", amount=amount), by="cashier")
    assert (ground(decision) if said else type(done(decision)).__name__) == (said or "Accepted")


def test_a_cage_pays_no_more_money_than_it_has() -> None:
    cage = opened(cash=0)
    done(cage.do(c.IssueChips(person="p1", amount=800), by="cashier"))
    done(cage.do(c.RequestTransfer(what="removal", amount=1, currency="cash"), by="cashier", person="cashier 1"))
    done(cage.do(c.ConfirmTransfer(number=1), by="cashier", person="cashier 2"))
    assert ground(cage.do(c.RedeemChips(person="p1", amount=800), by="cashier")) == "cash_short"
    done(cage.do(c.RedeemChips(person="p1", amount=799), by="cashier"))


def test_tokens_are_issued_and_taken_back_and_worth_nothing() -> None:
    cage = opened()
    done(cage.do(c.IssueTokens(person="p1", amount=150), by="cashier"))
    assert cage.state.holds(stock("cash")) == 500
    assert ground(cage.do(c.IssueTokens(person="p1", amount=51), by="cashier")) == "stock_short"
    assert ground(cage.do(c.RedeemChips(person="p1", amount=1), by="cashier")) == "not_in_hand"
    assert ground(cage.do(c.TakeBackTokens(person="p1", amount=151), by="cashier")) == "not_in_hand"
    done(cage.do(c.TakeBackTokens(person="p1", amount=150), by="cashier"))
    assert cage.state.patron("p1").hand == {}


@pytest.mark.parametrize("kind", [c.IssueChips, c.RedeemChips, c.IssueTokens, c.TakeBackTokens])
def test_nobody_serves_themselves(kind: Any) -> None:
    cage = opened()
    assert ground(cage.do(kind(person="p1", amount=1), by="cashier", person="p1")) == "serves_themselves"
    assert ground(cage.do(kind(person="p1", amount=1), by="dealer")) == "rank_needed"
    assert ground(cage.do(kind(person="p1", amount=1), by="player", person="p2")) == "rank_needed"
    assert ground(cage.do(kind(person=" ", amount=1), by="cashier")) == "not_in_hand"


SOFTWARE = [
    c.MoveToTable(person="p1", table="A", amount=1),
    c.MoveFromTable(person="p1", table="A", amount=1),
    c.NoteTable(table="A", float=1, box=0),
    c.FillFloat(table="A", amount=5_00),
    c.NoteTournament(tournament="T", people={"p1": -1}, pool=1),
]


@pytest.mark.parametrize("command", SOFTWARE)
@pytest.mark.parametrize("by", ["cashier", "administrator", "TG Area Manager", "player", 1, "inspector"])
def test_what_the_software_notes_nobody_else_does(command: Any, by: Any) -> None:
    cage = opened()
    done(cage.do(c.IssueChips(person="p1", amount=800), by="cashier"))
    assert ground(cage.do(command, by=by, person="p9")) == "rank_needed"


# Two people


@pytest.mark.parametrize(
    ("asks", "confirms", "said"),
    [
        ("floor 1", "cashier 1", ""),
        ("cashier 1", "floor 1", ""),
        ("cashier 1", "security 1", ""),
        ("cashier 1", "cashier 2", ""),
        ("cashier 1", "cashier 1", "two_people"),
        ("floor 1", "floor 2", "transfer_made"),
        ("floor 1", "security 1", "transfer_made"),
        ("cashier 1", "dealer 1", "rank_needed"),
    ],
)
@pytest.mark.parametrize("what", ["fill", "supply"])
def test_chips_are_moved_by_two_people_and_one_is_a_cashier(what: str, asks: str, confirms: str, said: str) -> None:
    house = House()
    ask = c.RequestTransfer(what=what, amount=100_00, table="A" if what == "fill" else "")  # type: ignore[arg-type]
    done(house.staff(asks, ask))
    before = house.state.holds(stock("chips"))
    decision = house.staff(confirms, c.ConfirmTransfer(number=1))
    if said:
        assert ground(decision) == said
        assert house.state.holds(stock("chips")) == before
        return
    done(decision)
    assert house.state.holds(stock("chips")) - before == (-100_00 if what == "fill" else 100_00)
    assert ground(house.staff(confirms, c.ConfirmTransfer(number=1))) == "no_such_transfer"
    assert house.wrong == []


def test_one_person_in_two_capacities_is_one() -> None:
    house = House()
    done(act(house.people, "admin 1", GrantRole(person="floor 1", book="*", capacity="cashier")))
    done(house.staff("floor 1", c.RequestTransfer(what="fill", table="A", amount=5)))
    again = house.desk(c.ConfirmTransfer(number=1), by="cashier", person="floor 1")
    assert ground(again) == "two_people"


def test_one_person_with_two_accounts_is_one() -> None:
    house = House()
    done(house.staff("cashier 1", c.RequestTransfer(what="fill", table="A", amount=5)))
    found = CloseDuplicate(person="cashier 1", same_as="cashier 2", reason="the same papers")
    done(act(house.people, "security 1", found))
    assert ground(house.staff("cashier 2", c.ConfirmTransfer(number=1))) == "two_people"
    assert ground(house.staff("cashier 1", c.RequestTransfer(what="fill", table="A", amount=5))) == "account_closed"
    done(house.staff("security 1", c.ConfirmTransfer(number=1)))


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (c.RequestTransfer(what="fill", amount=5), "transfer_requested"),
        (c.RequestTransfer(what="credit", amount=5, table=" "), "transfer_requested"),
        (c.RequestTransfer(what="supply", amount=5, table="A"), "transfer_requested"),
        (c.RequestTransfer(what="fill", amount=5, table="A", currency="cash"), "transfer_requested"),
        (c.RequestTransfer(what="supply", amount=5, currency="tournament"), "no_money_in_it"),
        (c.RequestTransfer(what="fill", amount=0, table="A"), "amount_wrong"),
        (c.CancelTransfer(number=1), "no_such_transfer"),
        (c.CountCage(counted=5, currency="tournament"), "no_money_in_it"),
        (c.CountCage(counted=-1), "amount_wrong"),
        (c.CountFloat(table="A", counted=5, currency="cash"), "float_counted"),
        (c.CountFloat(table="Z", counted=5), "float_counted"),
        (c.ExplainVariance(number=1, note="x"), "no_such_variance"),
        (c.CountDrop(table="R", counted=5), "no_drop"),
        (c.CollectDrop(table="R"), "no_drop"),
        (c.CollectFees(tournament="T", amount=1), "tournament_short"),
        (c.CollectFees(tournament="T", amount=0), "amount_wrong"),
    ],
)
def test_what_is_refused_at_the_desk(command: Any, said: str) -> None:
    house = House()
    number = house.cage.number
    assert ground(house.desk(command)) == said
    assert house.cage.number == number


def test_a_transfer_that_is_cancelled_moves_nothing() -> None:
    house = House()
    done(house.desk(c.RequestTransfer(what="fill", table="A", amount=5)))
    assert [type(offer.command) for offer in house.cage.legal(by="security")] == [c.ConfirmTransfer]
    assert house.cage.legal(by="dealer") == []
    done(house.staff("floor 1", c.CancelTransfer(number=1)))
    assert ground(house.staff("floor 1", c.ConfirmTransfer(number=1))) in ("no_such_transfer",)
    assert house.state.transfers == {}


@pytest.mark.parametrize(("amount", "said"), [(9, ""), (10, ""), (11, "float_short")])
def test_a_credit_takes_no_more_than_the_float_has(amount: int, said: str) -> None:
    house = House()
    done(house.moves("fill", "A", 10))
    decision = house.moves("credit", "A", amount)
    assert (ground(decision) if said else "") == said
    assert house.wrong == []


def test_what_the_house_wins_at_a_table_may_be_credited() -> None:
    house = House()
    done(house.buys("p1", 1000_00))
    done(house.sit("A", 1, "p1", 1000_00))
    lose(house)
    assert house.tables["A"].state.money[FLOAT] == 10_00
    assert ground(house.moves("credit", "A", 10_01)) == "float_short"
    done(house.moves("credit", "A", 10_00))
    assert house.wrong == []


def lose(house: House) -> None:
    """A round in which seat 1 folds at table A."""
    table = house.tables["A"]
    done(house.play("A", stud.PlaceAnte(seat=1, amount=10_00)))
    for step in (
        stud.Shuffle(deck=table.shuffled_deck(), source="seeded"),
        stud.CallNoMoreBets(),
        stud.Deal(),
        stud.CallBetOrFold(),
    ):
        done(house.play("A", step, by=HOUSE))
    for command in (stud.Fold(seat=1), stud.Reveal(), stud.Settle()):
        done(house.play("A", command))


# Counts


@pytest.mark.parametrize(("counted", "variance"), [(4_999_99, -1), (5_000_00, 0), (5_000_01, 1)])
@pytest.mark.parametrize("when", ["opening", "closing"])
def test_a_float_is_counted_with_its_variance(counted: int, variance: int, when: Any) -> None:
    house = House()
    done(house.moves("fill", "A", 5_000_00))
    (event,) = done(house.desk(c.CountFloat(table="A", counted=counted, when=when))).events
    assert event.count.variance == variance  # type: ignore[attr-defined]
    assert ("H8.2" in event.clauses) == bool(variance)
    assert len(house.state.variances) == bool(variance)
    assert house.state.holds(missing("chips")) == -variance
    assert house.state.in_float("A", "chips") == counted  # the books follow the count
    assert house.wrong == []
    (again,) = done(house.desk(c.CountFloat(table="A", counted=counted, when=when))).events
    assert again.count.variance == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("currency", ["chips", "tokens", "cash"])
@pytest.mark.parametrize("off", [-3, 0, 3])
def test_the_cage_is_counted(currency: Any, off: int) -> None:
    house = House()
    there = house.state.holds(stock(currency))
    done(house.desk(c.CountCage(counted=there + off, currency=currency, when="closing", note="by two")))
    assert house.state.holds(stock(currency)) == there + off
    assert house.state.holds(made(currency)) == -there
    assert house.wrong == []
    assert ("$0.03 " in cage_text(cage_report(house.cage, house.tables.values()))) == bool(off)


def test_a_variance_is_explained() -> None:
    house = House()
    done(house.desk(c.CountCage(counted=1)))
    assert "not explained" in cage_text(cage_report(house.cage, house.tables.values()))
    assert ground(house.desk(c.ExplainVariance(number=1, note=" "))) == "variance_explained"
    done(house.staff("floor 1", c.ExplainVariance(number=1, note="a bag was not counted")))
    assert "not explained" not in cage_text(cage_report(house.cage, house.tables.values()))
    assert house.state.variances[1].note == "a bag was not counted"


# What people see


def test_what_others_see_of_the_cage() -> None:
    house = House()
    done(house.buys("p1", 77_00))
    done(house.buys("p2", 88_00))
    done(house.sit("A", 1, "p1", 60_00))
    done(house.desk(c.CountCage(counted=1)))
    for person in ("p1", "p2", "p3"):
        viewer = Viewer(person=person)
        told = "\n".join(house.cage.engine.tell(event, house.cage.rules) for event in house.cage.view(viewer))
        assert ("$77.00" in told) == (person == "p1")
        assert ("$88.00" in told) == (person == "p2")
        assert HIDDEN in told
        assert not any(event.postings for event in house.cage.view(viewer))
        assert house.cage.picture(viewer) == CAGE.as_seen(house.state.copied(), viewer)
    for viewer in (SUPERVISOR, INSPECTOR):
        assert house.cage.picture(viewer) == house.state
    again = CageStream.reopen(CAGE, house.cage.snapshot())
    for viewer in (Viewer(person="p1"), SUPERVISOR, INSPECTOR, Viewer(role="onlooker")):
        assert again.picture(viewer) == house.cage.picture(viewer)


@pytest.mark.parametrize(
    ("capacity", "role"),
    [
        ("administrator", "supervisor"),
        ("cashier", "supervisor"),
        ("security", "supervisor"),
        ("house", "supervisor"),
        ("TG Area Manager", "supervisor"),
        ("gaming supervisor", "supervisor"),
        ("Inspector", "inspector"),
        ("Dealer", "onlooker"),
        ("Chip Runner", "onlooker"),
        ("scrutineer", "onlooker"),
        (3, "onlooker"),
    ],
)
def test_as_what_people_look_at_the_cage_and_the_register(capacity: Any, role: Any) -> None:
    house = House()
    for stream in (house.cage, house.people):
        assert stream.rules.role_of(capacity) == role
        if isinstance(capacity, str):
            assert stream.viewer_of(Said("p9", capacity, 0)) == Viewer(role=role)
        assert stream.viewer_of(Said("p9", "player", 0)) == Viewer(person="p9")


def test_the_report_says_where_everything_is() -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.desk(c.IssueTokens(person="p1", amount=50_00)))
    done(house.moves("fill", "A", 5_000_00))
    done(house.sit("A", 1, "p1", 300_00))
    done(house.desk(c.CountFloat(table="A", counted=4_999_00, when="opening")))
    done(house.staff("floor 1", c.RequestTransfer(what="credit", table="A", amount=100_00)))
    report = cage_report(house.cage, house.tables.values(), [house.casino.meters])
    assert report.made == {"chips": 100_000_00, "tokens": 5_000_00}
    assert report.issued == {"chips": 5_500_00, "tokens": 50_00}
    assert report.balanced
    assert cage_text(report).splitlines() == [
        f"The cage at entry {house.cage.number}",
        "money:",
        "  in the drawer      $1,500.00",
        "  brought in         $1,000.00",
        "  paid in by people    $500.00",
        "chips: $100,000.00 in all, $5,500.00 of it outside the stock",
        "  stock    $94,500.00",
        "  in hand     $200.00",
        "  missing       $1.00",
        "  at A      $5,299.00",
        "tokens: $5,000.00 in all, $50.00 of it outside the stock",
        "  stock    $4,950.00",
        "  in hand     $50.00",
        "in hand:",
        "  p1: $200.00 in chips, $50.00 in tokens",
        "at tables:",
        "  A, chips: players $300.00, float $4,999.00",
        "  S, chips: nothing",
        "  R, chips: nothing",
        "waits:",
        "  2: a credit of $100.00 in chips from A, floor 1",
        "counts:",
        "  the float of A, opening: $4,999.00 in chips, $1.00 short",
        "variances:",
        "  1: the float of A, opening: $4,999.00 in chips, $1.00 short, not explained",
        "All of it balances, to the cent.",
    ]


def test_a_report_says_what_does_not_balance_and_what_is_to_be_filled() -> None:
    house = House()
    done(house.buys("p1", 500_00))
    done(house.sit("A", 1, "p1", 300_00))
    table = house.tables["A"]
    table.state = table.state.moved({FLOAT: -40_00, account("stack", 1): 40_00})  # type: ignore[union-attr]
    text = cage_text(cage_report(house.cage, house.tables.values()))
    assert "floats to fill:\n  A: $40.00 in chips\n" in text
    assert text.endswith("All of it balances, to the cent.")
    text = cage_text(cage_report(house.cage, [house.tables["R"]]))
    assert "does not balance:\n  the cage has chips at a table A that is not there" in text
    assert "All of it balances" not in text


def test_every_event_has_a_sentence() -> None:
    assert {*CAGE.codec.events, Hidden} == set(tell.sentences)


LINES = [
    "open cage with 100000.00",
    "open cage with 100000.00 tokens 50.00 money 5000.00",
    "issue p7 500.00",
    "issue player 7 tokens 50.00",
    "redeem p7 500.00",
    "take back p7 tokens 50.00",
    "fill table 3 5000.00",
    "credit A 200.00 tokens",
    "supply 5000.00 cash",
    "removal 5000.00",
    "confirm 3",
    "cancel 3",
    "collect drop of A",
    "count drop of A 300.00",
    "count drop of A 300.00; one was torn",
    "count float of A opening 5000.00",
    "count float of table 3 5000.00 tokens; a chip fell down",
    "count cage closing 95000.00",
    "count cage 5000.00 cash",
    "explain 2: a chip fell down",
    "explain result of table 3 on 2026-11-18: two royal flushes",
    "fees of Sunday 300.00",
    'note {"do":"move-to-table","person":"p1","table":"A","amount":5}',
    'note {"do":"fill-float","table":"A","amount":5}',
    'note {"do":"move-from-table","person":"p1","table":"A","amount":5,"leaves":true}',
    'note {"do":"note-table","table":"A","float":1,"box":0}',
    'note {"do":"note-tournament","tournament":"T","people":{"p1":-5},"pool":5}',
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_says_a_command_and_the_command_the_line(line: str) -> None:
    assert write_line(read_line(line)) == line


def test_every_command_has_a_line() -> None:
    assert {type(read_line(line)) for line in LINES} == set(CAGE.codec.commands)
    with pytest.raises(LineError):
        read_line('note {"do":"issue-chips","person":"p1","amount":5}')


def test_a_command_that_comes_twice_is_taken_once() -> None:
    house = House()
    done(house.moves("fill", "A", 10))
    count = c.CountFloat(table="A", counted=10)
    first = house.cage.do(count, by="cashier", person="cashier 1", id="c1")
    done(house.buys("p1", 100_00))
    done(house.sit("A", 1, "p1", 100_00))
    lose(house)  # the float is another by now
    assert house.cage.do(count, by="cashier", person="cashier 1", id="c1") == first
    refused = house.cage.do(c.IssueChips(person="p1", amount=5), by="cashier", person="cashier 1", id="c1")
    assert isinstance(refused, Refused)
    assert refused.ground == "repeated_command"
