"""Side wagers paid by a table of hands (`Wager`): placed beside an ante, left on the layout, and decided at settlement."""

from collections.abc import Iterator, Sequence

import msgspec

from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import Said
from croupier.kernel.cards import Card
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.money import dollars, moving
from croupier.kernel.telling import times
from croupier.stud import events
from croupier.stud.commands import PlaceWager, TakeBackWager
from croupier.stud.lines_settled import Line, Stakes, winning
from croupier.stud.rules import Options, Rules, Wager
from croupier.stud.seats import cannot_pay, is_excluded, not_in_chips, not_own_box, staked
from croupier.stud.state import Choice, State, wager_of


def named(rules: Rules, name: str) -> Wager | Refused:
    """The wager of that name, if players put up chips for it."""
    offered = {wager.name: wager for wager in rules.wagers.values() if wager.placed}
    if name in offered:
        return offered[name]
    return rules.unknown(f"a wager {name!r}; there is {', '.join(offered)}" if offered else "wagers beside the ante")


def outside(rules: Rules, table: State, wager: Wager, box: int, amount: int) -> Refused | None:
    """A refusal unless a wager is within its limits, or the exact multiple of the ante."""
    least, most = wager.limits(table.ante_in_play(box), *table.limits_of(table.boxes[box].seat))
    clauses = (*rules.cite("wager_limits"), *wager.clauses)
    if isinstance(wager.stake, int) and amount != least:
        reason = f"{wager.title} is exactly {times(wager.stake)} the ante, here {dollars(least)}"
        return Refused("wager_limits", reason, tuple(dict.fromkeys(clauses)))
    if not least <= amount <= most:
        reason = f"{wager.title} takes {dollars(least)} to {dollars(most)}, not {dollars(amount)}"
        return Refused("wager_limits", reason, tuple(dict.fromkeys(clauses)))
    return not_in_chips(rules, table, amount)


def place_wager(rules: Rules, table: State, command: PlaceWager, said: Said) -> Decision:
    seat, box, amount = command.seat, command.box or command.seat, command.amount
    if isinstance(wager := named(rules, command.wager), Refused):
        return wager
    if (refusal := not_own_box(rules, table, seat, box)) is not None:
        return refusal
    if (refusal := is_excluded(rules, table, table.people[seat])) is not None:
        return refusal
    if table.phase != "wagers":
        return rules.refuse("too_late_for_wagers", f"{wager.title} is placed before the first card is dealt")
    if wager.name in table.boxes[box].wagers:
        return rules.refuse("wager_once", f"box {box} already has {wager.title}")
    if (refusal := outside(rules, table, wager, box, amount)) is not None:
        return refusal
    if (refusal := cannot_pay(rules, table, seat, amount)) is not None:
        return refusal
    clauses, postings = cited(rules, wager, "wager_placed"), staked(seat, wager_of(wager.name, box), amount)
    return rules.accept(events.WagerPlaced, command, box=box, clauses=clauses, postings=postings)


def cited(rules: Rules, wager: Wager, *grounds: str) -> tuple[str, ...]:
    """The clauses of these grounds, and the wager's own."""
    return tuple(dict.fromkeys((*rules.cite(*grounds), *wager.clauses)))


def take_back_wager(rules: Rules, table: State, command: TakeBackWager, said: Said) -> Decision:
    seat, box = command.seat, command.box or command.seat
    if isinstance(wager := named(rules, command.wager), Refused):
        return wager
    if (refusal := not_own_box(rules, table, seat, box)) is not None:
        return refusal
    if wager.name not in table.boxes[box].wagers:
        return rules.refuse("nothing_wagered", f"box {box} has no {wager.title}")
    if table.phase != "wagers":
        return rules.refuse("wager_locked", "once betting is closed a wager stays until it is decided")
    spot, clauses = wager_of(wager.name, box), cited(rules, wager, "wager_taken_back")
    postings = moving(table.money[spot], spot, stack_of(seat))
    return rules.accept(events.WagerTakenBack, command, box=box, clauses=clauses, postings=postings)


def looked_at(rules: Rules, table: State, number: int) -> bool:
    """Whether a hand is read for a side wager, whatever the dealer has."""
    box = table.boxes[number]
    if box.choice not in ("bet", "fold", "conceded"):
        return False
    return any(
        wager.cards != "dealer" and (wager.fold == "stays" or box.choice == "bet")
        for wager in rules.wagers.values()
        if wager.name in box.wagers or not wager.placed
    )


def wager_lines(
    rules: Rules, options: Options, stakes: Stakes, choice: Choice, player: Sequence[Card], dealer: Sequence[Card], up: int | None
) -> Iterator[Line]:
    """How the side wagers on a hand are settled: one that bet, one that was given up, or one that was forfeited.

    The dealer's up card is at the place `up`.
    """
    for wager in rules.wagers.values():
        ante = min(stakes.ante, stakes.most)
        stake = stakes.wagers.get(wager.name, 0) if wager.placed else ante if choice == "bet" else 0
        if stake:
            line = _line(rules, options, wager, stake, choice, (player, dealer, up))
            if wager.placed:
                yield line
            elif line.result == "win":  # paid on the ante, which has a line of its own
                yield msgspec.structs.replace(line, stake=0, plays=ante)


def _line(
    rules: Rules,
    options: Options,
    wager: Wager,
    stake: int,
    choice: Choice,
    cards: tuple[Sequence[Card], Sequence[Card], int | None],
) -> Line:
    lost = Line(wager=wager.name, result="lose", stake=stake, grounds=())
    if choice != "bet" and (wager.fold == "loses" or choice not in ("fold", "conceded")):
        return msgspec.structs.replace(lost, grounds=("wager_folded",))
    if not wager.regardless:
        mine, theirs = rules.value(cards[0]), rules.value(cards[1])
        if not rules.qualifies(theirs):
            return Line(wager=wager.name, result="void", stake=stake, grounds=("wager_void", "bet_void_unqualified"))
        if mine == theirs:
            return Line(wager=wager.name, result=rules.equal_hands, stake=stake, grounds=("wager_void", "bet_stands_off"))
        if mine < theirs:
            return msgspec.structs.replace(lost, grounds=("bet_loses_lower",))
    if (odds := wager.odds.get(wager.reads(rules.value, *cards).category)) is None:
        return lost
    return winning(options, wager.name, stake, 0, odds, (), cap=options.maximum_payout)
