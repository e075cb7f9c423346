"""Settlement: what each wager wins, loses or gets back, to the cent, from the dealer's right."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from croupier.kernel.accounts import FLOAT, account, in_tokens, kind_of, stack_of
from croupier.kernel.actors import Said
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.corrections import correcting
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.grounds import GENERAL
from croupier.kernel.hands import HandValue
from croupier.kernel.incidents import CorrectCard, Report, Rule
from croupier.kernel.money import dollars, moving, together
from croupier.kernel.telling import several
from croupier.stud import events
from croupier.stud.betting import cannot_decide, dealer_revealed, faces, hand_shown
from croupier.stud.commands import CorrectAnte, CorrectChoice, CorrectWager, Settle, StatePayout, TakeInstantWin
from croupier.stud.grounds import equal_ground, hand_ground
from croupier.stud.irregularities import void_hand
from croupier.stud.jackpot_wagers import checked, follow_up, round_ended, unseen, winners
from croupier.stud.lines_settled import Line as Line, Stakes as Stakes, winning as winning
from croupier.stud.rules import Options, Rules
from croupier.stud.seats import no_longer_held
from croupier.stud.side_wagers import cited, looked_at, wager_lines
from croupier.stud.state import DEALER, State, tokens_of, wager_of


def lines(rules: Rules, options: Options, stakes: Stakes, player: Sequence[Card], dealer: Sequence[Card]) -> tuple[Line, ...]:
    """How the wagers of a hand in play are settled against the dealer's hand."""
    held = rules.value(dealer)
    main = _lines(rules, options, stakes, rules.value(player) if rules.qualifies(held) else None, held)
    return (*main, *wager_lines(rules, options, stakes, "bet", player, dealer, rules.upcard_place.get(options.device)))


def instant_lines(rules: Rules, options: Options, stakes: Stakes, player: HandValue) -> Iterator[Line]:
    """The two payments on the ante of an instant win: even money, and the prize for the hand; a bet is returned."""
    over = max(0, stakes.ante - stakes.most)
    yield winning(options, "ante", stakes.ante, over, rules.instant_ante_odds, ("instant_win", "instant_ante"))
    odds = rules.instant_odds[player.category]
    prize = winning(options, "instant", stakes.ante - over, 0, odds, ("instant_prize",), cap=options.maximum_payout)
    plain = prize.pays == odds.pays(stakes.ante)
    yield msgspec.structs.replace(prize, stake=0, plays=-1 if plain else stakes.ante - over)
    if stakes.bet:
        yield Line(wager="bet", result="void", stake=stakes.bet, grounds=("instant_win",))


