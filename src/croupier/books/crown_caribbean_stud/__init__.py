"""Crown Melbourne Limited, Table Games Caribbean Stud Poker Rules, version 11.0: Caribbean Stud and Wild Aruba Stud."""

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.caribbean import caribbean_rules, prizes_by_option
from croupier.books.crown_caribbean_stud import s11_irregularities
from croupier.books.crown_caribbean_stud.s09_meters import counts, least_share, meters as meters
from croupier.books.crown_caribbean_stud.s10_prizes import OPTION_UNSAID, OPTIONS, aruba_jackpot, caribbean_jackpot, seeds
from croupier.books.crown_caribbean_stud.s12_wild_aruba import wild_aruba
from croupier.books.crown_caribbean_stud.s13_tournaments import tournaments as tournaments
from croupier.stud.rules import Rules

DECIDE_IN_TURN = "decide-in-turn"
"""The other reading of 7.5.1: players decide one after the other from the dealer's left."""


def _caribbean_stud(book: Book) -> Rules:
    tables = {option: book.prizes(f"jackpot_prizes_option_{option or OPTION_UNSAID}") for option in (0, *OPTIONS)}
    prizes = prizes_by_option(tables) | {"jackpot_least": least_share(book, "jackpot_prizes_option_1")}
    return caribbean_rules(
        book,
        "crown-caribbean-stud",
        shuffler_decks=book.number("shuffling_shoe_decks"),
        jackpot_counts=counts,
        closing=("hands", book.number("closing_notice")),
        minimum_notice=book.number("minimum_change_notice"),
        idle_rounds=book.number("idle_rounds"),
        dealer_void=s11_irregularities.dealer_void,
        decides_in_turn=lambda options: DECIDE_IN_TURN in options.readings,
        **prizes,
    )


GAMES = {
    "crown-caribbean-stud": Game(rules=_caribbean_stud, jackpot=caribbean_jackpot, asks=frozenset({"option"}), seeds=seeds),
    "crown-wild-aruba": Game(
        rules=lambda book: wild_aruba(book, _caribbean_stud(book)), jackpot=aruba_jackpot, asks=frozenset({"option"})
    ),
}
