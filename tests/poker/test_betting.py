"""Betting by figures, and by players who act in turn and out of it, with words, with chips and too late."""

from __future__ import annotations

import random

import pytest

from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision
from croupier.kernel.events import Command
from croupier.poker import commands
from croupier.poker.commands import Bet, Raise, TakeSeat
from croupier.poker.lines import read_line, write_line
from croupier.poker.rules import Betting, Options
from croupier.tables.poker_table import PokerTable

FIXED = Options(betting="fixed limit", bets=(10_00, 10_00, 20_00, 20_00), minimum_buy_in=1_00)
SPREAD = Options(betting="spread limit", bets=(5_00,), most=50_00, minimum_buy_in=1_00)


def seated(options: Options, *stacks: int) -> PokerTable:
    """A table where every hand is dealt and the first player is to act."""
    table = PokerTable("crown-holdem", options, seed=1)
    for seat, stack in enumerate(stacks, 1):
        table.do(TakeSeat(seat=seat, chips=stack))
    table.run()
    return table


def said(table: PokerTable, *lines: str) -> list[Decision]:
    decisions = []
    for line in lines:
        decisions.append(table.do(read_line(line)))
        table.run()
    return decisions


def room(table: PokerTable) -> tuple[int, int] | None:
    """What the player whose turn it is may bet or raise to, in dollars."""
    for offer in table.legal(seat=table.state.hand.turn):
        if isinstance(offer.command, Bet):
            return offer.command.amount // 100, offer.most // 100
        if isinstance(offer.command, Raise):
            return offer.command.to // 100, offer.most // 100
    return None


def wagered(table: PokerTable, to: int) -> Command:
    """A bet or raise to a total by the player in turn."""
    seat = table.state.hand.turn
    return Raise(seat=seat, to=to) if table.state.hand.bet else Bet(seat=seat, amount=to)


def options(betting: Betting) -> Options:
    return Options(betting=betting, minimum_buy_in=1_00)


# Four players with 1,000 each, blinds 5 and 10 at seats 1 and 2, seat 3 first: the room for the next to act.
@pytest.mark.parametrize(
    ("sign", "lines", "wanted"),
    [
        (options("no limit"), (), (20, 1000)),
        (options("no limit"), ("raise 3 25.00",), (40, 1000)),
        (options("no limit"), ("raise 3 25.00", "raise 4 100.00"), (175, 1000)),
        (options("no limit"), ("raise 3 25.00", "raise 4 100.00", "raise 1 175.00"), (250, 1000)),
        (options("pot limit"), (), (20, 35)),
        (options("pot limit"), ("call 3",), (20, 45)),
        (options("pot limit"), ("raise 3 35.00",), (60, 120)),
        (options("pot limit"), ("raise 3 35.00", "raise 4 120.00"), (205, 405)),
        (options("pot limit"), ("call 3", "call 4", "call 1", "check 2"), (10, 40)),
        (options("pot limit"), ("call 3", "call 4", "call 1", "check 2", "bet 1 40.00"), (80, 160)),
        (options("half pot limit"), (), (20, 22)),
        (options("half pot limit"), ("raise 3 22.00",), (34, 51)),
        (options("half pot limit"), ("call 3", "call 4", "call 1", "check 2"), (10, 20)),
        (FIXED, (), (20, 20)),
        (FIXED, ("raise 3 20.00", "raise 4 30.00"), (40, 40)),
        (FIXED, ("raise 3 20.00", "raise 4 30.00", "raise 1 40.00"), None),
        (FIXED, ("call 3", "call 4", "call 1", "check 2", "check 1", "check 2", "check 3", "check 4"), (20, 20)),
        (SPREAD, (), (20, 60)),
        (SPREAD, ("raise 3 50.00",), (90, 100)),
        (SPREAD, ("call 3", "call 4", "call 1", "check 2"), (5, 50)),
        (SPREAD, ("call 3", "call 4", "call 1", "check 2", "bet 1 50.00"), (100, 100)),
    ],
)
def test_room_for_a_bet_or_raise(sign: Options, lines: tuple[str, ...], wanted: tuple[int, int] | None) -> None:
    table = seated(sign, 1000_00, 1000_00, 1000_00, 1000_00)
    assert all(isinstance(decision, Accepted) for decision in said(table, *lines))
    assert room(table) == wanted


