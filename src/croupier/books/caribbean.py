"""What the books of Caribbean Stud have in common: one deck, five cards, ace and king to qualify."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from croupier.books import Values
from croupier.books.book import Book, nearest
from croupier.kernel.accounts import FLOAT
from croupier.kernel.cards import Card, CardError
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import BookError
from croupier.kernel.hands import Category, HandValue, high
from croupier.kernel.incidents import Report
from croupier.kernel.money import cents
from croupier.kernel.rulings import Clauses, follows, whom
from croupier.kernel.telling import whose
from croupier.stud import jackpot_wagers
from croupier.stud.events import DisputeDecided, PlayerTold
from croupier.stud.qualifying import qualifying
from croupier.stud.rules import Device, Options, Rules
from croupier.stud.state import Decided, State

Value = Callable[[Sequence[Card]], HandValue]


def stud_values(bet: Value = high, jackpot: Value = high) -> Values:
    """What five cards are worth for ante and bet, and for the jackpot."""

    def values(cards: Sequence[Card], board: Sequence[Card]) -> dict[str, HandValue | None]:
        if board:
            raise CardError("there is no board in stud: the five cards of a hand are all it has")
        return {"bet": bet(cards), "jackpot": jackpot(cards)}

    return values


def caribbean_rules(book: Book, game: str, **own: Any) -> Rules:
    """The rules of a Caribbean Stud game: what all of them share, and what a book says on its own."""
    shared: dict[str, Any] = {
        "deck_size": book.number("deck_size"),
        "cards": book.number("cards_per_hand"),
        "bet_multiple": book.number("bet_multiple"),
        "bet_odds": book.odds("bet_odds"),
        "ante_odds": book.odd("ante_odds"),
        "qualifies": _qualifying(book),
        "qualifying_hand": book.value("qualifying_hand"),
        "dealt_at_a_time": by_device(book, "cards_dealt_at_a_time"),
        "upcard_place": {device: _place(book, place) for device, place in by_device(book, "dealer_face_up_card").items()},
        "value": high,
        "jackpot_value": high,
        "prescribed": book.prescribed(),
    }
    if "jackpot_prizes" in book.params:
        labels = {category.label for category in Category}
        for hand in (row["hand"] for row in book.rows("jackpot_prizes")) if "jackpot_value" not in own else ():
            if hand not in labels:
                says = f"has a prize for {hand!r}, which is not a hand{nearest(hand, labels)}"
                raise book.wrong("params", "jackpot_prizes", says, hand)
        shared["jackpot_fixed"] = _sums(row for row in book.rows("jackpot_prizes") if "percent" not in row)
        shared["jackpot_least"] = _sums(row for row in book.rows("jackpot_prizes") if "percent" in row)
    return Rules(**(book.page(game) | shared | own))


def _qualifying(book: Book) -> Callable[[HandValue], bool]:
    try:
        return qualifying(str(book.value("qualifying_hand")))
    except BookError as error:
        raise book.wrong("params", "qualifying_hand", f"{error}: write ace and king, or a pair such as pair of eights") from None


def _sums(prizes: Iterable[Mapping[str, Any]]) -> Callable[[Options, str], int]:
    """What rows of a table of prizes say apart from the meter: a sum, or so many times the cost of the wager, or zero."""
    rows = {row["hand"]: row for row in prizes}

    def said(options: Options, hand: str) -> int:
        row = rows.get(hand, {})
        return cents(row["amount"]) if "amount" in row else int(row.get("multiple", 0)) * options.jackpot

    return said


_DEVICES: dict[str, Device] = {
    "hand-held shoe": "shoe",
    "card shoe": "shoe",
    "shuffling shoe": "shuffler",
    "automatic shuffler": "shuffler",
    "shuffling device": "shuffler",
}
"""The devices as the books call them."""


def _place(book: Book, words: str) -> int:
    """The place in the dealer's hand of the card that a book calls the top one or the last one."""
    places = {"top": 0, "last": book.number("cards_per_hand") - 1}
    if words not in places:
        raise book.wrong("params", "dealer_face_up_card", f"is {words!r}, which is no place in a hand: top or last")
    return places[words]


def by_device(book: Book, name: str) -> dict[Device, Any]:
    """A parameter that the book has for each of its devices."""
    rows = book.by_name(name)
    for device in rows:
        if device not in _DEVICES:
            raise book.wrong("params", name, f"names {device!r}, which is no device{nearest(device, _DEVICES)}", device)
    return {_DEVICES[device]: value for device, value in rows.items()}


def prize_if_in(hands: frozenset[str], value: HandValue) -> str:
    """The name of a hand in a table of prizes, or nothing if it is not there."""
    return value.category.label if value.category.label in hands else ""


def not_accepted(rules: Rules, table: State, report: Report) -> Decision:
    """A jackpot wager turns out not to have been taken in by the equipment, which was its player's to watch."""
    clauses = rules.irregularities[report.what].clauses
    if report.box not in table.jackpots:
        return Refused("nothing_wagered", f"{whose(report.box)} has no jackpot wager", clauses)
    if not jackpot_wagers.has_lights(rules, table):
        return Refused("not_at_this_table", "a jackpot that is run by hand has no lights", clauses)
    return follows(rules, report, clauses, jackpot_wagers.not_accepted(rules, table, report.box))


def told(table: State, person: str, about: str, advice: str, clauses: Clauses) -> PlayerTold:
    """Somebody gets advice, at the table or standing by; it counts wherever that person sits next."""
    return PlayerTold(seat=table.seat_of(person), person=person, about=about, advice=advice, clauses=clauses)


def decided_before(table: State, report: Report) -> Decided | None:
    """The last decision on what somebody disputes: a matter is identified by its round and its note."""
    matter = (table.round_at_issue, report.note)
    return next((one for one in reversed(table.disputes.get(whom(table, report), ())) if one.matter == matter), None)


def dispute_decided(
    table: State,
    report: Report,
    decision: str,
    clauses: Clauses,
    *,
    by: str,
    pays: bool = False,
    final: bool = True,
    reviews: Decided | None = None,
) -> DisputeDecided:
    """A dispute as it was decided; what is owed is paid at the table, or to somebody who has left it.

    Where it `reviews` an earlier decision it is about the same matter, and about the same sum unless another is said.
    """
    person = whom(table, report)
    seat = table.seat_of(person)
    claimed = reviews.claimed if reviews and report.amount < 0 else max(report.amount, 0)
    amount = claimed if pays else 0
    when, about = reviews.matter if reviews else (table.round_at_issue, report.note)
    paid = {table.paid_to(person): amount, FLOAT: -amount} if amount else {}
    return DisputeDecided(
        player=seat,
        person=person,
        decision=decision,
        amount=amount,
        by=by,
        about=about,
        final=final,
        round=when,
        claimed=claimed,
        clauses=clauses,
        postings=paid,
    )
