"""Tables and prize meters together: what happens at a table happens on its meter, or neither."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, note, settings
from msgspec.structs import replace

from croupier.books import rules_of
from croupier.jackpots import commands as meter_commands
from croupier.jackpots.lines import read_line
from croupier.kernel.cards import DECK, Card, parse_cards, twice
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command
from croupier.stud import commands
from croupier.stud.rules import Options
from croupier.stud.state import METER
from croupier.tables.casino import Casino
from croupier.tables.house_table import house_table
from croupier.tables.house_terms import terms_for_play
from properties.play import CHANCE, PLAYABLE, Try, mishap, offers, onward, sits_down, taken

GAME, MANAGER = "crown-caribbean-stud", "TG Assistant Casino Manager"
ROYAL, STRAIGHT, FLUSH = "As Ks Qs Js Ts", "9s 8s 7s 6s 5s", "Ah Jh 9h 5h 2h"
HANDS = (ROYAL, STRAIGHT, FLUSH, "Kc Qc Jc Tc 9c", "7d 7h 7c 3d 3h", "8d 8h 8c Kd 4d", "Ac Kh 2d 6h 3c", "Qd Jd 9d 6d 4c")


def stacked(*hands: str) -> tuple[Card, ...]:
    """A deck that gives these hands in turn, the dealer's last."""
    top = tuple(card for hand in hands for card in parse_cards(hand))
    assert twice(top) is None
    return (*top, *(card for card in DECK if card not in top))


def casino(*names: str, seats: int = 2, cost: str = "1") -> Casino:
    made = Casino(GAME)
    for name in names:
        made.add(name, house_table(GAME, seats=seats, options=Options(places=seats)))
    said(made, f"open main: option 1 seed 10000 cost {cost} tables {', '.join(names)}", by=MANAGER)
    return made


def said(made: Casino, line: str, **who: Any) -> Decision:
    """Something said to the meters, which must be accepted."""
    return accepted(made.manage(read_line(line, GAME), **who))


def accepted(decision: Decision) -> Decision:
    assert isinstance(decision, Accepted), decision
    return decision


def deal(made: Casino, name: str, *hands: str) -> None:
    """Wagers for every seat, the deal, and a bet on every hand; the dealer's hand is turned up."""
    state = made.tables[name].state
    steps: list[Command] = [commands.PlaceAnte(seat=seat, amount=10_00) for seat in state.seats]
    steps += [commands.PlaceJackpot(seat=seat, amount=state.options.jackpot) for seat in state.seats]
    steps += [
        commands.Shuffle(deck=stacked(*hands), source="stacked"),
        commands.CallNoMoreBets(),
        commands.Deal(),
        commands.CallBetOrFold(),
    ]
    steps += [commands.PlaceBet(seat=seat, amount=20_00) for seat in state.seats]
    for step in (*steps, commands.Reveal()):
        accepted(made.do(name, step))


def verify(made: Casino, prize: str) -> None:
    rank = made.meters.rules.verify_rank or made.meters.rules.ranks[-1]
    needs = made.meters.state.prizes[prize].needs
    for number in range(needs):
        by = rank if number == needs - 1 else "dealer"
        accepted(made.manage(meter_commands.VerifyPrize(prize=prize, deck=52), by=by, person=f"person {number}"))


def test_tables_offer_what_their_meter_says() -> None:
    made = casino("A", "B", cost="2.50")
    assert {name: t.state.options.jackpot for name, t in made.tables.items()} == {"A": 2_50, "B": 2_50}
    assert made.tables["A"].state.options.jackpot_option == 1
    refused = made.do("A", commands.SetJackpot(cost=1_00))
    assert isinstance(refused, Refused)


def test_jackpot_wagers_are_offered_only_where_a_meter_takes_them() -> None:
    made = casino("A", seats=1)
    made.add("C", house_table(GAME, seats=1, options=Options(places=1, jackpot=1_00)))
    for name, there in (("A", True), ("C", False)):
        accepted(made.do(name, commands.PlaceAnte(seat=1, amount=10_00)))
        offers = [offer.command for offer in made.tables[name].legal(seat=1)]
        assert any(isinstance(command, commands.PlaceJackpot) for command in offers) == there
        placed = made.do(name, commands.PlaceJackpot(seat=1, amount=1_00))
        assert isinstance(placed, Accepted) == there


