"""Section 12: what follows when something goes wrong at the table, and the conduct that 7.1(e) and 9.4 to 9.6 cover."""

from msgspec.structs import replace

from croupier.books.caribbean import not_accepted as not_accepted, told
from croupier.kernel.accounts import FLOAT, stack_of
from croupier.kernel.cards import HIDDEN
from croupier.kernel.conduct import exclude
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.money import dollars, together
from croupier.kernel.rulings import ask, follows
from croupier.kernel.telling import counted, several, whose
from croupier.stud import events, irregularities as common
from croupier.stud.deal import next_to_deal
from croupier.stud.rules import Rules
from croupier.stud.state import DEALER, State, ante_of, bet_of

SUPERVISOR = "Game supervisor"
"""The lowest rank that rules; where the book names the casino operator during play, this rank or a higher one acts."""


TWO_EXPOSED = "two-exposed-misdeal"
BETS_REOPEN = "exposure-reopens-bets"
BY_HAND = "misdeal-by-hand"
ABSENT_FOLDS = "absent-blind-bet-folds"
ABSENT_FORFEITS = "absent-blind-bet-forfeited"
"""The other readings of this section that a house may choose; see `docs/interpretations/nz-caribbean-stud.md`."""


def misdeal(table: State, why: str, *clauses: str) -> events.RoundVoided:
    """12.11: a misdeal voids the round; players may change their wagers before the cards are dealt again."""
    return common.void_round(table, why, (*clauses, "12.11"))


def exposed(rules: Rules, table: State, report: Report) -> Decision:
    """12.3 to 12.5: one exposed card is turned over, or stays as the dealer's up card; two or more are a misdeal.

    12.7 goes before 12.5 if all of them are the dealer's own. What was exposed in the deal counts even if that is
    noticed later.
    """
    if report.count < 1:
        return Refused("not_irregular", "no card was exposed", ("12.3",))
    if report.box != DEALER and not table.boxes[report.box].seat:
        return Refused("nothing_wagered", f"box {report.box} has no wager", ("12.3",))
    if (refusal := common.too_many_exposed(table, report, ("12.4" if report.box == DEALER else "12.3", "12.5"))) is not None:
        return refusal
    total = table.exposed + report.count
    dealers_own = report.box == DEALER and not any(box.exposed for box in table.boxes[1:])
    if total >= rules.number("exposed_cards_misdeal") and (not dealers_own or TWO_EXPOSED in table.options.readings):
        return follows(rules, report, ("12.5",), misdeal(table, f"{total} cards exposed in the deal", "12.5"))
    if report.box != DEALER:
        turned = events.CardTurnedBack(box=report.box, exposed=total, clauses=("12.3",))
        return follows(rules, report, ("12.3",), turned)
    seen = common.dealers_cards(table, report, stays=("12.4",), seen=("12.7",))
    return seen if isinstance(seen, Refused) else follows(rules, report, seen[0].clauses, *seen)


def dealer_exposed(rules: Rules, table: State, report: Report) -> Decision:
    """12.7: the dealer shows the dealer's own cards too early; players who have not decided still bet or fold.

    That is after the deal, and does not count towards a misdeal by 12.5.
    """
    if report.count < rules.number("dealer_cards_exposed_before_decisions"):
        return Refused("not_irregular", "no card was exposed", ("12.7",))
    if isinstance(seen := common.dealers_cards(table, report, stays=("12.4",), seen=("12.7",), counts=False), Refused):
        return seen
    if not table.undecided:
        return follows(rules, report, ("12.7",), *seen, events.RoundStands(why="everybody has decided", clauses=("12.7",)))
    reopened = table.betting if BETS_REOPEN in table.options.readings else ()
    if not reopened:
        why = "players who have not decided may bet or fold"
        return follows(rules, report, ("12.7",), *seen, events.RoundStands(why=why, clauses=("12.7",)))
    return follows(rules, report, ("12.7",), *seen, common.reopen_bets(table, reopened, ("12.7",)))


