"""Jackpot wagers at the table: placed beside an ante, registered when betting closes, checked at settlement, paid at the end.

If a decision elsewhere in the engine returns a wager that takes part in a jackpot game, it is completed here
(`follow_up`): the game is cancelled and the rest of it is registered again.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars, moving
from croupier.stud import betting, events
from croupier.stud.betting import faces, hand_shown
from croupier.stud.commands import CancelJackpot, PayJackpot, PlaceJackpot, SetJackpot, ShowHand, TakeBackJackpot
from croupier.stud.rules import Rules
from croupier.stud.seats import MOST_CHIPS, cannot_pay, is_excluded, not_seated, staked
from croupier.stud.side_wagers import looked_at
from croupier.stud.state import METER, State, jackpot_of

Clauses = tuple[str, ...]


def set_jackpot(rules: Rules, table: State, command: SetJackpot, said: Said) -> Decision:
    """Offer jackpot wagers at another price or option, or stop offering them, from this round on.

    The software does so for a meter linked to the table; otherwise it needs the rank that the book names.
    """
    if not rules.has("jackpot"):
        return rules.unknown("jackpot wagers")
    rank = rules.ranks_for.get("offer jackpot", rules.ranks[0])
    if said.capacity != HOUSE and (refusal := rules.needs_rank(said, rank, rules.cite("jackpot_offered"))) is not None:
        return refusal
    option = command.option or table.options.jackpot_option  # by default it stays the same
    options = replace(table.options, jackpot=command.cost, jackpot_option=option)
    if (refusal := rules.not_prescribed(options)) is not None:
        return refusal
    if wrong := rules.options_wrong(options):
        return rules.refuse("jackpot_offered", wrong)
    if table.phase != "wagers" or table.jackpots:
        return rules.refuse("jackpot_offered", "that changes between rounds, while no jackpot wager is on the table")
    metered = said.capacity == HOUSE and command.cost > 0
    return rules.accept(events.JackpotOffered, command, option=option, metered=metered)


def place_jackpot(rules: Rules, table: State, command: PlaceJackpot, said: Said) -> Decision:
    seat, box, cost = command.seat, command.box or command.seat, table.options.jackpot
    if not rules.has("jackpot"):
        return rules.unknown("jackpot wagers")
    if not cost:
        return rules.no("jackpot_not_offered", "here")
    if (refusal := not_seated(rules, table, seat)) is not None:
        return refusal
    if not 1 <= box <= table.options.places:
        return rules.no("no_such_place", "box", places=table.options.places, box=box)
    if (refusal := is_excluded(rules, table, table.people[seat])) is not None:
        return refusal
    if table.boxes[box].seat != seat:
        return rules.no("jackpot_needs_ante", seat=seat, box=box)
    if table.phase != "wagers":
        return rules.no("too_late_for_wagers", "jackpot")
    if table.jackpots.get(box) == seat:
        return rules.no("jackpot_once", box=box)
    if command.amount != cost:
        return rules.no("jackpot_cost", cost=cost)
    if (refusal := cannot_pay(rules, table, seat, command.amount)) is not None:
        return refusal
    if not command.accepted and not has_lights(rules, table):
        return rules.unknown("jackpot wagers that no equipment takes in")
    made: list[Event] = []
    if box in table.jackpots:  # another person's, kept from a misdeal, on a box that has changed hands
        made.append(_returned(rules, table, box, "the box has another player"))
    if table.registered:
        why = "somebody joins the jackpot game"
        made.append(events.JackpotCancelled(why=why, clauses=_game_clauses(rules, "jackpot_newcomer")))
    ground = "jackpot_not_accepted" if not command.accepted else ""
    if command.accepted and rules.has("manual jackpot"):
        ground = "jackpot_on_area" if table.options.manual_jackpot else "jackpot_in_slot"
    postings = staked(seat, jackpot_of(box), cost)
    placed = rules.event(events.JackpotPlaced, command, "jackpot_placed", ground, box=box, postings=postings)
    return Accepted((*made, placed))


def has_lights(rules: Rules, table: State) -> bool:
    """Whether the equipment of this table shows which jackpot wagers it has registered."""
    return rules.has("jackpot lights") and not table.options.manual_jackpot


def not_accepted(rules: Rules, table: State, box: int) -> events.JackpotReturned:
    """A wager that the equipment has not registered is returned, and takes no part in the jackpot game."""
    return jackpot_returned(table, box, "the equipment has not taken it in", rules.cite("jackpot_not_accepted"))


def take_back_jackpot(rules: Rules, table: State, command: TakeBackJackpot, said: Said) -> Decision:
    seat, box = command.seat, command.box or command.seat
    if not rules.has("jackpot"):
        return rules.unknown("jackpot wagers")
    if (refusal := not_seated(rules, table, seat)) is not None:
        return refusal
    if table.jackpots.get(box) != seat:
        return rules.no("jackpot_taken_back", seat=seat, box=box)
    waits = rules.has("jackpots kept") and table.boxes[box].choice == "void" and box not in table.registered
    if table.phase != "wagers" and not waits:
        return rules.no("wager_locked", "jackpot")
    ground = "jackpot_leaver" if waits else "jackpot_taken_back"
    postings = moving(table.jackpot(box), jackpot_of(box), stack_of(seat))
    return rules.accept(events.JackpotTakenBack, command, ground, box=box, postings=postings)


def _returned(rules: Rules, table: State, box: int, why: str) -> events.JackpotReturned:
    ground = "jackpot_leaver" if rules.has("jackpots kept") else "jackpot_returned"
    return jackpot_returned(table, box, why, rules.cite(ground))


def jackpot_returned(table: State, box: int, why: str, clauses: Clauses) -> events.JackpotReturned:
    """Return the jackpot wager of a box to the person who placed it."""
    back = {jackpot_of(box): -table.jackpot(box), stack_of(table.jackpots[box]): table.jackpot(box)}
    return events.JackpotReturned(box=box, why=why, clauses=clauses, postings=back)


def all_returned(rules: Rules, table: State, why: str) -> tuple[Event, ...]:
    """Return every jackpot wager on the table."""
    return tuple(_returned(rules, table, box, why) for box in table.jackpots)


def closing_bets(rules: Rules, table: State, called: events.NoMoreBetsCalled) -> tuple[Event, ...]:
    """With 'no more bets', wagers without an ante are returned and all others are registered."""
    made: list[Event] = []
    lying = table.jackpots
    stale = [box for box, owner in lying.items() if table.boxes[box].seat != owner]
    made += [_returned(rules, table, box, "no ante goes with it in this round") for box in stale]
    dark = [box for box in lying if box in table.dark and box not in stale]
    made += [not_accepted(rules, table, box) for box in dark]
    registered = set(table.registered)
    if registered and stale:
        why = "a player leaves the jackpot game"
        made.append(events.JackpotCancelled(why=why, clauses=_game_clauses(rules, "jackpot_leaver")))
        registered = set()
    made.append(called)
    boxes = tuple(sorted(set(lying) - set(stale) - set(dark)))
    if registered != set(boxes):
        if registered:  # some had left the kept game, and join it again
            made.append(events.JackpotCancelled(why="further wagers were kept", clauses=rules.cite("jackpot_kept")))
        made.append(events.JackpotRegistered(boxes=boxes, clauses=rules.cite("jackpot_registered")))
    return tuple(made)


def cancel_jackpot(rules: Rules, table: State, command: CancelJackpot, said: Said) -> Decision:
    """Cancel a jackpot game that was begun by mistake. Before the first card, players may place wagers again."""
    if not rules.has("jackpots kept"):
        return rules.unknown("cancelling a jackpot game")
    rank = rules.ranks_for.get("jackpot", rules.ranks[0])
    if (refusal := rules.needs_rank(said, rank, rules.cite("jackpot_cancelled"))) is not None:
        return refusal
    if not table.registered:
        return rules.refuse("jackpot_cancelled", "no jackpot game is on at this table")
    if not command.note.strip():
        return rules.refuse("jackpot_cancelled", "say why")
    dealt = any(box.cards for box in table.boxes)
    return rules.accept(events.JackpotCancelled, command, why=command.note, reopened=table.phase == "dealing" and not dealt)


def reregister(table: State, why: str, clauses: Clauses, *, but: int) -> tuple[Event, ...]:
    """Cancel the game and begin it again without one box, whose wager waits for the next round."""
    if but not in table.registered:
        return ()
    rest = tuple(box for box in table.registered if box != but)
    cancelled = events.JackpotCancelled(why=why, clauses=clauses)
    return (cancelled, events.JackpotRegistered(boxes=rest, clauses=clauses)) if rest else (cancelled,)


def kept(table: State, clauses: Clauses) -> tuple[Event, ...]:
    """The jackpot wagers of a misdealt round count for the next one."""
    boxes = tuple(sorted(table.jackpots))
    return (events.JackpotsKept(boxes=boxes, clauses=clauses),) if boxes else ()


def follow_up(rules: Rules, table: State, decision: Decision) -> Decision:
    """The decision; if it takes a wager out of a jackpot game, that game ends and begins again."""
    if isinstance(decision, Refused):
        return decision
    after, causes, void = table, [], False
    for event in decision.events:
        before = after
        after = event.apply(after).moved(event.postings)
        void = void or isinstance(event, events.RoundVoided)
        if any(before.jackpot(box) and not after.jackpot(box) for box in after.registered):
            causes.append(event)
    gone = [box for box in after.registered if not after.jackpot(box)]
    if not gone:
        return decision
    cited = (clause for event in causes for clause in event.clauses)
    clauses = tuple(dict.fromkeys(c for clause in cited for c in rules.jackpot_follows.get(clause, ())))
    if any(isinstance(event, events.AnteCorrected) for event in causes):
        clauses = rules.cite("jackpot_needs_ante")
    elif not clauses:
        between = table.phase == "wagers" and not void
        clauses = _game_clauses(rules, "jackpot_leaver" if between else "jackpot_returned")
    more: list[Event] = [events.JackpotCancelled(why="a wager is out of the jackpot game", clauses=clauses)]
    rest = tuple(box for box in after.registered if after.jackpot(box))
    if rest and after.phase != "wagers":
        more.append(events.JackpotRegistered(boxes=rest, clauses=clauses))
    if isinstance(decision, AwaitingRuling):
        return replace(decision, events=(*decision.events, *more))
    return Accepted((*decision.events, *more))


def _game_clauses(rules: Rules, ground: str) -> Clauses:
    """The clauses of a cancelled game; a book that keeps no wagers has one ground for everything."""
    return rules.cite(ground if ground in rules.grounds else "jackpot_returned")


def unseen(rules: Rules, table: State, *, qualified: bool) -> list[int]:
    """The hands that must be known before they can be checked for a prize: in play, or void after a bet; and those that a
    side wager looks at.

    If players must announce a win to a dealer who does not qualify, nobody has to turn up a hand.
    """
    looked = [n for n in table.wagered if rules.wagers and looked_at(rules, table, n) and HIDDEN in table.boxes[n].cards]
    if rules.has("announced jackpots") and not qualified:
        return looked
    return looked + [
        number
        for number in table.registered
        if table.boxes[number].choice in ("bet", "void") and _counts(rules, table, number) and HIDDEN in table.boxes[number].cards
    ]


def winners(rules: Rules, table: State) -> dict[int, str]:
    """The boxes that win a prize, with the hand's name in the table of prizes."""
    counted = (number for number in table.registered if _counts(rules, table, number))
    hands = {number: _prize(rules, table, number) for number in counted}
    return {number: hand for number, hand in hands.items() if hand}


