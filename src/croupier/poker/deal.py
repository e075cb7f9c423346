"""Shuffle, cut, hole cards, discards and the board, for cards that the house software deals and for a dealer's own."""

from collections.abc import Iterable

from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.cards import HIDDEN, Card, CardError, full_deck, twice
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.decks import committing, not_committed
from croupier.kernel.events import Event
from croupier.poker import commands, events
from croupier.poker.blinds import due, to_be_dealt
from croupier.poker.commission import collected_now
from croupier.poker.hand import Cards, Hand, Player, face_down
from croupier.poker.pots import uncalled
from croupier.poker.rules import GROUNDS, STREETS, Rules
from croupier.poker.state import State

FLOP = 3
BOARD_GROUNDS = {0: "flop_dealt", FLOP: "fourth_card_dealt", 4: "fifth_card_dealt"}
_LYING = {"flop": 0, "turn": FLOP, "river": FLOP + 1}
"""How many community cards are on the board when each of them is due."""
_UNSEEN = (HIDDEN,) * 52


FACES_ON_RECORD = Refused("faces_on_record", GROUNDS.borrowed["faces_on_record"])
"""If the house knows the faces, nobody enters them, right or wrong: the answer would reveal the cards."""


def commit_deck(rules: Rules, table: State, command: commands.CommitDeck, said: Said) -> Decision:
    hand = table.hand
    if not stub_to_shuffle(hand) and (hand.phase != "blinds" or hand.shuffled):
        return rules.refuse("not_time_to_shuffle", "a deck is committed before it is shuffled")
    return committing(command, said, hand.number, table.options.committed_decks)


def shuffle(rules: Rules, table: State, command: commands.Shuffle, said: Said) -> Decision:
    hand, deck = table.hand, command.deck
    if hand.phase != "blinds":
        return rules.refuse("not_time_to_shuffle")
    if hand.shuffled:
        return rules.refuse("cards_shuffled_already")
    if bool(deck) != (command.source != "live") or _not_the_house(command.source, said):
        return Refused("deck_source", GROUNDS.borrowed["deck_source"], rules.cite("cards_shuffled"))
    if deck and (wrong := full_deck(deck) or ("a card is face down" if HIDDEN in deck else "")):
        return rules.refuse("deck_not_complete", wrong)
    if (refusal := not_committed(command, hand.committed, hand.number, table.options.committed_decks)) is not None:
        return refusal
    shuffled = events.CardsShuffled(deck=deck or _UNSEEN, source=command.source, clauses=rules.cite("cards_shuffled"))
    return Accepted((shuffled,))


def _not_the_house(source: str, said: Said) -> bool:
    """Whether a person names an order that only the house's software draws: a person's deck is stacked."""
    return source in ("house", "seeded") and said.capacity != HOUSE


def cut(rules: Rules, table: State, command: commands.Cut, said: Said) -> Decision:
    if not table.hand.shuffled:
        return rules.refuse("cards_not_shuffled")
    if table.hand.cut:
        return rules.refuse("cards_cut_already")
    if not 1 <= command.place <= 51:
        return rules.refuse("cut_divides_deck")
    return Accepted((events.CardsCut(place=command.place, clauses=rules.cite("cards_cut")),))


def deal(rules: Rules, table: State, command: commands.Deal, said: Said) -> Decision:
    """Every player's cards in one step, one at a time clockwise from the left of the button."""
    hand = table.hand
    if hand.phase != "blinds":
        return rules.refuse("dealt_already" if hand.phase != "between" else "no_hand_begun")
    if waiting := due(table):
        return rules.refuse("blind_not_posted", f"seat {next(iter(waiting))} must post a blind first")
    if not (hand.shuffled and hand.cut):
        return rules.refuse("cards_not_shuffled" if not hand.shuffled else "cards_not_cut")
    ring = to_be_dealt(table)
    if len(ring) < 2:
        return rules.refuse("too_few_players")
    counts = dict.fromkeys(ring, rules.hole_cards)
    used = len(ring) * rules.hole_cards
    if command.counts:
        if strange := [n for n, count in command.counts.items() if not 1 <= n <= table.options.places or count < 0]:
            return rules.refuse("deal_out_of_order", f"no cards can be dealt to seat {strange[0]}")
        counts = {n: command.counts.get(n, rules.hole_cards) for n in dealing_order(table, {*ring, *command.counts})}
        used = sum(counts.values())
    if used > len(hand.stub):
        return rules.refuse("deal_out_of_order", "the deck does not have that many cards")
    if hand.known and command.hands:
        return FACES_ON_RECORD
    hands = _dealt(hand.stub[:used], counts)
    for seat, cards in command.hands.items():
        if seat not in hands or len(cards) != len(hands[seat]):
            return rules.refuse("deal_out_of_order", f"seat {seat} does not get {len(cards)} of these cards")
        hands[seat] = cards
    if command.hands and (double := twice([card for cards in hands.values() for card in cards])) is not None:
        return rules.refuse("card_twice", f"{double} cannot be dealt twice")
    strays = {place: hands.pop(place) for place in command.counts if place not in ring}
    after = hand.straddles[-1] if hand.straddles else table.positions[-1]
    first = ring[ring.index(after) + 1 - len(ring)] if after in ring else _next(table, after, ring)
    clauses = rules.cite("hands_dealt", "hole_cards")
    return Accepted((events.HandsDealt(hands=hands, used=used, first=first, strays=strays, clauses=clauses),))


