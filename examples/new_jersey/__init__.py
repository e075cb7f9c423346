"""Caribbean Stud in New Jersey, as an example: irregularities, options that the law prescribes, and a prize meter."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.caribbean import caribbean_rules, prize_if_in, stud_values
from croupier.jackpots.prizes import GRAINS, Jackpot, Payment, Pools, Shares, grains, percentages, rate, to_cents
from croupier.jackpots.systems import MeterRules, Terms
from croupier.kernel.accounts import FLOAT
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.incidents import Report
from croupier.kernel.money import cents, dollars
from croupier.kernel.rulings import follows
from croupier.stud import events
from croupier.stud.irregularities import in_game, too_many_exposed, turned_back, void_hand, void_round
from croupier.stud.rules import Rules
from croupier.stud.state import DEALER, State, ante_of

# 16.13: what follows when something goes wrong


def exposed(rules: Rules, table: State, report: Report) -> Decision:
    """16.13(a) and (b): one card seen is turned back, from two on the hand is void."""
    if report.box not in in_game(table) or report.count < 1:
        return Refused("not_irregular", "say which player's cards were seen, and how many", ("16.13(a)",))
    if (refusal := too_many_exposed(table, report, ("16.13(a)",))) is not None:
        return refusal
    total = table.boxes[report.box].exposed + report.count
    if total >= rules.number("exposed_cards_void"):
        return follows(rules, report, ("16.13(b)",), void_hand(table, report.box, f"{total} cards were seen", ("16.13(b)",)))
    return follows(rules, report, ("16.13(a)",), turned_back(report.box, table.exposed + report.count, ("16.13(a)",)))


def miscount(rules: Rules, table: State, report: Report) -> Decision:
    """16.13(c) and (d): a player's hand of another number is void, and with the dealer's all are."""
    if report.count == rules.cards:
        return Refused("not_irregular", f"{rules.cards} cards is the right number", ("16.13(c)",))
    if report.box == DEALER:
        void = void_round(table, f"the dealer has {report.count} cards", ("16.13(d)",))
        return follows(rules, report, ("16.13(d)",), void)
    if report.box not in in_game(table):
        return Refused("nothing_wagered", f"box {report.box} has no hand in the game", ("16.13(c)",))
    return follows(
        rules, report, ("16.13(c)",), void_hand(table, report.box, f"the hand has {report.count} cards", ("16.13(c)",))
    )


def deck_count(rules: Rules, table: State, report: Report) -> Decision:
    """16.13(e): with a deck that is not complete the round is void."""
    counted = events.CardsCounted(count=report.count, clauses=("16.13(e)",))
    if report.count == rules.number("deck_size"):
        return follows(rules, report, ("16.13(e)",), counted)
    void = void_round(table, f"the deck has {report.count} cards", ("16.13(e)",))
    return follows(rules, report, ("16.13(e)",), counted, void)


def absent(rules: Rules, table: State, report: Report) -> Decision:
    """16.13(f): the hand of a player who is not there is folded."""
    box, ante = table.boxes[report.box], table.ante(report.box)
    if not box.seat or box.choice:
        return Refused("decided_already", f"nothing is left to decide on box {report.box}", ("16.13(f)",))
    folded = events.HandFolded(
        box=report.box,
        counted=len(box.cards),
        collected=ante,
        clauses=("16.13(f)", "16.10(c)"),
        postings={ante_of(report.box): -ante, FLOAT: ante},
    )
    return follows(rules, report, ("16.13(f)",), folded)


# 16.11: the meter


def share(jackpot: Jackpot, pools: Pools, hands: Sequence[str]) -> Shares:
    """The prizes of one round: the sums first, then a tenth for each straight flush, and the rest among royal flushes."""
    jackpot.check(hands)
    payments = []
    for hand in (hand for hand in hands if hand in jackpot.fixed):
        pays = jackpot.fixed[hand]
        payments.append(Payment(hand=hand, pays=pays, source="meter", formula=dollars(pays), clauses=("16.11(b)",)))
    spent = sum(payment.pays for payment in payments)
    for hand in ("straight flush", "royal flush"):
        left, winners = max(Fraction(0), Fraction(pools.major, GRAINS) - spent), hands.count(hand)
        if winners:
            parts = winners if hand == "royal flush" else 1
            each = to_cents(jackpot.part(hand) * left / parts, up=False)
            how = f"{jackpot.part_in_words(hand)} of {dollars(to_cents(left, up=False))}" + f", divided by {parts}" * (parts > 1)
            payments += [Payment(hand=hand, pays=each, source="meter", formula=how, clauses=("16.11(a)",))] * winners
            spent += each * winners
    after = pools.major - grains(spent)
    least = grains(jackpot.seed) if "royal flush" in hands else 0
    return Shares(payments=tuple(payments), meter_after=max(after, least), top_up=max(0, least - after))


def jackpot(book: Book, terms: Terms) -> Jackpot:
    """The prize meter on the terms of a house: its seed, and what part of each wager goes to it."""
    if terms.cost <= 0 or terms.seed < 0 or not terms.increment:
        raise TableError("a progressive system needs a cost, a seed and an increment rate")
    rows = book.rows("jackpot_prizes")
    return Jackpot(
        game=terms.game,
        book=book.id,
        cost=terms.cost,
        seed=terms.seed,
        increment=rate(terms.increment),
        hands=tuple(row["hand"] for row in rows),
        fixed={row["hand"]: cents(row["amount"]) for row in rows if "amount" in row},
        percent=percentages(rows),
        share=share,
    )


def meters(book: Book) -> MeterRules:
    return MeterRules(**book.page(book.id), jackpot=lambda terms: jackpot(book, terms))


def _rules(book: Book) -> Rules:
    prizes = frozenset(row["hand"] for row in book.rows("jackpot_prizes"))
    return caribbean_rules(
        book,
        "nj-caribbean-stud",
        most_places=book.number("places"),
        shuffler_decks=book.number("decks"),
        deal_order="players first",
        features=frozenset({"jackpot"}),
        jackpot_hand=lambda options, value: prize_if_in(prizes, value),
        jackpot_row=lambda hand: ("16.11(b)",) if hand in ("four of a kind", "full house", "flush") else ("16.11(a)",),
        jackpot_follows={clause: (clause,) for clause in ("16.13(b)", "16.13(c)", "16.13(d)", "16.13(e)")},
        irregularities=book.irregularities_by(
            {"exposed": exposed, "miscount": miscount, "deck-count": deck_count, "absent": absent}
        ),
    )


GAMES = {"nj-caribbean-stud": Game(values=stud_values(), rules=_rules, jackpot=jackpot)}
