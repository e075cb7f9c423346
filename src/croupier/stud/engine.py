"""The engine: `decide` a command, `evolve` by an event, say what is `legal`, and `view` a history as somebody may see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from croupier.kernel.cards import DECK, HIDDEN
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import INSPECTOR, Command, Event, Viewer
from croupier.kernel.legal import Legal
from croupier.kernel.money import post
from croupier.stud import betting, commands, deal, house, irregularities, jackpot_wagers, seats, settlement, wagers
from croupier.stud.events import RoundEnded
from croupier.stud.incidents import RoundVoided
from croupier.stud.rules import Rules
from croupier.stud.table import Table

_DECIDERS: dict[type[Command], Callable[[Rules, Table, Any], Decision]] = {
    commands.OpenTable: seats.open_table,
    commands.TakeSeat: seats.take_seat,
    commands.LeaveSeat: seats.leave_seat,
    commands.Shuffle: deal.shuffle,
    commands.Cut: deal.cut,
    commands.PlaceAnte: wagers.place_ante,
    commands.SpeakAnte: wagers.speak_ante,
    commands.TakeBackAnte: wagers.take_back_ante,
    commands.TakeBackBet: wagers.take_back_bet,
    commands.MakeUpAnte: wagers.make_up_ante,
    commands.CallNoMoreBets: wagers.call_no_more_bets,
    commands.Deal: deal.deal,
    commands.DealCards: deal.deal_cards,
    commands.TurnUp: deal.turn_up,
    commands.CallBetOrFold: deal.call_bet_or_fold,
    commands.PlaceBet: betting.place_bet,
    commands.Fold: betting.fold,
    commands.Reveal: betting.reveal,
    commands.ShowHand: jackpot_wagers.show_hand,
    commands.Settle: settlement.settle,
    commands.PlaceBlindBet: wagers.place_blind_bet,
    commands.ChangeCard: betting.change_card,
    commands.TakeInstantWin: settlement.take_instant_win,
    commands.Concede: betting.concede,
    commands.TakeTokens: seats.take_tokens,
    commands.Retract: irregularities.retract,
    commands.PlayOn: irregularities.play_on,
    commands.Report: irregularities.report,
    commands.Rule: irregularities.rule,
    commands.Perform: house.perform,
    commands.DisplaySign: house.display_sign,
    commands.ChangeLimits: house.change_limits,
    commands.AgreeLimits: house.agree_limits,
    commands.RefuseWager: house.refuse_wager,
    commands.VacateSeat: house.vacate_seat,
    commands.CloseTable: house.close_table,
    commands.SetJackpot: jackpot_wagers.set_jackpot,
    commands.PlaceJackpot: jackpot_wagers.place_jackpot,
    commands.TakeBackJackpot: jackpot_wagers.take_back_jackpot,
    commands.CancelJackpot: jackpot_wagers.cancel_jackpot,
    commands.PayJackpot: jackpot_wagers.pay_jackpot,
}

_WHILE_PRIZES_WAIT = (
    commands.PayJackpot,
    commands.ShowHand,
    commands.Perform,
    commands.TakeSeat,
    commands.LeaveSeat,
    commands.TakeTokens,
    commands.DisplaySign,
)


def decide(rules: Rules, table: Table, command: Command) -> Decision:
    """What comes of a command at this table. Nothing changes but by the events of the answer."""
    if not table.version and not isinstance(command, commands.OpenTable):
        return rules.refuse("table_opened", "the table is not open yet")
    if (refusal := _without_authority(rules, command)) is not None:
        return refusal
    if (refusal := _must_wait(table, command)) is not None:
        return refusal
    decision = _DECIDERS[type(command)](rules, table, command)
    return jackpot_wagers.follow_up(rules, table, decision) if table.registered else decision


def evolve(table: Table, event: Event) -> Table:
    """The table after an event."""
    after: Table = event.apply(table)
    money = post(after.money, event.postings) if event.postings else after.money
    return replace(after, money=money, version=table.version + 1)


def fold(events: Iterable[Event]) -> Table:
    """The table after these events, from nothing."""
    table = Table()
    for event in events:
        table = evolve(table, event)
    return table


def view(events: Iterable[Event], viewer: Viewer) -> list[Event]:
    """The history as a viewer may see it: nobody sees a hidden card of a round in play.

    Once a round is over the inspector sees all of it. Folding a view gives the table as that viewer knows it.
    """
    history = list(events)
    over = 0
    if viewer == INSPECTOR:
        ends = (n + 1 for n, event in enumerate(history) if isinstance(event, RoundEnded | RoundVoided))
        over = max(ends, default=0)
    return history[:over] + [event.seen_by(viewer) for event in history[over:]]


def legal(rules: Rules, table: Table, *, seat: int = 0, by: str = "") -> list[Legal]:
    """What the player of a seat, or else the dealer or somebody above, may do now by the book."""
    offers = _player_offers(rules, table, seat) if seat else _dealer_offers(rules, table)
    found = []
    for command, most in offers:
        asked = replace(command, by=by) if by else command
        decision = decide(rules, table, asked)
        faces = isinstance(decision, Refused)
        if faces and (seen := _with_faces(table, asked)) != asked:
            decision = decide(rules, table, seen)
        if not isinstance(decision, Refused):
            clauses = tuple(clause for clause in decision.events[0].clauses if clause not in rules.hand_clauses)
            stepped = isinstance(asked, commands.PlaceAnte) and rules.odd_amount == "refused"
            found.append(Legal(_face_down(table, asked), clauses, most, faces, table.options.unit if stepped else 1))
    return found


def _face_down(table: Table, command: Command) -> Command:
    """The offer to turn a hand up, without faces that are on record but have not been shown yet."""
    if isinstance(command, commands.Reveal | commands.ShowHand):
        seen = table.upcard if isinstance(command, commands.Reveal) else None
        cards = tuple(card if place == seen else HIDDEN for place, card in enumerate(command.cards))
        return replace(command, cards=cards)
    return command


def _with_faces(table: Table, command: Command) -> Command:
    """The command with cards not seen in this round where it says `??`, to learn whether some faces would do."""
    cards = getattr(command, "cards", ())
    single = [name for name in ("card", "new") if getattr(command, name, None) is HIDDEN]
    if HIDDEN not in cards and not single:
        return command
    known = table.known_cards()
    unseen = (card for card in DECK if card not in known)
    if single:
        return replace(command, **{single[0]: next(unseen)})
    return replace(command, cards=tuple(next(unseen) if card is HIDDEN else card for card in cards))


def _player_offers(rules: Rules, table: Table, seat: int) -> Iterator[tuple[Command, int]]:
    sign = table.options
    if seat not in table.seats:
        yield commands.TakeSeat(seat=seat, chips=1), seats.MOST_CHIPS
        return
    stack, (least, most) = table.stack(seat), table.limits_of(seat)
    if stack >= least:
        units = (min(stack, most) - least) // sign.unit
        yield commands.PlaceAnte(seat=seat, amount=least), least + units * sign.unit
        for box in range(1, sign.places + 1):
            if box not in table.seats:
                yield commands.PlaceAnte(seat=seat, box=box, amount=least), least + units * sign.unit
    for box in (number for number in table.wagered if table.boxes[number].seat == seat):
        spot = 0 if box == seat else box
        due = 2 * table.ante_in_play(box)
        yield commands.TakeBackAnte(seat=seat, box=spot), 0
        yield commands.PlaceJackpot(seat=seat, box=spot, amount=sign.jackpot), 0
        yield commands.PlaceBlindBet(seat=seat, box=spot, amount=due), due
        yield commands.TakeBackBet(seat=seat, box=spot), 0
        yield commands.MakeUpAnte(seat=seat, box=spot), 0
        yield commands.PlaceBet(seat=seat, box=spot, amount=due), due
        yield commands.Fold(seat=seat, box=spot), 0
        yield commands.TakeInstantWin(seat=seat, box=spot), 0
        yield commands.Concede(seat=seat, box=spot), 0
        yield commands.Retract(seat=seat, box=spot), 0
        yield commands.PlayOn(seat=seat, box=spot), 0
    for box in (number for number, owner in table.jackpots.items() if owner == seat):
        yield commands.TakeBackJackpot(seat=seat, box=0 if box == seat else box), 0
    if rules.has("exchange") and table.boxes[seat].seat:
        price, new = table.ante_in_play(seat), HIDDEN if HIDDEN in table.deck else None
        for card in dict.fromkeys(table.boxes[seat].cards):
            yield commands.ChangeCard(seat=seat, amount=price, card=card, new=new), price
    yield commands.LeaveSeat(seat=seat), 0


def _dealer_offers(rules: Rules, table: Table) -> Iterator[tuple[Command, int]]:
    if table.question is not None:
        yield from ((commands.Rule(option=option, by=table.question.rank), 0) for option in table.question.options)
        return
    yield commands.OpenTable(), 0
    for name in deal.opening_left(rules, table)[:1]:
        yield commands.Perform(duty=name, by=rules.duties[name].by or "dealer"), 0
    yield commands.Shuffle(), 0
    yield commands.Cut(place=1), 51
    yield commands.CallNoMoreBets(), 0
    yield commands.Deal(), 0
    if (due := deal.next_to_deal(rules, table)) is not None:
        box, number = due
        yield commands.DealCards(box=box, cards=(HIDDEN,) * number), 0
    if table.upcard is None and len(table.dealer.cards) == rules.cards:
        known = table.dealer.cards[rules.upcard_place[table.options.device]] is not HIDDEN
        yield commands.TurnUp(card=None if known else HIDDEN), 0
    yield commands.CallBetOrFold(), 0
    yield commands.Reveal(cards=table.dealer.cards if HIDDEN in table.dealer.cards else ()), 0
    for box in (*table.betting, *table.folded):
        yield commands.ShowHand(box=box, cards=table.boxes[box].cards), 0
    for box in table.unchecked:
        yield commands.ShowHand(box=box, cards=table.boxes[box].cards), 0
    yield commands.Settle(), 0
    for box in table.prizes:
        yield commands.PayJackpot(box=box, amount=0), seats.MOST_CHIPS


def _must_wait(table: Table, command: Command) -> Refused | None:
    """A closed table takes nothing more; a question comes before play, and so does an offer to take wagers back."""
    if table.phase == "closed":
        return Refused("table_closed", "the table is closed")
    if table.question is not None:
        if isinstance(command, commands.Rule):
            return None
        options = ", ".join(table.question.options)
        return Refused("ruling_awaited", f"the {table.question.rank} or above must rule first: {options}")
    if table.retracting and not isinstance(command, commands.Retract | commands.PlayOn | commands.Report):
        boxes = ", ".join(map(str, table.retracting))
        return Refused("retraction_awaited", f"box {boxes} must say first whether it takes its wagers back")
    if table.phase == "prizes" and not isinstance(command, _WHILE_PRIZES_WAIT):
        return jackpot_wagers.must_wait(table)
    return None


def _without_authority(rules: Rules, command: Command) -> Refused | None:
    """Players act for their own seat, and the dealer may record what they do; the rest is the dealer's or above's."""
    seat = getattr(command, "seat", None)
    if seat is not None:
        if not command.by or command.by == f"seat {seat}" or rules.rank_of(command.by) >= 0:
            return None
        return rules.refuse("not_your_place", f"{command.by} does not act for seat {seat}")
    if rules.rank_of(command.by) >= 0 or isinstance(command, commands.Perform):
        return None
    if isinstance(command, commands.Rule) and rules.is_official(command.by):
        return None
    if isinstance(command, commands.Cut):
        return rules.refuse("cut_by_player")
    return rules.refuse("rank_needed", f"that takes the {rules.ranks[0]} or above, not {command.by or 'nobody'}")