def player_exposed(rules: Rules, table: State, report: Report) -> Decision:
    """12.6: no misdeal; whether it passed on information is for 9.5 and 12.1, and is reported as such."""
    if report.box not in common.in_game(table):
        return Refused("nothing_wagered", "that box has no hand in the game", ("12.6",))
    why = f"the player of box {report.box} has shown cards"
    return follows(rules, report, ("12.6",), events.RoundStands(why=why, clauses=("12.6",)))


def miscount(rules: Rules, table: State, report: Report) -> Decision:
    """12.2: a wrong number of cards, to a player or to the dealer, is a misdeal."""
    if report.box != DEALER and not table.boxes[report.box].seat:
        return Refused("nothing_wagered", f"box {report.box} has no wager", ("12.2",))
    if report.count == rules.cards:
        return Refused("not_irregular", f"{rules.cards} cards is the right number", ("12.2",))
    why = f"{whose(report.box)} has {counted('card', report.count)}"
    if report.box != DEALER and table.phase != "dealing" and BY_HAND in table.options.readings:
        if table.boxes[report.box].choice == "void":
            return Refused("nothing_wagered", f"box {report.box} has no hand in this round", ("12.2",))
        return follows(rules, report, ("12.2",), common.void_hand(table, report.box, why, ("12.2", "12.11")))
    return follows(rules, report, ("12.2",), misdeal(table, why, "12.2"))


def skipped_box(rules: Rules, table: State, report: Report) -> Decision:
    """12.2: a box with an ante that was passed over has a wrong number of cards: none."""
    return miscount(rules, table, replace(report, count=0))


def extra_hand(rules: Rules, table: State, report: Report) -> Decision:
    """12.8 and 12.9: cards on a box without an ante are a misdeal, but a complete hand is only taken away.

    `amount` is a jackpot wager placed there without an ante. It was never recorded, because it could not be (11.1).
    """
    if report.box == DEALER or table.boxes[report.box].seat:
        return Refused("not_irregular", "there is an ante on that box", ("12.8",))
    if report.count == rules.cards:
        burnt = events.CardsBurnt(box=report.box, counted=report.count, clauses=("12.9",))
        if report.amount <= 0:
            return follows(rules, report, ("12.9",), burnt)
        if report.amount != table.options.jackpot:
            wrong = f"{dollars(report.amount)} is no jackpot wager of this table"
            return Refused("jackpot_cost", wrong, rules.cite("jackpot_cost"))
        void = events.JackpotReturned(box=report.box, why="void: there is no ante with it", clauses=("12.9",))
        return follows(rules, report, ("12.9",), burnt, void)
    if report.count < 1:
        return Refused("not_irregular", "there is no card there", ("12.8",))
    why = f"{counted('card', report.count)} on box {report.box}, which has no ante"
    clause = "12.2" if next_to_deal(rules, table) is None else "12.8"
    return follows(rules, report, (clause,), misdeal(table, why, clause))


def deck_count(rules: Rules, table: State, report: Report) -> Decision:
    """7.3 and 12.10: the dealer may count the deck at any time; a deck that is not 52 makes the round void.

    Between rounds there is no round to void; whether the cards are replaced (7.4) is up to the operator.
    """
    counting = events.CardsCounted(count=report.count, clauses=("7.3",))
    if report.count == rules.number("deck_size"):
        return follows(rules, report, ("7.3",), counting)
    why = f"{counted('card', report.count)} in the deck"
    if table.phase == "wagers":
        return follows(rules, report, ("7.3",), counting, events.RoundStands(why=f"{why}, but no round is on", clauses=("7.3",)))
    return follows(rules, report, ("7.3", "12.10"), counting, misdeal(table, why, "12.10"))


def absent(rules: Rules, table: State, report: Report) -> Decision:
    """12.12: a player who is not there to decide counts as folded; a blind bet was decided before.

    By other readings that hand counts as folded too, and the bet goes back or is forfeited.
    """
    box, readings = table.boxes[report.box], table.options.readings
    forfeits = ABSENT_FORFEITS in readings
    folds = box.choice == "bet" and box.blind and (forfeits or ABSENT_FOLDS in readings)
    if not box.seat:
        return Refused("nothing_wagered", "that box has no wager", ("12.12",))
    if box.choice and not folds:
        return Refused("decided_already", f"nothing is left to decide on box {report.box}", ("12.12",))
    return follows(rules, report, ("12.12",), deemed_folded(table, report.box, ("12.12", "9.2"), bet_too=forfeits))


