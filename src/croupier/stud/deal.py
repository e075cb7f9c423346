"""Shuffle, cut and deal: by the house from a known deck, or as a live dealer enters it."""

from functools import lru_cache
from typing import NamedTuple

from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.cards import HIDDEN, Card, full_deck, rank_name, twice
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.decks import committing, not_committed
from croupier.kernel.events import Event
from croupier.kernel.telling import counted
from croupier.stud import events
from croupier.stud.commands import CallBetOrFold, CommitDeck, Cut, Deal, DealCards, Shuffle, TurnUp
from croupier.stud.rules import Rules
from croupier.stud.state import DEALER, State

COLOURS = ("blue", "red", "green", "black")
"""The backs of decks used in turn."""


def commit_deck(rules: Rules, table: State, command: CommitDeck, said: Said) -> Decision:
    if table.phase != "wagers" or table.shuffled:
        return rules.refuse("cards_already_shuffled", "a deck is committed before the shuffle")
    return committing(command, said, table.round, table.options.committed_decks)


def shuffle(rules: Rules, table: State, command: Shuffle, said: Said) -> Decision:
    if table.phase != "wagers":
        return rules.refuse("cards_already_shuffled", "the cards are shuffled before the round, not during it")
    if table.shuffled:
        return rules.refuse("cards_already_shuffled")
    if command.deck and (wrong := full_deck(command.deck)):
        return rules.refuse("deck_not_complete", wrong)
    if HIDDEN in command.deck:
        return rules.refuse("deck_not_complete", "say the whole order of the deck, or none of it")
    for name in opening_left(rules, table):
        duty = rules.duties[name]
        return Refused("opening_not_done", f"first: {duty.says}", duty.clauses)
    if (command.source == "live") == bool(command.deck):
        return rules.refuse("deck_not_complete", "only a dealer's hands leave a deck whose order nobody knows")
    if command.source in ("house", "seeded") and said.capacity != HOUSE:
        return rules.refuse("cards_shuffled", "an order that a person gives is stacked: only the house's software draws one")
    if command.deck and len(command.deck) != rules.deck_size:
        return rules.refuse("deck_not_complete", f"the deck has {rules.deck_size} cards, not {len(command.deck)}")
    if (refusal := not_committed(command, table.committed, table.round, table.options.committed_decks)) is not None:
        return refusal
    deck, source = command.deck or (HIDDEN,) * rules.deck_size, command.source
    if table.options.device == "shoe" or rules.shuffler_decks == 1:
        return Accepted((events.CardsShuffled(deck=deck, source=source, clauses=rules.cite("cards_shuffled")),))
    decks = COLOURS[: rules.shuffler_decks]
    colour = decks[(decks.index(table.colour) + 1) % len(decks)]
    clauses = rules.cite("cards_shuffled", "decks_in_turn")
    return Accepted((events.CardsShuffled(deck=deck, colour=colour, source=source, clauses=clauses),))


def opening_left(rules: Rules, table: State) -> list[str]:
    """The opening duties that are still to be done, in order."""
    return [name for name in rules.opening_duties(table) if name not in table.done]


def cut(rules: Rules, table: State, command: Cut, said: Said) -> Decision:
    if rules.has("dealer cuts") and rules.rank_of(said.capacity) != 0:
        return rules.refuse("dealer_cuts", f"only the dealer cuts the cards, not {said.role}")
    if table.options.device == "shuffler":
        return rules.refuse("cut_not_allowed")
    if table.phase != "wagers" or not table.shuffled:
        return rules.refuse("cards_not_shuffled", "the cards are cut after the shuffle and before the deal")
    if table.cut:
        return rules.refuse("cards_cut_already")
    if not 1 <= command.place < rules.deck_size:
        most = rules.deck_size - 1
        return rules.refuse("cards_cut", f"a cut leaves cards on both sides: 1 to {most} on top, not {command.place}")
    return Accepted((events.CardsCut(place=command.place, clauses=rules.cite("cards_cut")),))


def dealing_order(rules: Rules, table: State) -> tuple[tuple[int, int], ...]:
    """Each box in its turn, with how many cards it has after that turn."""
    return _turns(_dealt_to(rules, table), rules.dealt_at_a_time[table.options.device], rules.cards)


def _dealt_to(rules: Rules, table: State) -> tuple[int, ...]:
    players = [number for number, box in enumerate(table.boxes) if box.seat and box.choice != "void"]
    return (DEALER, *players) if rules.deal_order == "dealer first" else (*players, DEALER)


@lru_cache(maxsize=1024)
def _turns(boxes: tuple[int, ...], step: int, cards: int) -> tuple[tuple[int, int], ...]:
    return tuple((box, min(count, cards)) for count in range(step, cards + step, step) for box in boxes)


