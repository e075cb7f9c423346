"""Section 11: what follows when something goes wrong at the table. Jackpot wagers are section 9's and 10's affair."""

from __future__ import annotations

from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import Accepted, Decision, Option, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.stud.commands import Report
from croupier.stud.events import PlayerTold, RoundEnded, WagerSettled
from croupier.stud.incidents import (
    AnteReinstated,
    BetFound,
    CardsBurnt,
    CardsCounted,
    CardsReturned,
    DealerHandVoided,
    ExcessReturned,
    HandDeemedOwn,
    ShuffleOrdered,
)
from croupier.stud.irregularities import (
    Irregularity,
    ask,
    exposed_card,
    follows,
    forfeit,
    notify,
    offer_retraction,
    turned_back,
    void_hand,
    void_round,
)
from croupier.stud.rules import Rules
from croupier.stud.table import DEALER, FLOAT, Table, ante_of, bet_of, stack_of

SUPERVISOR = "TG Higher Duties Dealer"
AREA_MANAGER = "TG Area Manager"
MISDEAL_FROM = 3


def exposed(rules: Rules, table: Table, report: Report) -> Decision:
    """11.1 to 11.3: one or two exposed cards are turned back, a third is a misdeal, one of the dealer's becomes the up card."""
    stays = exposed_card(rules, table, report, ("11.3",)) if report.box == DEALER else None
    if isinstance(stays, Refused):
        return stays
    total = table.exposed + report.count - (1 if stays else 0)
    if total >= MISDEAL_FROM:
        return follows(report, ("11.2",), void_round(table, f"{total} cards exposed in the deal", ("11.2",)))
    clauses = ("11.1",) if total == 1 else ("11.2",)
    events: list[Event] = [stays] if stays else []
    if total > table.exposed:
        events.append(turned_back(report.box, total, clauses))
    return follows(report, ("11.3",) if stays and total == table.exposed else clauses, *events)


def miscount(rules: Rules, table: Table, report: Report) -> Decision:
    """11.4 to 11.6: a misdeal before 'bet or fold'; afterwards all the cards are counted before anything is decided."""
    if report.count == rules.cards:
        return Refused("not_irregular", f"{rules.cards} cards is the right number", ("11.4",))
    if report.box != DEALER and not table.boxes[report.box].seat:
        return Refused("nothing_wagered", f"box {report.box} has no wager", ("11.5",))
    whose = "the dealer" if report.box == DEALER else f"box {report.box}"
    what = f"{whose} has {report.count} cards"
    if table.phase == "dealing":
        told = notify((SUPERVISOR,), what, ("11.4",))
        return follows(report, ("11.4",), told, void_round(table, what, ("11.4",)))
    dealers = report.box == DEALER
    clause = "11.6" if dealers else "11.5"
    rank = SUPERVISOR if dealers else AREA_MANAGER
    told = notify((SUPERVISOR,) if dealers else (SUPERVISOR, AREA_MANAGER), what, (clause,))
    kept = (
        "the dealer's hand is void"
        if dealers
        else f"box {report.box} is void and the others may take their wagers back"
    )
    return ask(
        report,
        question=f"{what}: the dealer counts all the cards. Are there 52?",
        rank=rank,
        options=(
            Option("52 cards", f"the right number: {kept}", (f"{clause}.2",)),
            Option("discrepancy", "another number: a misdeal", (f"{clause}.1",)),
        ),
        clauses=(clause,),
        first=(told,),
    )


