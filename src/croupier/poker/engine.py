"""The poker engine: `decide` a command, `evolve` by an event, and `view` a history as somebody may see it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import fields

from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import INSPECTOR, Command, Event, Viewer
from croupier.poker import (
    betting,
    blinds,
    bonuses,
    chips,
    clock,
    commands,
    deal,
    fees,
    house,
    irregularities,
    lists,
    out_of_turn,
    pushing,
    seats,
    showdown,
    side_wagers,
)
from croupier.poker.endings import HandEnded
from croupier.poker.rules import Rules
from croupier.poker.table import Table

Decider = Callable[[Rules, Table, Any], Decision]

_ACTS: dict[type[Command], Decider] = {
    commands.Check: betting.check,
    commands.Call: betting.call,
    commands.Bet: betting.bet,
    commands.Raise: betting.raise_,
    commands.Fold: betting.fold,
    commands.AllIn: betting.all_in,
    commands.PutChips: chips.put_chips,
}
"""What players do in turn; out of turn the same acts bind in their own way."""

_DECIDERS: dict[type[Command], Decider] = {
    commands.OpenTable: seats.open_table,
    commands.TakeSeat: seats.take_seat,
    commands.AddChips: seats.add_chips,
    commands.RemoveChips: seats.remove_chips,
    commands.LeaveSeat: seats.leave_seat,
    commands.ChangeSeat: seats.change_seat,
    commands.WantSeat: lists.want_seat,
    commands.DrawForSeat: lists.draw_for_seat,
    commands.PickUp: lists.pick_up,
    commands.JoinList: lists.join_list,
    commands.LeaveList: lists.leave_list,
    commands.CallFromList: lists.call_from_list,
    commands.StepAway: seats.step_away,
    commands.SitOut: seats.sit_out,
    commands.ComeBack: seats.come_back,
    commands.BeginHand: blinds.begin_hand,
    commands.CallOff: seats.call_off,
    commands.PostBlind: blinds.post_blind,
    commands.Straddle: blinds.straddle,
    commands.MakeUp: chips.make_up,
    commands.TakeBack: out_of_turn.take_back,
    commands.BuyTime: clock.buy_time,
    commands.CallTime: clock.call_time,
    commands.Shuffle: deal.shuffle,
    commands.Cut: deal.cut,
    commands.Deal: deal.deal,
    commands.DealBoard: deal.deal_board,
    commands.Discard: deal.discard,
    commands.ShuffleStub: deal.shuffle_stub,
    commands.ShowHand: showdown.show_hand,
    commands.MuckHand: showdown.muck_hand,
    commands.OpenHands: showdown.open_hands,
    commands.AskToSee: showdown.ask_to_see,
    commands.ShowTo: showdown.show_to,
    commands.InspectHand: showdown.inspect_hand,
    commands.AgreeToSplit: showdown.agree_to_split,
    commands.PushPots: pushing.push_pots,
    commands.Report: irregularities.report,
    commands.Rule: irregularities.rule,
    commands.Perform: house.perform,
    commands.AnnounceChange: house.announce_change,
    commands.AnnounceClosing: house.announce_closing,
    commands.Agree: house.agree,
    commands.ChangeTable: house.change_table,
    commands.ChangeCommission: house.change_commission,
    commands.CloseTable: house.close_table,
    commands.CollectFees: fees.collect_fees,
    commands.VerifyFees: fees.verify_fees,
    commands.DropFees: fees.drop_fees,
    commands.PlaceSideWager: side_wagers.place_side_wager,
    commands.TakeBackSideWager: side_wagers.take_back_side_wager,
    commands.SettleSideWagers: side_wagers.settle_side_wagers,
    commands.NotifyBonus: bonuses.notify_bonus,
    commands.AwardBonus: bonuses.award_bonus,
}


_USUAL = {
    kind: by
    for kind in (*_ACTS, *_DECIDERS)
    for by in [next(field.default for field in fields(kind) if field.name == "by")]
    if by == ("" if any(field.name == "seat" for field in fields(kind)) else "dealer")
}
"""Whose a command is if it does not say: the player's own, or the dealer's. Then nothing is to be asked about ranks."""


def decide(rules: Rules, table: Table, command: Command) -> Decision:
    """What comes of a command at this table. Nothing changes but by the events of the answer."""
    if not table.version and not isinstance(command, commands.OpenTable):
        return rules.refuse("table_opened", "the table is not open yet")
    kind = type(command)
    if command.by != _USUAL.get(kind) and (refusal := _without_authority(rules, command)) is not None:
        return refusal
    if table.phase == "closed":
        return rules.refuse("table_closed")
    if table.question is not None and not isinstance(command, commands.Rule):
        options = ", ".join(table.question.options)
        return Refused("ruling_awaited", f"the {table.question.rank} or above must rule first: {options}")
    if table.options.time_to_act and (refusal := clock.too_late(rules, table, command)) is not None:
        return refusal
    if (act := _ACTS.get(kind)) is not None:
        number: int = command.seat  # type: ignore[attr-defined]
        in_turn = 0 < number == table.turn and table.phase == "betting"
        if not in_turn and (refusal := betting.not_to_act(rules, table, number)) is not None:
            return refusal
        if number in table.owed and not isinstance(command, commands.Fold):
            return betting.owing(rules, table, number)
        decision = act(rules, table, command)
        if number != table.turn:
            decision = out_of_turn.act(rules, table, number, decision)
    else:
        decision = _DECIDERS[kind](rules, table, command)
    if table.side_open and isinstance(decision, Accepted):
        decision = side_wagers.follow(rules, table, decision)
    if table.held and isinstance(decision, Accepted):
        decision = _with_held_acts(rules, table, decision)
    if table.options.time_to_act and isinstance(decision, Accepted):
        return Accepted(clock.stamped(table, decision.events, command.at))
    return decision


def _with_held_acts(rules: Rules, table: Table, decision: Accepted) -> Accepted:
    """An act made out of turn takes its effect as soon as the turn has come."""
    events = list(decision.events)
    after = copy.deepcopy(table)
    for event in events:
        evolve(after, event)
    while out_of_turn.due(after):
        events.append(out_of_turn.come_due(rules, after))
        evolve(after, events[-1])
    return Accepted(tuple(events))


def evolve(table: Table, event: Event) -> Table:
    """The table after an event; it changes in place."""
    event.apply(table)
    if event.postings:
        money = table.money
        for account, amount in event.postings.items():
            money[account] = money.get(account, 0) + amount
    table.version += 1
    return table


def fold(events: Iterable[Event]) -> Table:
    """The table after these events, from nothing."""
    table = Table()
    for event in events:
        evolve(table, event)
    return table


def view(events: Iterable[Event], viewer: Viewer) -> list[Event]:
    """The history as a viewer may see it: nobody sees a hidden card of a hand in play.

    Once a hand is over the inspector sees all of it. Folding a view gives the table as that viewer knows it.
    """
    history = list(events)
    over = 0
    if viewer == INSPECTOR:
        over = max((n + 1 for n, event in enumerate(history) if isinstance(event, HandEnded)), default=0)
    return history[:over] + [event.seen_by(viewer) for event in history[over:]]


def _without_authority(rules: Rules, command: Command) -> Refused | None:
    """Players act for their own seat, and the dealer may record what they do; the rest is the dealer's or above's."""
    by = command.by
    seat = getattr(command, "seat", None)
    if seat is not None:
        if not by or by == f"seat {seat}" or rules.rank_of(by) >= 0:
            return None
        return rules.refuse("not_your_place", f"{by} does not act for seat {seat}")
    if by == "dealer" or rules.rank_of(by) >= rules.rank_of("dealer"):
        return None
    if isinstance(command, commands.Perform | commands.Rule):
        return None
    return rules.refuse("rank_needed", f"that takes the dealer or above, not {by or 'nobody'}")
