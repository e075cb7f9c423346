"""Section 17: promotional prizes, as numbers and people for the promotions engine."""

from croupier.books.book import Book
from croupier.books.star_caribbean_stud.people import REVIEWER
from croupier.kernel.money import cents
from croupier.promotions.state import BY_THE_HOUR, WINNER, PromotionRules

_ADVICE = "a complaint may be made to an inspector under section 33 of the Gaming and Liquor Administration Act 2007"


def promotions(book: Book) -> PromotionRules:
    """What the book says about promotions. The winner of a prize may speak in 17.3 and 17.4, and has no other part."""
    return PromotionRules(
        **book.page(book.id, WINNER),
        operator=REVIEWER,
        scrutineer_above=cents(str(book.value("scrutineer_prize"))),
        payment_choice_above=cents(str(book.value("payment_choice_prize"))),
        claims_kept_above=cents(str(book.value("refused_claim_record"))),
        most_liquor=book.number("prize_liquor_maximum"),
        notify_days=book.number("winner_notice"),
        regulator_within=book.number("compromised_promotion_notice") * 3600,
        advice=_ADVICE,
        readings=frozenset({BY_THE_HOUR}),
    )
