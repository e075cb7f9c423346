"""9.1.1 and 9.7: misdeals, what is corrected instead, and hands with the wrong number of cards."""

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import Clauses, ask, follows
from croupier.kernel.telling import counted
from croupier.poker.deal import dealing_order, place_in_hand, right_number
from croupier.poker.events import CardExposed, CardReplaced, HandCounted, HandsPutRight, StrayHandMucked
from croupier.poker.hand import Hand, Player
from croupier.poker.remedies import dead_hand, misdeal, void_hand
from croupier.poker.rules import Rules
from croupier.poker.state import State

ALWAYS_MISDEAL = "wrong_count_always_misdeal"
"""The other reading of 9.1.1(f): a wrong number of cards before substantial action is never corrected."""

WRONG_NUMBER = "a wrong number of cards"


def acted_since_deal(rules: Rules, table: State, *others: int) -> bool:
    """Substantial action since the initial deal: acts in turn by two players or more (1.1); `others` are further ones."""
    acted = {number for number, player in table.hand.players.items() if player.acted}
    return len(acted.union(others)) >= rules.number("substantial_action_players")


def _behind(hand: Hand, seat: int) -> list[int]:
    """The players who acted in turn behind one who has no cards but is recorded as next to act, in order."""
    numbers: list[int] = []
    place = hand.ring.index(seat)
    for number in hand.ring[place + 1 :] + hand.ring[:place] if hand.turn == seat else ():
        player = hand.players[number]
        if number not in hand.held and player.live and not player.all_in:
            break
        if number in hand.held or not player.live:
            numbers.append(number)
    return numbers


def new_deal(rules: Rules, table: State, why: str, item: str, *, all_back: bool = False) -> list[Event]:
    """9.1.1: a misdeal under one of its items."""
    return misdeal(rules, table, why, ("9.1.1", f"9.1.1({item})"), all_back=all_back)


def exposed_in_cut(rules: Rules, table: State, report: Report) -> Decision:
    """9.1.1(a): one card or more exposed in the cut."""
    if max(report.count, len(report.cards)) < rules.number("cut_exposed_cards_misdeal") and report.count >= 0:
        return Refused("not_irregular", "no card was exposed", ("9.1.1(a)",))
    if table.hand.phase == "blinds" and not table.hand.cut:
        return Refused("not_at_this_time", "the cards are not cut yet", ("9.1.1(a)",))
    if acted_since_deal(rules, table):
        return _late(rules, report, "9.1.1(a)")
    return follows(rules, report, ("9.1.1(a)",), *new_deal(rules, table, "a card was exposed in the cut", "a"))


def _late(rules: Rules, report: Report, clause: str) -> AwaitingRuling:
    """Seen immediately, but reported only after substantial action: the book does not say."""
    return ask(rules, report, clauses=(clause, "13.10"))


def not_shuffled(rules: Rules, table: State, report: Report) -> Decision:
    """9.1.1(b): no shuffle or no cut before the deal."""
    if acted_since_deal(rules, table):
        return follows(rules, report, ("9.1.1(b)",))
    return follows(rules, report, ("9.1.1(b)",), *new_deal(rules, table, "the cards were not shuffled or cut", "b"))


def out_of_order(rules: Rules, table: State, report: Report) -> Decision:
    """9.1.1(c): hands went to the wrong players; each player named holds the hand of the next one named."""
    players = report.players
    if len(players) < 2 or len(set(players)) < len(players) or not set(players) <= set(table.hand.ring):
        return Refused("report_incomplete", "say which players have one another's cards, in order", ("9.1.1(c)",))
    if acted_since_deal(rules, table):
        return follows(rules, report, ("9.1.1(c)",))
    if not all(table.hand.players[number].live for number in players):
        return follows(rules, report, ("9.1.1(c)",), *new_deal(rules, table, "cards were dealt out of order", "c"))
    return ask(rules, report, clauses=("9.1.1(c)",))


