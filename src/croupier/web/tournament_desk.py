"""The director's desk. Its forms are made from the commands that they send, and are in the templates `desk_*.html`."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from croupier.kernel.actors import Capacity
from croupier.kernel.decisions import Refused
from croupier.kernel.money import plain
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments.commands import OFFICER, OPERATOR
from croupier.tournaments.finishing import certain
from croupier.tournaments.funds import accounts, chips_in_play
from croupier.tournaments.items import chips, findings
from croupier.tournaments.moving import concerned
from croupier.tournaments.playing import small_chips
from croupier.tournaments.ranking import place_of
from croupier.tournaments.state import DEPUTY, DIRECTOR, Tournament
from croupier.web.forms import Choice, Field, Form, command_of, form_of
from croupier.web.pages import page
from croupier.web.regions import log, viewer_of
from croupier.web.texts import has_text, text
from croupier.web.tournament_page import clock_of, said_of_rulings, standing

_FILES = {"clock": "tournament_clock", "standing": "tournament_standing", "prizes": "tournament_prizes"}


class Desk:
    """What the desk's templates ask: who works there, what they may do now, and for whom."""

    def __init__(self, keeper: TournamentTables, person: str, capacities: list[Capacity], names: Mapping[str, str]) -> None:
        self.keeper, self.person, self.names = keeper, person, names
        rules, self.state = keeper.stream.rules, keeper.state
        rank = next((str(role) for role in capacities if rules.rank_of(role) >= 0), "")
        least = {OPERATOR: rules.operator, OFFICER: rules.officer}
        self.offices = {office: rank if rules.rank_of(rank) >= rules.rank_of(role) else "" for office, role in least.items()}
        directs = person == self.state.director and DIRECTOR in capacities
        self.offices[DIRECTOR] = DIRECTOR if directs else DEPUTY if DEPUTY in capacities else ""

    def by(self, tag: str, *, ever: bool = False) -> str:
        """In which capacity a person may give this command now, empty if none. A command that needs no input would be
        accepted now, or with `ever` at some time.
        """
        office, when = self._office(tag), command_of("tournament", tag).declared.when
        return office if office and self.state.phase in when and (ever or not self.refused(tag)) else ""

    def _office(self, tag: str) -> str:
        """In which capacity a person would give this command; empty if they hold no such office."""
        return self.offices.get(command_of("tournament", tag).declared.by[0], self.offices[DIRECTOR])

    def refused(self, tag: str) -> str:
        """Why a command that needs no input would be refused now."""
        if not (office := self._office(tag)):
            return text("desk.not_yours")
        try:
            command = msgspec.convert({"order": ()} if tag == "draw-seats" else {}, command_of("tournament", tag))
        except msgspec.ValidationError:  # more is to be said
            return ""
        decision = self.keeper.stream.foresee(command, by=office, person=self.person)
        return decision.reason if isinstance(decision, Refused) else ""

    def ask(self, tag: str, **more: Mapping[str, object]) -> Form:
        """The form of a command, with its fields' names at the desk."""
        command = command_of("tournament", tag)
        called = {name: text(f"desk_field.{name}") for name in command.__struct_fields__ if has_text(f"desk_field.{name}")}
        return form_of(command, **{**more, "labels": {**called, **more.get("labels", {})}})  # type: ignore[arg-type]

    def people(self, persons: Iterable[str]) -> list[Choice]:
        """These people to choose from, each with their seat."""
        places = ((who, self.state.entrants[who].place if who in self.state.entrants else None) for who in persons)
        return [(who, " · ".join(map(str, (self.names.get(who, who), *(place or ()))))) for who, place in places]

    def sums(self, within: str, people: Iterable[str], values: Mapping[str, int] = {}) -> list[Field]:
        """A sum for each of these people."""
        value = {who: plain(values[who]).removesuffix(".00") for who in values}
        called = ((who, self.names.get(who, who)) for who in people)
        return [Field(name=who, kind="money", label=name, within=within, value=value.get(who, "")) for who, name in called]

    def where(self) -> list[Field]:
        """Where button and last blind are, at the tables from which moves may be made."""
        asked = ((table, fact) for table in concerned(self.state) for fact in ("button", "last"))
        says = {fact: f"desk.{fact}_at" for fact in ("button", "last")}
        return [
            Field(name=fact, kind="number", label=text(says[fact], table=table), within=f"facts.{table}", needed=True)
            for table, fact in asked
        ]


def desk_regions(
    keeper: TournamentTables, person: str, capacities: list[Capacity], names: dict[str, str], now: int
) -> dict[str, str]:
    """The director's desk."""
    state: Tournament = keeper.state
    rules, desk = keeper.stream.rules, Desk(keeper, person, capacities, names)
    won = certain(state)
    shared: dict[str, Any] = {
        "name": keeper.stream.name,
        "state": state,
        "names": names,
        "currency": rules.currency,
        "book": rules.book,
        "desk": desk,
        "director": desk.offices[DIRECTOR],
        "rows": standing(keeper),
        "chips_of": chips,
        "clock": clock_of(keeper, now),
        "now": now,
        "late": [who for who in state.playing if state.entrants[who].place is None and not state.terms.in_rounds],
        "unbriefed": [names.get(who, who) for who in state.playing if not state.entrants[who].briefed],
        "uncoloured": [table for table in state.seats if table not in state.coloured] if not small_chips(state) else [],
        "secret_tables": [name for name in state.seats if keeper.secrets_at(name)],
        "lacks": findings(rules, state.terms) if state.phase in ("", "draft") and state.version else [],
        "busts": [(bust, *place_of(state, bust.person)) for bust in state.busts[:-9:-1]],
        "in_play": chips(chips_in_play(state)),
        "due": {who: won[who] - state.paid.get(who, 0) for who in won if won[who] > state.paid.get(who, 0)},
        "withheld": accounts(state)["withheld"],
        **said_of_rulings(keeper),
    }
    viewer = viewer_of(keeper.stream, person, desk.offices[DIRECTOR] or desk.offices[OPERATOR] or None)
    parts = ("clock", "steps", "running", "tables", "players", "entries", "standing", "prizes")
    return {
        **{part: page(f"{_FILES.get(part, f'desk_{part}')}.html", **shared) for part in parts},
        "log": log(keeper.stream, viewer, names),
    }
