"""Running a case about a tournament: its lines are those of `tournaments.lines`, played on the terms of a sample tournament.

The case's `table` changes those terms: `without` leaves some out (`entry.method`), and each table of it, such as `entry`, changes
that part. `readings` are the house's. The terms are drafted so. `stage` brings the tournament further: `public` (terms available,
inspectors told, director there, tables designated), `entries` (open, with so many `players` entered, p1 first) or `playing`
(seated in that order at tables of `seats`, briefed, begun). `begin at 2` asks whether a hand may begin at table 2.
"""

from typing import Any

from croupier.cases.run import CaseRun, Check, of_each, of_state, sums
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import CroupierError, TableError
from croupier.kernel.events import Command
from croupier.kernel.lines import said_by
from croupier.kernel.money import plain
from croupier.tables.tournament_stream import TournamentStream, sample_terms
from croupier.tournaments import commands
from croupier.tournaments.funds import accounts, chips_in_play, differences
from croupier.tournaments.items import findings, statements
from croupier.tournaments.playing import may_begin
from croupier.tournaments.ranking import ranking
from croupier.tournaments.terms import read_terms

_DIRECTOR = "d. one"
_BEGIN = "begin at "


class TournamentRun(CaseRun):
    """A case played on a tournament."""

    setting = "the terms are set up"
    stream: TournamentStream

    def open(self, game: str, setup: dict[str, Any]) -> None:
        self.stream = TournamentStream(game)
        readings = tuple(setup.pop("readings", ()))
        stage, players, tables = setup.pop("stage", ""), setup.pop("players", 6), setup.pop("tables", 5)
        terms = read_terms(changed(sample_terms(game), setup))
        self.do(commands.DraftTerms(terms=terms, readings=readings))
        for command in _up_to(stage, players, tables, terms.in_rounds):
            at = self.state.starts if isinstance(command, commands.StartPlay) else None
            if isinstance(decision := self.stream.do(command, at=at), Refused):
                raise TableError(f"{self.case.name}: the stage {stage!r} is not reached: {decision}")

    def play(self, line: str) -> None:
        who, said = said_by(line)
        if not said.startswith(_BEGIN):
            super().play(line)
            return
        table, now = said.removeprefix(_BEGIN).strip(), who.get("at", self.stream.at)
        if (refusal := may_begin(self.stream.rules, self.state, table, now)) is not None:
            self.note(refusal)


def _up_to(stage: str, players: int, tables: int, in_rounds: bool) -> list[Command]:
    """The steps that bring a tournament to a stage, in the order of the book."""
    people = tuple(f"p{number}" for number in range(1, players + 1))
    stages: dict[str, list[Command]] = {
        "": [],
        "public": [
            commands.MakeTermsAvailable(),
            commands.AdviseInspectorate(),
            commands.AppointDirector(person=_DIRECTOR),
            commands.DesignateTables(tables=tuple(map(str, range(1, tables + 1)))),
            commands.Attend(),
        ],
        "entries": [commands.OpenEntries(), *(commands.Enter(person=person) for person in people)],
        "playing": [commands.BriefPlayers(), commands.StartPlay(), commands.StartRound(order=people)]
        if in_rounds
        else [commands.DrawSeats(order=people), commands.BriefPlayers(), commands.StartPlay()],
    }
    if stage not in stages:
        raise CroupierError(f"there is no stage {stage!r}; there are {', '.join(stages)}")
    return [command for name in [*stages][: [*stages].index(stage) + 1] for command in stages[name]]


def changed(terms: dict[str, Any], setup: dict[str, Any]) -> dict[str, Any]:
    """Terms with some parts changed and some left out."""
    without = setup.pop("without", ())
    for name, part in setup.items():
        terms[name] = {**terms[name], **part} if isinstance(part, dict) and isinstance(terms.get(name), dict) else part
    for path in without:
        part, _, name = path.partition(".")
        holder = terms.get(part, {}) if name else terms
        if (name or part) not in holder:
            raise CroupierError(f"there is no term {path!r} to leave out")
        del holder[name or part]
    return terms


def _missing(run: TournamentRun) -> list[str]:
    lacking = findings(run.stream.rules, run.state.terms)
    return list(dict.fromkeys(clause for finding in lacking for clause in finding.clauses))


def _reads(run: TournamentRun) -> dict[str, str]:
    """How the terms read, by the clause that asks for it; what they choose beyond that comes after it."""
    read = statements(run.stream.rules, run.state.terms)
    said = [(clause, text) for part in read.values() for text, clauses in part for clause in clauses]
    return dict(reversed(said))


def _account(name: str) -> Check:
    return lambda run: plain(accounts(run.state)[name])


TournamentRun.checks = {
    **of_state("phase", "playing", "practice", entered="total", level="clock.level"),
    **{name: _account(name) for name in ("fees", "pool", "withheld", "refunds")},
    "missing": _missing,
    "waiting": lambda run: list(run.state.waiting),
    "status": of_each("entrants", lambda entrant: entrant.status),
    "paid_in": of_each("entrants", lambda entrant: plain(entrant.paid)),
    "penalty": of_each("entrants", lambda entrant: entrant.penalty),
    "seats": lambda run: {p: f"{one.place.table}/{one.place.seat}" for p, one in run.state.entrants.items() if one.place},
    "prizes": lambda run: [plain(prize) for prize in run.state.prizes],
    "awarded": lambda run: sums(run.state.awarded),
    "paid": lambda run: sums(run.state.paid),
    "chips": lambda run: plain(chips_in_play(run.state)),
    "left": lambda run: run.state.clock.left_at(run.stream.at),
    "ranking": lambda run: [" ".join(rank) for rank in ranking(run.state)],
    "reads": _reads,
    "differences": lambda run: differences(run.state),
}
