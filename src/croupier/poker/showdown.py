"""The showdown: hands are shown in order and read, passed in, asked for; and hands that are looked at afterwards."""

from collections.abc import Sequence
from itertools import combinations

from croupier.kernel.actors import Said
from croupier.kernel.cards import HIDDEN, CardError, twice
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.strength import NO_LOW, low_named, named
from croupier.poker import commands, events
from croupier.poker.deal import FACES_ON_RECORD, alone, discards_due
from croupier.poker.hand import Cards, Hand, Player
from croupier.poker.pots import Pot, pots, uncalled
from croupier.poker.rules import Rules
from croupier.poker.state import State

Strengths = dict[int, tuple[int, int]]

LAST_BETTOR_SHOWS = "last_bettor_shows_first"
"""The other reading of who shows first if everyone checks at the end: the last to have bet in an earlier round."""


def betting_over(hand: Hand, live: list[Player]) -> bool:
    """Whether all betting of the hand is over and there is something to show or to push; `live` hands are in it."""
    if hand.phase not in ("betting", "discard"):
        return False
    if len(live) < 2:
        return hand.phase == "discard" or not hand.turn
    return hand.phase == "betting" and not hand.turn and not hand.owed and len(hand.board) == 5


def show_order(table: State, live: list[Player]) -> tuple[int, ...]:
    """Who shows in which order: the player who was called first, or else the first left of the button, then clockwise.

    If nobody could act in the final round any more, that is the last to have bet or raised in the hand.
    """
    hand, order = table.hand, [player.number for player in live]
    by_hand = not hand.actors or LAST_BETTOR_SHOWS in table.options.readings
    called = hand.opener or (hand.bettor if by_hand else 0)
    start = order.index(called) if called in order else 0
    return (*order[start:], *order[:start])


def _begun(rules: Rules, table: State) -> Refused | list[Event]:
    """What opens the showdown, if it is not open yet."""
    hand = table.hand
    if hand.phase == "showdown":
        return []
    live = hand.in_hand
    if not betting_over(hand, live) or discards_due(rules, hand):
        return rules.refuse("not_time_to_show")
    if len(live) < 2:
        return alone(rules, hand)
    if (refusal := wrong_number(rules, live)) is not None:
        return refusal
    begun = events.ShowdownBegun(order=show_order(table, live), clauses=rules.cite("showdown", "show_order"))
    return [*uncalled(rules, hand), begun]


def wrong_number(rules: Rules, live: list[Player]) -> Refused | None:
    """A hand with the wrong number of cards wins nothing: it is reported first."""
    right = rules.hole_cards
    for player in live:
        if len(player.cards) != right - player.discarded:
            reason = f"seat {player.number} has {len(player.cards)} cards: report it"
            return rules.refuse("wrong_number_of_cards", reason)
    return None


def strengths(rules: Rules, hand: Hand, players: list[Player]) -> Strengths:
    """The high and the low strengths of hands that are on record."""
    held = {player.number: player.cards for player in players}
    highs = rules.highs(held.values(), hand.board)
    lows = [NO_LOW] * len(held) if rules.lows is None else rules.lows(held.values(), hand.board)
    return dict(zip(held, zip(highs, lows, strict=True), strict=True))


def shown(rules: Rules, hand: Hand, seat: int, cards: Cards, *why: str, live: bool = True) -> events.HandShown:
    high, low = rules.high(cards, hand.board), rules.low(cards, hand.board)
    return events.HandShown(
        seat=seat,
        cards=cards,
        hand=named(high),
        low="" if low == NO_LOW else low_named(low),
        live=live,
        clauses=rules.cite("hand_shown", *why),
    )


def _unshown(rules: Rules, table: State, number: int) -> tuple[list[Event], Player] | Refused:
    """What opens the showdown, if it is not open yet, and the live hand of a seat that nobody has seen."""
    if isinstance(begun := _begun(rules, table), Refused):
        return begun
    player = table.hand.players.get(number)
    if player is None or not player.live:
        return rules.refuse("not_in_hand")
    return rules.refuse("hand_shown_already") if player.shown else (begun, player)


def show_hand(rules: Rules, table: State, command: commands.ShowHand, said: Said) -> Decision:
    if table.options.bonuses and _left_alone(table.hand, command.seat):
        return _show_alone(rules, table, command)
    if isinstance(unshown := _unshown(rules, table, command.seat), Refused):
        return unshown
    begun, player = unshown
    if isinstance(cards := faces(rules, table.hand, player, command.cards), Refused):
        return cards
    return Accepted((*begun, shown(rules, table.hand, player.number, cards)))


