"""What a book has without its own code: its games, its prize meter, and the usual procedures for irregularities."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.caribbean import caribbean_rules, meter_on, prize_kinds
from croupier.jackpots.prizes import Jackpot, in_turn
from croupier.jackpots.systems import MeterRules, Terms
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import follows
from croupier.stud import events
from croupier.stud.betting import folded
from croupier.stud.irregularities import in_game, too_many_exposed, turned_back, void_hand, void_round
from croupier.stud.rules import Rules
from croupier.stud.seats import taken
from croupier.stud.state import DEALER, State


def games_of(book: Book) -> dict[str, Game]:
    """The games of a book of data alone."""
    prizes = book.prizes("jackpot_prizes") if "jackpot_prizes" in book.params else {}
    if nothing := next((hand for hand, pay in prizes.items() if not pay.sum(1_00) and not pay.percent), ""):
        says = f'has no prize for a {nothing}: write amount = "500", percent = "10", or multiple = 50'
        raise book.wrong("params", "jackpot_prizes", says, nothing)
    book.check_gaps("jackpot_prizes", prizes, prize_kinds(book))
    whole = [hand for hand, pay in prizes.items() if pay.percent == 100]
    if len(whole) > 1:
        says = f"gives the whole meter to a {whole[0]} and to a {whole[1]}: only one kind of hand can win it all"
        raise book.wrong("params", "jackpot_prizes", says, whole[1])
    if prizes and not book.title_page.jackpot_for_play.increment:
        says = 'are of a meter: write in book.toml, for quotes and practice, [jackpot_for_play] with an increment such as "70"'
        raise book.wrong("params", "jackpot_prizes", says)
    meter = jackpot if prizes else None
    return {game: Game(rules=partial(caribbean_rules, game=game), jackpot=meter) for game in book.title_page.games}


def meters(book: Book) -> MeterRules:
    return MeterRules(**book.page(book.id), jackpot=lambda terms: jackpot(book, terms))


def jackpot(book: Book, terms: Terms) -> Jackpot:
    """The prize meter of a book of data alone, on a house's terms: its seed, and the part of each wager that goes to it."""
    if terms.cost <= 0 or terms.seed < 0 or not terms.increment:
        raise TableError("a progressive system needs a cost, a seed and an increment rate")
    clauses = {hand: pay.clauses for hand, pay in book.prizes("jackpot_prizes").items()}
    made = meter_on(book, terms, partial(in_turn, clauses=clauses))
    return replace(made, greatest=sorted(made.percent, key=lambda hand: made.percent[hand])[-1]) if made.percent else made


def _seen(rules: Rules, table: State, report: Report, *, of_hand: bool) -> Decision:
    """Others saw a player's cards: the first clause turns them back; the last clause covers too many in a hand or round."""
    clauses = rules.irregularities[report.what].clauses
    one, more = clauses[:1], clauses[-1:]
    if report.box not in in_game(table) or report.count < 1:
        return Refused("not_irregular", "say which player's cards were seen, and how many", one)
    if (refusal := too_many_exposed(table, report, one)) is not None:
        return refusal
    of_round = table.exposed + report.count
    total = table.boxes[report.box].exposed + report.count if of_hand else of_round
    why = f"{total} cards were seen"
    if total >= rules.number("exposed_cards_void"):
        void = void_hand(table, report.box, why, more) if of_hand else void_round(table, why, more)
        return follows(rules, report, more, void)
    choice = () if of_hand else (events.RetractionOffered(boxes=(report.box,), clauses=one),)
    return follows(rules, report, one, turned_back(report.box, of_round, one), *choice)


def _wrong_number(rules: Rules, table: State, report: Report, *, of_round: bool) -> Decision:
    """A hand with too many or too few cards is void by the first clause; by the second the dealer's, and the round with it.
    Or the whole round is void, whichever hand it is.
    """
    clauses = rules.irregularities[report.what].clauses
    why, dealers = f"the hand has {report.count} cards, not {rules.cards}", report.box == DEALER
    cited = clauses if of_round else clauses[1:] if dealers else clauses[:1]
    if report.count == rules.cards or not (report.box in in_game(table) or (dealers and cited)):
        return Refused("not_irregular", f"a hand has {rules.cards} cards: say which box has how many", clauses[:1])
    void = void_round(table, why, cited) if dealers or of_round else void_hand(table, report.box, why, cited)
    return follows(rules, report, cited, void)


def _counted(rules: Rules, table: State, report: Report) -> Decision:
    """With an incomplete deck the round is void."""
    clauses = rules.irregularities[report.what].clauses
    counted = events.CardsCounted(count=report.count, clauses=clauses)
    if report.count == rules.deck_size:
        return follows(rules, report, clauses, counted)
    return follows(rules, report, clauses, counted, void_round(table, f"the deck has {report.count} cards", clauses))


def _absent(rules: Rules, table: State, report: Report) -> Decision:
    """The hand of a player who is not there to decide is folded."""
    clauses = rules.irregularities[report.what].clauses
    if report.box not in table.undecided:
        return Refused("decided_already", f"nothing is left to decide on box {report.box}", clauses)
    cited = (*clauses, *rules.cite("hand_folded"))
    return follows(rules, report, clauses, folded(table, report.box, cited, taken(table, report.box)))


PROCEDURES: dict[str, Callable[..., Decision]] = {
    "seen, hand void": partial(_seen, of_hand=True),
    "seen, round void": partial(_seen, of_hand=False),
    "wrong number of cards": partial(_wrong_number, of_round=False),
    "wrong number, round void": partial(_wrong_number, of_round=True),
    "deck counted": _counted,
    "absent": _absent,
}
"""The usual procedures that irregularities.toml may name; the clauses are those of the irregularity, in order."""