def _counts(rules: Rules, table: State, number: int) -> bool:
    return rules.jackpot_counts(table.options, table.boxes[number])


def _prize(rules: Rules, table: State, number: int) -> str:
    """The prize that a hand wins, or nothing; cards that nobody can identify win nothing."""
    cards = table.boxes[number].cards
    if len(cards) != rules.cards or HIDDEN in cards:
        return ""
    return rules.jackpot_hand(table.options, rules.jackpot_value(cards))


def checked(rules: Rules, table: State, ended: events.RoundEnded, *, qualified: bool) -> tuple[Event, ...]:
    """How the jackpot wagers of a settled round come out, from the dealer's right, and the end of the round.

    If there is a prize to pay, the round ends only after the last payment.
    """
    made: list[Event] = []
    won = False
    for number in sorted(table.registered, reverse=True):
        if not _counts(rules, table, number):
            changed = number in table.betting and table.boxes[number].given_up
            out = "exchange_bars_jackpot" if changed else "jackpot_out"
            clauses = rules.cite(out, *_collected(rules, table, number, qualified))
            made.append(_outcome(table, number, "", clauses))
            continue
        ground = "jackpot_hand_kept" if qualified else "jackpot_hand_kept_unqualified"
        hand = _prize(rules, table, number)
        untouched = rules.has("announced jackpots") and not qualified
        if hand or (table.boxes[number].choice != "fold" and not untouched):  # a folded hand stays unseen unless it wins
            made += _shown(rules, table, number, rules.cite("jackpot_hand_checked"))
        won = won or bool(hand)
        grounds = ["jackpot_wins", ground]
        if not hand:
            lost = "jackpot_unannounced" if untouched else "jackpot_loses"
            grounds = [lost, *_collected(rules, table, number, qualified)]
        instant = "jackpot_after_instant" if table.boxes[number].choice == "instant" else ""
        made.append(_outcome(table, number, hand, rules.cite(*grounds, instant)))
    return tuple(made) if won else (*made, ended)


