"""9.1.1 and 9.7: misdeals, what is corrected instead, and hands with the wrong number of cards."""

from __future__ import annotations

from croupier.books.book import load_book
from croupier.kernel.cards import HIDDEN, Card, twice
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Option, Refused
from croupier.kernel.events import Event
from croupier.kernel.rulings import Clauses
from croupier.poker.commands import Report
from croupier.poker.corrections import (
    CardExposed,
    CardReplaced,
    HandCounted,
    HandsPutRight,
    StrayHandMucked,
)
from croupier.poker.deal import dealing_order, right_number
from croupier.poker.irregularities import ask, follows
from croupier.poker.remedies import dead_hand, misdeal, void_hand
from croupier.poker.rules import Rules
from croupier.poker.table import Seat, Table

DEALER = "Dealer"
AREA_MANAGER = "TG Area Manager"

_BOOK = load_book("crown_poker")
SUBSTANTIAL = _BOOK.number("substantial_action_players")
CUT_EXPOSED = _BOOK.number("cut_exposed_cards_misdeal")
EXPOSED_ALLOWED = _BOOK.number("exposed_cards_allowed")

ALWAYS_MISDEAL = "wrong_count_always_misdeal"
"""The other reading of 9.1.1(f): a wrong number of cards before substantial action is never put right."""

WRONG_NUMBER = "a wrong number of cards"


def acted_since_deal(table: Table) -> bool:
    """Substantial action since the initial deal: acts in turn by two players or more (1.1)."""
    return sum(seat.acted for seat in table.seats.values()) >= SUBSTANTIAL


def new_deal(rules: Rules, table: Table, why: str, item: str, *, all_back: bool = False) -> list[Event]:
    """9.1.1: a misdeal under one of its items."""
    return misdeal(rules, table, why, ("9.1.1", f"9.1.1({item})"), all_back=all_back)


def exposed_in_cut(rules: Rules, table: Table, report: Report) -> Decision:
    """9.1.1(a): one card or more exposed in the cut."""
    if max(report.count, len(report.cards)) < CUT_EXPOSED and report.count >= 0:
        return Refused("not_irregular", "no card was exposed", ("9.1.1(a)",))
    if table.phase == "blinds" and not table.cut:
        return Refused("not_at_this_time", "the cards are not cut yet", ("9.1.1(a)",))
    if acted_since_deal(table):
        return _late(rules, report, "cards were exposed in the cut", "9.1.1(a)")
    return follows(rules, report, ("9.1.1(a)",), *new_deal(rules, table, "a card was exposed in the cut", "a"))


def _late(rules: Rules, report: Report, what: str, clause: str) -> AwaitingRuling:
    """Seen at once, but reported only after substantial action: the book does not say."""
    return ask(
        rules,
        report,
        question=f"{what}, and two players have acted since: is the hand played on?",
        rank=AREA_MANAGER,
        options=(
            Option("play on", "the hand is played on", ("13.10",)),
            Option("misdeal", "a new deal", ("13.10", clause)),
        ),
        clauses=(clause, "13.10"),
    )