def _lines(rules: Rules, options: Options, stakes: Stakes, player: HandValue | None, dealer: HandValue) -> Iterator[Line]:
    """`player` is the hand's value, or nothing if the dealer does not qualify: then no hand is compared."""
    ante, bet = stakes.ante, stakes.bet
    over = max(0, ante - stakes.most)
    due = rules.bet_multiple * (ante - over)
    bet_over = max(0, bet - due) if rules.has("bets as found") else 0
    too_much = ("bet_above_twice_returned",) if bet_over else ()
    too_little = ("bet_below_twice",) if bet < due and rules.has("bets as found") else ()
    if player is None:
        yield from _exchange(rules, options, stakes, "void")
        yield winning(options, "ante", ante, over, rules.ante_odds, ("ante_wins_unqualified",))
        yield Line(wager="bet", result="void", stake=bet, grounds=("bet_void_unqualified", *too_much))
        return
    by_cards: tuple[str, ...] = ()
    if player.category == dealer.category:
        of_this_rank = equal_ground(player.category)
        by_cards = ("equal_rank_by_cards", *((of_this_rank,) if of_this_rank in rules.grounds else ()))
    if player > dealer:
        usual = odds = rules.bet_odds[player.category]
        won = "bet_wins_higher"
        if stakes.exchange:
            odds = rules.bet_odds_after_exchange[player.category]
            won = "bet_wins_after_exchange" if odds == usual else "bet_wins_reduced"
        row = hand_ground(player.category)
        yield from _exchange(rules, options, stakes, "void")
        yield winning(options, "ante", ante, over, rules.ante_odds, ("ante_wins_higher", *by_cards))
        if rules.bet_unpaid(options, player):
            yield Line(wager="bet", result="void", stake=bet, grounds=(won, row, *too_much))
            return
        grounds = (won, row, *by_cards, *too_little)
        cap = options.maximum_payout
        yield winning(options, "bet", bet, bet_over, odds, grounds, cap=cap, above="bet_above_twice_wins")
    elif player < dealer:
        above = ("wager_above_maximum",) if over else ()
        lost = ("ante_loses_lower", *by_cards, *above)
        yield from _exchange(rules, options, stakes, "lose")
        yield Line(wager="ante", result="lose", stake=ante, excess=over, grounds=lost)
        grounds = ("bet_loses_lower", *by_cards, *too_little, *too_much)
        yield Line(wager="bet", result="lose", stake=bet, excess=bet_over, grounds=grounds)
    else:
        yield from _exchange(rules, options, stakes, "stand-off")
        yield Line(wager="ante", result=rules.equal_hands, stake=ante, grounds=("ante_stands_off",))
        yield Line(wager="bet", result=rules.equal_hands, stake=bet, grounds=("bet_stands_off", *too_much))


def _exchange(rules: Rules, options: Options, stakes: Stakes, result: events.Result) -> Iterator[Line]:
    """What was paid for a changed card: a price, or by the other reading a stake that is returned if the hand does not lose."""
    if not stakes.exchange:
        return
    if result != "lose" and rules.exchange_returned(options):
        yield Line(wager="exchange", result=result, stake=stakes.exchange, grounds=("exchange_returned",))
    else:
        yield _price(rules, stakes.exchange, min(stakes.ante, stakes.most))


def _price(rules: Rules, paid: int, ante: int) -> Line:
    """What the house keeps for a changed card. If the ante proves smaller, so is the price; the rest is returned."""
    too_much = max(0, paid - rules.exchange_price * ante)
    return Line(wager="exchange", result="lose", stake=paid, excess=too_much, grounds=("exchange_kept",))


def stakes_on(table: State, number: int) -> Stakes:
    return Stakes(
        ante=table.ante(number),
        bet=table.bet(number),
        exchange=table.exchange(number),
        most=table.limits_of(table.boxes[number].seat)[1],
        wagers=table.side_wagers(number) if table.boxes[number].wagers else {},
    )


def take_instant_win(rules: Rules, table: State, command: TakeInstantWin, said: Said) -> Decision:
    """Pay a strong hand before the dealer's is shown, even one that has bet; for a hand dealt unseen, the cards are named."""
    seat, number = command.seat, command.box or command.seat
    if not rules.has("instant win"):
        return rules.unknown("an instant win")
    if (refusal := cannot_decide(rules, table, seat, number, bet_too=True)) is not None:
        return refusal
    box = table.boxes[number]
    if not box.picked_up:
        return Refused(
            "instant_win_too_low",
            f"nobody looks at the hand of box {number} before it is settled",
            rules.cite("instant_win_too_low", "blind_hand"),
        )
    if isinstance(cards := faces(rules, table, number, command.cards), Refused):
        return cards
    value = rules.value(cards)
    if value.category not in rules.instant_odds:
        least = min(rules.instant_odds)
        reason = f"only a {least} or a higher hand is paid at once"
        return rules.refuse("instant_win_too_low", reason, looked=not said.seat or bool(command.cards))
    return Accepted(_paid_at_once(rules, table, number, cards))