def _collected(rules: Rules, table: State, number: int, qualified: bool) -> list[str]:
    """The ground for taking a wager without a prize from the layout of a manual jackpot: the result of its hand."""
    if not table.options.manual_jackpot:
        return []
    if number not in table.betting:
        return ["jackpot_taken_folded"]
    if not qualified:
        return ["jackpot_taken_won"]
    player, dealer = rules.value(table.boxes[number].cards), rules.value(table.dealer.cards)
    return ["jackpot_taken_won" if player > dealer else "jackpot_taken_lost" if player < dealer else "jackpot_taken_stood_off"]


def checked_all(rules: Rules, table: State, ended: events.RoundEnded, clauses: Clauses) -> tuple[Event, ...]:
    """Check every hand with a jackpot wager, whatever its player decided; hands not on record are turned up first."""
    awaited = tuple(n for n in table.registered if HIDDEN in table.boxes[n].cards)
    if awaited:
        return (events.JackpotHandsAwaited(boxes=awaited, clauses=clauses),)
    made: list[Event] = []
    for number in sorted(table.registered, reverse=True):
        instant = rules.cite("jackpot_after_instant") if table.boxes[number].choice == "instant" else ()
        made += _shown(rules, table, number, clauses)
        made.append(_outcome(table, number, _prize(rules, table, number), (*clauses, *instant)))
    won = any(isinstance(event, events.JackpotHandKept) for event in made)
    return tuple(made) if won else (*made, ended)


