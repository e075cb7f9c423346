"""9.4 and 9.8 to 9.14: burn cards forgotten, community cards too early or too many."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.books.book import load_book
from croupier.books.crown_poker.s09_misdeals import AREA_MANAGER, SUBSTANTIAL
from croupier.kernel.cards import HIDDEN, Card, twice
from croupier.kernel.decisions import Accepted, Decision, Option, Refused
from croupier.kernel.events import Event
from croupier.kernel.rulings import Clauses
from croupier.poker.commands import Report
from croupier.poker.corrections import BurnTakenBack, CardBurned, CardsOpened, CardsTakenBack
from croupier.poker.deal import FLOP, discards_due
from croupier.poker.irregularities import ask, follows
from croupier.poker.remedies import betting_undone, side_wagers_reopened
from croupier.poker.rules import Rules
from croupier.poker.table import Table

_BOOK = load_book("crown_poker")
OPENED_AT_ONCE = _BOOK.number("cards_opened_at_once")
WHOLE_BOARD = 5
WITHOUT_BURN = "without a burn"
FACE_DOWN = "face down"


def acted_on_card(table: Table) -> bool:
    """Substantial action since the last community card (1.1)."""
    return len(table.actors) >= SUBSTANTIAL


def opened(table: Table, report: Report, number: int, burn: int, clauses: Clauses) -> CardsOpened | Refused:
    """Cards that the dealer turned up by mistake: as they lie in the deck, or as the report names them."""
    top = table.stub[burn : burn + number]
    cards: tuple[Card, ...] = report.cards or top
    if len(cards) != number or HIDDEN in cards or len(top) != number:
        return Refused("report_incomplete", f"say which {number} cards were turned up", clauses)
    if HIDDEN in top:
        if (double := twice([*cards, *table.known_cards()])) is not None:
            return Refused("report_incomplete", f"{double} lies somewhere else", clauses)
    elif cards != top:
        return Refused("report_incomplete", "the deck has other cards on top", clauses)
    return CardsOpened(cards=cards, burn=table.stub[:burn], clauses=clauses)


def flop_withdrawn(table: Table, clauses: Clauses, *, discards: int = 0) -> list[Event]:
    """The betting on a flop that goes back is undone, and wagers settled on it stand again (9.16)."""
    return [*betting_undone(table, clauses, discards=discards), *side_wagers_reopened(table, ("9.16",))]


def back_to_deck(table: Table, cards: tuple[Card, ...], burned: int, clauses: Clauses, *, cut: bool) -> CardsTakenBack:
    return CardsTakenBack(cards=cards, to="stub", burned=burned, cut=cut, clauses=clauses)


def _flop_clauses(table: Table, clause: str) -> Clauses:
    """9.16 beside the clause, where wagers on the flop wait for a valid one."""
    return (clause, "9.16") if table.side_open or table.side_results else (clause,)


def no_burn(rules: Rules, table: Table, report: Report) -> Decision:
    """9.4 and 9.8: the dealer forgot to burn before the last community card."""
    if not table.board:
        return Refused("not_irregular", "no community card lies there", ("9.4",))
    flop = len(table.board) == FLOP
    clause = "9.8" if flop else "9.4"
    recorded = len(table.burns) >= len(table.board) - FLOP + 1
    if recorded and table.burns[-1] is not HIDDEN:
        return Refused("not_irregular", "a card was burned", (clause,))
    found: list[Event] = [BurnTakenBack(clauses=("9.4",))] if recorded else []
    if acted_on_card(table) or table.phase == "showdown":
        return follows(rules, report, ("9.4",), *found)
    if flop:
        clauses = _flop_clauses(table, "9.8")
        taken = back_to_deck(table, table.board, 0, clauses, cut=True)
        return follows(rules, report, ("9.8",), *found, *flop_withdrawn(table, ("9.8",)), taken)
    card = CardsTakenBack(cards=table.board[-1:], to="burns", burned=1, clauses=("9.4",))
    return follows(rules, report, ("9.4",), *found, *betting_undone(table, ("9.4",)), card)


def burned_twice(rules: Rules, table: Table, report: Report) -> Decision:
    """A card burned twice or too early: the book does not say (13.10)."""
    if not table.stub:
        return Refused("not_irregular", "no card is left to burn", ("13.10",))
    return ask(
        rules,
        report,
        question="a card was burned that should not have been: does it go back on the deck?",
        rank=AREA_MANAGER,
        options=(
            Option("put back", "the order is known: it goes back on top of the deck", ("13.10",)),
            Option("play on", "it stays with the burn cards", ("13.10",)),
        ),
        clauses=("13.10",),
        first=(CardBurned(card=table.stub[0], clauses=("13.10",)),),
    )


def rule_burned_twice(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "put back":
        return Accepted((BurnTakenBack(clauses=("13.10",)),))
    return follows(rules, report, ("13.10",))


def flop_too_many(rules: Rules, table: Table, report: Report) -> Decision:
    """9.9: more than three cards turned up on the flop."""
    if len(table.board) != FLOP or table.phase == "showdown":
        return Refused("not_irregular", "record the flop first, then report the cards beyond three", ("9.9",))
    if report.note == FACE_DOWN:
        return follows(rules, report, ("9.9",))
    number = (report.count if report.count >= 0 else FLOP + max(len(report.cards), 1)) - FLOP
    if number < 1:
        return Refused("not_irregular", f"{FLOP} cards are the right number", ("9.9",))
    surplus = opened(table, report, number, 0, ("9.9",))
    if isinstance(surplus, Refused):
        return surplus
    if not acted_on_card(table):
        return follows(rules, report, ("9.9",), *_flop_back(table, surplus))
    return ask(
        rules,
        replace(report, cards=surplus.cards),
        question="the flop has too many cards, and two players have acted on it: is it dealt anew?",
        rank=AREA_MANAGER,
        options=(
            Option("play on", "the first three cards stay", ("13.10",)),
            Option("take back", "the flop is dealt anew", ("9.9", "13.10")),
        ),
        clauses=("9.9", "13.10"),
    )


def _flop_back(table: Table, surplus: CardsOpened) -> list[Event]:
    cards = (*table.board, *surplus.cards)
    taken = back_to_deck(table, cards, int(len(table.burns) > 0), _flop_clauses(table, "9.9"), cut=True)
    return [*flop_withdrawn(table, ("9.9",)), surplus, taken]


def rule_flop_too_many(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "take back":
        surplus = CardsOpened(cards=report.cards, burn=(), clauses=("9.9", "13.10"))
        return Accepted(tuple(_flop_back(table, surplus)))
    return follows(rules, report, ("13.10",))


def _too_early(table: Table, rules: Rules, lying: int, clauses: Clauses) -> Refused | None:
    """Why a card cannot have been opened too early."""
    if len(table.board) != lying:
        return Refused("not_irregular", f"{len(table.board)} community cards lie there, not {lying}", clauses)
    if not table.turn and not table.owed and not discards_due(rules, table):
        return Refused("not_irregular", "the betting round is over: the card is due", clauses)
    return None


def _burn(table: Table, report: Report) -> int:
    """Whether a card was burned before the one that came too early, unless a burn was made before."""
    made = table.skip_burns > 0 and len(table.board) >= table.skip_from
    return int(report.note != WITHOUT_BURN and not made)


def flop_early(rules: Rules, table: Table, report: Report) -> Decision:
    """9.10: the flop turned up before the first betting round is over."""
    clauses = ("9.10", "9.15.1") if table.phase == "discard" else ("9.10",)
    if (refusal := _too_early(table, rules, 0, clauses)) is not None:
        return refusal
    burn = _burn(table, report)
    flop = opened(table, report, FLOP, burn, ("9.10",))
    if isinstance(flop, Refused):
        return flop
    taken = back_to_deck(table, flop.cards, burn, _flop_clauses(table, "9.10"), cut=True)
    return follows(rules, report, clauses, flop, taken)


def river_early(rules: Rules, table: Table, report: Report) -> Decision:
    """9.11: the fifth card exposed before the third betting round is over."""
    if (refusal := _too_early(table, rules, FLOP + 1, ("9.11",))) is not None:
        return refusal
    burn = _burn(table, report)
    fifth = opened(table, report, 1, burn, ("9.11",))
    if isinstance(fifth, Refused):
        return fifth
    return follows(rules, report, ("9.11",), fifth, back_to_deck(table, fifth.cards, burn, ("9.11",), cut=False))


def turn_early(rules: Rules, table: Table, report: Report) -> Decision:
    """9.12: the fourth card exposed before the second betting round is over."""
    clauses = ("9.12.1", "9.15.1") if table.phase == "discard" else ("9.12.1",)
    if (refusal := _too_early(table, rules, FLOP, clauses)) is not None:
        return refusal
    burn = _burn(table, report)
    fourth = opened(table, report, 1, burn, ("9.12.1",))
    if isinstance(fourth, Refused):
        return fourth
    return follows(rules, report, clauses, fourth, set_aside(fourth.cards, burn))


def set_aside(cards: tuple[Card, ...], burned: int) -> CardsTakenBack:
    """9.12.1: the card waits beside the deck; the burn made for it spares the one before the fifth card."""
    return CardsTakenBack(cards=cards, to="aside", burned=burned, burns_from=FLOP + 1, clauses=("9.12.1",))


def opened_together(rules: Rules, table: Table, report: Report) -> Decision:
    """9.13 and 9.14: cards opened together with the fourth or the fifth, which is recorded first."""
    if len(table.board) <= FLOP or table.phase == "showdown":
        reason = "record the right card first, then report the others; on the flop report flop-too-many"
        return Refused("not_irregular", reason, ("9.13",))
    number = report.count if report.count >= 0 else len(report.cards) + 1
    if number < OPENED_AT_ONCE:
        return Refused("not_irregular", "one card is the right number", ("9.13", "9.14"))
    clause = "9.13.1" if number == OPENED_AT_ONCE else "9.14"
    others = opened(table, report, number - 1, 0, (clause,))
    if isinstance(others, Refused):
        return others
    if number > OPENED_AT_ONCE:
        return follows(rules, report, ("9.14",), others, back_to_deck(table, others.cards, 0, ("9.14",), cut=True))
    if len(table.board) == WHOLE_BOARD:
        away = CardsTakenBack(cards=others.cards, to="muck", clauses=("9.13.3",))
    else:
        away = CardsTakenBack(cards=others.cards, to="burns", burned=1, clauses=("9.13.2",))
    return follows(rules, report, ("9.13", "9.13.1"), others, away)