def _paid_at_once(rules: Rules, table: State, number: int, cards: tuple[Card, ...]) -> tuple[Event, ...]:
    value = rules.value(cards)
    taken = events.InstantWinTaken(box=number, cards=cards, hand=value.recorded, clauses=rules.cite("instant_win"))
    paid = instant_lines(rules, table.options, stakes_on(table, number), value)
    return taken, *(_settled(rules, table, number, line) for line in paid)


def correct_card(rules: Rules, table: State, command: CorrectCard, said: Said) -> Decision:
    """Correct a card that was recorded wrong; face-up hands are read again, and paid again if they had been paid."""
    once = rules.cite("deck_not_complete")
    known, live = table.faces_in_play(), table.source == "live"
    corrected = correcting(command, live=live, faces=known, others=table.known_cards() - known.keys(), clauses=once)
    if isinstance(corrected, Refused):
        return corrected
    after: State = corrected.apply(table)
    made: list[Event] = [corrected]
    for number, before in enumerate(table.boxes):
        box = after.boxes[number]
        if not box.shown or box.cards == before.cards:
            continue
        if number == DEALER:
            made.append(dealer_revealed(rules, box.cards))
            continue
        grounds = {"fold": "folded_hand_shown", "conceded": "folded_hand_shown", "void": "jackpot_hand_checked"}
        made.append(hand_shown(rules, number, box.cards, grounds.get(box.choice, "hand_shown")))
        if box.choice == "instant":
            made += _instant_win_anew(rules, after, number, rules.value(before.cards))
    return Accepted(tuple(made))


def _instant_win_anew(rules: Rules, table: State, number: int, read_as: HandValue) -> list[Event]:
    """What happens to an instant win if its cards are not those it was `read_as`.

    It is paid by the real cards. If they are too low, the hand is in play as if nothing had been paid; once the dealer's hand is
    up nobody decides on it any more, and it is void unless it had bet.
    """
    cards = table.boxes[number].cards
    odds = rules.instant_odds.get(rules.value(cards).category)
    if odds == rules.instant_odds[read_as.category]:
        return []
    back = {spot: -amount for spot, amount in table.boxes[number].paid_early.items()}
    clauses = rules.cite("instant_prize" if odds else "instant_win_too_low")
    undone = no_longer_held(table, events.InstantWinUndone(box=number, clauses=clauses, postings=back))
    after = undone.apply(table).moved(undone.postings)
    if odds is not None:
        return [undone, *_paid_at_once(rules, after, number, cards)]
    decided = after.boxes[number].choice or table.phase != "settling" or table.dealer.choice == "void"
    return [undone] if decided else [undone, void_hand(after, number, "the dealer's hand is up already", clauses)]


def settle(rules: Rules, table: State, command: Settle, said: Said) -> Decision:
    """Settle every wager left in the game and end the round, unless there are jackpot prizes to pay first.

    If the dealer has said what boxes are paid, it waits until that is right.
    """
    for box, due in misstated(rules, table):
        announced = dollars(table.stated[box])
        reason = f"not paid: the dealer announced {announced} for box {box}, but it is {dollars(due)}"
        return Refused("payout_wrong", reason)
    return _settlement(rules, table)


def misstated(rules: Rules, table: State) -> list[tuple[int, int]]:
    """The boxes with a wrong payout stated by the dealer, and the right one."""
    due = payouts(rules, table) if table.stated else {}
    known = {} if isinstance(due, Refused) else due
    return [(box, right) for box, right in known.items() if table.stated.get(box, right) != right]


def payouts(rules: Rules, table: State) -> dict[int, int] | Refused:
    """What the settlement that is due pays each box on top of its wagers."""
    if isinstance(decision := _settlement(rules, table), Refused):
        return decision
    due: dict[int, int] = {}
    for event in decision.events:
        if isinstance(event, events.WagerSettled):
            due[event.box] = due.get(event.box, 0) + event.pays
    return due


