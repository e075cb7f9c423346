"""What books of house stud share, Caribbean Stud first of all: one deck, one decision a hand."""

import re
from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

import msgspec

from croupier.books.book import Book, nearest
from croupier.jackpots.prizes import Jackpot, Shares, rate
from croupier.jackpots.systems import Terms
from croupier.kernel.accounts import FLOAT
from croupier.kernel.cards import SUIT_NAMES
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import BookError, TableError
from croupier.kernel.hands import SIZES, Category, HandValue, high, kinds_of, one_suit, reader
from croupier.kernel.incidents import Report
from croupier.kernel.money import MoneyError, cents
from croupier.kernel.pay_tables import Pay
from croupier.kernel.rulings import Clauses, follows, whom
from croupier.kernel.telling import whose
from croupier.stud import jackpot_wagers
from croupier.stud.events import DisputeDecided
from croupier.stud.irregularities import told as told
from croupier.stud.qualifying import qualifying
from croupier.stud.rules import Device, Options, Rules, Wager
from croupier.stud.state import Decided, State


def caribbean_rules(book: Book, game: str, **own: Any) -> Rules:
    """The rules of a house stud game: what all of them share, and what a book adds in `play.toml` or in code.

    Hands have the book's size and order. Each player decides once, and there are no community cards.
    """
    size, order, kinds = book.number("cards_per_hand"), _order(book), prize_kinds(book)
    dealt, upcard = by_device(book, "cards_dealt_at_a_time"), by_device(book, "dealer_face_up_card")
    book.table("cards_dealt_at_a_time")  # checks that these are whole numbers
    if set(dealt) != set(upcard):
        raise book.wrong("params", "dealer_face_up_card", "and cards_dealt_at_a_time are not for the same devices")
    value = own.get("value") or (reader(size, order) if order else high)
    shared: dict[str, Any] = {
        "deck_size": book.number("deck_size"),
        "cards": size,
        "order": order,
        "bet_multiple": book.number("bet_multiple"),
        "bet_odds": book.odds("bet_odds", order or (Category if "value" in own else kinds_of(5))),
        "ante_odds": book.odd("ante_odds"),
        "qualifies": _qualifying(book, order),
        "qualifying_hand": book.value("qualifying_hand"),
        "dealt_at_a_time": dealt,
        "upcard_place": {device: _place(book, place) for device, place in upcard.items()},
        "value": value,
        "jackpot_value": high if not order else value if kinds == order else reader(size, kinds),
        "wagers": _wagers(book, size, order),
        "prescribed": book.prescribed(),
        "deal_order": "players first",
    }
    if "jackpot_prizes" in book.params:
        shared |= _prizes(book, any_hand="jackpot_value" in own)
    given = _stated(book, game)
    if "features" in given:  # beside those that the data of the book brings
        given["features"] |= shared.get("features", frozenset())
    if "irregularities" not in own:
        shared["irregularities"] = book.irregularities_by()
    for field, name in (("most_places", "places"), ("shuffler_decks", "decks")):
        if field not in {**own, **given} and (name == "places" or name in book.params):
            shared[field] = book.number(name)
    return Rules(**(book.page(game) | shared | given | own))


def _stated(book: Book, game: str) -> dict[str, Any]:
    """The fields of `Rules` that `play.toml` gives as plain data."""
    kinds, fields = get_type_hints(Rules, localns={"Box": Any}), {}
    for name, said in book.play.get(game, {}).items():
        if name not in Rules.__struct_fields__:
            raise book.wrong("play", name, f"is no field of the rules of a game{nearest(name, Rules.__struct_fields__)}")
        try:
            fields[name] = msgspec.convert(said, kinds[name])
        except msgspec.ValidationError as error:
            raise book.wrong("play", name, f"cannot be {said!r}: {error}") from None
    return fields


def _prizes(book: Book, *, any_hand: bool) -> dict[str, Any]:
    """What the table knows about a meter's prizes: which hands win one, under which clauses, and the fixed sums."""
    prizes = book.prizes("jackpot_prizes")
    known = {kind.label for kind in prize_kinds(book)} if "hand_order" in book.params else {*_LABELS}
    if not any_hand and (strange := [hand for hand in prizes if _kind_of_prize(hand) not in known]):
        raise book.no_hand("jackpot_prizes", f"has a prize for {strange[0]!r}", strange[0], known)
    back = {clause for mishap in book.irregularities.values() for clause in mishap.clauses}
    return {
        "features": frozenset({"jackpot"}),
        "jackpot_follows": {clause: (clause,) for clause in back},
        **prizes_by_option({0: prizes}),
    }


