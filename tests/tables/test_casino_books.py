"""What each book says of hands that win at about the same time, with tables and meters together."""

from __future__ import annotations

from typing import Literal

import pytest

from croupier.jackpots.events import OutcomeReopened
from croupier.jackpots.lines import read_line
from croupier.kernel.accounts import purse_of
from croupier.kernel.cards import DECK, parse_cards, twice
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.lines import said_by
from croupier.stud import commands
from croupier.stud.rules import Options
from croupier.tables.casino import Casino
from croupier.tables.house_table import house_table
from croupier.tables.stacking import CUT, before_cut

STAR, NZ, VENICE = "star-caribbean-stud", "nz-caribbean-stud", "venezia-caribbean-poker"
DEALER, NOTHING = "Kc Kd 8d 6s 3c", "Qh Jd 9d 6h 4c"
ROYAL, STRAIGHT, FLUSH = "As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "Ac Jc 9c 5c 2c"


def accepted(decision: Decision) -> None:
    assert isinstance(decision, Accepted), decision


def casino(game: str, terms: str, *names: str, seats: int = 1) -> Casino:
    made = Casino(game)
    for name in names:
        made.add(name, house_table(game, seats=seats, options=Options(places=seats)))
    opening = read_line(f"open main: {terms} tables {', '.join(names)}", game)
    accepted(made.manage(opening, by=made.meters.rules.ranks[-1]))
    return made


def play(made: Casino, name: str, *hands: str, at: int = 0) -> None:
    """A round with a bet on every hand, up to the settlement; the hands come off the deck in this order."""
    top = [card for hand in hands for card in parse_cards(hand)]
    assert twice(top) is None
    seats = made.tables[name].state.seats
    steps: list[Command] = [commands.PlaceAnte(seat=seat, amount=10_00) for seat in seats]
    steps += [commands.PlaceJackpot(seat=seat, amount=1_00) for seat in seats]
    deck = (*top, *(card for card in DECK if card not in top))
    if made.tables[name].state.options.device == "shoe":  # one card at a time
        one_by_one = tuple(card for row in zip(*map(parse_cards, hands), strict=True) for card in row)
        deck = before_cut((*one_by_one, *deck[len(top) :]))
        steps += [commands.Shuffle(deck=deck, source="stacked"), commands.Cut(place=CUT), commands.CallNoMoreBets()]
    else:
        steps += [commands.Shuffle(deck=deck, source="stacked"), commands.CallNoMoreBets()]
    steps += [commands.Deal(), commands.CallBetOrFold()]
    steps += [commands.PlaceBet(seat=seat, amount=20_00) for seat in seats]
    for step in (*steps, commands.Reveal()):
        accepted(made.do(name, step, at=at))


def said(made: Casino, *lines: str) -> None:
    for line in lines:
        who, rest = said_by(line)
        accepted(made.manage(read_line(rest, made.meters.rules.book), **who))


def stacks(made: Casino) -> dict[str, list[int]]:
    """What each player has won or lost, in cents."""
    return {
        name: [here.state.stack(seat) + here.state.money[purse_of(who)] for seat, who in here.state.people.items()]
        for name, here in made.tables.items()
    }


def test_star_pays_straight_before_royal_and_waits_for_the_inspector() -> None:
    made = casino(STAR, "seed 99997 cost 1 increment 100 approval R1", "A", seats=3)
    play(made, "A", DEALER, STRAIGHT, FLUSH, ROYAL)
    said(made, "equipment main fails")
    assert isinstance(made.do("A", commands.Settle()), Refused)
    assert made.tables["A"].state.phase == "settling"
    said(made, "by Inspector: equipment main works")
    accepted(made.do("A", commands.Settle()))
    assert isinstance(made.pay("A", 3), Refused)
    for box in (1, 3, 2):
        accepted(made.pay("A", box))
    assert stacks(made) == {"A": [11_009_00, 209_00, 95_009_00]}  # odds, ante and prize less the jackpot wager
    assert made.wrong() == []


