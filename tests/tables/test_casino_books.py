"""What each book says of hands that win at about the same time, with tables and meters together."""

from __future__ import annotations

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
    assert {key: prize.pays for key, prize in made.meters.state.prizes.items()} == {
        "A/1/1": 4_500_00,
        "B/1/1": 5_000_00,
    }
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
