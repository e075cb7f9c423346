"""The betting round: fold, or bet exactly twice the ante."""

from __future__ import annotations

from croupier.kernel.cards import HIDDEN, Card, twice
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.money import dollars
from croupier.stud.commands import Fold, PlaceBet, Reveal, ShowHand
from croupier.stud.events import BetPlaced, DealerRevealed, HandFolded, HandShown
from croupier.stud.grounds import hand_ground
from croupier.stud.rules import Rules
from croupier.stud.seats import cannot_pay, not_seated
from croupier.stud.table import DEALER, FLOAT, Table, ante_of, bet_of, stack_of


def place_bet(rules: Rules, table: Table, command: PlaceBet) -> Decision:
    seat, amount = command.seat, command.amount
    if (refusal := _cannot_decide(rules, table, seat)) is not None:
        return refusal
    due = 2 * table.ante_in_play(seat)
    if amount != due:
        return rules.refuse("bet_not_twice_ante", f"a bet is exactly twice the ante, here {dollars(due)}")
    if (refusal := cannot_pay(rules, table, seat, amount)) is not None:
        return refusal
    placed = BetPlaced(
        box=seat,
        amount=amount,
        clauses=rules.cite("bet_placed"),
        postings={stack_of(seat): -amount, bet_of(seat): amount},
    )
    return Accepted((placed,))


def fold(rules: Rules, table: Table, command: Fold) -> Decision:
    seat = command.seat
    if (refusal := _cannot_decide(rules, table, seat)) is not None:
        return refusal
    ante, lost = table.ante(seat), table.ante_in_play(seat)
    postings = {ante_of(seat): -ante, FLOAT: lost}
    if ante > lost:
        postings[stack_of(seat)] = ante - lost
    counted = len(table.boxes[seat].cards)
    return Accepted((HandFolded(box=seat, counted=counted, clauses=rules.cite("hand_folded"), postings=postings),))


def reveal(rules: Rules, table: Table, command: Reveal) -> Decision:
    if table.phase != "deciding":
        return rules.refuse("not_time_to_reveal")
    if table.undecided:
        boxes = ", ".join(map(str, table.undecided))
        return rules.refuse("decisions_missing", f"box {boxes} has yet to bet or fold")
    cards = _faces(rules, table, DEALER, command.cards)
    if isinstance(cards, Refused):
        return cards
    value = rules.value(cards)
    shown = DealerRevealed(
        cards=cards,
        hand=value.name,
        qualifies=rules.qualifies(value),
        clauses=rules.cite("dealer_reveals", hand_ground(value.category)),
    )
    return Accepted((shown,))


def show_hand(rules: Rules, table: Table, command: ShowHand) -> Decision:
    if table.phase != "settling":
        return rules.refuse("not_time_to_settle", "hands are shown after the dealer's")
    if command.box not in table.betting:
        return rules.refuse("nothing_wagered", f"box {command.box} has no hand in the game")
    if HIDDEN not in table.boxes[command.box].cards:
        return rules.refuse("hand_shown", f"the hand of box {command.box} is known already")
    cards = _faces(rules, table, command.box, command.cards)
    return cards if isinstance(cards, Refused) else Accepted((hand_shown(rules, command.box, cards),))


def hand_shown(rules: Rules, box: int, cards: tuple[Card, ...]) -> HandShown:
    value = rules.value(cards)
    clauses = rules.cite("hand_shown", hand_ground(value.category))
    return HandShown(box=box, cards=cards, hand=value.name, clauses=clauses)


def _faces(rules: Rules, table: Table, box: int, said: tuple[Card, ...]) -> tuple[Card, ...] | Refused:
    """The faces of a box's cards: as dealt where they are known, else as said, if those can be true."""
    held = table.boxes[box].cards
    if HIDDEN not in held:
        return held if not said or set(said) == set(held) else _not_those(rules, box)
    if len(said) != len(held) or HIDDEN in said:
        return rules.refuse("hand_not_shown", f"say all {len(held)} cards that were turned up")
    if not {card for card in held if card is not HIDDEN} <= set(said):
        return _not_those(rules, box)
    others = table.known_cards() - set(held)
    if (again := twice(said)) is not None or (again := next((c for c in said if c in others), None)) is not None:
        return rules.refuse("deck_not_complete", f"{again} is on the table already")
    return said


def _not_those(rules: Rules, box: int) -> Refused:
    whose = "the dealer" if box == DEALER else f"box {box}"
    return rules.refuse("hand_not_shown", f"those are not the cards that were dealt to {whose}")


def _cannot_decide(rules: Rules, table: Table, seat: int) -> Refused | None:
    if (refusal := not_seated(rules, table, seat)) is not None:
        return refusal
    if table.phase != "deciding":
        return rules.refuse("not_time_to_decide", "players bet or fold once the dealer has said so")
    if not table.boxes[seat].seat:
        return rules.refuse("nothing_wagered", f"box {seat} has no ante")
    if choice := table.boxes[seat].choice:
        done = "bet" if choice == "bet" else "folded"
        return rules.refuse("decided_already", f"box {seat} has {done} already")
    return None
