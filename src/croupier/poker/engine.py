"""The poker engine: `decide` a command, `evolve` by an event, and `view` a history as somebody may see it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from typing import Any

from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import INSPECTOR, Command, Event, Viewer
from croupier.poker import betting, blinds, commands, deal, out_of_turn, seats, showdown
from croupier.poker.events import HandEnded
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
}
"""What players do in turn; out of turn the same acts bind in their own way."""

_DECIDERS: dict[type[Command], Decider] = {
    commands.OpenTable: seats.open_table,
    commands.TakeSeat: seats.take_seat,
    commands.AddChips: seats.add_chips,
    commands.RemoveChips: seats.remove_chips,
    commands.LeaveSeat: seats.leave_seat,
    commands.ChangeSeat: seats.change_seat,
    commands.StepAway: seats.step_away,
    commands.SitOut: seats.sit_out,
    commands.ComeBack: seats.come_back,
    commands.BeginHand: blinds.begin_hand,
    commands.PostBlind: blinds.post_blind,
    commands.Straddle: blinds.straddle,
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
    commands.PushPots: showdown.push_pots,
}


def decide(rules: Rules, table: Table, command: Command) -> Decision:
    """What comes of a command at this table. Nothing changes but by the events of the answer."""
    if not table.version and not isinstance(command, commands.OpenTable):
        return rules.refuse("table_opened", "the table is not open yet")
    if (refusal := _without_authority(rules, command)) is not None:
        return refusal
    if table.phase == "closed":
        return rules.refuse("table_closed")
    if table.question is not None and not isinstance(command, commands.Rule):
        options = ", ".join(table.question.options)
        return Refused("ruling_awaited", f"the {table.question.rank} or above must rule first: {options}")
    if (act := _ACTS.get(type(command))) is not None:
        number: int = command.seat  # type: ignore[attr-defined]
        if (refusal := betting.not_to_act(rules, table, number)) is not None:
            return refusal
        decision = act(rules, table, command) if number == table.turn else out_of_turn.act(rules, table, command)
    else:
        decision = _DECIDERS[type(command)](rules, table, command)
    if table.held and isinstance(decision, Accepted):
        return _with_held_acts(rules, table, decision)
    return decision


def _with_held_acts(rules: Rules, table: Table, decision: Accepted) -> Decision:
    """An act made out of turn takes its effect as soon as the turn has come."""
    events = list(decision.events)
    after = copy.deepcopy(table)
    for event in events:
        evolve(after, event)
    while after.turn in after.held:
        more = out_of_turn.in_turn(rules, after, after.turn)
        for event in more:
            evolve(after, event)
        events += more
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