def rule_out_of_order(rules: Rules, table: State, report: Report, option: str) -> Decision:
    players = report.players
    owners = zip(players, (*players[1:], players[0]), strict=True)
    hands = {owner: table.hand.players[holder].cards for holder, owner in owners}
    return Accepted((HandsPutRight(hands=hands, clauses=("9.1.1(c)",)),))


def _counted(hand: Hand, place: int, count: int, clauses: Clauses) -> tuple[Event, ...] | Refused:
    """The record corrected, if the cards are face down and nobody had counted them."""
    held = hand.players[place].cards if place in hand.ring else hand.strays.get(place, ())
    if count == len(held):
        return ()
    fewer_of_known = count < len(held) and any(card is not HIDDEN for card in held)
    if hand.known or fewer_of_known or count - len(held) > len(hand.stub):
        reason = f"place {place} has {counted('card', len(held))} on record; deal with `deal counts` what was really dealt"
        return Refused("not_irregular", reason, clauses)
    return (HandCounted(place=place, count=count, clauses=clauses),)


def dealt_out(rules: Rules, table: State, report: Report) -> Decision:
    """9.1.1(d) and (f): a player who should have been dealt in got no cards."""
    hand = table.hand
    player = hand.players[report.player]
    if report.player not in hand.ring or not player.live:
        return Refused("not_irregular", f"seat {report.player} was due no cards", ("9.1.1(d)",))
    if isinstance(hand_counted := _counted(table.hand, report.player, 0, ("9.1.1(d)",)), Refused):
        return hand_counted
    if len(table.hand.in_hand) == 1:
        return follows(rules, report, ("9.1.1(g)",), *hand_counted, *last_hand_wrong(rules, table))
    if acted_since_deal(rules, table, *_behind(hand, report.player)):
        clauses = ("9.1.1(f)",)
        return follows(rules, report, clauses, *hand_counted, *_out(rules, table, player, "no cards were dealt to it"))
    return ask(rules, report, clauses=("9.1.1(d)",), first=hand_counted)


def extra_hand(rules: Rules, table: State, report: Report) -> Decision:
    """9.1.1(d): an extra hand, at a place that should have none."""
    place, places, strays = report.player, table.options.places, table.hand.strays
    if not 1 <= place <= places:
        return Refused("report_incomplete", f"say which place it was, as the player: 1 to {places}", ("9.1.1(d)",))
    if place in table.hand.ring:
        return Refused("not_irregular", f"seat {place} is in the hand", ("9.1.1(d)",))
    count = len(strays[place]) if place in strays else max(report.count, 0) or rules.hole_cards
    if isinstance(hand_counted := _counted(table.hand, place, count, ("9.1.1(d)",)), Refused):
        return hand_counted
    if acted_since_deal(rules, table):
        return follows(rules, report, ("9.1.1(d)",), *hand_counted, StrayHandMucked(place=place, clauses=("9.1.1(d)",)))
    return ask(rules, report, clauses=("9.1.1(d)",), first=hand_counted)


