"""Section 16: devices, games that are invalidated, conduct around the table, disputes and payments that are not owed."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books.star_caribbean_stud.people import CASINO_SUPERVISOR, INSPECTOR, REVIEWER
from croupier.kernel.decisions import Accepted, Decision, Option, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.kernel.rulings import Irregularity
from croupier.stud.commands import Report
from croupier.stud.events import PlayerTold
from croupier.stud.incidents import (
    DirectionGiven,
    DisputeDecided,
    PlayerExcluded,
    WagerRefused,
    WinningsWithheld,
)
from croupier.stud.irregularities import ask, follows, forfeit, notify, void_hand, void_round
from croupier.stud.rules import Rules
from croupier.stud.seats import given_back
from croupier.stud.table import FLOAT, Table, stack_of

# devices

_ON_DUTY = Option("on duty", "an employee, an agent or an inspector in the course of duty may", ("16.2",))
_FROM_CASINO = Option("exclude from casino", "the person has to leave the casino", ("16.3.3",))
_DETAIN = Option("detain", "the person is kept until an inspector or the police take over", ("16.3.4",))
_NOTHING = Option("nothing", "nothing is done", ("16.3",))
_PLAYERS_MEASURES = (
    Option("void wagers", "the player's wagers are void and go back", ("16.3.1",)),
    Option("exclude", "the player takes no further part in the game", ("16.3.2",)),
    _FROM_CASINO,
    _DETAIN,
    _NOTHING,
)
_OTHERS_MEASURES = (_ON_DUTY, _FROM_CASINO, _DETAIN, _NOTHING)


def device(rules: Rules, table: Table, report: Report) -> Decision:
    """16.1 to 16.3: somebody uses a device that records or analyses the game; without a player it is somebody standing by."""
    if (refusal := _stranger(table, report, ("16.1",))) is not None:
        return refusal
    who = f"the player of seat {report.player}" if report.player else report.note or "somebody near the table"
    return ask(
        report,
        question=f"{who} uses a device: what follows?",
        rank=CASINO_SUPERVISOR,
        options=_PLAYERS_MEASURES if report.player else _OTHERS_MEASURES,
        clauses=("16.1", "16.3"),
    )


def rule_device(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    """Carry one measure out; another report brings a further one."""
    seat = report.player
    if option == "void wagers":
        return Accepted(tuple(_wagers_void(table, seat)))
    if option == "exclude":
        return Accepted((PlayerExcluded(player=seat, clauses=("16.3.2",)),))
    if option == "exclude from casino":
        excluded = (PlayerExcluded(player=seat, clauses=("16.3.3",)),) if seat else ()
        return Accepted((*excluded, _said(seat, "leave the casino", ("16.3.3",))))
    if option == "detain":
        return Accepted((notify((INSPECTOR, "police officer"), "a person with a device is detained", ("16.3.4",)),))
    if option == "on duty":
        return Accepted((_said(seat, "whoever is on duty may use the device", ("16.2",)),))
    return Accepted((_said(seat, "devices are not used at the table", ("16.1", "16.3")),))


def _wagers_void(table: Table, seat: int) -> Iterable[Event]:
    """Whatever the player has staked in this round goes back."""
    own = [
        number for number in table.wagered if table.boxes[number].seat == seat and table.boxes[number].choice != "void"
    ]
    if not own:
        yield _said(seat, "no wager of this player lies on the table", ("16.3.1",))
    for number in own:
        why = "a device was used"
        if table.phase == "wagers":
            back = given_back(table, number)
            yield WagerRefused(box=number, why=why, clauses=("16.3.1",), postings=back)
        else:
            yield void_hand(table, number, why, ("16.3.1",))


# outcomes that are invalidated


def disruption(rules: Rules, table: Table, report: Report) -> Decision:
    """16.4.1: the game is disrupted by something like a fire or a brawl."""
    return _invalidate(report, "the game is disrupted", "16.4.1")


def fraud(rules: Rules, table: Table, report: Report) -> Decision:
    """16.4.2: a fraud affects the outcome; the wagers of a player who took part in it may be forfeited (16.5)."""
    if (refusal := _stranger(table, report, ("16.4.2",))) is not None:
        return refusal
    forfeited = Option("invalidate and forfeit", "that player forfeits, all others are refunded", ("16.4.2", "16.5"))
    return _invalidate(report, "a fraud may affect the outcome", "16.4.2", *((forfeited,) if report.player else ()))


def _invalidate(report: Report, why: str, clause: str, *further: Option) -> Decision:
    return ask(
        report,
        question=f"{why}: is the outcome invalid?",
        rank=CASINO_SUPERVISOR,
        options=(
            Option("invalidate", "the outcome is invalid and all wagers are refunded", (clause, "16.5")),
            *further,
            Option("stands", "the game goes on", ("16.4",)),
        ),
        clauses=("16.4", clause),
    )


def rule_invalidation(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    clauses = ("16.4", "16.4.1" if report.what == "disruption" else "16.4.2", "16.5")
    if option == "stands":
        return Accepted((_said(0, "the game goes on", clauses[:2]),))
    if option == "invalidate":
        return Accepted((void_round(table, "the outcome is invalid", clauses),))
    own = [number for number in table.wagered if table.boxes[number].seat == report.player]
    lost = [forfeit(table, number, "a fraud", clauses) for number in own]
    return Accepted((*lost, void_round(table, "the outcome is invalid", clauses, but=own)))


# conduct


def staff_advice(rules: Rules, table: Table, report: Report) -> Decision:
    """16.6: employees say what the rules ask for, not how to play."""
    says = "advice on how to play is not given by employees"
    return follows(report, ("16.6",), DirectionGiven(says=says, clauses=("16.6",)))


def influence(rules: Rules, table: Table, report: Report) -> Decision:
    """16.7: nobody influences a player who has not asked."""
    if (refusal := _stranger(table, report, ("16.7",))) is not None:
        return refusal
    says = "nobody influences or advises a player who has not asked"
    return follows(report, ("16.7",), _said(report.player, says, ("16.7",)))


def side_bet(rules: Rules, table: Table, report: Report) -> Decision:
    """16.10: no side bets."""
    if (refusal := _stranger(table, report, ("16.10",))) is not None:
        return refusal
    says = "players and spectators do not bet with each other"
    return follows(report, ("16.10",), _said(report.player, says, ("16.10",)))


# disputes

_FOR_PLAYER = Option("for the player", "the player is right, and is paid what was disputed", ("16.12",))
_FOR_HOUSE = Option("for the house", "what was done stands; the player may ask for a review", ("16.12",))
_CONFIRM = Option("confirm", "the decision stays", ("16.12", "16.13"))
_COMPLAINT = "a complaint may be made to an inspector under section 33 of the Gaming and Liquor Administration Act 2007"


def dispute(rules: Rules, table: Table, report: Report) -> Decision:
    """16.12: a gaming supervisor decides first; `amount` is what the player says is owed."""
    return ask(
        report,
        question=f"seat {report.player} disputes: {report.note or 'no reason noted'}",
        rank=CASINO_SUPERVISOR,
        options=(_FOR_PLAYER, _FOR_HOUSE),
        clauses=("16.12",),
    )


def rule_dispute(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "for the player":
        return Accepted((_decided(report, option),))
    told = PlayerTold(
        seat=report.player, about="review", advice="a casino supervisor reviews it on request", clauses=("16.12",)
    )
    return Accepted((_decided(report, option), told))


def review(rules: Rules, table: Table, report: Report) -> Decision:
    """16.12 and 16.13: on request somebody above the gaming supervisor decides again, and finally."""
    if not table.was_told(report.player, "review"):
        return Refused("nothing_to_review", f"no decision about seat {report.player} has been made", ("16.12",))
    return ask(
        report,
        question=f"seat {report.player} asks for a review: {report.note or 'no reason noted'}",
        rank=REVIEWER,
        options=(_FOR_PLAYER, _CONFIRM),
        clauses=("16.12",),
    )


def rule_review(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "for the player":
        return Accepted((_decided(report, option),))
    return Accepted((_decided(report, option), _told_of_complaint(report.player)))


def dissatisfied(rules: Rules, table: Table, report: Report) -> Decision:
    """16.13: whoever is not satisfied with the operator's decision is told of the right to complain."""
    return follows(report, ("16.13",), _told_of_complaint(report.player))