def show_hand(rules: Rules, table: State, command: ShowHand, said: Said) -> Decision:
    """Turn up a hand to be settled, or one that the table waits for; after the last one all are checked."""
    number = command.box
    void = table.phase == "settling" and number not in table.betting and number in unseen(rules, table, qualified=True)
    if table.phase != "prizes" and not void:
        return betting.show_hand(rules, table, command, said)
    if not void and (number not in table.unchecked or HIDDEN not in table.boxes[number].cards):
        return rules.refuse("nothing_wagered", f"the hand of box {number} is not waited for")
    if isinstance(cards := faces(rules, table, number, command.cards), Refused):
        return cards
    clauses = rules.cite("jackpot_hand_checked" if number in table.registered else "wager_hand_checked")
    shown = replace(hand_shown(rules, number, cards), clauses=clauses)
    after = shown.apply(table)
    if void or any(HIDDEN in after.boxes[box].cards for box in table.unchecked):
        return Accepted((shown,))
    return Accepted((shown, *checked_all(rules, after, round_ended(rules, table), clauses)))


def _shown(rules: Rules, table: State, number: int, clauses: Clauses) -> tuple[Event, ...]:
    box = table.boxes[number]
    if box.shown or HIDDEN in box.cards or len(box.cards) != rules.cards:
        return ()
    return (replace(hand_shown(rules, number, box.cards), clauses=clauses),)


def _outcome(table: State, number: int, hand: str, clauses: Clauses) -> Event:
    """The result of a jackpot wager: a winning hand is kept until it is paid, any other loses."""
    taken, cards = {jackpot_of(number): -table.jackpot(number), METER: table.jackpot(number)}, table.boxes[number].cards
    if not hand:
        return events.JackpotLost(box=number, clauses=clauses, postings=taken)
    return events.JackpotHandKept(box=number, cards=cards, hand=hand, clauses=clauses, postings=taken)


def round_ended(rules: Rules, table: State) -> events.RoundEnded:
    clauses = rules.cite("round_ended")
    return events.RoundEnded(round=table.round, idle_counts=not rules.idle_only_when_full, clauses=clauses)