@pytest.mark.parametrize("order", list(permutations("ABC")))
def test_tables_that_hit_in_the_same_instant_are_paid_in_the_order_of_recording(order: tuple[str, ...]) -> None:
    made = casino(*"ABC", seats=1)
    for name in "ABC":
        deal(made, name, ROYAL, "Ac Kh 8h 6h 3c")
    for name in order:
        accepted(made.do(name, commands.Settle(), at=500))
    prizes = [made.meters.state.prizes[f"{name}/1/1"].pays for name in order]
    assert prizes == [10_002_00, 10_000_00, 10_000_00]
    for name in reversed(order):  # the order of payment changes nothing
        verify(made, f"{name}/1/1")
        accepted(made.pay(name, 1))
    assert made.wrong() == []
    assert made.meters.state.prizes == {}
    assert {t.state.round for t in made.tables.values()} == {2}


def test_a_wager_given_back_at_one_table_is_not_on_the_meter_when_the_prize_at_another_falls() -> None:
    made = casino("A", "B", seats=1)
    deal(made, "A", ROYAL, "Ac Kh 8h 6h 3c")
    deal(made, "B", FLUSH, "Ac Kh 8h 6s 3c")
    accepted(made.do("A", commands.Settle()))  # the meter starts again: B's wager was won with it
    accepted(made.do("B", commands.Report(what="deck-count", count=51)))
    accepted(made.do("B", commands.LeaveSeat(seat=1)))
    assert made.meters.state.systems["main"].major.value == 10_000_00_0000
    accepted(made.do("A", commands.Report(what="deck-count", count=51)))
    assert made.meters.state.systems["main"].major.value == 10_000_34_0600
    assert made.wrong() == []


def test_a_great_prize_waits_for_two_people_while_other_tables_play_on() -> None:
    made = casino("A", "B", seats=1)
    deal(made, "A", ROYAL, "Ac Kh 8h 6h 3c")
    accepted(made.do("A", commands.Settle()))
    assert isinstance(made.pay("A", 1), Refused)
    assert isinstance(made.do("A", commands.PlaceAnte(seat=1, amount=10_00)), Refused)
    deal(made, "B", FLUSH, "Ac Kh 8h 6h 3c")
    accepted(made.do("B", commands.Settle()))
    accepted(made.pay("B", 1))
    display = made.display("B")
    assert display is not None
    assert display.pending == ("A/1/1",)
    verify(made, "A/1/1")
    accepted(made.pay("A", 1))
    assert made.tables["A"].state.stack(1) == 1000_00 - 1_00 + 10_00 + 20_00 * 250 + 10_001_00
    assert made.wrong() == []


def test_another_amount_than_the_meters_is_not_paid() -> None:
    made = casino("A", seats=1)
    deal(made, "A", FLUSH, "Ac Kh 8h 6h 3c")
    accepted(made.do("A", commands.Settle()))
    before = made.tables["A"].state
    assert isinstance(made.do("A", commands.PayJackpot(box=1, amount=99_00)), Refused)
    assert made.tables["A"].state == before


def test_a_prize_is_offered_as_the_meter_has_it_and_once_it_is_released() -> None:
    made = casino("A", "B", seats=1)
    deal(made, "A", ROYAL, "Ac Kh 8h 6h 3c")
    accepted(made.do("A", commands.Settle()))
    deal(made, "B", FLUSH, "Ac Kh 8h 6h 3c")
    accepted(made.do("B", commands.Settle()))
    assert [(offer.command, offer.most) for offer in made.tables["B"].legal()] == [(commands.PayJackpot(box=1, amount=100_00), 0)]
    assert made.tables["A"].legal() == []  # nobody has verified it yet
    verify(made, "A/1/1")
    (offer,) = made.tables["A"].legal()
    assert (offer.command, offer.most) == (commands.PayJackpot(box=1, amount=10_001_00), 0)
    accepted(made.do("A", offer.command))


