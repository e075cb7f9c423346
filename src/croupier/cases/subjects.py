"""Cases that are not played at a table: about prize meters, a promotion, a poker room.

Prize meters: `read main` looks at what a meter shows, `read main on a promotional display` elsewhere, `read main as of 500` at
its past. A promotion is played on the terms of a sample, drafted as the case's `table` changes them: `without` leaves some out,
`prize` changes the one prize, `prizes` gives other ones, `readings` are the house's; whatever else it has are terms. A room has
the lines of `tables.room.PokerRoom.say`, and its settings, `call_seconds` and `missed_call`, in `table`.
"""

import re
import tomllib
from typing import Any

import msgspec

from croupier.cases.run import CaseRun, of_each, of_state, sums
from croupier.jackpots.events import OutcomeRecorded, PrizePaid
from croupier.jackpots.lines import exact_amount
from croupier.kernel.actors import DEALER, ONLOOKER
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import CroupierError
from croupier.kernel.lines import said_by
from croupier.kernel.money import plain
from croupier.promotions.commands import DraftPromotion
from croupier.promotions.events import RegulatorNotified, WinnerNotified
from croupier.promotions.state import owed
from croupier.promotions.terms import findings, read_terms
from croupier.room.state import Settings
from croupier.tables.meters import Meters
from croupier.tables.poker_room import PokerRoom
from croupier.tables.promotion import PromotionStream, sample_text

_READ = re.compile(r"read (\S+)(?: as of (\d+)|( on a promotional display))?")


class MeterRun(CaseRun):
    """A case played on the prize meters of a casino."""

    setting = "a casino without prize meters"
    stream: Meters

    def open(self, game: str, setup: dict[str, Any]) -> None:
        self.stream = Meters(game)
        self.read: list[str] = []

    def play(self, line: str) -> None:
        who, said = said_by(line)
        if (match := _READ.fullmatch(said)) is None:
            super().play(line)
            return
        system, as_of, promoted = match.groups()
        time = int(as_of) if as_of else None
        read = self.stream.reading(system, as_of=time, promoted=bool(promoted), by=who.get("by", DEALER))
        if isinstance(read, Refused):
            self.note(read)
        else:
            self.read.append(exact_amount(read.value))
            self.note_told(f"the meter {system} reads ${self.read[-1]}.", read.clauses)


MeterRun.checks = {
    "meter": of_each("systems", lambda system: exact_amount(system.major.value)),
    "minor": of_each("systems", lambda system: exact_amount(system.minor.value)),
    "wagers": of_each("systems", lambda system: plain(system.wagers)),
    "added": of_each("systems", lambda system: exact_amount(system.major.added)),
    "tables": of_each("systems", lambda system: system.tables),
    "in_play": of_each("systems", lambda system: sorted(system.games)),
    "taking_wagers": of_each("systems", lambda system: system.taking_wagers),
    "closed": lambda run: [name for name, system in run.state.systems.items() if system.closed],
    "prizes": lambda run: {name: plain(prize.pays) for e in run.all(OutcomeRecorded) for name, prize in e.prizes.items()},
    "pending": lambda run: list(run.state.prizes),
    "paid": lambda run: {e.prize: plain(e.pays) for e in run.all(PrizePaid)},
    "read_at_settlement": lambda run: {
        f"{e.outcome.table}/{e.outcome.round}": f"{exact_amount(e.outcome.meter)} at {e.outcome.at}"
        for e in run.all(OutcomeRecorded)
    },
    "read": lambda run: run.read,
    "order": lambda run: [f"{e.outcome.table}/{e.outcome.round}" for e in run.all(OutcomeRecorded)],
}


class PromotionRun(CaseRun):
    """A case played on a promotion."""

    setting = "the terms are set up"
    stream: PromotionStream

    def open(self, game: str, setup: dict[str, Any]) -> None:
        self.stream = PromotionStream(game)
        readings = tuple(setup.pop("readings", ()))
        terms = read_terms(_changed(tomllib.loads(sample_text(game)), setup))
        self.do(DraftPromotion(terms=terms, readings=readings))


def _changed(terms: dict[str, Any], setup: dict[str, Any]) -> dict[str, Any]:
    without = setup.pop("without", ())
    prize = setup.pop("prize", {})
    changed = {**terms, "prizes": [{**terms["prizes"][0], **prize}], **setup}
    for name in without:
        first = changed["prizes"][0]
        holder = next((part for part in (first, changed, first.get("particulars", {})) if name in part), None)
        if holder is None:
            raise CroupierError(f"there is no term {name!r} to leave out")
        del holder[name]
    return changed


PromotionRun.checks = {
    **of_state("phase", "winners", "claims_kept", paid="payments"),
    "missing": lambda run: [clause for one in findings(run.stream.rules, run.state.terms) for clause in one.clauses],
    "notified": lambda run: list(run.state.notified),
    "late": lambda run: [run.tell(event) for event in run.all(RegulatorNotified | WinnerNotified) if event.late],
    "owed": lambda run: [f"{debt.what} by {debt.by}" for debt in owed(run.stream.rules, run.state)],
}


class RoomRun(CaseRun):
    """A case played in a poker room."""

    setting = "a room without games"

    def open(self, game: str, setup: dict[str, Any]) -> None:
        self.room = PokerRoom(game, settings=msgspec.convert(setup, Settings))
        self.stream = self.room.stream

    def play(self, line: str) -> None:
        if isinstance(decision := self.room.say(line), Refused):
            self.note(decision)
            return
        for told, clauses in self.room.told(line, decision):
            self.note_told(told, clauses)


RoomRun.checks = {
    "says": lambda run: "\n".join(s.engine.tell(event, s.rules) for s in run.room.streams for event in s.view(ONLOOKER)),
    "waiting": lambda run: {game: [one.person for one in each.waiting] for game, each in run.state.lists.items()},
    "called": lambda run: {game: [one.person for one in each.called] for game, each in run.state.lists.items()},
    "seats": of_each("tables", lambda table: [table.seats.get(place, "") for place in range(1, table.places + 1)]),
    "kept": of_each("tables", lambda table: {place: one.person for place, one in table.reserved.items()}),
    "stacks": lambda run: {name: sums(table.stacks) for name, table in run.room.tables.items()},
    "new": lambda run: {
        name: [place for place, seat in sorted(table.state.seats.items()) if seat.new] for name, table in run.room.tables.items()
    },
    "changes": lambda run: [change.person for change in run.state.changes],
    "picked_up": lambda run: [one.person for one in run.state.picked_up],
    "due": lambda run: [name for name, table in run.state.tables.items() if table.owes],
    "wrong": lambda run: run.room.wrong(),
}