def pay_jackpot(rules: Rules, table: State, command: PayJackpot, said: Said) -> Decision:
    """Pay a prize in the amount from the prize meters; the hand is then taken in, and after the last the round is over."""
    number, amount = command.box, command.amount
    if table.phase != "prizes" or number not in table.prizes:
        if not rules.has("jackpot"):
            return rules.unknown("a prize")
        return rules.refuse("jackpot_paid", f"box {number} has no prize to be paid")
    if not 0 <= amount <= MOST_CHIPS:  # a share of an empty pool is zero
        return rules.refuse("jackpot_paid", f"{dollars(amount)} is not a prize")
    grounds = ["jackpot_paid", *(["jackpot_taken_paid"] if table.options.manual_jackpot else [])]
    if fixed := rules.jackpot_fixed(table.options, table.prizes[number]):
        grounds += ["jackpot_bonus"] if rules.has("fixed prizes") else []
        if amount != fixed:
            reason = f"a {table.prizes[number]} wins exactly {dollars(fixed)}"
            return Refused("jackpot_paid", reason, (*rules.cite(*grounds), *rules.jackpot_row(table.prizes[number])))
    if amount < (least := rules.jackpot_least(table.options, table.prizes[number])):
        reason = f"a {table.prizes[number]} wins at least {dollars(least)}"
        grounds += ["prize_verified"] if rules.has("shares by rank") else []
        return Refused("jackpot_paid", reason, (*rules.cite(*grounds), *rules.jackpot_row(table.prizes[number])))
    if rules.has("jackpots in order") and (first := rules.jackpot_next(table.prizes)) != number:
        return rules.refuse("jackpot_order", f"box {first} is paid first, for its {table.prizes[first]}")
    if rules.has("prizes confirmed") and not table.metered:
        if (refusal := _not_confirmed(rules, table, said)) is not None:
            return refusal
        grounds += ["supervisor_notified", "deck_counted"]
    if rules.has("shares by rank") and not table.metered and not fixed:
        if (refusal := rules.needs_rank(said, rules.ranks_for["pay jackpot"], rules.cite("prize_verified"))) is not None:
            return refusal
        grounds.append("prize_verified")
    box = table.boxes[number]
    clauses = (*rules.cite(*grounds), *rules.jackpot_row(table.prizes[number]))
    postings = {METER: -amount, stack_of(box.seat): amount} if amount else {}
    paid = rules.event(events.JackpotPaid, command, hand=table.prizes[number], clauses=clauses, postings=postings)
    collected = events.CardsCollected(box=number, counted=len(box.cards), clauses=rules.cite("cards_collected"))
    last = set(table.prizes) == {number}
    return Accepted((paid, collected, round_ended(rules, table)) if last else (paid, collected))


def paid_by(rules: Rules, table: State, hand: str) -> str:
    """The lowest rank that pays a prize: the dealer's if a prize meter handles it, or if the table knows the sum."""
    known = rules.has("shares by rank") and rules.jackpot_fixed(table.options, hand)
    return rules.ranks[0] if table.metered or known else rules.ranks_for.get("pay jackpot", rules.ranks[0])


def _not_confirmed(rules: Rules, table: State, said: Said) -> Refused | None:
    """A refusal of a prize that no rank confirms, or before the deck is counted; a prize meter handles both itself."""
    rank = rules.ranks_for.get("pay jackpot", rules.ranks[0])
    if (refusal := rules.needs_rank(said, rank, rules.cite("supervisor_notified"))) is not None:
        return refusal
    if table.counted == table.round:
        return None
    return rules.refuse("deck_counted", "the deck is counted before a prize is paid")


def not_paid(rules: Rules, table: State, boxes: Iterable[int], why: str, clauses: Clauses) -> tuple[Event, ...]:
    """By a ruling, the prizes of these boxes are not paid; after the last prize the round is over."""
    made: list[Event] = []
    refused = [box for box in boxes if box in table.prizes]
    for number in refused:
        counted = len(table.boxes[number].cards)
        made.append(events.JackpotNotPaid(box=number, hand=table.prizes[number], why=why, clauses=clauses))
        made.append(events.CardsCollected(box=number, counted=counted, clauses=rules.cite("cards_collected")))
    if made and set(table.prizes) <= set(refused):
        made.append(round_ended(rules, table))
    return tuple(made)


def must_wait(rules: Rules, table: State) -> Refused:
    if table.unchecked and table.registered:
        return rules.no("hands_awaited", "boxes", clauses=rules.cite("jackpot_hand_checked"), boxes=table.unchecked)
    return rules.no("prizes_awaited", "boxes", clauses=rules.cite("jackpot_hand_kept"), boxes=tuple(table.prizes))
