"""What comes of a command at a poker table: who may give it, whose turn it is, and then what the book says."""

from collections.abc import Callable
from typing import Any

from croupier.kernel import rulings
from croupier.kernel.actors import DEALER, HOUSE, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command
from croupier.poker import (
    betting,
    blinds,
    bonuses,
    chips,
    clock,
    commands,
    corrections,
    deal,
    excluding,
    fees,
    house,
    lists,
    out_of_turn,
    pushing,
    seats,
    showdown,
    side_wagers,
    tournament,
)
from croupier.poker.rules import Rules
from croupier.poker.state import State

Decider = Callable[[Rules, State, Any, Said], Decision]

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
    commands.ExcludePlayer: excluding.exclude_player,
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
    commands.Report: rulings.report,
    commands.Rule: rulings.rule,
    commands.Perform: rulings.perform,
    commands.AdoptEdition: rulings.adopt_edition,
    commands.CommitDeck: deal.commit_deck,
    commands.CorrectCard: corrections.correct_card,
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
    commands.DeclineBonus: bonuses.decline_bonus,
    commands.SetLevel: tournament.set_level,
}


_OWN = frozenset(kind for kind in (*_ACTS, *_DECIDERS) if "seat" in kind.__struct_fields__)
"""What a player asks for at a seat."""

_RECORDED = frozenset({commands.TakeSeat, commands.StepAway, commands.SitOut, commands.PostBlind, commands.RemoveChips})
"""What those at the table see for themselves, and the dealer may put down: who sits, who is away, a blind that is due."""

_THEIR_WORD = _OWN - _RECORDED
"""What nobody says for a player where the house's software deals, and each player has a place to say it: a wager, a fold, a
discard, a hand shown or passed in, chips bought, a seat given up. Where a dealer holds the cards, the dealer puts it down.
"""

_TAKES_PART = (
    commands.AddChips,
    commands.ChangeSeat,
    commands.WantSeat,
    commands.Straddle,
    commands.PlaceSideWager,
    commands.AskToSee,
    commands.Agree,
)
"""What a player does in the game beside the hand: not for who is excluded and still sits there."""

_ASK_THEMSELVES = (
    commands.Perform,
    commands.Rule,
    commands.AdoptEdition,
    commands.AnnounceChange,
    commands.AnnounceClosing,
    commands.ChangeTable,
    commands.ChangeCommission,
    commands.CloseTable,
    commands.PickUp,
    commands.CallFromList,
    commands.VerifyFees,
    commands.AwardBonus,
    commands.DeclineBonus,
)
"""What takes another rank than the dealer's, and says itself which."""


_DEALERS: dict[type[Command], str] = {
    commands.Shuffle: "cards_shuffled",
    commands.Cut: "cards_cut",
    commands.Deal: "hands_dealt",
    commands.InspectHand: "hand_inspected",
    commands.CallTime: "time_is_up",
    commands.SettleSideWagers: "side_wagers_settled",
    commands.NotifyBonus: "bonus_notified",
    commands.DropFees: "time_charge_dropped",
}
"""The ground on which the dealer or somebody above does it, and nobody at the table. All else is theirs by their office."""


_STILL_OPEN = (commands.LeaveList, commands.VerifyFees, commands.DropFees)
"""What a closed table still takes: chips that were kept for somebody are handed out, hourly charges verified and dropped."""


def decide(rules: Rules, table: State, command: Command, said: Said) -> Decision:
    """What comes of a command at this table. Nothing changes but by the events of the answer."""
    act, hand = _ACTS.get(type(command)), table.hand
    if (
        act is None
        or hand.phase != "betting"
        or (number := hand.turn) != said.capacity
        or number != command.seat  # type: ignore[attr-defined]
        or not number
        or table.seats[number].person != said.person
        or table.question is not None
        or hand.owed
        or hand.held
        or table.options.time_to_act
    ):
        return _with_care(rules, table, command, said, act)
    decision = act(rules, table, command, said)  # as nearly always: in turn, with nothing else to be thought of
    if hand.side_open and isinstance(decision, Accepted):
        return side_wagers.follow(rules, table, decision)
    return decision