def _told_of_complaint(seat: int) -> PlayerTold:
    advice = f"the operator's decision is final; {_COMPLAINT}"
    return PlayerTold(seat=seat, about="complaint", advice=advice, clauses=("16.13",))


def _decided(report: Report, option: str) -> DisputeDecided:
    amount = max(report.amount, 0) if option == "for the player" else 0
    paid = {stack_of(report.player): amount, FLOAT: -amount} if amount else {}
    return DisputeDecided(player=report.player, decision=option, amount=amount, clauses=("16.12",), postings=paid)


# payments that are not owed


def staff_player(rules: Rules, table: Table, report: Report) -> Decision:
    """16.14: somebody who wagered against the Employee Gambling Policy need not be paid; `amount` is what was won."""
    if report.amount > table.stack(report.player):
        return Refused("wagers_in_chips", f"seat {report.player} has not {dollars(report.amount)}", ("16.14",))
    return ask(
        report,
        question=f"seat {report.player} wagered against the employee gambling policy: are the winnings paid?",
        rank=REVIEWER,
        options=(
            Option("not paid", f"{dollars(report.amount)} goes back to the house", ("16.14",)),
            Option("paid", "the winnings stay with the player", ("16.14",)),
        ),
        clauses=("16.14",),
    )


def rule_staff_player(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "paid":
        return Accepted((_said(report.player, "the winnings are paid", ("16.14",)),))
    back = {stack_of(report.player): -report.amount, FLOAT: report.amount} if report.amount else {}
    held = WinningsWithheld(player=report.player, amount=report.amount, clauses=("16.14",), postings=back)
    return Accepted((held,))


def _stranger(table: Table, report: Report, clauses: tuple[str, ...]) -> Refused | None:
    """A refusal of a report about a seat where nobody sits; without a seat it is about somebody standing by."""
    if report.player in (0, *table.seats):
        return None
    return Refused("report_incomplete", f"nobody sits at place {report.player}", clauses)


def _said(seat: int, says: str, clauses: tuple[str, ...]) -> DirectionGiven:
    return DirectionGiven(seats=(seat,) if seat else (), says=says, clauses=clauses)


_ROUND = ("dealing", "deciding", "settling")

IRREGULARITIES: dict[str, Irregularity] = {
    "device": Irregularity("somebody uses a device to record or analyse the game", device, rule_device),
    "disruption": Irregularity("the game is disrupted", disruption, rule_invalidation, phases=_ROUND),
    "fraud": Irregularity("a fraud affects the outcome", fraud, rule_invalidation, phases=_ROUND),
    "staff-advice": Irregularity("an employee advises a player", staff_advice),
    "influence": Irregularity("somebody influences a player's decision", influence),
    "side-bet": Irregularity("players or spectators bet with each other", side_bet),
    "dispute": Irregularity("a player disputes a decision", dispute, rule_dispute, asks=("player",)),
    "review": Irregularity("a player asks for a review", review, rule_review, asks=("player",)),
    "dissatisfied": Irregularity("a player is not satisfied with a decision", dissatisfied, asks=("player",)),
    "staff-player": Irregularity(
        "somebody wagered against the employee gambling policy",
        staff_player,
        rule_staff_player,
        asks=("player", "amount"),
    ),
}
