"""Section 10, the null hands. "The hand" is the whole round: every stake is returned, and what was paid for changed cards too.

The exceptions depend on one moment, when the bank card is turned over (4.6); cases seen later and named nowhere are up to
the Gaming Management (9.14).
"""

from croupier.books.caribbean import told
from croupier.books.venezia_caribbean_poker.s09_general_rules import leave_to_management, not_irregular, rule_play
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import follows
from croupier.kernel.telling import counted, whose
from croupier.stud.deal import next_to_deal
from croupier.stud.events import CardsBurnt, RoundStands
from croupier.stud.irregularities import in_game, void_hand, void_round
from croupier.stud.rules import Rules
from croupier.stud.state import DEALER, State


def _null(rules: Rules, table: State, report: Report, why: str, *clauses: str) -> Accepted:
    """10.0: the round is declared null immediately."""
    return follows(rules, report, clauses, void_round(table, why, ("10.0", *clauses)))


def _null_for(rules: Rules, table: State, report: Report, why: str, *clauses: str) -> Accepted:
    """10.0 if one player's cards are the cause: the round is null; by the other reading only that player's hand."""
    if "null-one-hand" in table.options.readings:
        return follows(rules, report, clauses, void_hand(table, report.box, why, ("10.0", *clauses)))
    return _null(rules, table, report, why, *clauses)


def _bank_card_down(table: State) -> bool:
    return table.phase == "dealing" and table.upcard is None


def miscount(rules: Rules, table: State, report: Report) -> Decision:
    """10.1: the dealer or a player, even one who has folded, has a wrong number of cards, as long as the round lasts.

    A box without any was left out: 10.4 covers that.
    """
    if report.count == rules.cards:
        return not_irregular(f"{rules.cards} cards is the right number", "10.1")
    if report.box == DEALER:
        return _null(rules, table, report, f"the dealer has {counted('card', report.count)}", "10.1")
    box = table.boxes[report.box]
    if not box.seat or box.void:
        return not_irregular(f"box {report.box} has no hand in this round", "10.1")
    if not report.count:
        return skipped_box(rules, table, report)
    return _null_for(rules, table, report, f"box {report.box} has {counted('card', report.count)}", "10.1")


def shuffler_trouble(rules: Rules, table: State, report: Report) -> Decision:
    """10.2: after the deal the cards left in the shuffler jam, come out or get turned up."""
    if table.phase != "settling" and next_to_deal(rules, table) is None:
        return _null(rules, table, report, rules.irregularities[report.what].says, "10.2")
    question = "trouble with the shuffler at a time that the book does not name: what follows?"
    return leave_to_management(rules, table, report, question)


def exposed(rules: Rules, table: State, report: Report) -> Decision:
    """10.3: a card exposed by mistake in the deal; for later exposure, such as a changed card, the book is silent."""
    if report.count < rules.number("exposed_cards_misdeal"):
        return not_irregular("no card was exposed", "10.3")
    return _in_the_deal(rules, table, report, "a card was exposed by mistake", "10.3")


def fallen_cards(rules: Rules, table: State, report: Report) -> Decision:
    """10.5: a card or more falls to the floor or into the chips in the deal."""
    if report.count < rules.number("dropped_cards"):
        return not_irregular("no card fell down", "10.5")
    return _in_the_deal(rules, table, report, "a card fell down", "10.5")


def _in_the_deal(rules: Rules, table: State, report: Report, what: str, clause: str) -> Decision:
    giving = table.phase == "deciding" and "exposed-change-null" in table.options.readings
    if _bank_card_down(table) or giving:
        return _null(rules, table, report, what, clause)
    return leave_to_management(rules, table, report, f"{what} after the deal: what follows?", clause)


def skipped_box(rules: Rules, table: State, report: Report) -> Decision:
    """10.4: a box left out makes the round null until the bank card is turned over; later only that box is out (10.4.1)."""
    if report.box not in in_game(table):
        return not_irregular(f"{whose(report.box)} has no stake in the game, to be dealt cards for", "10.4")
    what = f"box {report.box} was left out of the deal"
    if _bank_card_down(table):
        return _null(rules, table, report, what, "10.4")
    left_out = void_hand(table, report.box, "left out of the deal", ("10.4.1",))
    stands = RoundStands(why="it was noticed after the bank card was turned", clauses=("10.4.1",))
    return follows(rules, report, ("10.4.1",), left_out, stands)


def raked_in(rules: Rules, table: State, report: Report) -> Decision:
    """10.6: the dealer takes in the bank's own cards with those of players who folded; by the other reading after a change."""
    what = "the bank's own cards were taken in"
    if table.phase == "deciding":
        if "raked-in-after-change" not in table.options.readings or any(box.given_up for box in table.boxes):
            return _null(rules, table, report, what, "10.6")
        return leave_to_management(rules, table, report, f"{what}, and nobody has changed a card: what follows?", "10.6")
    return leave_to_management(rules, table, report, f"{what} after they were shown: what follows?", "10.6")


def picked_up_early(rules: Rules, table: State, report: Report) -> Decision:
    """10.7: a player takes up cards in the deal; between the bank card and 'Go Ahead' (4.7) it is only recorded."""
    if report.box not in in_game(table):
        return not_irregular(f"{whose(report.box)} has no hand in the game", "10.7")
    if _bank_card_down(table):
        return _null_for(rules, table, report, f"the cards of box {report.box} were taken up in the deal", "10.7")
    advice = "leave the cards until the dealer says 'Go Ahead'"
    player = table.person_at(table.boxes[report.box].seat)
    return follows(rules, report, ("4.7",), told(table, player, "picked-up-early", advice, ("4.7",)))


def extra_hand(rules: Rules, table: State, report: Report) -> Decision:
    """10.8: cards on a box without a stake make the round null until the bank card is turned over; later they are taken away."""
    if report.box == DEALER or table.boxes[report.box].seat:
        return not_irregular("there is a stake on that box", "10.8")
    if not report.count:
        return not_irregular("no card was dealt there", "10.8")
    what = f"cards were dealt to box {report.box}, which has no stake"
    if _bank_card_down(table):
        return _null(rules, table, report, what, "10.8", "10.8.2")
    burnt = CardsBurnt(box=report.box, counted=max(report.count, 0), clauses=("10.8.2",))
    stands = RoundStands(why="it was noticed after the bank card was turned", clauses=("10.8.1",))
    return follows(rules, report, ("10.8.1", "10.8.2"), burnt, stands)


# What several reports lead to.
rule_exposed = rule_fallen_cards = rule_raked_in = rule_play
rule_shuffler_jam = rule_shuffler_cards_out = rule_shuffler_cards_up = rule_play
shuffler_jam = shuffler_cards_out = shuffler_cards_up = shuffler_trouble