def state_payout(rules: Rules, table: State, command: StatePayout, said: Said) -> Decision:
    """What the dealer says a box is paid is recorded, with the right sum; a wrong sum keeps the round waiting."""
    if isinstance(due := payouts(rules, table), Refused):
        return due
    if command.box not in due or command.amount < 0:
        return Refused("nothing_to_pay", GENERAL["nothing_to_pay"])
    return Accepted((events.PayoutStated(box=command.box, amount=command.amount, right=due[command.box]),))


def _settlement(rules: Rules, table: State) -> Accepted | Refused:
    """How every wager left in play is settled, and the end of the round or the prizes before it."""
    if table.phase != "settling":
        return rules.refuse("not_time_to_settle")
    dealer = rules.value(table.dealer.cards)
    compared = rules.qualifies(dealer)
    shown = compared or rules.has("all hands shown")
    looked = [number for number in table.wagered if looked_at(rules, table, number)] if rules.wagers else []
    hidden = [number for number in table.betting if shown and HIDDEN in table.boxes[number].cards]
    if hidden := sorted({*hidden, *unseen(rules, table, qualified=compared)}):
        return rules.refuse("hand_not_shown", f"{several('box', hidden, 'boxes')} must be shown first")
    won = winners(rules, table)
    unturned = {number for number in table.registered if not table.boxes[number].shown}
    made: list[Event] = []
    for number in reversed(table.wagered):
        box = table.boxes[number]
        if box.choice == "instant" and number not in won:
            made.append(events.CardsCollected(box=number, counted=len(box.cards), clauses=rules.cite("cards_collected")))
        if box.choice != "bet":
            if box.wagers:
                if number in looked and not box.shown:
                    made.append(hand_shown(rules, number, box.cards, "wager_hand_checked"))
                made += _wagers_settled(rules, table, number)
            if kept := table.exchange(number):  # a folded or conceded hand that still has to pay for a changed card
                made.append(_settled(rules, table, number, _price(rules, kept, box.collected)))
            continue
        if shown and not box.shown:
            made.append(hand_shown(rules, number, box.cards, "hand_shown" if compared else "hand_shown_unqualified"))
        elif number in looked and not box.shown:
            made.append(hand_shown(rules, number, box.cards, "wager_hand_checked"))
        elif number in unturned and (number in won or not rules.has("announced jackpots")):
            made.append(hand_shown(rules, number, box.cards, "jackpot_hand_checked"))
        player = rules.value(box.cards) if compared else None
        for line in _lines(rules, table.options, stakes_on(table, number), player, dealer):
            made.append(_settled(rules, table, number, line))
        if rules.wagers:
            made += _wagers_settled(rules, table, number)
        grounds = ["cards_collected" if compared else "cards_collected_unqualified"]
        if player is not None and rules.has("collecting by result"):
            result = "won" if player > dealer else "lost" if player < dealer else "stood_off"
            grounds.append(f"cards_collected_{result}")
        if number not in won:
            made.append(events.CardsCollected(box=number, counted=len(box.cards), clauses=rules.cite(*grounds)))
    ended = round_ended(rules, table)
    if not table.registered:
        return Accepted((*made, ended))
    for event in made:
        table = event.apply(table)
    return Accepted((*made, *checked(rules, table, ended, qualified=compared)))


def _wagers_settled(rules: Rules, table: State, number: int) -> Iterator[Event]:
    """How the side wagers on a box are settled, each with its own clauses."""
    box = table.boxes[number]
    hands = (box.cards, table.dealer.cards, table.upcard)
    for line in wager_lines(rules, table.options, stakes_on(table, number), box.choice, *hands):
        yield settled(table, number, line, cited(rules, rules.wagers[line.wager], *line.grounds))


