"""Section 12: Wild Aruba Stud, where deuces are wild, the dealer needs a pair of eights and a strong hand may be paid at once."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.books.book import Book
from croupier.books.crown_caribbean_stud.s09_meters import aruba_hand
from croupier.kernel.hands import Category, HandValue
from croupier.kernel.wild import deuces_natural, deuces_wild
from croupier.stud.rules import Options, Rules


def pair_of_eights(value: HandValue) -> bool:
    """12.2.1: the dealer qualifies with a pair of eights or higher."""
    return value.category > Category.ONE_PAIR or (value.category == Category.ONE_PAIR and value.ranks[0] >= 8)


def eights_unpaid(options: Options, value: HandValue) -> bool:
    """The other reading of Table 10, whose lowest row is a pair of nines: a bet won by a pair of eights is not paid."""
    return "eights-unpaid" in options.readings and value.category == Category.ONE_PAIR and value.ranks[0] == 8


def wild_aruba(book: Book, caribbean_stud: Rules) -> Rules:
    """12.1: the rules of Caribbean Stud, but for what section 12 says otherwise."""
    game = "crown-wild-aruba"
    return replace(
        caribbean_stud,
        game=game,
        title=book.title_page.games[game],
        grounds=book.catalogue.cites(game),
        bet_odds=book.odds("aruba_bet_odds"),
        ante_odds=book.odd("aruba_ante_odds"),
        instant_odds=book.odds("aruba_instant_winner_odds"),
        qualifies=pair_of_eights,
        qualifying_hand="a pair of eights",
        value=deuces_wild,
        jackpot_value=deuces_natural,
        jackpot_hand=lambda options, value: aruba_hand(book, value),
        jackpot_options=frozenset({0}),
        bet_unpaid=eights_unpaid,
        equal_hands="void",
        readings=caribbean_stud.readings | {"eights-unpaid"},
        features=caribbean_stud.features | {"instant win", "wild cards"},
        _cited={},
    )