def _with_care(rules: Rules, table: State, command: Command, said: Said, act: Decider | None) -> Decision:
    """Anything else: who may say it, what must come first, whose turn it is, and what follows from it."""
    hand, sign, kind = table.hand, table.options, type(command)
    if (refusal := rules.plays_here(said, table)) is not None:
        return refusal
    if said.capacity not in rules.staff and (refusal := _without_authority(rules, table, command, said)) is not None:
        return refusal
    if sign.tournament and (refusal := tournament.not_here(rules, table, command, said)) is not None:
        return refusal
    if (
        kind in _THEIR_WORD
        and not said.seat
        and (hand.known or kind is commands.Agree)
        and not (kind is commands.LeaveSeat and said.capacity == HOUSE and table.phase == "between")  # who is kept out
        and not (sign.tournament and tournament.for_entrants(command, said))
        and not (kind is commands.LeaveSeat and said.capacity == HOUSE)  # the room moves somebody to another table
    ):
        ground = "players_own_act" if kind in _ACTS else "not_your_place"
        return rules.refuse(ground, f"only the player may do that, not {said} for them")
    if (not table.game or table.closed or table.question is not None) and (
        refusal := _must_wait(rules, table, command)
    ) is not None:
        return refusal
    if table.excluded and isinstance(command, _TAKES_PART) and (who := table.person_at(command.seat)) in table.excluded:
        return rules.refuse("excluded", f"{who} is excluded from the game")
    if sign.time_to_act and (refusal := clock.too_late(rules, table, command, said)) is not None:
        return refusal
    if act is not None:
        number: int = command.seat  # type: ignore[attr-defined]
        in_turn = 0 < number == hand.turn and hand.phase == "betting"
        if not in_turn and sign.tournament and tournament.for_entrants(command, said):
            return _with_what_follows(
                rules, table, tournament.kill(rules, table, number, getattr(command, "because", "")), said
            )
        if not in_turn and (refusal := betting.not_to_act(rules, table, number)) is not None:
            absent = kind is commands.Fold and sign.tournament and said.capacity == HOUSE
            if not (absent and number == deal.waited_for(rules, hand) != 0):
                return refusal
            killed = clock.no_discard(rules, table, number, "the player is not there to discard")
            return _with_what_follows(rules, table, killed, said)
        if hand.owed and number in hand.owed and kind is not commands.Fold:
            return betting.owing(rules, table, number)
        decision = act(rules, table, command, said)
        if sign.tournament and isinstance(command, commands.Fold) and tournament.for_entrants(command, said):
            decision = tournament.killed_in_turn(rules, decision, command.because)
        if not in_turn:
            decision = out_of_turn.act(rules, table, number, decision)
    else:
        decision = _DECIDERS[kind](rules, table, command, said)
    return _with_what_follows(rules, table, decision, said)


def _with_what_follows(rules: Rules, table: State, decision: Decision, said: Said) -> Decision:
    """Acts out of turn whose turn has come, wagers on the flop that are settled by an act on it, and the time of it all."""
    if not isinstance(decision, Accepted):
        return decision
    if table.hand.held:
        decision = _with_held_acts(rules, table, decision)
    if table.hand.side_open:
        decision = side_wagers.follow(rules, table, decision)
    return Accepted(clock.stamped(decision.events, said.at)) if table.options.time_to_act else decision


def _with_held_acts(rules: Rules, table: State, decision: Accepted) -> Accepted:
    """An act made out of turn takes its effect as soon as the turn has come."""
    events = list(decision.events)
    after = table.after(events)
    while out_of_turn.due(after):
        events.append(out_of_turn.come_due(rules, after))
        after.take(events[-1])
    return Accepted(tuple(events))


def _must_wait(rules: Rules, table: State, command: Command) -> Refused | None:
    """A table is opened first, takes little once it is closed, and a ruling that is asked for comes before anything else."""
    if not table.game:
        opens = isinstance(command, commands.OpenTable)
        return None if opens else rules.refuse("table_opened", "the table is not open yet")
    if table.closed and not rulings.outlasts_table(rules, table, command):
        return None if isinstance(command, _STILL_OPEN) else rules.refuse("table_closed")
    question = table.question
    if question is None or isinstance(command, commands.Rule):
        return None
    reason = f"the {question.rank} or above must rule first: {', '.join(question.names)}"
    return Refused("ruling_awaited", reason, question.clauses)


def _without_authority(rules: Rules, table: State, command: Command, said: Said) -> Refused | None:
    """Players act for their own seat, and the dealer may record what they do; the rest is the dealer's or above's."""
    capacity = said.capacity
    if isinstance(capacity, int) and type(command) in _OWN:
        number: int = command.seat  # type: ignore[attr-defined]
        if number == capacity:
            seat = table.seats.get(number)
            if seat is None or seat.person == said.person or isinstance(command, commands.TakeSeat):
                return None
        return rules.refuse("not_your_place", f"{said} cannot act for seat {number}")
    if (refusal := rules.stranger(said)) is not None:
        return refusal
    if isinstance(command, _ASK_THEMSELVES):
        return None
    known = rules.irregularities.get(command.what) if isinstance(command, commands.Report) else None
    ground = _DEALERS.get(type(command), "rank_needed")
    return rules.needs_rank(said, DEALER, known.clauses if known is not None else rules.cite(ground))
