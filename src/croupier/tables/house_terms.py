"""Terms of a prize meter that a house might choose, if a book leaves them to an approval: not figures of the books.

They are for people who want a jackpot without choosing terms: a quote, or a table at home.
"""

from croupier.books import book_of, rules_of
from croupier.jackpots.systems import Terms
from croupier.kernel.money import cents

NOT_APPROVED = "none: for a quote or for play only"
"""The approval given where a book wants an authority named."""


def usual_cost(game: str) -> int:
    """What a jackpot wager costs by default: what the book prescribes, or one whole unit."""
    return rules_of(game).usual_options().jackpot or 1_00


def usual_terms(
    game: str,
    *,
    cost: int,
    seed: str = "",
    option: int = 0,
    increment: str = "",
    minor_increment: str = "",
    notice: dict[str, int] | None = None,
) -> Terms:
    """Terms with missing values filled in, except for a payment table on a notice: the house decides that."""
    usual = book_of(game).title_page.jackpot_for_play
    return Terms(
        game=game,
        cost=cost,
        seed=cents(seed or usual.seed),
        option=option,
        increment=increment or usual.increment,
        minor_increment=minor_increment,
        approval=NOT_APPROVED,
        notice=notice or {},
    )


def terms_for_play(game: str, cost: int) -> Terms:
    """The terms of a small meter for one table."""
    notice = {hand: times * cost for hand, times in book_of(game).title_page.jackpot_for_play.notice.items()}
    return usual_terms(game, cost=cost, notice=notice)
