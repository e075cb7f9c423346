"""A promotion: its terms, its draw, the notices to winners and regulator, as a stream."""

from croupier.books import USUAL_PROMOTIONS, folder_of, rules_of_promotions
from croupier.kernel.errors import UnknownGame
from croupier.kernel.streams import Stream
from croupier.promotions.engine import PromotionEngine
from croupier.promotions.state import Promotion, PromotionRules

PROMOTIONS = PromotionEngine(rules_of_promotions)


class PromotionStream(Stream[PromotionRules, Promotion]):
    """One promotion under a book that has rules for them, with its whole record."""

    engine = PROMOTIONS
    usual_game = USUAL_PROMOTIONS


def sample_text(book: str = USUAL_PROMOTIONS) -> str:
    """The terms of a promotion that may open, as a TOML file has them."""
    file = folder_of(book) / "sample_promotion.toml"
    if not file.is_file():
        raise UnknownGame(f"{book} has no sample of a promotion")
    return file.read_text(encoding="utf-8")