def _left_alone(hand: Hand, number: int) -> bool:
    """Whether everyone else has given up to this hand, after a betting round on community cards has begun."""
    live = hand.in_hand
    alone = [player.number for player in live] == [number] and not live[0].shown
    return alone and bool(hand.board) and hand.begun_on_board and betting_over(hand, live)


def _show_alone(rules: Rules, table: State, command: commands.ShowHand) -> Decision:
    """A hand that has won without a showdown is not folded: it may be shown for a bonus prize, with the board unchanged."""
    hand, player = table.hand, table.hand.players[command.seat]
    if (refusal := wrong_number(rules, [player])) is not None:
        return refusal
    if isinstance(cards := faces(rules, hand, player, command.cards), Refused):
        return cards
    return Accepted((shown_alone(rules, hand, player.number, cards),))


def shown_alone(rules: Rules, hand: Hand, seat: int, cards: Cards) -> events.HandShown:
    """A hand turned up although there is no showdown."""
    name = named(best_hand(rules, cards, hand.board))
    return events.HandShown(seat=seat, cards=cards, hand=name, clauses=rules.cite("hand_shown_alone"))


def best_hand(rules: Rules, cards: Cards, board: Cards) -> int:
    """The high strength of a hand; if a discard is still to come, of the best cards that could be left."""
    too_many = int(bool(rules.discard) and len(cards) == rules.hole_cards)
    return max(rules.highs(combinations(cards, len(cards) - too_many), board))


def faces(rules: Rules, hand: Hand, player: Player, given: Cards) -> Cards | Refused:
    """The faces of a hand: from the house's record, or entered by a person who sees them.

    What is entered is compared with all faces on record, so a refusal may be the answer to a guess.
    """
    if hand.known:
        if given:
            return FACES_ON_RECORD
        if HIDDEN in player.cards:
            raise CardError(f"the hand of seat {player.number} is not known here")
        return player.cards
    if not given and HIDDEN not in player.cards:
        return player.cards
    if len(given) != len(player.cards) or HIDDEN in given:
        return rules.refuse("hand_needs_faces", f"say the {len(player.cards)} cards of seat {player.number}")
    seen = {card for card in player.cards if card is not HIDDEN}
    if not seen <= set(given):
        return rules.refuse("card_twice", f"seat {player.number} does not hold these cards", looked=True)
    if (double := twice([*(hand.known_cards() - seen), *given])) is not None:
        return rules.refuse("card_twice", f"{double} is somewhere else on the table", looked=True)
    return given


def muck_hand(rules: Rules, table: State, command: commands.MuckHand, said: Said) -> Decision:
    if isinstance(unshown := _unshown(rules, table, command.seat), Refused):
        return unshown
    begun, _ = unshown
    if any(pot.seats == (command.seat,) for pot in pots(table.hand, _going_back(begun))):
        return rules.refuse("last_hand_stays")
    return Accepted((*begun, events.HandMucked(seat=command.seat, clauses=rules.cite("hand_mucked"))))


def _going_back(done: list[Event]) -> dict[int, int]:
    return {event.seat: event.amount for event in done if isinstance(event, events.UncalledReturned)}


def open_hands(rules: Rules, table: State, command: commands.OpenHands, said: Said) -> Decision:
    """Turn up every hand that must be shown: the first, and each that equals or beats the best so far in either half."""
    if isinstance(done := _begun(rules, table), Refused):
        return done
    hand, players = table.hand, table.hand.players
    begun = done[-1] if done else None  # the last event of those that open the showdown
    order: Sequence[int] = begun.order if isinstance(begun, events.ShowdownBegun) else hand.showing
    live = [player for number in order if (player := players[number]).live]
    down = [player for player in live if not player.shown]
    if not down or hand.opened:
        return rules.refuse("all_hands_shown")
    if not hand.known and any(HIDDEN in player.cards for player in down):
        return rules.refuse("hand_needs_faces", "the hands are not on record: show them one by one")
    contested = pots(hand, _going_back(done))
    values = strengths(rules, hand, live)
    clauses = rules.cite("hand_shown")
    done.append(events.HandsOpened(clauses=rules.cite("hands_opened")))
    for player in to_show(live, values, contested):
        high, low = values[player.number]
        name, low_name = named(high), "" if low == NO_LOW else low_named(low)
        done.append(events.HandShown(seat=player.number, cards=player.cards, hand=name, low=low_name, clauses=clauses))
    return Accepted(tuple(done))