def next_to_deal(rules: Rules, table: State) -> tuple[int, int] | None:
    """The box that the next cards go to and how many it gets, or None if all are dealt."""
    held = [len(box.cards) for box in table.boxes]
    if min([held[box] for box in _dealt_to(rules, table)]) >= rules.cards:
        return None
    return next(((box, count - held[box]) for box, count in dealing_order(rules, table) if held[box] < count), None)


class Stretch(NamedTuple):
    """Part of a deal: which cards go to which box, by their places in the deck; for the dealer, players or both,
    and whether they are first cards, each kind once; and whether the dealer's hand is then complete.
    """

    hands: dict[int, tuple[int, ...]]
    kinds: tuple[tuple[bool, bool], ...]
    completes_dealer: bool


@lru_cache(maxsize=1024)
def _stretches(boxes: tuple[int, ...], step: int, cards: int, held: tuple[int, ...], up: bool) -> list[Stretch]:
    """How a deal continues to boxes with so many cards, up to the dealer's last card, which is turned up, and after it.

    It is the same for every deck, so it is calculated once.
    """
    stretches: list[Stretch] = []
    hands: dict[int, tuple[int, ...]] = {}
    kinds: dict[tuple[bool, bool], None] = {}
    place, have = 0, [*held]
    for box, count in _turns(boxes, step, cards):
        if (number := count - have[box]) <= 0:
            continue
        kinds[box == DEALER, not have[box]] = None
        hands[box] = (*hands.get(box, ()), *range(place, place + number))
        place, have[box] = place + number, count
        if box == DEALER and count == cards and not up:
            stretches.append(Stretch(hands, tuple(kinds), completes_dealer=True))
            hands, kinds = {}, {}
    return [*stretches, Stretch(hands, tuple(kinds), completes_dealer=False)] if hands else stretches


def deal(rules: Rules, table: State, command: Deal, said: Said) -> Decision:
    if (refusal := _not_dealing(rules, table)) is not None:
        return refusal
    deck, device = table.deck, table.options.device
    if HIDDEN in deck:
        return rules.refuse("deal_out_of_order", "the order of this deck is not known: record each card as it is dealt")
    boxes, step = _dealt_to(rules, table), rules.dealt_at_a_time[device]
    held = tuple([len(box.cards) for box in table.boxes])
    if len(deck) < sum([max(rules.cards - held[box], 0) for box in boxes]):
        return rules.refuse("deal_out_of_order", "there are too few cards left in the deck")
    made: list[Event] = []
    turned = rules.upcard_place[device] if table.upcard is None else None
    for hands, kinds, completes_dealer in _stretches(boxes, step, rules.cards, held, turned is None):
        dealt = {box: tuple(map(deck.__getitem__, places)) for box, places in hands.items()}
        clauses = rules.cite(*[_ground(table, DEALER if dealers else 1, first=first) for dealers, first in kinds])
        made.append(events.CardsDealt(hands=dealt, at=said.at, clauses=clauses))
        if completes_dealer and turned is not None:
            made.append(_turned(rules, table, turned, (*table.dealer.cards, *dealt[DEALER])[turned]))
    if not made:
        return rules.refuse("deal_out_of_order", f"everybody has {rank_name(rules.cards)} cards")
    return Accepted(tuple(made))


def deal_cards(rules: Rules, table: State, command: DealCards, said: Said) -> Decision:
    if (refusal := _not_dealing(rules, table)) is not None:
        return refusal
    if (due := next_to_deal(rules, table)) is None:
        return rules.refuse("deal_out_of_order", f"everybody has {rank_name(rules.cards)} cards")
    box, number = due
    if (command.box, len(command.cards)) != due:
        who = "the dealer" if box == DEALER else f"box {box}"
        return rules.refuse("deal_out_of_order", f"next: {counted('card', number)} to {who}")
    cards = command.cards
    if HIDDEN not in table.deck:  # the house shuffled, so recorded cards must be those of the deck
        if any(card is not HIDDEN for card in cards):
            return rules.refuse("deal_out_of_order", "the house shuffled this deck and knows its cards: leave the faces out")
        cards = table.deck[:number]
    if (refusal := _cards_impossible(rules, table, cards)) is not None:
        return refusal
    clauses = rules.cite(_ground(table, box, first=not table.boxes[box].cards))
    made: list[Event] = [events.CardsDealt(hands={box: cards}, at=said.at, clauses=clauses)]
    last = table.options.device == "shoe" and box == DEALER and len(table.dealer.cards) + 1 == rules.cards
    if last and table.upcard is None and rules.has_upcard:
        if cards[-1] is HIDDEN:
            return rules.refuse("last_card_from_shoe", "the dealer's last card is face up: record its face")
        made.append(_turned(rules, table, rules.cards - 1, cards[-1]))
    return Accepted(tuple(made))