def test_no_wagers_while_the_equipment_does_not_work() -> None:
    made = casino("A", seats=1)
    accepted(made.do("A", commands.PlaceAnte(seat=1, amount=10_00)))
    accepted(made.do("A", commands.PlaceJackpot(seat=1, amount=1_00)))
    said(made, "equipment main fails")
    accepted(made.do("A", commands.Shuffle(deck=DECK, source="stacked")))
    before, meter = made.tables["A"].state, made.meters.state.copied()
    assert isinstance(made.do("A", commands.CallNoMoreBets()), Refused)
    assert (made.tables["A"].state, made.meters.state) == (before, meter)
    accepted(made.do("A", commands.TakeBackJackpot(seat=1)))
    accepted(made.do("A", commands.CallNoMoreBets()))


def test_a_meter_does_not_change_under_wagers_that_lie_there() -> None:
    made = casino("A", "B", seats=1)
    accepted(made.do("A", commands.PlaceAnte(seat=1, amount=10_00)))
    accepted(made.do("A", commands.PlaceJackpot(seat=1, amount=1_00)))
    said(made, "notice unlink A main", by=MANAGER)
    before = made.meters.state.copied()
    assert isinstance(made.manage(read_line("unlink A", GAME), by=MANAGER, at=1200), Refused)
    assert made.meters.state == before
    accepted(made.do("A", commands.TakeBackJackpot(seat=1)))
    said(made, "unlink A", by=MANAGER, at=1200)
    assert made.tables["A"].state.options.jackpot == 0
    assert not made.tables["A"].state.metered


