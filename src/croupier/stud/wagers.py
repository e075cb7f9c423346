"""Antes: placed before the deal, within the limits on the sign or with what the book says about the others."""

from __future__ import annotations

from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.stud.commands import CallNoMoreBets, PlaceAnte, TakeBackAnte
from croupier.stud.events import AntePlaced, AnteTakenBack, NoMoreBetsCalled, PlayerTold
from croupier.stud.rules import Rules
from croupier.stud.seats import cannot_pay, not_seated
from croupier.stud.table import Table, ante_of, stack_of


def place_ante(rules: Rules, table: Table, command: PlaceAnte) -> Decision:
    seat, amount, sign = command.seat, command.amount, table.options
    if (refusal := not_seated(rules, table, seat)) is not None:
        return refusal
    if table.phase != "wagers":
        return rules.refuse("too_late_for_wagers", "antes are placed before the first card is dealt")
    if table.boxes[seat].seat:
        return rules.refuse("ante_placed_already", f"box {seat} has an ante of {dollars(table.ante(seat))} already")
    if (refusal := cannot_pay(rules, table, seat, amount)) is not None:
        return refusal
    if amount < sign.minimum and seat in table.told_of_minimum:
        reason = f"the minimum is {dollars(sign.minimum)}, and seat {seat} has been told that less is returned"
        return rules.refuse("wager_below_minimum", reason)
    grounds = ["ante_placed"]
    told: list[Event] = []
    if amount < sign.minimum:
        advice = (
            f"the minimum is {dollars(sign.minimum)}: this wager plays, further wagers below the minimum are returned"
        )
        told.append(
            PlayerTold(seat=seat, about="minimum", advice=advice, clauses=rules.cite("wager_below_minimum"))
        )
    elif amount > sign.maximum:
        advice = f"the maximum is {dollars(sign.maximum)}: the wager is paid or collected to that, the rest comes back"
        told.append(
            PlayerTold(seat=seat, about="maximum", advice=advice, clauses=rules.cite("wager_above_maximum"))
        )
    elif (amount - sign.minimum) % sign.unit:
        advice = f"wagers step by {dollars(sign.unit)}: this one is paid to the next amount that chips can pay"
        told.append(PlayerTold(seat=seat, about="chips", advice=advice, clauses=rules.cite("wager_not_in_units")))
    placed = AntePlaced(
        box=seat,
        seat=seat,
        amount=amount,
        clauses=rules.cite(*grounds),
        postings={stack_of(seat): -amount, ante_of(seat): amount},
    )
    return Accepted((placed, *told))


def take_back_ante(rules: Rules, table: Table, command: TakeBackAnte) -> Decision:
    seat = command.seat
    if (refusal := not_seated(rules, table, seat)) is not None:
        return refusal
    if table.phase != "wagers":
        return rules.refuse("wager_locked", "once the first card is dealt a wager stays until it is decided")
    if not (amount := table.ante(seat)):
        return rules.refuse("nothing_wagered", f"box {seat} has no ante")
    back = AnteTakenBack(
        box=seat,
        clauses=rules.cite("ante_taken_back"),
        postings={ante_of(seat): -amount, stack_of(seat): amount},
    )
    return Accepted((back,))


def call_no_more_bets(rules: Rules, table: Table, command: CallNoMoreBets) -> Decision:
    if table.phase != "wagers":
        return rules.refuse("too_late_for_wagers", "betting is closed already")
    if not table.wagered:
        return rules.refuse("nothing_wagered", "nobody has placed an ante")
    if not table.shuffled:
        return rules.refuse("cards_not_shuffled", "the cards must be shuffled before each round")
    if table.options.device == "shoe" and not table.cut:
        return rules.refuse("cards_not_cut", "the dealer cuts the cards before they go into the shoe")
    return Accepted((NoMoreBetsCalled(clauses=rules.cite("no_more_bets")),))
