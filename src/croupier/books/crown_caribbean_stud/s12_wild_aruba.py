"""Section 12: Wild Aruba Stud. Deuces are wild, the dealer needs a pair of eights, and a strong hand may be paid immediately."""

from msgspec.structs import replace

from croupier.books.book import Book
from croupier.books.caribbean import prizes_by_option
from croupier.books.crown_caribbean_stud.s09_meters import aruba_hand, least_share
from croupier.kernel.errors import BookError
from croupier.kernel.hands import Category, HandValue
from croupier.kernel.wild import WILD_RANK, deuces_natural, deuces_wild
from croupier.stud.qualifying import qualifying
from croupier.stud.rules import Options, Rules

EIGHTS_UNPAID = "eights-unpaid"
"""The other reading of Table 10, whose lowest row is a pair of nines: a bet won by a pair of eights is not paid."""


def wild_aruba(book: Book, caribbean_stud: Rules) -> Rules:
    """12.1: the rules of Caribbean Stud, except where section 12 says otherwise."""
    game = "crown-wild-aruba"
    lowest_paid, qualifying_hand = book.number("aruba_bet_lowest_pair"), str(book.value("aruba_qualifying_hand"))
    prizes, lowest_four = book.prizes("aruba_jackpot_prizes"), book.number("aruba_jackpot_lowest_four_of_a_kind")
    if book.number("aruba_wild_rank") != WILD_RANK:
        raise BookError(f"{game}: only deuces can be wild")

    def below_the_table(options: Options, value: HandValue) -> bool:
        low = value.category == Category.ONE_PAIR and value.ranks[0] < lowest_paid
        return low and EIGHTS_UNPAID in options.readings

    return replace(
        caribbean_stud,
        game=game,
        title=book.title_page.games[game],
        grounds=book.catalogue.cites(game),
        bet_odds=book.odds("aruba_bet_odds"),
        ante_odds=book.odd("aruba_ante_odds"),
        instant_odds=book.odds("aruba_instant_winner_odds"),
        instant_ante_odds=book.odd("aruba_instant_winner_ante_odds"),
        qualifies=qualifying(qualifying_hand),
        qualifying_hand=f"a {qualifying_hand}",
        value=deuces_wild,
        jackpot_value=deuces_natural,
        **prizes_by_option({0: prizes}, wins=lambda hands, value: aruba_hand(hands, lowest_four, value))
        | {"jackpot_least": least_share(book, "aruba_jackpot_prizes")},
        bet_unpaid=below_the_table,
        equal_hands="void",
        readings=caribbean_stud.readings | {EIGHTS_UNPAID},
        features=caribbean_stud.features | {"instant win", "wild cards"},
    )