def rule_miscount(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    dealers = report.box == DEALER
    clause = "11.6" if dealers else "11.5"
    if option == "discrepancy":
        return Accepted((void_round(table, "the number of cards is wrong", (f"{clause}.1",)),))
    counted = CardsCounted(count=52, clauses=(f"{clause}.2",))
    if dealers:
        return Accepted((counted, *_dealer_void(rules, table)))
    void = void_hand(table, report.box, "a wrong number of cards", ("11.5.2",))
    return Accepted((counted, void, *offer_retraction(table, ("11.5.2",), but=(report.box,))))


def _dealer_void(rules: Rules, table: Table) -> list[Event]:
    """11.6.2: folded antes come back, every ante is paid even money, every bet is returned."""
    events: list[Event] = [DealerHandVoided(clauses=("11.6.2",))]
    for number in reversed(table.wagered):
        box = table.boxes[number]
        if box.choice not in ("", "bet", "fold"):
            continue
        ante = table.ante(number) or box.collected
        if box.choice == "fold":
            back = {FLOAT: -ante, ante_of(number): ante}
            events.append(AnteReinstated(box=number, clauses=("11.6.2(a)",), postings=back))
        plays = min(ante, table.limits_of(box.seat)[1])
        paid = {ante_of(number): -ante, stack_of(box.seat): ante + plays, FLOAT: -plays}
        events.append(
            WagerSettled(
                box=number,
                wager="ante",
                result="win",
                stake=ante,
                pays=plays,
                returned=ante,
                odds="1 to 1",
                clauses=("11.6.2(a)",),
                postings=paid,
            )
        )
        if bet := table.bet(number):
            back = {bet_of(number): -bet, stack_of(box.seat): bet}
            events.append(
                WagerSettled(
                    box=number,
                    wager="bet",
                    result="void",
                    stake=bet,
                    returned=bet,
                    clauses=("11.6.2",),
                    postings=back,
                )
            )
    events.append(RoundEnded(round=table.round, clauses=("11.6.2",)))
    return events


def extra_hand(rules: Rules, table: Table, report: Report) -> Decision:
    """11.7 and 11.8: cards where no ante lies are a misdeal before 'bet or fold', and burnt afterwards."""
    if report.box == DEALER or table.boxes[report.box].seat:
        return Refused("not_irregular", "there is an ante on that box", ("11.7",))
    what = f"cards dealt to box {report.box}, which has no ante"
    if table.phase == "dealing":
        told = notify((SUPERVISOR,), what, ("11.7",))
        return follows(report, ("11.7",), told, void_round(table, what, ("11.7",)))
    told = notify((SUPERVISOR,), what, ("11.8",))
    burnt = CardsBurnt(box=report.box, counted=max(report.count, 0), clauses=("11.8",))
    return follows(report, ("11.8",), told, burnt, *offer_retraction(table, ("11.8",)))


def cards_taken(rules: Rules, table: Table, report: Report) -> Decision:
    """11.9: cards taken by mistake come back if the player names the top five of the rack, or if no others are there."""
    number = report.box
    box = table.boxes[number]
    if number == DEALER or not box.seat or not box.picked_up:
        return Refused("not_irregular", "those are not cards that a player has looked at", ("11.9",))
    on_top = box.choice != "fold" or table.discards[: len(box.cards)] == box.cards
    alone = set(table.discards) <= set(box.cards)
    named = HIDDEN not in box.cards and set(report.cards) == set(box.cards) and len(report.cards) == len(box.cards)
    back = {FLOAT: -box.collected, ante_of(number): box.collected} if box.collected else {}
    if on_top and named:
        returned = CardsReturned(box=number, clauses=("11.9.1", "11.9.3") if back else ("11.9.1",), postings=back)
        return follows(report, ("11.9",), returned)
    if alone:
        returned = CardsReturned(box=number, clauses=("11.9.2", "11.9.3") if back else ("11.9.2",), postings=back)
        return follows(report, ("11.9",), returned)
    why = "cards taken by mistake that cannot be told apart"
    return follows(report, ("11.9",), void_hand(table, number, why, ("11.9.2", "11.9.3")))


def viewed(rules: Rules, table: Table, report: Report) -> Decision:
    """11.10: a player with several hands has looked at another one, or at more than one."""
    seat, boxes = report.player, tuple(dict.fromkeys(report.boxes))
    if any(table.boxes[box].seat != seat for box in boxes) or boxes == (seat,):
        return Refused("not_irregular", "those are not further hands of that player", ("11.10",))
    told = notify((SUPERVISOR,), f"seat {seat} has looked at box {', '.join(map(str, boxes))}", ("11.10",))
    if len(boxes) == 1:
        return follows(report, ("11.10",), told, HandDeemedOwn(box=boxes[0], clauses=("11.10.1",)))
    others = [box for box in boxes if box != seat]
    voided = [void_hand(table, box, "a hand that may not be looked at", ("11.10.2",)) for box in others]
    own = [number for number in table.wagered if table.boxes[number].seat == seat]
    return follows(report, ("11.10",), told, *voided, *offer_retraction(table, ("11.10.2(a)", "11.5.2"), but=own))


def deck_count(rules: Rules, table: Table, report: Report) -> Decision:
    """11.11: a deck that is not 52 makes the round void."""
    counted = CardsCounted(count=report.count, clauses=("11.11",))
    if report.count == 52:
        return follows(report, ("11.11",), counted)
    return follows(report, ("11.11",), counted, void_round(table, f"{report.count} cards in the deck", ("11.11",)))


def wrong_bet(rules: Rules, table: Table, report: Report) -> Decision:
    """11.12 and 11.13: a bet that is not twice the ante, noticed during play or at settlement."""
    number = report.box
    if number == DEALER or not table.boxes[number].seat or table.boxes[number].choice not in ("", "bet"):
        return Refused("nothing_wagered", f"box {number} has no hand in the game", ("11.12",))
    box, due = table.boxes[number], 2 * table.ante_in_play(number)
    if report.amount == due:
        return Refused("not_irregular", f"{dollars(due)} is twice the ante", ("11.12",))
    if table.phase == "deciding":
        if table.was_told(box.seat, "bet"):
            why = "the player was told before that a bet is exactly twice the ante"
            return follows(report, ("11.12",), forfeit(table, number, why, ("11.12",)))
        advice = "a bet is exactly twice the ante: next time the ante is forfeited and the cards are taken"
        told = PlayerTold(seat=box.seat, about="bet", advice=advice, clauses=("11.12",))
        return follows(report, ("11.12",), void_hand(table, number, "no bet of twice the ante", ("11.12",)), told)
    clauses = ("11.13.1",) if report.amount > due else ("11.13.2",)
    there = report.amount - table.bet(number)
    moved = {stack_of(box.seat): -there, bet_of(number): there}
    if there > table.stack(box.seat):
        return Refused("wagers_in_chips", f"seat {box.seat} never had so many chips", clauses)
    found = BetFound(box=number, amount=report.amount, clauses=clauses, postings=moved)
    if report.amount > due:
        over = report.amount - due
        back = {bet_of(number): -over, stack_of(box.seat): over}
        return follows(report, clauses, found, ExcessReturned(box=number, amount=over, clauses=clauses, postings=back))
    advice = f"the bet is settled as it lies; on further rounds it must be twice the ante, here {dollars(due)}"
    return follows(report, clauses, found, PlayerTold(seat=box.seat, about="bet", advice=advice, clauses=clauses))


def shuffler_jam(rules: Rules, table: Table, report: Report) -> Decision:
    """11.16: a shuffling shoe that jams or does not finish."""
    if table.options.device != "shuffler":
        return Refused("not_irregular", "there is no shuffling shoe at this table", ("11.16",))
    return follows(report, ("11.16",), ShuffleOrdered(why="the shuffling shoe did not finish", clauses=("11.16",)))


def shuffler_count(rules: Rules, table: Table, report: Report) -> Decision:
    """11.17: a shuffling shoe that does not confirm the number of cards."""
    if table.options.device != "shuffler":
        return Refused("not_irregular", "there is no shuffling shoe at this table", ("11.17",))
    counted = CardsCounted(count=report.count, clauses=("11.17",))
    if report.count == 52:
        return follows(report, ("11.17",), counted)
    return follows(report, ("11.17",), counted, void_round(table, f"{report.count} cards in the deck", ("11.17",)))


def communication(rules: Rules, table: Table, report: Report) -> Decision:
    """7.5.1(a): players who exchange cards or information may forfeit their wagers."""
    return ask(
        report,
        question=f"has seat {report.player} exchanged cards or information, so that the wagers are forfeited?",
        rank=SUPERVISOR,
        options=(
            Option("forfeit", "ante and bet are forfeited", ("7.5.1(a)",)),
            Option("play on", "the hand goes on", ("7.5.1(a)",)),
        ),
        clauses=("7.5.1(a)",),
    )


def rule_communication(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    advice = "players do not exchange cards or information about their hands"
    events: list[Event] = [PlayerTold(seat=report.player, about="communication", advice=advice, clauses=("7.5.1(a)",))]
    if option == "forfeit":
        events += [
            forfeit(table, number, "an exchange of information", ("7.5.1(a)",))
            for number in table.wagered
            if table.boxes[number].seat == report.player and table.boxes[number].choice in ("", "bet")
        ]
    return Accepted(tuple(events))


_DEALT = ("deciding", "settling")
_ROUND = ("dealing", "deciding", "settling")

IRREGULARITIES: dict[str, Irregularity] = {
    "exposed": Irregularity("cards exposed in the deal", exposed, asks=("box", "count"), phases=("dealing",)),
    "miscount": Irregularity(
        "a hand with a wrong number of cards", miscount, rule_miscount, asks=("box", "count"), phases=_ROUND
    ),
    "extra-hand": Irregularity("cards dealt to a box without an ante", extra_hand, asks=("box",), phases=_ROUND),
    "cards-taken": Irregularity(
        "a player's cards taken by mistake", cards_taken, asks=("box", "cards"), phases=("deciding",)
    ),
    "viewed": Irregularity(
        "a player looked at a hand that is to be played blind", viewed, asks=("player", "boxes"), phases=("deciding",)
    ),
    "deck-count": Irregularity("the number of cards in the deck", deck_count, asks=("count",), phases=_ROUND),
    "wrong-bet": Irregularity("a bet that is not twice the ante", wrong_bet, asks=("box", "amount"), phases=_DEALT),
    "shuffler-jam": Irregularity("the shuffling shoe jams or does not finish", shuffler_jam, phases=("wagers",)),
    "shuffler-count": Irregularity(
        "the shuffling shoe does not confirm the number of cards", shuffler_count, asks=("count",)
    ),
    "communication": Irregularity(
        "players exchange cards or information",
        communication,
        rule_communication,
        asks=("player",),
        phases=("deciding",),
    ),
}