@pytest.mark.parametrize("game", [game for game in PLAYABLE if rules_of(game).has("jackpot")])
@settings(max_examples=settings().max_examples // 2)
@given(chance=CHANCE)
def test_whatever_happens_at_many_tables_the_meters_add_up(game: str, chance: Random) -> None:
    """Random play with mishaps at three tables on two meters; now and then all of it is folded again from its dump."""
    made = Casino(game)
    for name in "ABC":
        seats = chance.randint(1, 4)
        made.add(name, house_table(game, seats=seats, chips=100_000_00, options=Options(places=seats)))
    for system, cost, names in (("main", 1_00, ("A", "B")), ("side", 2_50, ("C",))):
        terms = terms_for_play(game, cost)
        opening = meter_commands.OpenSystem(system=system, terms=terms, tables=names)
        accepted(made.manage(opening, by=made.meters.rules.ranks[-1]))
    for _ in range(chance.randint(40, 160)):
        step(made, chance.choice("ABC"), chance)
        if chance.random() < 0.03:
            made = crash(made)
        if chance.random() < 0.1:  # it goes through the whole history: what does not add up does not do so later either
            assert made.wrong() == []
    assert made.wrong() == []


def step(made: Casino, name: str, chance: Random) -> None:
    here = made.tables[name]
    if here.state.prizes and here.state.question is None and chance.random() < 0.7:
        for key in [key for key, prize in made.meters.state.prizes.items() if prize.table == name and prize.needs]:
            if len((prize := made.meters.state.prizes[key]).verified) < prize.needs:
                verify(made, key)
        payable = [offer for offer in here.legal() if isinstance(offer.command, commands.PayJackpot)]
        accepted(made.do(name, (offer := chance.choice(payable)).command, by=offer.by))  # as it is offered, to the cent
        return
    if chance.random() < 0.1:
        tried = mishap(here, chance)
    else:
        betting = offers(here) if here.state.phase == "wagers" else []
        jackpots = [offer for offer in betting if isinstance(offer.command, commands.PlaceJackpot)]
        ways = jackpots if jackpots and chance.random() < 0.7 else onward(here, chance)
        tried = taken(here.state, chance.choice(ways), chance) if ways else sits_down(1, 100_000_00, chance)
    if isinstance(tried.command, commands.Shuffle):
        order = chance.sample(HANDS, len(HANDS))
        tried = Try(commands.Shuffle(deck=stacked(*order), source="stacked"))
    note(f"{name}: {tried}")
    made.do(name, tried.command, by=tried.by, person=tried.person)


def crash(made: Casino) -> Casino:
    """The casino as it comes back from nothing but its records."""
    records = {name: here.dump().splitlines() for name, here in made.tables.items()}
    again = Casino.load(made.meters.dump().splitlines(), records)
    assert again.meters.state == made.meters.state
    assert {name: here.state for name, here in again.tables.items()} == {name: here.state for name, here in made.tables.items()}
    return again


@pytest.mark.parametrize("line", ["open wild: seed 10000 cost 2 game crown-wild-aruba tables A", "link C main"])
def test_a_table_does_not_join_a_meter_of_another_game(line: str) -> None:
    made = casino("A", "B", seats=1)
    made.add("C", house_table("crown-wild-aruba", seats=1, options=Options(places=1)))
    said(made, "notice link C main", by=MANAGER, at=0)
    said(made, "notice unlink A main", by=MANAGER, at=0)
    said(made, "unlink A", by=MANAGER, at=1200)
    refused = made.manage(read_line(line, GAME), by=MANAGER, at=1200)
    assert isinstance(refused, Refused)
    assert refused.ground == "tables_alike"
    assert "9.1.1(b)" in refused.clauses
    assert made.meters.state.linked == {"B": "main"}


def test_a_deck_of_51_found_when_a_prize_is_paid_undoes_round_and_outcome_and_the_wager_wins_later() -> None:
    made = casino("A", "B", seats=1)
    for name in "AB":
        deal(made, name, ROYAL, "Ac Kh 8h 6h 3c")
        accepted(made.do(name, commands.Settle()))
    assert isinstance(said_refused := made.manage(read_line("verify A/1/1 deck 51", GAME), by=MANAGER), Refused)
    assert said_refused.ground == "deck_short"
    accepted(made.do("A", commands.Report(what="deck-count", count=51)))
    assert made.tables["A"].stacks == {1: 999_00}
    assert {key: prize.pays for key, prize in made.meters.state.prizes.items()} == {"B/1/1": 10_001_00}
    verify(made, "B/1/1")
    accepted(made.pay("B", 1))
    assert made.wrong() == []
    accepted(made.do("A", commands.PlaceAnte(seat=1, amount=10_00)))
    for step in (
        commands.Shuffle(deck=stacked(STRAIGHT, "Ac Kh 8h 6h 3c"), source="stacked"),
        commands.CallNoMoreBets(),
        commands.Deal(),
        commands.CallBetOrFold(),
        commands.PlaceBet(seat=1, amount=20_00),
        commands.Reveal(),
        commands.Settle(),
    ):
        accepted(made.do("A", step))
    verify(made, "A/2/1")
    accepted(made.pay("A", 1))
    assert made.wrong() == []
    assert made.meters.state.prizes == {}


def test_what_is_played_at_a_table_is_not_said_to_its_meter() -> None:
    made = casino("A", seats=1)
    deal(made, "A", FLUSH, "Ac Kh 8h 6h 3c")
    accepted(made.do("A", commands.Settle()))
    for line in ("cancel A", "register A 1: 1", "withdraw A 1; why not", "pay A/1/1", "refuse A/1/1; why not", "carry A 2"):
        refused = made.manage(read_line(line, GAME), by=MANAGER)
        assert isinstance(refused, Refused)
        assert refused.ground == "not_at_this_table"


def test_a_prize_that_is_refused_by_a_ruling_leaves_the_meter_as_if_nobody_had_won() -> None:
    made = Casino(GAME)
    said(made, "open main: option 1 seed 10000 cost 1 tables A", by=MANAGER)
    for line in ("register A 1: 1, 2", "outcome A 1: 1 royal flush", "refuse A/1/1; not obliged to pay"):
        said(made, line, by=MANAGER)
    assert made.meters.state.systems["main"].major.value == 10_000_68_1200
    assert made.wrong() == []


def two_meters() -> Casino:
    """Tables A and B on one meter, C on another, and Z on none."""
    made = casino("A", "B", seats=1)
    for name in "CZ":
        made.add(name, house_table(GAME, seats=1, options=Options(places=1)))
    said(made, "open side: option 1 seed 10000 cost 2 tables C", by=MANAGER)
    return made


def test_a_display_shows_the_prizes_of_its_own_meter() -> None:
    made = two_meters()
    for name in "AC":
        deal(made, name, FLUSH, "Ac Kh 8h 6h 3c")
        accepted(made.do(name, commands.Settle()))
    shown = {name: made.display(name) for name in "ABCZ"}
    assert {name: display and display.pending for name, display in shown.items()} == {
        "A": ("A/1/1",),
        "B": ("A/1/1",),
        "C": ("C/1/1",),
        "Z": None,
    }
    assert shown["C"] is not None
    assert shown["C"].meter == made.meters.state.systems["side"].major.value


def test_a_table_without_a_meter_is_played_and_takes_no_jackpot_wagers() -> None:
    made = two_meters()
    refused = made.do("Z", commands.PlaceJackpot(seat=1, amount=1_00))
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.reason) == ("system_opened", "table Z belongs to no prize meter")
    accepted(made.do("Z", commands.PlaceAnte(seat=1, amount=10_00)))
    for step in (commands.Shuffle(deck=DECK, source="stacked"), commands.CallNoMoreBets(), commands.Deal()):
        accepted(made.do("Z", step))
    star = Casino("star-caribbean-stud")
    star.add("Z", house_table("star-caribbean-stud", seats=1, options=Options(places=1)))
    accepted(star.do("Z", commands.PlaceAnte(seat=1, amount=10_00)))
    for step in (commands.Shuffle(deck=DECK, source="stacked"), commands.CallNoMoreBets()):
        accepted(star.do("Z", step))
    assert star.wrong() == []