def _next(table: State, place: int, ring: list[int]) -> int:
    """The first player dealt in, clockwise from an empty place."""
    return next(number for number in table.clockwise(place) if number in ring)


def dealing_order(table: State, places: Iterable[int]) -> list[int]:
    """Places in the order of the deal: clockwise from the left of the button."""
    button, most = table.positions[0], table.options.places
    return sorted(places, key=lambda place: (place - button - 1) % most)


def _dealt(cards: Cards, counts: dict[int, int]) -> dict[int, Cards]:
    """The hands as the deck gives them, one card at a time."""
    number, place = len(counts), 0
    if len({*counts.values()}) == 1:
        return {seat: cards[n::number] for n, seat in enumerate(counts)}
    hands: dict[int, Cards] = dict.fromkeys(counts, ())
    for turn in range(max(counts.values(), default=0)):
        for seat, count in counts.items():
            if turn < count:
                hands[seat] = (*hands[seat], cards[place])
                place += 1
    return hands


def alone(rules: Rules, hand: Hand) -> Refused:
    """The refusal to continue a hand that one player has won alone, by the round in which the others folded."""
    return Refused("one_player_left", "one player is left, who wins the pot", rules.cite(f"alone_{STREETS[hand.street]}"))


def deal_board(rules: Rules, table: State, command: commands.DealBoard, said: Said) -> Decision:
    """The flop, the fourth or the fifth card, once the betting round before it is over."""
    hand = table.hand
    lying = len(hand.board)
    if hand.phase not in ("betting", "discard") or lying == 5:
        return rules.refuse("no_card_due")
    if command.named and _LYING[command.named] != lying:
        return rules.refuse("no_card_due", f"there are {lying} community cards: no {command.named} is due")
    if hand.turn or hand.owed:
        round_ends = ("round_not_over",) if not lying else (f"follows_{STREETS[hand.street]}",)
        reason = f"seat {hand.turn or next(iter(hand.owed))} must act first"
        return Refused("round_not_over", reason, rules.cite(*round_ends))
    if stub_to_shuffle(hand):
        return Refused("stub_not_shuffled", GROUNDS.borrowed["stub_not_shuffled"], _shuffled_by(rules, hand))
    if discards_due(rules, hand):
        return rules.refuse("discards_missing")
    if hand.side_open and lying:
        return rules.refuse("side_wagers_not_settled")
    side_only = len(hand.in_hand) < 2
    if side_only and not hand.side_open:
        return alone(rules, hand)
    number = 1 if lying else rules.number("flop_cards")
    made = lying in hand.burned_for
    burns = command.burn and not made
    used = burns + number
    if isinstance(cards := turned_up(rules, hand, command.cards, number, burns), Refused):
        return cards
    ground = "flop_for_side_wagers" if side_only else BOARD_GROUNDS[lying]
    clauses = rules.cite(ground) if burns or made else rules.cite(ground, "burn_missing")
    if hand.because:
        clauses = tuple(dict.fromkeys((*clauses, *hand.because)))
    elif hand.aside:
        clauses = (*clauses, *rules.cite("new_card_for_aside"))
    dealt = events.BoardDealt(cards=cards, burn=hand.stub[:burns], used=used, for_side=side_only, clauses=clauses)
    return Accepted((*round_over(rules, table), dealt))


def turned_up(rules: Rules, hand: Hand, given: Cards, number: int, burns: int) -> Cards | Refused:
    """So many cards from the top, burns aside, face up: from the house's record, or entered by a person who sees them."""
    top = hand.stub[burns : burns + number]
    if len(top) < number:
        return rules.refuse("deal_out_of_order", "the deck does not have that many cards")
    if hand.known:
        if given:
            return FACES_ON_RECORD
        if HIDDEN in top:
            raise CardError("the top of the deck is not known here")
        return top
    if len(given) != number or HIDDEN in given:
        return rules.refuse("board_needs_faces", f"name the {number} card{'s' * (number > 1)} dealt face up")
    if (double := twice([*hand.known_cards(), *given])) is not None:
        return rules.refuse("card_twice", f"{double} is somewhere else on the table", looked=True)
    return given


