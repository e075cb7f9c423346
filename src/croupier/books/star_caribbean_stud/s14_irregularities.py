"""Section 14: what follows when something goes wrong with the cards, the wagers or the players' conduct."""

from msgspec.structs import replace

from croupier.books.caribbean import not_accepted as not_accepted
from croupier.books.star_caribbean_stud.people import INSPECTOR
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.money import dollars
from croupier.kernel.rulings import ask, follows
from croupier.kernel.telling import counted, whose
from croupier.stud import events, irregularities as common
from croupier.stud.betting import folded
from croupier.stud.rules import Rules
from croupier.stud.seats import laid, taken
from croupier.stud.state import DEALER, State, bet_of

MISCOUNT_BY_HAND = "miscount-by-hand"
DEALER_CARDS_SPARED = "dealer-cards-no-misdeal"
BETS_REOPEN = "exposure-reopens-bets"
NO_DECISION_VOID = "no-decision-void"
"""The other readings of this section that a house may choose; see `docs/interpretations/star-caribbean-stud.md`."""


def handled(table: State) -> bool:
    """14.1 and 14.10: whether any player has touched cards in this round."""
    return any(box.picked_up for box in table.boxes)


def _misdeal(rules: Rules, table: State, report: Report, why: str, clause: str) -> Accepted:
    """14.4: all wagers are void and a new round is dealt."""
    return follows(rules, report, (clause,), common.void_round(table, why, (clause, "14.4")))


# cards


def misdealt(rules: Rules, table: State, report: Report) -> Decision:
    """14.1: cards dealt wrongly are a misdeal until a player has touched cards; after that a supervisor decides (16.12)."""
    if not handled(table):
        return _misdeal(rules, table, report, report.note or "cards were dealt incorrectly", "14.1")
    return ask(rules, report)


def miscount(rules: Rules, table: State, report: Report) -> Decision:
    """14.1, 14.2, 14.8: a wrong number is a misdeal in the dealer's hand, and in a player's until cards were touched."""
    number = report.box
    if report.count == rules.cards:
        return Refused("not_irregular", f"{rules.cards} cards is the right number", ("14.2", "14.8"))
    if number == DEALER:
        return _misdeal(rules, table, report, f"the dealer has {counted('card', report.count)}", "14.2")
    box, why = table.boxes[number], f"box {number} has {counted('card', report.count)}"
    if not box.seat or box.choice == "void":
        return Refused("nothing_wagered", f"box {number} has no hand in this round", ("14.8",))
    if not handled(table) and MISCOUNT_BY_HAND not in table.options.readings:
        return _misdeal(rules, table, report, why, "14.1")
    return follows(rules, report, ("14.8",), common.void_hand(table, number, why, ("14.8",)))


def skipped_box(rules: Rules, table: State, report: Report) -> Decision:
    """A box that the deal passed over has too few cards: none."""
    return miscount(rules, table, replace(report, count=0))


def exposed(rules: Rules, table: State, report: Report) -> Decision:
    """14.3, 14.5, 14.6: two exposed cards are a misdeal; one is turned over, or stays up if it is the dealer's.

    What was exposed in the deal counts even if that is noticed later.
    """
    number = report.box
    if report.count < 1:
        return Refused("not_irregular", "no card was exposed", ("14.3", "14.5"))
    if number != DEALER and not table.boxes[number].seat:
        return Refused("nothing_wagered", f"box {number} has no wager", ("14.5",))
    if (refusal := common.too_many_exposed(table, report, ("14.3", "14.5"))) is not None:
        return refusal
    total = table.exposed + report.count
    spared = number == DEALER and DEALER_CARDS_SPARED in table.options.readings
    if total >= rules.number("exposed_cards_misdeal") and not spared:
        return _misdeal(rules, table, report, f"{total} cards exposed in the deal", "14.3")
    if number != DEALER:
        turned = events.CardTurnedBack(box=number, exposed=total, clauses=("14.5",))
        return follows(rules, report, ("14.5",), turned)
    seen = common.dealers_cards(table, report, stays=("14.6",), seen=("14.6",), counts=not spared)
    return seen if isinstance(seen, Refused) else follows(rules, report, ("14.5", "14.6"), *seen)


def dealer_exposed(rules: Rules, table: State, report: Report) -> Decision:
    """14.7: the dealer shows the dealer's own cards before all have decided: no misdeal, and the others still bet or fold."""
    if report.count < rules.number("dealer_cards_exposed_before_decisions"):
        return Refused("not_irregular", "the dealer has exposed no card", ("14.7",))
    if table.phase == "dealing":
        return exposed(rules, table, replace(report, box=DEALER))
    if not table.undecided:
        return Refused("not_irregular", "all have decided, and the dealer's hand is shown now", ("8.6", "14.7"))
    if isinstance(seen := common.dealers_cards(table, report, stays=("14.7",), seen=("14.7",), counts=False), Refused):
        return seen
    says = "players who have not decided bet or fold, knowing those cards"
    made: list[Event] = [*seen, events.DirectionGiven(says=says, clauses=("14.7",))]
    if table.betting and BETS_REOPEN in table.options.readings:
        made.append(common.reopen_bets(table, table.betting, ("14.7",)))
    return follows(rules, report, ("14.7",), *made)


