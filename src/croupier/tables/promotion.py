"""A promotion: its terms, its draw, the notices to winners and regulator, as a stream."""

from __future__ import annotations

from functools import cache

from croupier.books import book_of
from croupier.books.star_caribbean_stud.people import REVIEWER
from croupier.books.star_caribbean_stud.s17_promotions import promotions
from croupier.kernel.errors import UnknownGame
from croupier.kernel.streams import Stream
from croupier.promotions.engine import PromotionEngine
from croupier.promotions.state import Promotion, PromotionRules

STAR = "star-caribbean-stud"


@cache
def _rules(game: str, edition: str) -> PromotionRules:
    if book_of(game).id != STAR:
        raise UnknownGame(f"{game} has no rules for promotions; {STAR} has")
    return promotions(book_of(game, edition))


PROMOTIONS = PromotionEngine(_rules, operator=REVIEWER)


class PromotionStream(Stream[PromotionRules, Promotion]):
    """One promotion under the book of The Star, with its whole record."""

    engine = PROMOTIONS
    usual_game = STAR