def reconsidered(
    rules: Rules,
    table: State,
    command: Report | Rule | CorrectCard | CorrectChoice | CorrectAnte | CorrectWager,
    said: Said,
    decider: Callable[[Rules, State, Any, Said], Decision],
) -> Decision:
    """What follows from a report, a ruling or a corrected card while prizes wait.

    It is decided as before the settlement. If that changes anything in the round, the settlement is undone
    first; if not, it stands and the prizes go on waiting. A dealer's hand that was void before stays void: then nobody has
    anything to choose, and the round is settled that way again.
    """
    undone = settlement_undone(table, rules.cite("jackpot_hand_kept"))
    before = undone.apply(table).moved(undone.postings)
    again = decider(rules, before, command, said)
    if not isinstance(again, Refused):
        after = before.after(again.events)
        if _of_the_round(after) != _of_the_round(before):
            undone = msgspec.structs.replace(undone, clauses=again.events[0].clauses or undone.clauses)
            if before.dealer.choice == "void" and isinstance(again, Accepted) and after.phase in ("deciding", "settling"):
                again = _dealer_still_void(rules, before, again)
            return msgspec.structs.replace(again, events=(undone, *again.events))
    standing = decider(rules, table, command, said)
    return again if isinstance(standing, Refused) and standing.ground == "not_at_this_time" else standing


def _dealer_still_void(rules: Rules, table: State, decision: Accepted) -> Accepted:
    """The decision, and the settlement against a void dealer's hand."""
    followed = follow_up(rules, table, decision)
    made = () if isinstance(followed, Refused) else followed.events
    table = table.after(made)
    return Accepted((*made, *rules.dealer_void(rules, table)))


def _of_the_round(table: State) -> tuple[Any, ...]:
    """What a report changes in a round, if anything.

    A Jackpot wager kept for the next round is not part of this one, and a card seen and turned over again moves no money.
    """
    boxes = [msgspec.structs.replace(box, exposed=0) for box in table.boxes]
    kinds, in_the_game = ("ante", "bet", "exchange", "wager"), {account("jackpot", number) for number in table.registered}
    lying = {spot: amount for spot, amount in table.money.items() if kind_of(spot) in kinds or spot in in_the_game}
    return table.round, table.phase, boxes, table.registered, table.retracting, table.deck, lying


def settlement_undone(table: State, clauses: tuple[str, ...]) -> events.SettlementUndone:
    """Everything that the settlement moved goes back; held-back winnings of this round come out of what is held."""
    back = together(*({spot: -amount for spot, amount in moved.items()} for moved in table.settled))
    boxes = tuple(sorted(table.checked))
    return no_longer_held(table, events.SettlementUndone(boxes=boxes, clauses=clauses, postings=back))


def _settled(rules: Rules, table: State, number: int, line: Line) -> events.WagerSettled:
    return settled(table, number, line, rules.cite(*line.grounds))


def settled(table: State, number: int, line: Line, clauses: tuple[str, ...]) -> events.WagerSettled:
    """The event of one line; a returned stake goes back as it was put up, tokens as tokens and before chips."""
    box = table.boxes[number]
    seat, spot = box.seat, wager_of(line.wager, number) if line.wager in box.wagers else account(line.wager, number)
    stake, returned, pays, tokens, odds = line.stake, line.returned, line.pays, table.tokens_on(spot), line.odds
    if stake and not tokens and (given := returned + pays) in (0, stake):  # all to the house, or all to the player
        postings = moving(stake, spot, stack_of(seat) if given else FLOAT)
    else:
        back = min(tokens, returned)
        given = returned - back + pays
        moved = {spot: tokens - stake, stack_of(seat): given, FLOAT: stake - tokens - given}
        if tokens:
            moved |= {in_tokens(spot): -tokens, tokens_of(seat): back, in_tokens(FLOAT): tokens - back}
        postings = {where: amount for where, amount in moved.items() if amount}
    return events.WagerSettled(
        box=number,
        wager=line.wager,
        result=line.result,
        stake=stake,
        pays=pays,
        returned=returned,
        odds=str(odds) if odds else "",
        plays=line.plays,
        clauses=clauses,
        postings=postings,
    )