def test_new_zealand_pays_in_the_order_of_the_deal_whatever_is_settled_first() -> None:
    made = casino(NZ, "seed 49998 cost 1 increment 100 approval S1", "A", "B")
    play(made, "A", STRAIGHT, DEALER, at=120)
    play(made, "B", STRAIGHT, DEALER, at=100)
    accepted(made.do("A", commands.Settle(), at=200))
    accepted(made.do("B", commands.Settle(), at=210))
    assert {key: prize.pays for key, prize in made.meters.state.prizes.items()} == {"A/1/1": 4_500_00, "B/1/1": 5_000_00}
    assert isinstance(made.pay("A", 1), Refused)
    for name in "AB":
        said(made, f"by x as dealer: verify {name}/1/1", f"by y as Game supervisor: verify {name}/1/1 deck 52")
        accepted(made.pay(name, 1))
    assert stacks(made)["B"][0] - stacks(made)["A"][0] == 500_00
    assert made.wrong() == []


def test_venice_shares_between_tables_that_win_in_one_stop() -> None:
    notice = "pays four of a kind=500.00, full house=100.00, flush=50.00"
    made = casino(VENICE, f"seed 9997 cost 1 {notice}", "A", "B", "C")
    play(made, "A", ROYAL, DEALER)
    play(made, "B", ROYAL, DEALER)
    play(made, "C", NOTHING, DEALER)
    said(made, "stop main")
    for name in "BCA":
        refused = made.manage(read_line("resume main", VENICE))
        assert isinstance(refused, Refused), f"a round at {name} is in play, and who wins there shares"
        accepted(made.do(name, commands.Settle()))
    assert isinstance(made.pay("A", 1), Refused)
    said(made, "resume main")
    for name in "AB":
        accepted(made.pay(name, 1))
    assert stacks(made) == {"A": [7_009_00], "B": [7_009_00], "C": [-31_00]}
    assert made.wrong() == []


def stopped(made: Casino) -> bool:
    return made.meters.state.systems["main"].stopped


def test_venice_a_declared_straight_flush_stops_every_table_until_they_go_on() -> None:
    made = casino(VENICE, "seed 10000 cost 1 pays four of a kind=500, full house=100, flush=50", "A", "B")
    at_a, at_b = made.tables["A"], made.tables["B"]
    for table in (at_a, at_b):
        accepted(table.do(commands.PlaceAnte(seat=1, amount=10_00)))
        accepted(table.do(commands.PlaceJackpot(seat=1, amount=1_00)))
    top = parse_cards(f"{STRAIGHT} {DEALER}")
    deck = (*top, *(card for card in DECK if card not in top))
    accepted(at_a.do(commands.Shuffle(deck=deck, source="stacked")))
    for step in (commands.CallNoMoreBets(), commands.Deal(), commands.CallBetOrFold()):
        accepted(at_a.do(step))
    accepted(at_a.do(commands.Perform(duty="declare a great hand"), by=1))
    assert stopped(made)
    accepted(at_b.do(commands.Shuffle()))
    refused = at_b.do(commands.CallNoMoreBets())
    assert isinstance(refused, Refused)
    assert (refused.ground, refused.clauses) == ("tables_stopped", ("9.7.2",))
    accepted(at_a.do(commands.Perform(duty="declare a great hand"), by=1))  # again: they are stopped already
    for act in (commands.PlaceBet(seat=1, amount=20_00), commands.Reveal(), commands.Settle()):
        accepted(at_a.do(act))
    said(made, "resume main")
    accepted(at_b.do(commands.CallNoMoreBets()))
    assert not stopped(made)
    assert made.wrong() == []


def test_venice_nothing_stops_for_a_hand_that_is_not_great() -> None:
    made = casino(VENICE, "seed 10000 cost 1 pays four of a kind=500, full house=100, flush=50", "A")
    play(made, "A", FLUSH, DEALER)
    refused = made.do("A", commands.Perform(duty="declare a great hand"), by=1)
    assert isinstance(refused, Refused)
    assert not stopped(made)


