"""Running a case about a tournament: its lines are those of `tournaments.lines`, played on the terms of a sample tournament.

The case's `table` changes those terms: `without` leaves some out (`entry.method`), and each table of it, such as `entry`, changes
that part. `readings` are the house's. The terms are drafted so. `stage` brings the tournament further: `public` (terms available,
inspectors told, director there, tables designated), `entries` (open, with so many `players` entered, p1 first) or `playing`
(seated in that order at tables of `seats`, briefed, begun). `begin at 2` asks whether a hand may begin at table 2.
"""

from typing import Any

from croupier.cases.case import Case
from croupier.cases.run import CaseRun
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import CroupierError, TableError
from croupier.kernel.events import Command, Event
from croupier.kernel.lines import said_by
from croupier.kernel.money import plain
from croupier.tables.tournament_stream import TournamentStream, sample_terms
from croupier.tournaments import commands
from croupier.tournaments.items import findings, statements
from croupier.tournaments.lines import read_line
from croupier.tournaments.money import accounts, chips_in_play, differences
from croupier.tournaments.playing import may_begin
from croupier.tournaments.ranking import ranking
from croupier.tournaments.telling import tell
from croupier.tournaments.terms import read_terms

_DIRECTOR = "d. one"
_BEGIN = "begin at "


class TournamentRun(CaseRun):
    """A case as it was played on a tournament."""

    setting = "the terms are set up"

    def __init__(self, case: Case, game: str) -> None:
        super().__init__(case)
        self.tournament = TournamentStream(game)
        setup = dict(case.table)
        readings = tuple(setup.pop("readings", ()))
        stage, players, tables = setup.pop("stage", ""), setup.pop("players", 6), setup.pop("tables", 5)
        terms = read_terms(changed(sample_terms(game), setup))
        self.note(self.tournament.do(commands.DraftTerms(terms=terms, readings=readings)))
        for command in _up_to(stage, players, tables, terms.in_rounds):
            at = self.tournament.state.starts if isinstance(command, commands.StartPlay) else None
            decision = self.tournament.do(command, at=at)
            if isinstance(decision, Refused):
                raise TableError(f"{case.name}: the stage {stage!r} is not reached: {decision}")
        self.play_all()

    def play(self, line: str) -> None:
        who, said = said_by(line)
        if said.startswith(_BEGIN):
            self._begin(said.removeprefix(_BEGIN).strip(), who.get("at"))
            return
        self.note(self.tournament.do(read_line(said, self.tournament.state), **who))

    def _begin(self, table: str, at: int | None) -> None:
        """Whether the tournament lets a hand begin at a table."""
        now = self.tournament.at if at is None else at
        if (refusal := may_begin(self.tournament.rules, self.tournament.state, table, now)) is not None:
            self.note(refusal)

    def tell(self, event: Event) -> str:
        return tell(event)


def _up_to(stage: str, players: int, tables: int, in_rounds: bool) -> list[Command]:
    """What brings a tournament to a stage, in the order of the book."""
    people = [f"p{number}" for number in range(1, players + 1)]
    public: list[Command] = [
        commands.MakeTermsAvailable(),
        commands.AdviseInspectorate(),
        commands.AppointDirector(person=_DIRECTOR),
        commands.DesignateTables(tables=tuple(map(str, range(1, tables + 1)))),
        commands.Attend(),
    ]
    entered: list[Command] = [commands.OpenEntries(), *(commands.Enter(person=person) for person in people)]
    seats: list[Command] = [] if in_rounds else [commands.DrawSeats(order=tuple(people))]
    begun: list[Command] = [*seats, commands.BriefPlayers(), commands.StartPlay()]
    rounds: list[Command] = [commands.StartRound(order=tuple(people))] if in_rounds else []
    stages = {"": [], "public": public, "entries": public + entered, "playing": public + entered + begun + rounds}
    if stage not in stages:
        raise CroupierError(f"there is no stage {stage!r}; there are {', '.join(stages)}")
    return stages[stage]


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
    found = findings(run.tournament.rules, run.tournament.state.terms)
    return list(dict.fromkeys(clause for one in found for clause in one.clauses))


def _seats(run: TournamentRun) -> dict[str, str]:
    state = run.tournament.state
    return {p: f"{one.place.table}/{one.place.seat}" for p, one in state.entrants.items() if one.place is not None}


def _reads(run: TournamentRun) -> dict[str, str]:
    """How the terms read, by the clause that asks for it; what they choose beyond that comes after it."""
    read = statements(run.tournament.rules, run.tournament.state.terms)
    said = [(clause, text) for part in read.values() for text, clauses in part for clause in clauses]
    return dict(reversed(said))


TournamentRun.checks = {
    "phase": lambda run: run.tournament.state.phase,
    "missing": _missing,
    "entered": lambda run: run.tournament.state.total,
    "playing": lambda run: run.tournament.state.playing,
    "waiting": lambda run: list(run.tournament.state.waiting),
    "status": lambda run: {p: one.status for p, one in run.tournament.state.entrants.items()},
    "paid_in": lambda run: {p: plain(one.paid) for p, one in run.tournament.state.entrants.items()},
    "penalty": lambda run: {p: one.penalty for p, one in run.tournament.state.entrants.items()},
    **{
        name: lambda run, name=name: plain(accounts(run.tournament.state)[name])  # type: ignore[misc]
        for name in ("fees", "pool", "withheld", "refunds")
    },
    "prizes": lambda run: [plain(prize) for prize in run.tournament.state.prizes],
    "awarded": lambda run: {p: plain(sum_) for p, sum_ in run.tournament.state.awarded.items()},
    "paid": lambda run: {p: plain(sum_) for p, sum_ in run.tournament.state.paid.items()},
    "chips": lambda run: plain(chips_in_play(run.tournament.state)),
    "level": lambda run: run.tournament.state.clock.level,
    "left": lambda run: run.tournament.state.clock.left_at(run.tournament.at),
    "seats": _seats,
    "ranking": lambda run: [" ".join(rank) for rank in ranking(run.tournament.state)],
    "practice": lambda run: run.tournament.state.practice,
    "reads": _reads,
    "differences": lambda run: differences(run.tournament.state),
    "says": lambda run: "\n".join(map(tell, run.tournament.events)),
}