def test_while_the_equipment_does_not_work_no_wager_is_placed() -> None:
    made = casino("A", seats=1)
    said(made, "equipment main fails")
    refused = made.do("A", commands.PlaceJackpot(seat=1, amount=1_00))
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.reason) == ("equipment_working", "the prize meter takes no wagers now")


def test_tables_of_a_meter_that_closes_offer_no_jackpot_wagers_any_more() -> None:
    made = two_meters()
    said(made, "notice close main", by=MANAGER, at=0)
    said(made, "close main", by=MANAGER, at=1200)
    offered = {name: (here.state.options.jackpot, here.state.metered) for name, here in made.tables.items()}
    assert offered == {"A": (0, False), "B": (0, False), "C": (2_00, True), "Z": (0, False)}


def test_what_follows_elsewhere_is_never_earlier_than_what_is_on_record_there() -> None:
    made = casino("A", "B", seats=1)
    said(made, "notice unlink B main", by=MANAGER, at=900)
    deal(made, "A", FLUSH, "Ac Kh 8h 6h 3c")
    assert (made.tables["A"].at, made.meters.at) == (0, 900)
    accepted(made.do("A", commands.Settle(), at=1500))
    assert (made.tables["A"].at, made.meters.at) == (1500, 1500)
    said(made, "unlink B", by=MANAGER, at=2400)
    assert (made.tables["B"].at, made.meters.at) == (2400, 2400)


def test_what_does_not_add_up_is_said() -> None:
    made = casino("A", seats=1)
    deal(made, "A", FLUSH, "Ac Kh 8h 6h 3c")
    here = made.tables["A"]
    assert made.wrong() == []
    kept = here.state
    here.state = replace(kept, registered=())
    assert made.wrong() == ["table A: the jackpot game on the meter is not the one at the table"]
    here.state = kept
    accepted(made.do("A", commands.Settle()))
    kept = here.state
    here.state = replace(kept, money={**kept.money, METER: kept.money[METER] + 1})
    assert made.wrong() == ["table A: wagers less prizes are 100 cents, its account says otherwise"]
    here.state = kept
    accepted(made.pay("A", 1))
    assert made.wrong() == []


def test_a_table_is_added_once_and_a_box_without_a_prize_is_paid_nothing() -> None:
    made = casino("A", seats=1)
    with pytest.raises(TableError, match="there is already a table 'A'"):
        made.add("A", made.tables["A"])
    assert isinstance(made.pay("A", 1), Refused)
    deal(made, "A", FLUSH, "Ac Kh 8h 6h 3c")
    accepted(made.do("A", commands.Settle()))
    refused = made.do("A", commands.PayJackpot(box=1, amount=99_99))
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.reason) == ("prize_paid", "the prize of box 1 is $100.00 by the meter")


def test_a_prize_is_paid_from_the_meter_that_it_was_won_on() -> None:
    made = two_meters()
    deal(made, "C", ROYAL, "Ac Kh 8h 6h 3c")
    accepted(made.do("C", commands.Settle()))
    before = made.meters.state.systems["main"]
    verify(made, "C/1/1")
    accepted(made.pay("C", 1))
    assert made.meters.state.systems["main"] == before
    assert (made.meters.state.prizes, made.wrong()) == ({}, [])
