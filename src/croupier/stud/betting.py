"""The betting round: fold, or bet exactly twice the ante; in some books also change a card or take an instant win."""

from croupier.kernel.actors import Said
from croupier.kernel.cards import HIDDEN, Card, twice
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.telling import several
from croupier.stud.commands import ChangeCard, Concede, Fold, PlaceBet, Reveal, ShowHand
from croupier.stud.events import BetPlaced, CardChanged, DealerRevealed, HandConceded, HandFolded, HandShown
from croupier.stud.grounds import hand_ground
from croupier.stud.rules import Rules
from croupier.stud.seats import Taken, cannot_pay, not_own_box, staked, taken
from croupier.stud.state import DEALER, State, bet_of, exchange_of


def place_bet(rules: Rules, table: State, command: PlaceBet, said: Said) -> Decision:
    seat, box, amount, tokens = command.seat, command.box or command.seat, command.amount, command.tokens
    if (refusal := cannot_decide(rules, table, seat, box)) is not None:
        return refusal
    due = rules.bet_multiple * table.ante_in_play(box)
    if amount != due:
        return rules.no("bet_not_twice_ante", multiple=rules.bet_multiple, due=due)
    if (refusal := cannot_pay(rules, table, seat, amount, tokens)) is not None:
        return refusal
    return Accepted((bet_placed(rules, table, box, amount, tokens),))


def bet_placed(rules: Rules, table: State, box: int, amount: int, tokens: int = 0) -> BetPlaced:
    again = "decides_again" if table.boxes[box].given_up else ""
    return BetPlaced(
        box=box,
        amount=amount,
        tokens=tokens,
        clauses=rules.cite("bet_placed", "tokens_wagered" if tokens else "", again),
        postings=staked(table.boxes[box].seat, bet_of(box), amount, tokens),
    )


def fold(rules: Rules, table: State, command: Fold, said: Said) -> Decision:
    seat, number = command.seat, command.box or command.seat
    box = table.boxes[number] if 0 < number < len(table.boxes) else None
    withdraws = box is not None and box.blind and rules.blind_bet_can_fold
    if (refusal := cannot_decide(rules, table, seat, number, bet_too=withdraws)) is not None:
        return refusal
    return Accepted((hand_folded(rules, table, number, withdraws=withdraws),))


def hand_folded(rules: Rules, table: State, number: int, *, withdraws: bool = False) -> HandFolded:
    lost = taken(table, number)
    again = "decides_again" if table.boxes[number].given_up else ""
    above = "wager_above_maximum" if table.ante(number) > lost.amount else ""
    return folded(table, number, rules.cite("hand_folded", "blind_bet_stays" if withdraws else "", again, above), lost)


def folded(table: State, number: int, clauses: tuple[str, ...], lost: Taken) -> HandFolded:
    """A hand is folded, or counts as folded, and its player loses this much."""
    return HandFolded(box=number, clauses=clauses, **lost.told(table.boxes[number]))


def change_card(rules: Rules, table: State, command: ChangeCard, said: Said) -> Decision:
    """Give up one card and pay the ante once more for the next card of the deck."""
    seat = command.seat
    if not rules.has("exchange"):
        return rules.unknown("changing a card")
    if (refusal := cannot_decide(rules, table, seat, seat)) is not None:
        return refusal
    box, price = table.boxes[seat], rules.exchange_price * table.ante_in_play(seat)
    if box.given_up:
        return rules.no("card_changed_once", seat=seat)
    if command.amount != price:
        return rules.no("card_changed", "price", price=price)
    if (refusal := cannot_pay(rules, table, seat, price)) is not None:
        return refusal
    if table.deck[0] is not HIDDEN and command.new not in (None, HIDDEN):
        return rules.no("card_changed", "known")
    if command.card not in box.cards:
        return rules.no("card_changed", "not held", card=command.card, seat=seat, looked=not said.seat)
    new = table.deck[0]
    if new is HIDDEN and command.new is not None:
        new = command.new
        if new is not HIDDEN and new in table.known_cards():
            return rules.refuse("deck_not_complete", f"{new} is on the table already", looked=True)
    place, postings = box.cards.index(command.card), staked(seat, exchange_of(seat), price)
    return rules.accept(CardChanged, command, "card_changed", box=seat, place=place, old=command.card, new=new, postings=postings)


def reveal(rules: Rules, table: State, command: Reveal, said: Said) -> Decision:
    if table.phase != "deciding":
        return rules.refuse("not_time_to_reveal")
    if table.undecided:
        boxes = ", ".join(map(str, table.undecided))
        return rules.no("decisions_missing", boxes=boxes)
    if isinstance(cards := faces(rules, table, DEALER, command.cards), Refused):
        return cards
    return Accepted((dealer_revealed(rules, cards),))


def dealer_revealed(rules: Rules, cards: tuple[Card, ...]) -> DealerRevealed:
    value = rules.value(cards)
    clauses = rules.cite("dealer_reveals", hand_ground(value.category))
    return DealerRevealed(cards=cards, hand=value.recorded, qualifies=rules.qualifies(value), clauses=clauses)