def test_new_zealand_a_table_comes_before_another_by_the_first_of_its_hands_that_was_complete() -> None:
    """11.6C and 11.10 between tables: box 1 of A was dealt before B's hand, box 2 after it; B is settled first."""
    made = Casino(NZ)
    for name, seats in (("A", 2), ("B", 1)):
        made.add(name, house_table(NZ, seats=seats, options=Options(places=2)))
    opening = read_line("open main: seed 49997 cost 1 increment 100 approval S1 tables A, B", NZ)
    accepted(made.manage(opening, by=made.meters.rules.ranks[-1]))
    hands = {"A": {1: STRAIGHT, 2: "9c 8c 7c 6c 5c"}, "B": {1: STRAIGHT}}
    times = {("A", 1): 100, ("B", 1): 110, ("A", 2): 130, ("A", 0): 140, ("B", 0): 140}
    for name, dealt in hands.items():
        for box in dealt:
            accepted(made.do(name, commands.PlaceAnte(seat=box, amount=10_00), at=0))
            accepted(made.do(name, commands.PlaceJackpot(seat=box, amount=1_00), at=0))
        for step in (commands.Shuffle(), commands.CallNoMoreBets()):
            accepted(made.do(name, step, at=0))
    for (name, box), at in times.items():
        cards = parse_cards((hands[name] | {0: DEALER})[box])
        accepted(made.do(name, commands.DealCards(box=box, cards=cards), at=at))
    for name, dealt in hands.items():
        accepted(made.do(name, commands.TurnUp(), at=150))
        accepted(made.do(name, commands.CallBetOrFold(), at=150))
        for box in dealt:
            accepted(made.do(name, commands.PlaceBet(seat=box, amount=20_00), at=150))
        accepted(made.do(name, commands.Reveal(), at=150))
    for name in "BA":
        accepted(made.do(name, commands.Settle(), at=200))
    assert {key: prize.pays for key, prize in made.meters.state.prizes.items()} == {
        "A/1/1": 5_000_00,
        "A/1/2": 5_000_00,
        "B/1/1": 4_000_00,
    }


@pytest.mark.parametrize(("device", "clause", "other"), [("shuffler", "11.11(b)", "11.11(a)"), ("shoe", "11.11(a)", "11.11(b)")])
def test_new_zealand_what_comes_first_is_told_by_the_first_card_of_a_shoe_or_the_whole_hand_of_a_shuffler(
    device: Literal["shoe", "shuffler"], clause: str, other: str
) -> None:
    made = Casino(NZ)
    for name in "AB":
        made.add(name, house_table(NZ, seats=1, options=Options(places=1, device=device)))
    opening = read_line("open main: seed 49998 cost 1 increment 100 approval S1 tables A, B", NZ)
    accepted(made.manage(opening, by=made.meters.rules.ranks[-1]))
    for name, at in (("A", 120), ("B", 100)):
        play(made, name, STRAIGHT, DEALER, at=at)
    for name, at in (("A", 200), ("B", 210)):
        accepted(made.do(name, commands.Settle(), at=at))
    reopened = made.meters.entries[-1].events[0]
    assert isinstance(reopened, OutcomeReopened)
    assert clause in reopened.clauses
    assert other not in reopened.clauses


def test_what_a_jackpot_wager_costs_is_not_set_at_a_table_of_the_casino() -> None:
    made = casino(STAR, "seed 50000 cost 1 increment 100 approval R1", "A")
    refused = made.do("A", commands.SetJackpot(cost=2_00), by="Gaming Manager")
    assert isinstance(refused, Refused)
    assert refused.ground == "not_at_this_table"
    assert made.tables["A"].state.options.jackpot == 1_00


def test_a_table_follows_its_meter_to_another_option_and_shows_none_without_one() -> None:
    game, manager = "crown-caribbean-stud", "TG Area Manager"
    made = casino(game, "option 1 seed 10000 cost 1", "A")
    made.add("Z", house_table(game, seats=1, options=Options(places=1)))
    said(made, f"at 0: by {manager}: notice terms main")
    said(made, f"at 1200: by {manager}: terms main: option 2 seed 10000 cost 1")
    assert (made.tables["A"].state.options.jackpot, made.tables["A"].state.options.jackpot_option) == (1_00, 2)
    assert made.tables["Z"].state.options.jackpot == 0
    assert made.display("Z") is None
    shown = made.display("A")
    assert shown is not None
    assert (shown.meter, shown.minor, shown.pending) == (10_000_00_0000, 0, ())


def test_a_table_is_told_nothing_where_only_the_rate_of_its_meter_changes() -> None:
    made = casino(NZ, "seed 20000 cost 1 increment 50 approval S1", "A")
    before = made.tables["A"].number
    said(made, "by Casino operator: terms main: seed 20000 cost 1 increment 60 approval S2")
    assert made.tables["A"].number == before