def prizes_by_option(
    tables: Mapping[int, Mapping[str, Pay]], wins: Callable[[frozenset[str], HandValue], str] | None = None
) -> dict[str, Any]:
    """The hands that win a prize, the sums that are fixed or the least of a share, and the clauses, by tables for each option."""
    hands = {option: frozenset(prizes) for option, prizes in tables.items()}

    def sums(*, of_shares: bool) -> Callable[[Options, str], int]:
        def pays(options: Options, hand: str) -> int:
            pay = tables[options.jackpot_option].get(hand)
            return pay.sum(options.jackpot) if pay is not None and of_shares == (pay.percent is not None) else 0

        return pays

    return {
        "jackpot_options": frozenset(tables),
        "jackpot_hand": lambda options, value: (wins or prize_if_in)(hands[options.jackpot_option], value),
        "jackpot_fixed": sums(of_shares=False),
        "jackpot_least": sums(of_shares=True),
        "jackpot_row": lambda hand: next(prizes[hand].clauses for prizes in tables.values() if hand in prizes),
    }


def prize_kinds(book: Book) -> tuple[Category, ...]:
    """The hands that can win a prize of the meter, lowest first; a royal flush counts even if the order of hands has none."""
    order, royal = _order(book), Category.ROYAL_FLUSH
    named = {_kind_of_prize(hand) for hand in book.prizes("jackpot_prizes")} if "jackpot_prizes" in book.params else set()
    return (*order, royal) if order and royal not in order and royal.label in named else order or kinds_of(5)


def _kind_of_prize(hand: str) -> str:
    """The kind of the hands that win a prize: a `royal flush in spades` is a royal flush."""
    kind, _, suit = hand.partition(" in ")
    return kind if suit in SUIT_NAMES.values() and kind.endswith("flush") else hand


def meter_on(book: Book, terms: Terms, share: Callable[..., Shares], table: str = "jackpot_prizes", **own: Any) -> Jackpot:
    """A prize meter on a house's terms, by the book's table of prizes; `own` holds whatever else the book says."""
    prizes = book.prizes(table)
    usual = {
        "increment": rate(terms.increment) if "increment" not in own else 0,
        "fixed": {hand: paid for hand, pay in prizes.items() if (paid := pay.sum(terms.cost))},
        "percent": {hand: pay.percent for hand, pay in prizes.items() if pay.percent is not None},
    }
    said: dict[str, Any] = {"game": terms.game, "book": book.id, "cost": terms.cost, "seed": terms.seed, **usual, **own}
    return Jackpot(hands=tuple(prizes), share=share, **said)


def on_approval(book: Book, jackpot: Callable[[Book, Terms], Jackpot], approval: str) -> Callable[[Terms], Jackpot]:
    """The prize meter of a book in which the terms of a house must name an approval."""

    def approved(terms: Terms) -> Jackpot:
        if not terms.approval:
            raise TableError(f"name {approval}")
        return jackpot(book, terms)

    return approved


_LABELS = {category.label: category for category in Category}
_ONE_DECISION = "and each player decides once; games with cards that all share, or with several decisions, are not supported"


def _order(book: Book) -> tuple[Category, ...]:
    """The kinds of hands, lowest first, if the book has its own order; hands of other than five cards need one."""
    size = book.number("cards_per_hand")
    if size not in SIZES:
        raise book.wrong("params", "cards_per_hand", f"is {size}: a hand here has 3, 4 or 5 cards, {_ONE_DECISION}")
    if "hand_order" not in book.params:
        if size == 5:
            return ()
        kinds = ", ".join(kind.label for kind in kinds_of(size))
        says = f'is {size}, and such hands need an order, lowest first: write hand_order with value = "{kinds}"'
        raise book.wrong("params", "cards_per_hand", says)
    names = [name.strip() for name in str(book.value("hand_order")).split(",")]
    wanted = {kind.label for kind in kinds_of(size)}
    for name in names:
        if name not in wanted or names.count(name) > 1:
            says = f"has {name!r}, which hands of {size} cards cannot be{nearest(name, wanted)}"
            raise book.wrong("params", "hand_order", f"has {name!r} twice" if name in wanted else says)
    if missing := sorted(wanted - {*names, "royal flush"}):
        raise book.wrong("params", "hand_order", f"has no place for a {missing[0]}")
    if "royal flush" in names and names.index("royal flush") < names.index("straight flush"):
        raise book.wrong("params", "hand_order", "has a royal flush below the other straight flushes: write it after them")
    if names[0] != "high card":
        raise book.wrong("params", "hand_order", f"begins with {names[0]!r}: the lowest hand here is a high card")
    return tuple(_LABELS[name] for name in names)


def _qualifying(book: Book, order: tuple[Category, ...]) -> Callable[[HandValue], bool]:
    try:
        return qualifying(str(book.value("qualifying_hand")), order)
    except BookError as error:
        says = f"{error}: write ace and king, any hand, a card such as queen high, or a pair such as pair of eights"
        raise book.wrong("params", "qualifying_hand", says) from None