def concede(rules: Rules, table: State, command: Concede, said: Said) -> Decision:
    seat, number = command.seat, command.box or command.seat
    if not rules.has("concede"):
        return rules.unknown("conceding a hand")
    if (refusal := not_own_box(rules, table, seat, number)) is not None:
        return refusal
    if table.phase != "settling":
        return rules.no("hand_conceded", "early")
    if table.boxes[number].choice != "bet":
        return rules.no("hand_conceded", "none", number=number)
    if not (rules.concedes_to_no_hand(table.options) or rules.qualifies(rules.value(table.dealer.cards))):
        clauses = rules.cite("bet_void_unqualified", "ante_wins_unqualified")
        return Refused("bet_void_unqualified", "the dealer does not qualify: there is nothing to concede", clauses)
    lost = taken(table, number, of_bet=rules.bet_multiple * table.ante_in_play(number))
    bet = {"bet_lay": table.bet(number), "bet_lay_tokens": table.tokens_on(bet_of(number))}
    return rules.accept(HandConceded, command, "hand_conceded", box=number, **lost.told(table.boxes[number]), **bet)


def show_hand(rules: Rules, table: State, shows: ShowHand, said: Said) -> Decision:
    if table.phase != "settling":
        return rules.no("not_time_to_settle", "show")
    if shows.box in table.given_up and rules.has("folded hands"):
        return _show_given_up(rules, table, shows, said)
    if shows.box not in table.betting:
        return rules.no("nothing_wagered", "no hand", number=shows.box)
    if HIDDEN not in table.boxes[shows.box].cards:
        return rules.no("hand_shown", "known", number=shows.box)
    if isinstance(cards := faces(rules, table, shows.box, shows.cards), Refused):
        return cards
    qualified = rules.qualifies(rules.value(table.dealer.cards))
    ground = "hand_shown" if qualified or not rules.has("all hands shown") else "hand_shown_unqualified"
    return Accepted((hand_shown(rules, shows.box, cards, ground),))


def _show_given_up(rules: Rules, table: State, command: ShowHand, said: Said) -> Decision:
    """Show a folded or conceded hand at settlement; this does not affect its ante and bet."""
    rank = rules.ranks_for["folded hands"]
    if (refusal := rules.needs_rank(said, rank, rules.cite("folded_hand_shown"))) is not None:
        return refusal
    if table.boxes[command.box].shown:
        return rules.refuse("folded_hand_shown", f"the hand of box {command.box} is shown already")
    cards = faces(rules, table, command.box, command.cards)
    return cards if isinstance(cards, Refused) else Accepted((hand_shown(rules, command.box, cards, "folded_hand_shown"),))


def hand_shown(rules: Rules, box: int, cards: tuple[Card, ...], ground: str = "hand_shown") -> HandShown:
    value = rules.value(cards)
    grounds = [ground, hand_ground(value.category)]
    jackpot_hand = ""
    if (other := rules.jackpot_value(cards)) is not value and other != value:
        grounds.append("values_differ")
        jackpot_hand = other.name
    return HandShown(box=box, cards=cards, hand=value.recorded, jackpot_hand=jackpot_hand, clauses=rules.cite(*grounds))


def faces(rules: Rules, table: State, box: int, said: tuple[Card, ...]) -> tuple[Card, ...] | Refused:
    """The faces of a box's cards: as dealt if they are known, otherwise as entered, if those are possible."""
    held = table.boxes[box].cards
    if HIDDEN not in held:
        if said and table.source != "live":  # right or wrong: nobody can find out by asking
            return rules.no("hand_not_shown", "faces")
        return held if not said or set(said) == set(held) else _not_those(rules, box)
    if len(said) != len(held) or HIDDEN in said:
        return rules.no("hand_not_shown", "all", number=len(held))
    if not {card for card in held if card is not HIDDEN} <= set(said):
        return _not_those(rules, box)
    others = table.known_cards() - set(held)
    if (again := twice(said)) is not None or (again := next((c for c in said if c in others), None)) is not None:
        return rules.refuse("deck_not_complete", f"{again} is on the table already", looked=True)
    return said


def _not_those(rules: Rules, box: int) -> Refused:
    whose = "the dealer" if box == DEALER else f"box {box}"
    return rules.refuse("hand_not_shown", f"those are not the cards that were dealt to {whose}", looked=True)


def cannot_decide(rules: Rules, table: State, seat: int, number: int, *, bet_too: bool = False) -> Refused | None:
    """A refusal unless it is time to decide and that player has yet to decide on that box."""
    if (refusal := not_own_box(rules, table, seat, number)) is not None:
        return refusal
    if table.phase != "deciding":
        return rules.no("not_time_to_decide", "early")
    box = table.boxes[number]
    choice = box.choice
    if choice == "bet" and box.blind and not rules.blind_bet_can_fold:
        return rules.no("blind_bet_stays", "binding", number=number)
    if choice and not (choice == "bet" and bet_too):
        return rules.no("decided_already", choice, box=number)
    if not choice and table.first and not box.picked_up:
        who = [seat for seat, person in table.people.items() if person in table.first]
        those = f"{several('seat', who)} {'plays' if len(who) == 1 else 'play'} first"
        return Refused("others_play_first", f"{those}, then the dealer calls the others", table.first_clauses)
    if not choice and rules.has("turns") and rules.decides_in_turn(table.options):
        first = table.undecided[0]
        if first != number:
            return rules.no("not_your_turn", first=first)
    return None