def extra_hand(rules: Rules, table: State, report: Report) -> Decision:
    """14.1 and 14.10: cards on a box without an ante are a misdeal until cards were touched; after that they are put away."""
    number = report.box
    if number == DEALER or table.boxes[number].seat:
        return Refused("not_irregular", "there is an ante on that box", ("14.10",))
    if not report.count:
        return Refused("not_irregular", "no card was dealt there", ("14.10",))
    if not handled(table):
        return _misdeal(rules, table, report, f"cards dealt to box {number}, which has no ante", "14.1")
    cards = report.count if report.count > 0 else rules.cards
    return follows(rules, report, ("14.10",), events.CardsBurnt(box=number, counted=cards, clauses=("14.10",)))


# the deck


def deck_count(rules: Rules, table: State, report: Report) -> Decision:
    """3.1, 3.8, 14.9: a counted deck is incomplete, or has too many cards."""
    event = events.CardsCounted(count=report.count, clauses=("3.1", "3.8"))
    full = rules.number("deck_size")
    if report.count == full:
        return follows(rules, report, ("3.8",), event)
    what = "missing" if report.count < full else "foreign"
    return follows(rules, report, ("3.8",), event, *_deck_wrong(rules, table, f"{counted('card', report.count)}: one is {what}"))


def wrong_deck(rules: Rules, table: State, report: Report) -> Decision:
    missing = report.what == "missing-card"
    why = "a card of the deck is missing" if missing else "a card does not belong to the deck"
    return follows(rules, report, ("14.9",), *_deck_wrong(rules, table, why))


def _deck_wrong(rules: Rules, table: State, why: str) -> list[Event]:
    """14.9: earlier rounds stand, this one is void, the deck is checked, and those concerned are notified.

    A round begins with its first card (1.1): before that wagers stay, and betting is closed again before the deal.
    """
    made: list[Event] = []
    if table.round_begun:
        made.append(common.void_round(table, why, ("14.9.1", "14.9.2")))
    else:
        made.append(events.RoundStands(why="rounds that are over keep their results", clauses=("14.9.1",)))
        if table.phase != "wagers":
            made.append(events.ShuffleOrdered(why=why, clauses=("14.9.3",)))
    made.append(events.DeckCheckOrdered(why=why, opening=rules.opening_duties(table), clauses=("14.9.3",)))
    made.append(common.notify(("Surveillance", INSPECTOR), why, ("14.9.4",)))
    return made


# wagers


def wrong_bet(rules: Rules, table: State, report: Report) -> Decision:
    """14.11 and 14.12: a bet that is not twice the ante is corrected or folded; at settlement it counts as far as it may."""
    number = report.box
    if table.boxes[number].choice == "conceded":
        return _conceded_bet(rules, table, report)
    if number not in table.betting:
        return Refused("nothing_wagered", f"{whose(number)} has no bet", ("5.5",))
    due = rules.bet_multiple * table.ante_in_play(number)
    if report.amount == table.bet(number):
        twice = ", twice the ante" if report.amount == due else ""
        return Refused("not_irregular", f"{dollars(report.amount)} is what is on record{twice}", ("5.5",))
    if not report.amount and table.phase != "deciding":
        return Refused("report_incomplete", "say how much is there; nothing at all is not a bet", ("14.12.1",))
    if report.amount - table.bet(number) > table.stack(table.boxes[number].seat):
        return Refused("wagers_in_chips", f"{dollars(report.amount)} cannot be there", ("5.1",))
    clauses = ("5.5",) if report.amount == due else ("14.11",) if table.phase == "deciding" else ("14.12",)
    tokens, postings = laid(table, bet_of(number), table.boxes[number].seat, report.amount)
    bet_found = events.BetFound(box=number, amount=report.amount, tokens=tokens, clauses=clauses, postings=postings)
    return bet_looked_at(rules, table, report, bet_found)