def to_show(live: list[Player], values: Strengths, pots: list[Pot]) -> list[Player]:
    """The hands still to be turned up, pot by pot from the last side pot to the main pot: the first to show, and every hand
    that equals or beats the best before it in its pot, high or low. A player who alone can claim a pot need not show for it.
    """
    showing: dict[int, Player] = {}
    for pot in reversed(pots):
        if len(pot.seats) == 1:
            continue
        seats, best, best_low = pot.seats, NO_LOW, NO_LOW
        for number in showing:
            if number in seats:
                best, best_low = max(best, values[number][0]), max(best_low, values[number][1])
        for player in live:
            number = player.number
            if number not in seats:
                continue
            high, low = values[number]
            seen = player.shown or number in showing
            if high < best and (low == NO_LOW or low < best_low) and not seen:
                continue
            best, best_low = max(best, high), max(best_low, low)
            if not seen:
                showing[number] = player
    return [*showing.values()]


def ask_to_see(rules: Rules, table: State, command: commands.AskToSee, said: Said) -> Decision:
    """A player at the table asks to see a hand of the showdown; one passed in is live again only if a winner asks.

    After the hand, a player who had shown the hand to another can be asked the same.
    """
    hand = table.hand
    if hand.phase == "between" and hand.number:
        return _ask_afterwards(rules, table, command)
    if hand.phase != "showdown":
        return rules.refuse("not_time_to_show")
    player = hand.players.get(command.whose)
    if command.seat not in table.seats:
        return rules.refuse("nobody_sits_there")
    if player is None or command.whose not in hand.showing:
        return rules.refuse("not_in_showdown")
    if player.shown:
        return rules.refuse("hand_shown_already")
    if isinstance(cards := faces(rules, hand, player, command.cards), Refused):
        return cards
    if not player.mucked:
        return Accepted((shown(rules, hand, command.whose, cards, "asked_to_see"),))
    live = _would_win(rules, hand, command.seat, player)
    ground = "mucked_hand_live" if live else "mucked_hand_dead"
    return Accepted((shown(rules, hand, command.whose, cards, "asked_to_see", ground, live=live),))


def _ask_afterwards(rules: Rules, table: State, command: commands.AskToSee) -> Decision:
    person, player = table.played(command.whose, command.person)
    if player is None or command.seat not in table.seats:
        return rules.refuse("nobody_sits_there")
    if not player.cards:
        return rules.refuse("not_in_hand")
    if player.shown:
        return rules.refuse("hand_shown_already")
    if not player.shown_to:
        return rules.refuse("not_shown_to_anybody")
    if isinstance(cards := faces(rules, table.hand, player, command.cards), Refused):
        return cards
    whose = "" if table.seat_of(person) else person
    return Accepted((events.HandSeen(seat=player.number, cards=cards, whose=whose, clauses=rules.cite("shown_to_all")),))


def show_to(rules: Rules, table: State, command: commands.ShowTo, said: Said) -> Decision:
    """A player lets another one look; a ruling decides what that does to the hand in play."""
    player = table.hand.players.get(command.seat)
    if player is None or command.to not in table.seats or command.to == command.seat:
        return rules.refuse("nobody_sits_there", "a hand is shown to another player at the table")
    if not player.cards:
        return rules.refuse("not_in_hand")
    return rules.accept(events.HandShownTo, command, "shown_to_another", cards=player.cards)


def inspect_hand(rules: Rules, table: State, command: commands.InspectHand, said: Said) -> Decision:
    if table.hand.phase != "between" or not table.hand.number:
        return rules.refuse("hand_not_over")
    person, player = table.played(command.player, command.person)
    if player is None:
        return rules.refuse("nobody_sits_there")
    if not player.cards:
        return rules.refuse("not_in_hand")
    if isinstance(cards := faces(rules, table.hand, player, command.cards), Refused):
        return cards
    seen = {"player": player.number, "cards": cards, "whose": "" if table.seat_of(person) else person}
    return rules.accept(events.HandInspected, command, by=said.role, role=rules.role_of(said.capacity), **seen)


def agree_to_split(rules: Rules, table: State, command: commands.AgreeToSplit, said: Said) -> Decision:
    return rules.refuse("no_agreed_split")


def _would_win(rules: Rules, hand: Hand, number: int, mucked: Player) -> bool:
    """Whether a player, by the hands shown so far, would win all or part of any pot that the other hand contested."""
    contesting = strengths(rules, hand, [player for player in hand.in_hand if player.shown])
    if number not in contesting:
        return False
    for pot in pots(hand):
        if mucked.put_in < pot.level:
            continue
        rivals = [contesting[seat] for seat in pot.seats if seat in contesting]
        if number in pot.seats and rivals:
            high, low = contesting[number]
            if high == max(rival[0] for rival in rivals) or (low != NO_LOW and low == max(rival[1] for rival in rivals)):
                return True
    return False