def turn_up(rules: Rules, table: State, command: TurnUp, said: Said) -> Decision:
    place = rules.upcard_place[table.options.device]
    if place is None:
        return rules.unknown("a card of the dealer's that is turned up")
    if table.phase != "dealing" or len(table.dealer.cards) < rules.cards:
        reason = f"the dealer's card is turned up once the dealer has {rank_name(rules.cards)}"
        return rules.refuse("deal_not_complete", reason)
    if table.upcard is not None:
        return rules.refuse("deal_out_of_order", "one of the dealer's cards is turned up already")
    card = table.dealer.cards[place]
    if card is HIDDEN:
        if command.card is None or command.card is HIDDEN:
            return rules.refuse("card_turned_after_shuffler", "say which card was turned up")
        if (refusal := _cards_impossible(rules, table, (command.card,))) is not None:
            return refusal
        card = command.card
    elif command.card is not None:
        return rules.refuse("card_turned_after_shuffler", "the house knows the card: leave its face out")
    return Accepted((_turned(rules, table, place, card),))


_AND_UP = " and the dealer's card turned up"


def awaits_upcard(rules: Rules, table: State) -> bool:
    """Whether one of the dealer's cards is still to be turned up."""
    return table.upcard is None and rules.has_upcard


def held_back(table: State) -> tuple[int, ...]:
    """The boxes whose players leave their cards alone until the players named to go first have decided."""
    undecided = [(number, table.person_at(table.boxes[number].seat)) for number in table.undecided]
    if not any(person in table.first for _, person in undecided):
        return ()
    return tuple(number for number, person in undecided if person not in table.first)


def call_bet_or_fold(rules: Rules, table: State, command: CallBetOrFold, said: Said) -> Decision:
    """Players pick up their cards; if some were named to play first, the others do so at a later call."""
    waiting = held_back(table)
    called = tuple(number for number in table.wagered if number not in waiting)
    if table.phase == "deciding":
        called = tuple(n for n in table.undecided if table.is_own(n) and n not in waiting and not table.boxes[n].picked_up)
        if not called:
            return rules.refuse("not_time_to_decide", "the players have been asked to bet or fold already")
    elif table.phase != "dealing" or awaits_upcard(rules, table) or next_to_deal(rules, table) is not None:
        return rules.refuse("deal_not_complete", f"the deal must be complete{_AND_UP * rules.has_upcard}")
    clauses = rules.cite("bet_or_fold")
    blind = rules.cite("bet_or_fold", "blind_hand") if rules.has("more boxes") else clauses
    made: list[Event] = [events.BetOrFoldCalled(clauses=clauses)]
    own = table.own_boxes
    for number in called:
        box = table.boxes[number]
        if box.choice == "void":
            continue
        if box.blind and not rules.blind_bet_can_fold:
            made.append(events.HandStaysBlind(box=number, clauses=rules.cite("bet_or_fold", "blind_bet_stays")))
        elif own.get(box.seat, box.seat) == number or table.options.extra_hands_seen:
            made.append(events.HandPickedUp(box=number, seat=box.seat, cards=box.cards, clauses=clauses))
        else:
            made.append(events.HandStaysBlind(box=number, clauses=blind))
    return Accepted(tuple(made))


def _not_dealing(rules: Rules, table: State) -> Refused | None:
    if table.phase != "dealing":
        return rules.refuse("deal_out_of_order", "cards are dealt after the dealer calls no more bets")
    return None


def _cards_impossible(rules: Rules, table: State, cards: tuple[Card, ...]) -> Refused | None:
    if (again := twice(cards)) is not None:
        return rules.refuse("deck_not_complete", f"{again} appears twice")
    again = twice((*table.known_cards(), *cards))
    return None if again is None else rules.refuse("deck_not_complete", f"{again} is on the table already", looked=True)


def _ground(table: State, box: int, *, first: bool) -> str:
    whom = "dealer" if box == DEALER else "player"
    if table.options.device == "shuffler":
        return f"{whom}_set_from_shuffler"
    return f"{whom}_first_from_shoe" if first else f"{whom}_next_from_shoe"


def _turned(rules: Rules, table: State, place: int, card: Card) -> events.CardTurnedUp:
    ground = "last_card_from_shoe" if table.options.device == "shoe" else "card_turned_after_shuffler"
    return events.CardTurnedUp(place=place, card=card, clauses=rules.cite(ground))