def _conceded_bet(rules: Rules, table: State, report: Report) -> Decision:
    """14.12: the bet of a conceded hand was another sum: only the amount that is right by then is collected."""
    number, amount, box = report.box, report.amount, table.boxes[report.box]
    ante = common.ante_collected(rules, box)
    due = rules.bet_multiple * ante
    if amount == box.bet_lay:
        return Refused("not_irregular", f"{dollars(amount)} is what is on record", ("5.5",))
    if not amount:
        return Refused("report_incomplete", "say how much was there; nothing at all is not a bet", ("14.12.1",))
    collected = ante + min(amount, due)
    if collected - box.collected > table.stack(box.seat):
        return Refused("wagers_in_chips", f"{dollars(amount)} cannot have lain there", ("5.1",))
    clauses = ("5.5",) if amount == due else ("14.12", "14.12.1" if amount < due else "14.12.2")
    why = f"ante and bet of box {number} are collected as far as they count, {dollars(collected)}"
    collected_anew = common.collected_anew(events.BetFound, rules, table, report, clauses, ante=ante, bet=amount)
    return follows(rules, report, clauses, collected_anew, events.RoundStands(why=why, clauses=clauses))


def bet_looked_at(rules: Rules, table: State, report: Report, ante_found: events.AnteFound | events.BetFound) -> Decision:
    """14.11 and 14.12: what happens to a bet once ante or bet turn out to be different.

    At settlement it stays unchanged, because the other of the two may yet prove wrong; the settlement uses what counts.
    """
    number, after = report.box, ante_found.apply(table).moved(ante_found.postings)
    bet, due = after.bet(number), rules.bet_multiple * after.ante_in_play(number)
    if number not in after.betting or bet == due:
        return follows(rules, report, ante_found.clauses, ante_found)
    if after.phase == "deciding":
        clauses = tuple(dict.fromkeys((*ante_found.clauses, "14.11")))
        return ask(rules, report, "wrong-bet", clauses=clauses, first=(ante_found,), bet=bet, due=due)
    clause, why = "14.12.1", f"a bet under twice the ante is paid or taken as it stands, here {dollars(bet)}"
    if bet > due:
        clause, why = ("14.12.2", f"a bet counts up to twice the ante: {dollars(bet - due)} too much goes back to box {number}")
    clauses = tuple(dict.fromkeys((*ante_found.clauses, clause)))
    return follows(rules, report, clauses, ante_found, events.RoundStands(why=why, clauses=(clause,)))


def rule_wrong_bet(rules: Rules, table: State, report: Report, option: str) -> Decision:
    number = report.box
    box = table.boxes[number]
    if option == "fold":
        return Accepted((folded(table, number, ("14.11.2", "8.4"), taken(table, number)),))
    due = rules.bet_multiple * table.ante_in_play(number)
    if due - table.bet(number) > table.stack(box.seat):
        short = f"seat {box.seat} has not the chips for a bet of {dollars(due)} and must fold"
        return Refused("wagers_in_chips", short, ("14.11",))
    tokens, postings = laid(table, bet_of(number), box.seat, due)
    return Accepted((events.BetPlaced(box=number, amount=due, tokens=tokens, clauses=("14.11.1", "5.5"), postings=postings),))


# players


def collusion(rules: Rules, table: State, report: Report) -> Decision:
    """14.13: players are suspected of sharing information; one player alone has nobody to be separated from (14.13.2)."""
    if strangers := [seat for seat in report.boxes if seat not in table.seats]:
        return Refused("report_incomplete", f"nobody is in seat {strangers[0]}", ("14.13",))
    return ask(rules, report, but=() if len(_suspects(report)) > 1 else ("not together",))


def _suspects(report: Report) -> tuple[int, ...]:
    return tuple(dict.fromkeys(report.boxes)) if report.what == "collusion" else (report.player,)


def rule_suspicion(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """Carry out one measure; another report brings a further one."""
    seats = _suspects(report)
    if option == "play first":
        people = tuple(dict.fromkeys((*table.first, *map(table.person_at, seats))))
        return Accepted((events.PlayFirstDirected(seats=seats, people=people, clauses=("14.13", "14.13.1")),))
    if option == "not together":
        people = tuple(map(table.person_at, seats))
        return common.kept_from_game(table, events.PlayersParted(people=people, clauses=("14.13", "14.13.2")))
    lifted = common.lifting(table, tuple(map(table.person_at, seats)), ("14.13",))
    return Accepted(lifted or (events.DirectionGiven(says="nothing was directed of them", clauses=("14.13",)),))


def absent(rules: Rules, table: State, report: Report) -> Decision:
    """14.14: a player does not decide, or is not there to do so."""
    if report.box not in table.undecided:
        return Refused("decided_already", f"nothing is left to decide on the hand of {whose(report.box)}", ("14.14",))
    if NO_DECISION_VOID in table.options.readings:
        return follows(rules, report, ("14.14",), common.void_hand(table, report.box, "no decision was made", ("14.14",)))
    return ask(rules, report)


def rule_absent(rules: Rules, table: State, report: Report, option: str) -> Accepted:
    seat = table.boxes[report.box].seat
    return Accepted((events.DirectionGiven(seats=(seat,), says="bet or fold", clauses=("14.14",)),))


# What several reports lead to.
missing_card = foreign_card = wrong_deck
rule_viewed = rule_collusion = rule_suspicion