def deemed_folded(table: State, number: int, clauses: tuple[str, ...], *, bet_too: bool = False) -> events.HandFolded:
    """A hand that counts as folded: the ante is lost, a bet is returned (5.10(b)) unless it is forfeited too."""
    ante, bet, box = table.ante(number), table.bet(number), table.boxes[number]
    lost = ante + bet if bet_too else ante
    postings = {ante_of(number): -ante, bet_of(number): -bet, FLOAT: lost, stack_of(box.seat): ante + bet - lost}
    return events.HandFolded(box=number, counted=len(box.cards), collected=lost, clauses=clauses, postings=together(postings))


def cards_taken(rules: Rules, table: State, report: Report) -> Decision:
    """12.13: cards that the dealer took before the player decided are put together again if possible; if not, the hand is void.

    A player who bet before the deal still holds the cards and may fold, until the dealer's hand is shown.
    """
    box = table.boxes[report.box]
    may_fold = box.blind and box.choice == "bet"
    if not box.seat or (box.choice not in ("", "fold") and not may_fold):
        return Refused("decided_already", "that box had no decision left to make", ("12.13",))
    if HIDDEN not in box.cards:
        return follows(rules, report, ("12.13",), common.cards_returned(table, report.box, "12.13"))
    return ask(rules, report)


def rule_cards_taken(rules: Rules, table: State, report: Report, option: str) -> Decision:
    return Accepted((common.cards_returned(table, report.box, "12.13"),))


def laid_down(rules: Rules, table: State, report: Report) -> Decision:
    """12.14: a hand that its player put down is on the discard pile, `count` cards deep."""
    box = table.boxes[report.box]
    if not box.seat or box.choice not in ("", "bet", "fold"):
        return Refused("nothing_wagered", "that box has no hand in this round", ("12.14",))
    if box.shown:
        reason = f"the hand of box {report.box} was turned up and read: nothing is to be put together again"
        return Refused("not_irregular", reason, ("12.14", "10.3"))
    if report.count == rules.number("discards_restorable"):
        return ask(rules, report)
    return follows(rules, report, ("12.14",), _stays_down(table, report.box))


def rule_laid_down(rules: Rules, table: State, report: Report, option: str) -> Decision:
    if option == "folded":
        return Accepted((_stays_down(table, report.box),))
    if table.boxes[report.box].choice == "fold":
        why = "a hand put together again when the dealer's was up"  # players do not bet against a hand they have seen
        void = common.void_hand(table, report.box, why, ("12.14",))
        return Accepted((void if table.revealed else common.cards_returned(table, report.box, "12.14"),))
    why = f"the hand of box {report.box} is put together again"
    return Accepted((events.RoundStands(why=why, clauses=("12.14",)),))


def _stays_down(table: State, number: int) -> Event:
    if table.boxes[number].choice != "fold":
        return deemed_folded(table, number, ("12.14", "9.2"))
    return events.RoundStands(why=f"box {number} stays folded", clauses=("12.14", "9.2"))


def viewed(rules: Rules, table: State, report: Report) -> Decision:
    """12.15: a player of several boxes has looked at a hand in spite of a direction under 5.6.2.

    The seat's own hand counts as looked at once players are asked to bet or fold. If the report names one other hand only, the
    supervisor says whether that was really all (a), or the second one (b).
    """
    seat, boxes = report.player, tuple(sorted(set(report.boxes)))
    own = table.own_box(seat)
    if table.options.extra_hands_seen:
        return Refused("not_irregular", "players may look at all their hands at this table", ("5.6.2",))
    if any(box not in common.in_game(table) or table.boxes[box].seat != seat or not table.boxes[box].cards for box in boxes):
        return Refused("nothing_wagered", "those are not hands of that player in the game", ("12.15",))
    if boxes == (own,):
        return Refused("not_irregular", f"box {own} is the hand that the player may look at", ("12.15",))
    seen, most = _looked_at(table, seat, boxes), rules.number("hands_viewed")
    may_deem = len(boxes) <= most and own not in boxes and not table.boxes[own].choice
    but = (*(() if len(seen) > most else ("void",)), *(() if may_deem else ("deem own",)))
    shown = f"seat {seat} has looked at {several('box', boxes, 'boxes')}"
    noted = common.notify((SUPERVISOR,), shown, ("12.15",))
    return ask(rules, report, but=but, first=(noted,), about=shown, boxes=boxes, seen=_still_in(table, seen))