def rule_exposed_in_cut(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "misdeal":
        return Accepted(tuple(new_deal(rules, table, "a card was exposed in the cut", "a")))
    return follows(rules, report, ("13.10",))


def not_shuffled(rules: Rules, table: Table, report: Report) -> Decision:
    """9.1.1(b): no shuffle or no cut before the deal."""
    if acted_since_deal(table):
        return follows(rules, report, ("9.1.1(b)",))
    return follows(rules, report, ("9.1.1(b)",), *new_deal(rules, table, "the cards were not shuffled or cut", "b"))


def _correct_or_misdeal(
    rules: Rules, report: Report, what: str, item: str, correction: str, first: tuple[Event, ...] = ()
) -> AwaitingRuling:
    """Whether an error can be put right is for the dealer or above to judge."""
    clause = f"9.1.1({item})"
    return ask(
        rules,
        report,
        question=f"{what}: can it be put right, all cards being known to lie where they were dealt and seen by nobody?",
        rank=DEALER,
        options=(
            Option("correct", correction, (clause,)),
            Option("misdeal", "it cannot be put right: a new deal", ("9.1.1", clause)),
        ),
        clauses=(clause,),
        first=first,
    )


def out_of_order(rules: Rules, table: Table, report: Report) -> Decision:
    """9.1.1(c): hands went to the wrong players; each of those named has the hand that belongs to the next one named."""
    players = report.players
    if len(players) < 2 or len(set(players)) < len(players) or not set(players) <= set(table.ring):
        return Refused("report_incomplete", "say which players have one another's cards, in order", ("9.1.1(c)",))
    if acted_since_deal(table):
        return follows(rules, report, ("9.1.1(c)",))
    if not all(table.seats[number].live for number in players):
        return follows(rules, report, ("9.1.1(c)",), *new_deal(rules, table, "cards were dealt out of order", "c"))
    return _correct_or_misdeal(rules, report, "cards were dealt out of order", "c", "the hands change places")


def rule_out_of_order(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "misdeal":
        return Accepted(tuple(new_deal(rules, table, "cards were dealt out of order", "c")))
    players = report.players
    owners = zip(players, (*players[1:], players[0]), strict=True)
    hands = {owner: table.seats[holder].cards for holder, owner in owners}
    return Accepted((HandsPutRight(hands=hands, clauses=("9.1.1(c)",)),))


def _counted(table: Table, place: int, count: int, clauses: Clauses) -> tuple[Event, ...] | Refused:
    """The record made right where the cards lie face down and nobody had counted them."""
    held = table.seats[place].cards if place in table.ring else table.strays.get(place, ())
    if count == len(held):
        return ()
    fewer_of_known = count < len(held) and any(card is not HIDDEN for card in held)
    if fewer_of_known or HIDDEN not in table.stub or count - len(held) > len(table.stub):
        reason = f"place {place} has {len(held)} cards on record; deal with `deal counts` what was really dealt"
        return Refused("not_irregular", reason, clauses)
    return (HandCounted(place=place, count=count, clauses=clauses),)


def dealt_out(rules: Rules, table: Table, report: Report) -> Decision:
    """9.1.1(d) and (f): a player who should have been dealt in got no cards."""
    seat = table.seats[report.player]
    if report.player not in table.ring or not seat.live:
        return Refused("not_irregular", f"seat {report.player} was due no cards", ("9.1.1(d)",))
    found = _counted(table, report.player, 0, ("9.1.1(d)",))
    if isinstance(found, Refused):
        return found
    if len(table.in_hand) == 1:
        return follows(rules, report, ("9.1.1(g)",), *found, *last_hand_wrong(rules, table))
    if acted_since_deal(table):
        clauses = ("9.1.1(f)",)
        out = dead_hand if seat.acted else void_hand
        return follows(rules, report, clauses, *found, *out(rules, table, seat, "no cards were dealt to it", clauses))
    return _correct_or_misdeal(
        rules, report, f"seat {report.player} was dealt out", "d", "the hands are dealt as they should have been", found
    )


def extra_hand(rules: Rules, table: Table, report: Report) -> Decision:
    """9.1.1(d): a hand too many, to a place that should have none."""
    place = report.player
    if place in table.ring:
        return Refused("not_irregular", f"seat {place} is in the hand", ("9.1.1(d)",))
    count = len(table.strays[place]) if place in table.strays else max(report.count, 0) or rules.hole_cards
    found = _counted(table, place, count, ("9.1.1(d)",))
    if isinstance(found, Refused):
        return found
    if acted_since_deal(table):
        return follows(rules, report, ("9.1.1(d)",), *found, StrayHandMucked(place=place, clauses=("9.1.1(d)",)))
    return _correct_or_misdeal(
        rules, report, f"a hand was dealt to place {place}", "d", "the hands are dealt as they should have been", found
    )


def rule_wrong_hands(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "misdeal":
        why = "a player was dealt out" if report.what == "dealt-out" else "a hand too many was dealt"
        return Accepted(tuple(new_deal(rules, table, why, "d")))
    return Accepted((_rebuilt(rules, table),))


def _rebuilt(rules: Rules, table: Table) -> HandsPutRight:
    """The same cards, dealt again in their order to those who should have them."""
    lying = {number: table.seats[number].cards for number in table.ring} | table.strays
    order = dealing_order(table, lying)
    rounds = range(max(map(len, lying.values())))
    dealt = [lying[place][turn] for turn in rounds for place in order if turn < len(lying[place])]
    players = [number for number in table.ring if table.seats[number].live]
    needed = len(players) * rules.hole_cards
    used = max(needed - len(dealt), 0)
    cards = (*dealt, *table.stub[:used])
    hands = {number: cards[turn : needed : len(players)] for turn, number in enumerate(players)}
    return HandsPutRight(hands=hands, used=used, back=tuple(dealt[needed:]), all_hands=True, clauses=("9.1.1(d)",))


def wrong_count(rules: Rules, table: Table, report: Report) -> Decision:
    """9.1.1(e), (f) and (g): a hand with too few or too many cards."""
    seat = table.seats[report.player]
    if not seat.live:
        return Refused("not_irregular", f"seat {report.player} has no hand in play", ("9.1.1(f)",))
    count = report.count if report.count >= 0 else len(seat.cards)
    if count == right_number(rules, seat):
        return Refused("not_irregular", f"{count} cards is the right number", ("9.1.1(f)",))
    found = _counted(table, seat.number, count, ("9.1.1(f)",))
    if isinstance(found, Refused):
        return found
    if len(table.in_hand) == 1:
        return follows(rules, report, ("9.1.1(g)",), *found, *last_hand_wrong(rules, table))
    if acted_since_deal(table):
        return follows(rules, report, ("9.1.1(f)",), *found, *_out(rules, table, seat))
    if ALWAYS_MISDEAL in table.options.readings:
        return follows(rules, report, ("9.1.1(f)",), *found, *new_deal(rules, table, WRONG_NUMBER, "f"))
    if table.board or seat.discarded:
        return follows(rules, report, ("9.1.1(e)",), *found, *new_deal(rules, table, WRONG_NUMBER, "e"))
    right = "the missing cards are dealt" if count < rules.hole_cards else "the surplus goes back on top of the deck"
    return _correct_or_misdeal(rules, report, f"seat {seat.number} has {count} cards", "e", right, found)


def last_hand_wrong(rules: Rules, table: Table) -> list[Event]:
    """9.1.1(g): nobody is left to win but a hand with the wrong number of cards."""
    return new_deal(rules, table, f"the last hand has {WRONG_NUMBER}", "g", all_back=True)


def _out(rules: Rules, table: Table, seat: Seat) -> list[Event]:
    """9.1.1(f): dead if its player has acted, otherwise void."""
    return (dead_hand if seat.acted else void_hand)(rules, table, seat, WRONG_NUMBER, ("9.1.1(f)",))


def rule_wrong_count(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "misdeal":
        return Accepted(tuple(new_deal(rules, table, WRONG_NUMBER, "e")))
    cards, right = table.seats[report.player].cards, rules.hole_cards
    missing = max(right - len(cards), 0)
    hands = {report.player: (*cards[:right], *table.stub[:missing])}
    return Accepted((HandsPutRight(hands=hands, used=missing, back=cards[right:], clauses=("9.1.1(e)",)),))


def exposed_card(rules: Rules, table: Table, report: Report) -> Decision:
    """9.7 and 9.1.1(i): the dealer exposes a card in the deal, or more than one."""
    number = len(table.exposed) + max(report.count if report.count >= 0 else 1, len(report.cards))
    if number < EXPOSED_ALLOWED:
        return Refused("not_irregular", "no card was exposed", ("9.7",))
    if number > EXPOSED_ALLOWED:
        if acted_since_deal(table):
            return _late(rules, report, "more than one card was exposed in the deal", "9.1.1(i)")
        return follows(rules, report, ("9.1.1(i)",), *new_deal(rules, table, "more than one card was exposed", "i"))
    exposed = seen_card(rules, table, report, ("9.7",))
    if isinstance(exposed, Refused):
        return exposed
    seat, place, card = exposed
    if acted_since_deal(table) or table.board:
        seen = CardExposed(seat=seat, place=place, card=card, by_dealer=True, clauses=("9.7",))
        return follows(rules, report, ("9.7",), seen)
    burned = CardReplaced(seat=seat, place=place, card=card, new=table.stub[0], to="burns", clauses=("9.7",))
    return follows(rules, report, ("9.7",), burned)


def rule_exposed_card(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "misdeal":
        return Accepted(tuple(new_deal(rules, table, "more than one card was exposed", "i")))
    return follows(rules, report, ("13.10",))


def seen_card(rules: Rules, table: Table, report: Report, clauses: Clauses) -> tuple[int, int, Card] | Refused:
    """The one card of a player's hand that everybody has seen: whose, where in the hand, and its face."""
    seat = table.seats.get(report.player)
    if seat is None or not seat.live:
        return Refused("report_incomplete", "say which player's card it was", clauses)
    if len(report.cards) != 1 or report.cards[0] is HIDDEN:
        return Refused("report_incomplete", "say which card it was", clauses)
    card = report.cards[0]
    if card in seat.cards:
        return seat.number, seat.cards.index(card), card
    if HIDDEN not in seat.cards or twice([card, *table.known_cards()]) is not None:
        return Refused("report_incomplete", f"{card} is not among the cards of seat {seat.number}", clauses)
    return seat.number, seat.cards.index(HIDDEN), card
