"""Section 15: the shuffling device jams or fails."""

from typing import get_args

from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import ask, follows
from croupier.stud.events import DeviceReplaced, RoundStands, ShuffleOrdered
from croupier.stud.irregularities import no_shuffler, void_round
from croupier.stud.rules import Device, Rules
from croupier.stud.state import State


def shuffler_jam(rules: Rules, table: State, report: Report) -> Decision:
    """15.1: an interrupted shuffle is done again; a round in progress, dealt with the other deck, is not affected.

    Before the first card, the deck to be dealt is in the device: the wagers stay, and betting is closed again before the deal.
    """
    if (refusal := no_shuffler(table, "shuffling device", "15.1")) is not None:
        return refusal
    if not table.round_begun:
        return follows(rules, report, ("15.1",), ShuffleOrdered(why="the shuffle was not finished", clauses=("15.1",)))
    why = "the deck in the shuffling device is shuffled again, the deck in play is not touched"
    return follows(rules, report, ("15.1",), RoundStands(why=why, clauses=("15.1",)))


def shuffler_failed(rules: Rules, table: State, report: Report) -> Decision:
    """15.2: a device that has failed ends a round that has cards out; the game goes on with another device or a shoe.

    Before the first card there is no round to void: the wagers stay, and betting is closed again before the deal.
    """
    if (refusal := no_shuffler(table, "shuffling device", "15.2")) is not None:
        return refusal
    first: list[Event] = []
    why = "the shuffling device cannot work as it should"
    if table.round_begun:
        first.append(void_round(table, why, ("15.2.1", "15.2.2")))
    elif table.phase != "wagers":
        first.append(ShuffleOrdered(why=why, clauses=("15.2.3",)))
    return ask(rules, report, clauses=("15.2.3", "3.7"), first=first)


def rule_shuffler_failed(rules: Rules, table: State, report: Report, option: str) -> Decision:
    device: Device = next(device for device in get_args(Device) if device == option)
    replaced = DeviceReplaced(device=device, opening=rules.opening_duties(table), clauses=("15.2.3", "3.7"))
    return Accepted((replaced,))