def _looked_at(table: State, seat: int, boxes: tuple[int, ...]) -> tuple[int, ...]:
    """All hands that a player has looked at, with the seat's own if it was picked up."""
    own = table.own_box(seat)
    return tuple(sorted({*boxes, *([own] if table.boxes[own].picked_up else [])}))


def _still_in(table: State, boxes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(box for box in boxes if box in common.in_game(table))


def rule_viewed(rules: Rules, table: State, report: Report, option: str) -> Decision:
    boxes = tuple(sorted(set(report.boxes)))
    if option == "deem own":
        return common.deemed_own(table, report, boxes[0], ("12.15(a)",))
    why = "a hand that was to be played blind was looked at"
    seen = _still_in(table, _looked_at(table, report.player, boxes))
    return Accepted(tuple(common.void_hand(table, box, why, ("12.15(b)",)) for box in seen))


def communication(rules: Rules, table: State, report: Report) -> Decision:
    """9.5 and 12.1: players may not exchange cards or information; the hand of a player who does may be declared void.

    A player who has folded, or sits the round out, has no such hand and is warned.
    """
    hands = _hands_of(table, report)
    if not hands and report.boxes:
        return Refused("nothing_wagered", f"seat {report.player} has no such hand in the game", ("9.5",))
    if not hands:
        return follows(rules, report, ("9.5",), _told_to_be_silent(table, report, ("9.5",)))
    return ask(rules, report, hands=hands)


def rule_communication(rules: Rules, table: State, report: Report, option: str) -> Decision:
    warned = _told_to_be_silent(table, report, ("9.5", "12.1"))
    voided = _hands_of(table, report) if option == "void" else ()
    return Accepted((warned, *(common.void_hand(table, box, "an exchange of information", ("12.1",)) for box in voided)))


def _told_to_be_silent(table: State, report: Report, clauses: tuple[str, ...]) -> Event:
    advice = "players do not exchange cards or information about their hands"
    return told(table, table.person_at(report.player), "communication", advice, clauses)


def _hands_of(table: State, report: Report) -> tuple[int, ...]:
    """The player's hands that a report is about: those it names, or all in play."""
    own = tuple(number for number in common.in_game(table) if table.boxes[number].seat == report.player)
    return tuple(number for number in own if number in report.boxes) if report.boxes else own


def collusion(rules: Rules, table: State, report: Report) -> Decision:
    """9.6(c): players suspected of collusion may be kept apart; `boxes` are the seats of the others."""
    if strangers := [seat for seat in report.boxes if seat not in table.seats or seat == report.player]:
        return Refused("report_incomplete", f"at place {strangers[0]} sits no other player", ("9.6(c)",))
    return ask(rules, report)


def rule_collusion(rules: Rules, table: State, report: Report, option: str) -> Decision:
    if option == "separate" and report.boxes:
        people = tuple(map(table.person_at, (*report.boxes, report.player)))
        return common.kept_from_game(table, events.PlayersParted(people=people, clauses=("9.6(c)",)))
    if option == "separate":
        return common.kept_from_game(table, exclude(table, report, ("9.6(c)",)))
    if lifted := common.lifting(table, (table.person_at(report.player),), ("9.6(c)",)):
        return Accepted(lifted)
    return Accepted((events.RoundStands(why=f"seat {report.player} stays", clauses=("9.6(c)",)),))