def round_over(rules: Rules, table: State) -> list[Event]:
    """What the dealer does at the end of a betting round: unmatched wagers go back, and commission is collected."""
    events: list[Event] = [*uncalled(rules, table.hand)]
    if table.options.commission.from_pots:
        events += collected_now(rules, table)
    return events


def discards_due(rules: Rules, hand: Hand) -> bool:
    """Whether players must discard now, or had to and some have not."""
    if not rules.discard or hand.phase not in ("betting", "discard") or len(hand.in_hand) < 2:
        return False
    street = 0 if rules.discard == "before the flop" else 1
    return hand.street == street and any(not player.discarded for player in hand.in_hand)


def waited_for(rules: Rules, hand: Hand) -> int:
    """The seat that has to bet or to discard now, or 0 if it is the dealer's turn."""
    return hand.turn or (hand.next_to_discard() if discards_due(rules, hand) and not hand.owed else 0)


def right_number(rules: Rules, player: Player) -> int:
    """How many cards a hand should have now."""
    return rules.hole_cards - player.discarded


def discard(rules: Rules, table: State, command: commands.Discard, said: Said) -> Decision:
    """One card given up, in turn from the left of the button."""
    if not rules.discard:
        return rules.refuse("no_discards_here")
    hand = table.hand
    player = hand.players.get(command.seat)
    if player is None or not player.live:
        return rules.refuse("not_in_hand")
    if player.discarded:
        return rules.refuse("discarded_already")
    asked: list[Event] = []
    turn = hand.turn
    if hand.phase == "betting" and discards_due(rules, hand) and not hand.turn:
        asked.append(events.DiscardsAsked(clauses=rules.cite("discards_asked")))
        turn = hand.next_to_discard()
    elif hand.phase != "discard":
        return rules.refuse("not_time_to_discard")
    if turn != command.seat:
        return rules.refuse("discards_in_turn", f"seat {turn} discards first")
    if isinstance(place := place_in_hand(rules, hand, player, command.card, own=said.seat == command.seat), Refused):
        return place
    given = events.CardDiscarded(seat=command.seat, card=command.card, place=place, clauses=rules.cite("card_discarded"))
    return Accepted((*asked, given))


def place_in_hand(rules: Rules, hand: Hand, player: Player, card: Card, *, own: bool = False) -> int | Refused:
    """The place in a hand of a card that someone names; if the faces are not on record, the first place without one.

    Only the player, whose `own` hand it is, knows without looking.
    """
    if card in player.cards and card is not HIDDEN:
        return player.cards.index(card)
    if HIDDEN not in player.cards or (hand.known and card is HIDDEN):
        return rules.refuse("not_your_card", f"{card} is not among the cards of seat {player.number}", looked=not own)
    if hand.known:
        raise CardError(f"the hand of seat {player.number} is not known here")
    if card in hand.known_cards():
        return rules.refuse("card_twice", f"{card} is somewhere else on the table", looked=True)
    return player.cards.index(HIDDEN)


def shuffle_stub(rules: Rules, table: State, command: commands.ShuffleStub, said: Said) -> Decision:
    """What is left of the deck is shuffled, with the cards that were taken back or set aside."""
    hand, deck = table.hand, command.deck
    if not stub_to_shuffle(hand):
        return rules.refuse("nothing_to_shuffle")
    left, clauses = to_shuffle(hand), _shuffled_by(rules, hand)
    if not hand.known == bool(deck) == (command.source != "live") or _not_the_house(command.source, said):
        return Refused("deck_source", GROUNDS.borrowed["deck_source"], clauses)
    if hand.known:
        if HIDDEN in left:
            raise CardError("the rest of the deck is not known here")
        if sorted(map(str, deck)) != sorted(map(str, left)):
            return Refused("stub_not_complete", GROUNDS.borrowed["stub_not_complete"], clauses, looked=True)
    if (refusal := not_committed(command, hand.committed, hand.number, table.options.committed_decks)) is not None:
        return refusal
    shuffled = events.StubShuffled(deck=deck or face_down(left), source=command.source, aside=_aside_due(hand), clauses=clauses)
    return Accepted((shuffled,))


def stub_to_shuffle(hand: Hand) -> bool:
    """Whether the rest of the deck must be shuffled before the next card: cards were taken back into it, or one that was
    set aside goes in before the last card.
    """
    return hand.reshuffle or _aside_due(hand)


def to_shuffle(hand: Hand) -> Cards:
    """What must be shuffled then."""
    return (*hand.stub, *hand.aside) if _aside_due(hand) else hand.stub


def _aside_due(hand: Hand) -> bool:
    return bool(hand.aside) and len(hand.board) == FLOP + 1 and not hand.turn


def _shuffled_by(rules: Rules, hand: Hand) -> tuple[str, ...]:
    return rules.cite("aside_shuffled_in") if _aside_due(hand) else hand.because
