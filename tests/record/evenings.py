"""For tests of records: a short evening at a house table, with something of everything that goes on record."""

from __future__ import annotations

from itertools import count

from croupier.books import rules_of
from croupier.kernel.actors import DEALER
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Refused
from croupier.stud import commands
from croupier.stud.rules import Device, Options, Rules
from croupier.tables.house_table import HouseTable, house_table
from croupier.training.house_scenes import finish_round
from properties.play import PLAYABLE

DEVICES = [(game, device) for game in PLAYABLE for device in sorted(rules_of(game).upcard_place)]
BET, RULED, GUESSED = "bet 1", "report 1", "guess 1"
"""The ids of a command that was accepted, of one that waited for a ruling, and of one that was refused and kept."""


def evening(game: str = "crown-caribbean-stud", device: Device = "shuffler") -> HouseTable:
    """Two rounds and the beginning of a third: jackpots, a changed card, a fold, a seat that changes hands, duties, a report
    that someone rules on, a guess at hidden cards, a sign. It takes place at 1000 seconds and after.
    """
    rules, clock = rules_of(game), count(1000, 7)
    options = Options(places=4, device=device, jackpot=1_00 if rules.has("jackpot") else 0)
    table = house_table(game, seats=3, seed=5, options=options, clock=lambda: next(clock))
    ante(table)
    if rules.has("exchange"):
        table.do(commands.ChangeCard(seat=1, amount=10_00, card=table.state.boxes[1].cards[4]))
    accepted(table.do(commands.PlaceBet(seat=1, amount=20_00), id=BET))
    accepted(table.do(commands.Fold(seat=2)))
    accepted(table.do(commands.PlaceBet(seat=3, amount=60_00), by=DEALER, person="d1"))
    finish_round(table)
    accepted(table.do(commands.LeaveSeat(seat=3), by=DEALER))
    accepted(table.do(commands.TakeSeat(seat=3, chips=500_00, person="p9"), by=DEALER, person="d2"))
    for name in _dealers_duties(rules):
        table.do(commands.Perform(duty=name, note="as always"))
    ante(table)
    assert isinstance(guess(table), Refused)
    asked = table.do(_asks(rules), id=RULED)
    assert isinstance(asked, AwaitingRuling)
    ruling = commands.Rule(option=asked.options[0].name, note="after a look at the tape")
    accepted(table.do(ruling, by=asked.rank, person="m1"))
    finish_round(table)
    table.do(commands.DisplaySign(says="closing"), by=rules.ranks[-1], person="m2")
    ante(table)
    return table


def ante(table: HouseTable) -> None:
    """Antes, jackpot wagers where they are taken, and the deal up to 'bet or fold'."""
    for seat in table.state.seats:
        accepted(table.do(commands.PlaceAnte(seat=seat, amount=10_00 * seat)))
        if cost := table.state.options.jackpot:
            accepted(table.do(commands.PlaceJackpot(seat=seat, amount=cost)))
    accepted(table.deal())


def guess(table: HouseTable) -> Decision:
    """A report that names a card which does not lie there: refused, and kept on record as a guess."""
    other = table.state.boxes[1].cards[0]
    return table.do(commands.Report(what="extra-hand", box=2, count=1, cards=(other,)), id=GUESSED)


def accepted(decision: Decision) -> None:
    assert isinstance(decision, Accepted), decision


def _dealers_duties(rules: Rules) -> list[str]:
    return [name for name, duty in rules.duties.items() if duty.by in ("", rules.ranks[0]) and not duty.opening][:3]


def _asks(rules: Rules) -> commands.Report:
    """Something that the book leaves to someone."""
    what = "dispute" if rules.game != "nz-caribbean-stud" else "communication"
    return commands.Report(what=what, box=2, player=2, amount=5_00, note="the player of box 2 says so")