def rule_wrong_hands(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """The same cards, dealt again in order to the players who should have them."""
    hand = table.hand
    lying = {number: hand.players[number].cards for number in hand.ring} | hand.strays
    order = dealing_order(table, lying)
    rounds = range(max(map(len, lying.values())))
    dealt = [lying[place][turn] for turn in rounds for place in order if turn < len(lying[place])]
    players = [player.number for player in hand.in_hand]
    needed = len(players) * rules.hole_cards
    used = max(needed - len(dealt), 0)
    cards = (*dealt, *hand.stub[:used])
    hands = {number: cards[turn : needed : len(players)] for turn, number in enumerate(players)}
    back = tuple(dealt[needed:])
    return Accepted((HandsPutRight(hands=hands, used=used, back=back, all_hands=True, clauses=("9.1.1(d)",)),))


def wrong_count(rules: Rules, table: State, report: Report) -> Decision:
    """9.1.1(e), (f) and (g): a hand with too few or too many cards."""
    player = table.hand.players[report.player]
    if not player.live:
        return Refused("not_irregular", f"seat {report.player} has no hand in play", ("9.1.1(f)",))
    count = report.count if report.count >= 0 else len(player.cards)
    if count == right_number(rules, player):
        return Refused("not_irregular", f"{count} cards is the right number", ("9.1.1(f)",))
    if isinstance(hand_counted := _counted(table.hand, player.number, count, ("9.1.1(f)",)), Refused):
        return hand_counted
    if len(table.hand.in_hand) == 1:
        return follows(rules, report, ("9.1.1(g)",), *hand_counted, *last_hand_wrong(rules, table))
    if acted_since_deal(rules, table):
        return follows(rules, report, ("9.1.1(f)",), *hand_counted, *_out(rules, table, player, WRONG_NUMBER))
    if ALWAYS_MISDEAL in table.options.readings:
        return follows(rules, report, ("9.1.1(f)",), *hand_counted, *new_deal(rules, table, WRONG_NUMBER, "f"))
    if table.hand.board or player.discarded:
        return follows(rules, report, ("9.1.1(e)",), *hand_counted, *new_deal(rules, table, WRONG_NUMBER, "e"))
    return ask(rules, report, clauses=("9.1.1(e)",), first=hand_counted, number=count, few=count < rules.hole_cards)


def last_hand_wrong(rules: Rules, table: State) -> list[Event]:
    """9.1.1(g): the only hand left to win has the wrong number of cards."""
    return new_deal(rules, table, f"the last hand has {WRONG_NUMBER}", "g", all_back=True)


def _out(rules: Rules, table: State, player: Player, why: str) -> list[Event]:
    """9.1.1(f): dead if its player has acted, otherwise void."""
    return (dead_hand if player.acted else void_hand)(rules, table, player, why, ("9.1.1(f)",))


def rule_wrong_count(rules: Rules, table: State, report: Report, option: str) -> Decision:
    cards, right = table.hand.players[report.player].cards, rules.hole_cards
    missing = max(right - len(cards), 0)
    hands = {report.player: (*cards[:right], *table.hand.stub[:missing])}
    return Accepted((HandsPutRight(hands=hands, used=missing, back=cards[right:], clauses=("9.1.1(e)",)),))


def exposed_card(rules: Rules, table: State, report: Report) -> Decision:
    """9.7 and 9.1.1(i): the dealer exposes a card in the deal, or more than one."""
    number = len(table.hand.exposed) + max(report.count if report.count >= 0 else 1, len(report.cards))
    allowed = rules.number("exposed_cards_allowed")
    if number < allowed:
        return Refused("not_irregular", "no card was exposed", ("9.7",))
    if number > allowed:
        if acted_since_deal(rules, table):
            return _late(rules, report, "9.1.1(i)")
        return follows(rules, report, ("9.1.1(i)",), *new_deal(rules, table, "more than one card was exposed", "i"))
    if isinstance(exposed := seen_card(rules, table, report, ("9.7",)), Refused):
        return exposed
    seat, place, card = exposed
    if acted_since_deal(rules, table) or table.hand.board:
        seen = CardExposed(seat=seat, place=place, card=card, by_dealer=True, clauses=("9.7",))
        return follows(rules, report, ("9.7",), seen)
    burned = CardReplaced(seat=seat, place=place, card=card, new=table.hand.stub[0], to="burns", clauses=("9.7",))
    return follows(rules, report, ("9.7",), burned)


def seen_card(rules: Rules, table: State, report: Report, clauses: Clauses) -> tuple[int, int, Card] | Refused:
    """The one card of a player's hand that everyone has seen: its owner, its place in the hand, and its face."""
    player = table.hand.players.get(report.player)
    if player is None or not player.dealt_in:
        return Refused("report_incomplete", "say which player's card it was", clauses)
    if not player.live:
        return Refused("not_irregular", f"the hand of seat {report.player} is out of play already", clauses)
    if len(report.cards) != 1 or report.cards[0] is HIDDEN:
        return Refused("report_incomplete", "say which card it was", clauses)
    place = place_in_hand(rules, table.hand, player, report.cards[0])
    return place if isinstance(place, Refused) else (player.number, place, report.cards[0])


# What several reports lead to.
rule_dealt_out = rule_extra_hand = rule_wrong_hands