def test_least_and_most_of_the_room_are_accepted_and_what_lies_outside_is_not() -> None:
    for sign in (options("no limit"), options("pot limit"), options("half pot limit"), FIXED, SPREAD):
        table = seated(sign, 300_00, 80_00, 1000_00, 45_00)
        while table.state.phase == "betting" and table.state.hand.turn and (found := room(table)) is not None:
            least, most = found
            assert isinstance(table.foresee(wagered(table, least * 100)), Accepted)
            assert isinstance(table.foresee(wagered(table, most * 100)), Accepted)
            assert not isinstance(table.foresee(wagered(table, least * 100 - 100)), Accepted)
            assert not isinstance(table.foresee(wagered(table, most * 100 + 100)), Accepted)
            table.do(wagered(table, most * 100))


class Room:
    """A table where people of little patience act when and how they like."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        dice = self.dice
        betting: Betting = dice.choice(["no limit", "pot limit", "half pot limit", "fixed limit", "spread limit"])
        timed = dice.random() < 0.5
        limited = betting in ("fixed limit", "spread limit")
        readings = sorted(
            {
                "straddle_sets_minimum_raise",
                "short_all_ins_add_up",
                "check_keeps_raise",
                "head_to_head_before_cap",
                "half_raise_of_total",
                "time_to_act_automatic",
            }
        )
        sign = Options(
            betting=betting,
            bets=(10_00,) if limited else (),
            most=50_00 if limited else 0,
            minimum_buy_in=1_00,
            over_blinds=dice.random() < 0.3,
            time_to_act=30 if timed else 0,
            extra_time=20 if timed else 0,
            extra_time_fee=5_00,
            extra_times=1,
            readings=tuple(name for name in readings if dice.random() < 0.2),
        )
        self.table = PokerTable("crown-holdem", sign, seed=seed)
        for seat in range(1, dice.randint(2, 6) + 1):
            self.table.do(TakeSeat(seat=seat, chips=dice.randint(3, 120) * 1_00))
        self.now = 0

    def act(self) -> Command:
        """Something that someone at the table might do, sensible or not."""
        dice, state = self.dice, self.table.state
        seat = state.hand.turn if dice.random() < 0.7 else dice.choice(state.hand.ring)
        self.now += dice.choice([1, 5, 31])
        amount = dice.randint(1, 130) * 1_00
        chips = tuple(dice.choice([1_00, 5_00, 25_00, 100_00]) for _ in range(dice.choice([1, 1, 2, 3])))
        made: list[Command] = [
            commands.Check(seat=seat),
            commands.Call(seat=seat),
            commands.Call(seat=seat),
            commands.Bet(seat=seat, amount=amount),
            commands.Raise(seat=seat, to=amount),
            commands.PutChips(seat=seat, chips=chips, said=dice.choice(["", "", "raise", "call", "bet"])),
            commands.MakeUp(seat=seat),
            commands.TakeBack(seat=seat, to=dice.choice([0, amount])),
            commands.BuyTime(seat=seat),
            commands.CallTime(),
            commands.AllIn(seat=seat),
        ]
        if dice.random() < 0.15:
            made = [commands.Fold(seat=seat)]
        if dice.random() < 0.02:
            made = [commands.Report(what="passed-over", player=state.hand.turn)]
        return dice.choice(made)


def play(seed: int) -> PokerTable:
    """A hand of such people; whatever they do, it comes to an end, and the chips stay what they were."""
    found = Room(seed)
    table = found.table
    for _ in range(2):
        table.run()
        for _ in range(400):
            state = table.state
            if state.phase == "between":
                break
            if state.question is not None:
                table.do(commands.Rule(option=found.dice.choice(state.question.names)), by="TG Area Manager", at=found.now)
            elif state.phase == "betting" and state.hand.turn:
                command = found.act()
                assert read_line(write_line(command)) == command
                before = table.number
                decision = table.do(command, at=found.now)
                if not isinstance(decision, Accepted | AwaitingRuling):
                    assert table.number == before
            table.run()
            assert sum(state.money.values()) == 0
            assert all(amount >= 0 for name, amount in state.money.items() if not name.startswith("purse"))
            if state.phase == "betting":
                assert state.pot == state.hand.dead + sum(state.hand.players[number].put_in for number in state.hand.ring)
        assert table.state.phase == "between", "the hand did not come to an end"
    return table


@pytest.mark.parametrize("seed", range(60))
def test_whatever_people_do_the_hand_ends_and_no_chip_is_lost(seed: int) -> None:
    table = play(seed)
    again = PokerTable.load(table.dump().splitlines())
    assert again.state == table.state


@pytest.mark.parametrize("seed", range(60, 90))
def test_whoever_has_the_turn_is_offered_something_that_is_accepted(seed: int) -> None:
    found = Room(seed)
    table = found.table
    table.run()
    while table.state.phase == "betting" and table.state.hand.turn:
        number = table.state.hand.turn
        offers = table.legal(seat=number)
        assert any(isinstance(offer.command, commands.Fold) for offer in offers)
        for offer in offers:
            assert isinstance(table.foresee(offer.command, by=number, at=offer.at), Accepted), offer
        if table.state.hand.owed:
            offered = {type(offer.command) for offer in offers}
            assert commands.MakeUp in offered
            assert not offered & {commands.Check, commands.Call, commands.Bet, commands.Raise, commands.AllIn}
        chips = (found.dice.choice([1_00, 5_00, 25_00]),) * found.dice.choice([1, 2])
        silent = commands.PutChips(seat=number, chips=chips)
        if found.dice.random() < 0.5 and isinstance(table.do(silent), Accepted):
            continue
        table.do(found.dice.choice([offer.command for offer in offers]))
        table.run()


def test_an_act_out_of_turn_is_seen_by_all_and_told_in_words() -> None:
    table = seated(options("no limit"), *(1000_00,) * 4)
    (acted,) = said(table, "raise 4 40.00")
    assert table.tell(acted).startswith("Seat 4 raises to $40.00 out of turn.")
    (acted,) = said(table, "raise 3 100.00")
    assert "Seat 4, who acted out of turn, may choose again." in table.tell(acted)
    assert table.picture().hand.held == table.state.hand.held
    offers = {repr(offer).split("  ")[0] for offer in table.legal(seat=4)}
    assert {"TakeBack(seat=4, to=19000..100000)", "TakeBack(seat=4)", "Call(seat=4)"} <= offers


def test_time_is_kept_only_where_the_sign_has_it() -> None:
    timed = seated(Options(time_to_act=30), *(1000_00,) * 3)
    timed.do(commands.Call(seat=3), at=12)
    assert timed.state.hand.turn_since == 12
    assert timed.events[-1].at == 12  # type: ignore[attr-defined]
    free = seated(Options(), *(1000_00,) * 3)
    free.do(commands.Call(seat=3), at=12)
    assert free.state.hand.turn_since == 0
    assert free.events[-1].at == -1  # type: ignore[attr-defined]


def test_bought_time_is_told_with_its_fee() -> None:
    table = seated(Options(time_to_act=30, extra_time=20, extra_time_fee=5_00, extra_times=1), *(1000_00,) * 3)
    assert table.tell(table.do(commands.BuyTime(seat=3))).startswith("Seat 3 buys 20 seconds for $5.00.")
