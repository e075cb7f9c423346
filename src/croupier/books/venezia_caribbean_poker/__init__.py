"""Casino di Venezia, Caribbean Poker: The Rules. The book numbers nothing: the clause numbers are ours (see clauses.toml)."""

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.caribbean import caribbean_rules
from croupier.books.venezia_caribbean_poker.s05_meters import counts, meters as meters
from croupier.books.venezia_caribbean_poker.s07_prizes import CLAUSES, jackpot
from croupier.kernel.hands import Category, HandValue
from croupier.stud.rules import Options, Rules


def _below_pair_returned(options: Options, value: HandValue) -> bool:
    """The other reading of section 6, which has no row below one pair: such a bet is only returned."""
    return "below-pair-returned" in options.readings and value.category == Category.HIGH_CARD


def _caribbean_poker(book: Book) -> Rules:
    below_the_table = {Category.HIGH_CARD: book.odd("bet_odds_below_the_table")}
    return caribbean_rules(
        book,
        "venezia-caribbean-poker",
        bet_odds=below_the_table | book.odds("bet_odds"),
        bet_odds_after_exchange=below_the_table | book.odds("bet_odds_after_exchange"),
        jackpot_counts=counts,
        jackpot_row=CLAUSES.__getitem__,
        decides_in_turn=lambda options: "any-order" not in options.readings,
        exchange_price=book.number("exchange_price_multiple"),
        exchange_returned=lambda options: "exchange-returned" in options.readings,
        bet_unpaid=_below_pair_returned,
        shuffler_decks=book.number("decks_in_play"),
    )


GAMES = {"venezia-caribbean-poker": Game(rules=_caribbean_poker, jackpot=jackpot, asks=frozenset({"notice"}))}