_KEPT = ("ante", "bet", "exchange", "jackpot", "instant")
"""Names already taken by other wagers."""


def _wagers(book: Book, size: int, order: tuple[Category, ...]) -> dict[str, Wager]:
    """The book's wagers that are paid by a table of hands."""
    wagers = {}
    for name, said in book.wagers.items():

        def wrong(says: str, key: str = "", name: str = name) -> BookError:
            return book.wrong("params", name, says, *([key] if key else []))

        if name in _KEPT or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            raise wrong("cannot be the name of a wager: write small letters with hyphens, such as pair-plus")
        if not said.rows:
            raise wrong('has no row: write what it pays, such as "one pair" = 1', "rows")
        if said.stake != "own" and (said.minimum is not None or said.maximum is not None):
            raise wrong("has limits, and a stake that is tied to the ante: leave minimum and maximum out", "stake")
        if said.stake == "ante" and (said.fold == "stays" or said.cards != "player"):
            raise wrong("is paid on the ante: it looks at the player's hand, and a fold loses it", "stake")
        if not said.regardless and (said.fold == "stays" or said.cards != "player"):
            raise wrong("is decided against the dealer: it looks at the player's hand, and a fold loses it", "regardless")
        try:
            least, most = (cents(str(limit)) if limit is not None else 0 for limit in (said.minimum, said.maximum))
        except MoneyError as error:
            raise wrong(f"has a limit that is not a sum: {error}", "minimum") from None
        if most and least > most:
            raise wrong("has a minimum above its maximum", "minimum")
        known = kinds_of(5) if said.cards in ("both", "upcard") else order or kinds_of(size)
        odds = book.paid(name, said.rows, known, least if said.stake == "own" and least == most else 0)
        book.check_gaps(name, said.rows, known)
        same = {field: getattr(said, field) for field in ("title", "clauses", "stake", "cards", "regardless", "fold")}
        wagers[name] = Wager(name=name, odds=odds, minimum=least, maximum=most, **same)
    return wagers


_DEVICES: dict[str, Device] = {
    "hand-held shoe": "shoe",
    "card shoe": "shoe",
    "shuffling shoe": "shuffler",
    "automatic shuffler": "shuffler",
    "shuffling device": "shuffler",
}
"""The devices as the books call them."""


def _place(book: Book, words: str) -> int | None:
    """The place in the dealer's hand of the card that the book calls top or last; or none is turned up."""
    places = {"top": 0, "last": book.number("cards_per_hand") - 1, "none": None}
    if str(words) not in places:
        raise book.wrong("params", "dealer_face_up_card", f"is {words!r}, which is no place in a hand: top, last or none")
    return places[words]


def by_device(book: Book, name: str) -> dict[Device, Any]:
    """A parameter that the book gives for each of its devices."""
    rows = book.by_name(name)
    for device in rows:
        if device not in _DEVICES:
            raise book.wrong("params", name, f"names {device!r}, which is no device{nearest(device, _DEVICES)}", device)
        if twin := next((other for other in rows if other != device and _DEVICES.get(other) == _DEVICES[device]), ""):
            raise book.wrong("params", name, f"has {device!r} and {twin!r}, and both are a {_DEVICES[device]}: write one", device)
    return {_DEVICES[device]: value for device, value in rows.items()}


def prize_if_in(hands: frozenset[str], value: HandValue) -> str:
    """The name of a hand in a table of prizes, the one with its suit first; empty if it is not there."""
    label = value.category.label
    suited = f"{label} in {SUIT_NAMES[value.cards[0].suit]}"
    return suited if suited in hands and one_suit(value.cards) else label if label in hands else ""


def not_accepted(rules: Rules, table: State, report: Report) -> Decision:
    """The equipment did not register a jackpot wager; checking that was up to its player."""
    clauses = rules.irregularities[report.what].clauses
    if report.box not in table.jackpots:
        return Refused("nothing_wagered", f"{whose(report.box)} has no jackpot wager", clauses)
    if not jackpot_wagers.has_lights(rules, table):
        return Refused("not_at_this_table", "a jackpot that is run by hand has no lights", clauses)
    return follows(rules, report, clauses, jackpot_wagers.not_accepted(rules, table, report.box))


def decided_before(table: State, report: Report) -> Decided | None:
    """The last decision on a dispute; its round and note identify the matter."""
    matter = (table.round_at_issue, report.note)
    return next((dispute for dispute in reversed(table.disputes.get(whom(table, report), ())) if dispute.matter == matter), None)


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
    """A dispute as decided; what is owed is paid at the table, or to a person who has left it.

    If it `reviews` an earlier decision, it is about the same matter, and the same sum unless another is given.
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
