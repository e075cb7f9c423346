"""The engine of tournaments: who may give a command, when, and with what result."""

from msgspec.structs import fields

from croupier.kernel.actors import Capacity, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.engine import Engine, deciders_in
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command, PersonsCommand
from croupier.kernel.legal import Legal
from croupier.tournaments import before, commands, entrants, events, finishing, moving, penalties, playing, rounds
from croupier.tournaments.state import DEPUTY, DIRECTOR, ENTRANT, Tournament, TournamentRules
from croupier.tournaments.telling import tell

_DECIDERS = deciders_in(before, entrants, moving, finishing, playing, penalties, rounds)
_PLAIN = tuple(kind() for kind in _DECIDERS if not any(field.required for field in fields(kind)))
"""Commands that are complete without further details."""

_WITHOUT_DIRECTOR = (
    commands.Attend,
    commands.StepOut,
    commands.AppointDeputy,
    commands.MoveStart,
    commands.ReportHand,
    commands.TakeChips,
)
"""What needs no Director present: a hand that has begun is played to its end."""
_BETWEEN_TABLES = (commands.ConfirmMoves, commands.MovePlayer, commands.UndoElimination)
"""What brings chips from one table to another."""


def _not_theirs(rules: TournamentRules, state: Tournament, command: Command, said: Said) -> Refused | None:
    """A refusal for a person who may not say this."""
    by, clauses, capacity = command.declared.by, rules.cite(command.declared.ground), said.capacity
    if by[0] in rules.offices:  # this command asks for a rank
        return None
    if isinstance(command, PersonsCommand) and by[0] == ENTRANT:
        if capacity == ENTRANT and said.person != command.person:
            return Refused("rank_needed", f"{said.person} does not speak for {command.person}", clauses)
        if capacity != ENTRANT and by == (ENTRANT,):
            return Refused("rank_needed", f"only {command.person} can say that", clauses)
    appointed = {DIRECTOR: (state.director,), DEPUTY: state.deputies}.get(str(capacity))
    if said.person in appointed if appointed is not None else capacity in by:
        return None
    if appointed is not None:
        return rules.refuse("director_appointed", f"{said.person} is not appointed {capacity}")
    return Refused("rank_needed", f"that is for the {DIRECTOR} or a {DEPUTY}, not {said.role}", clauses)


class TournamentEngine(Engine[TournamentRules, Tournament]):
    """A tournament as a stream. `rules_of` gives the rules of a game's book by an edition."""

    kind = "tournament"
    codec = Codec(commands, events)
    state = Tournament
    deciders = _DECIDERS

    def refusal(self, rules: TournamentRules, state: Tournament, command: Command, said: Said) -> Refused | None:
        declared = command.declared
        if (refusal := super().refusal(rules, state, command, said)) is not None:
            return refusal
        if (refusal := _not_theirs(rules, state, command, said)) is not None:
            return refusal
        if state.phase not in declared.when:
            clauses = rules.cite(declared.ground)
            return rules.no("not_at_this_time", clauses=clauses, now=state.phase, wanted=declared.when)
        directing = declared.by in ((DIRECTOR,), commands.SOFTWARE) and not isinstance(command, _WITHOUT_DIRECTOR)
        begins = state.phase == "playing" or isinstance(command, commands.StartPlay)
        if begins and directing and not playing.in_charge(rules, state):
            return rules.refuse("director_absent", "the Tournament Director is not present")
        if state.coloured and isinstance(command, _BETWEEN_TABLES):
            return rules.refuse("terms_chips", "small chips still leave play: nobody changes tables until all are gone")
        return None

    tell = staticmethod(tell)

    def obvious(self, state: Tournament, command: Command) -> Capacity:
        return command.declared.by[0]

    def speaker(self, state: Tournament, command: Command, capacity: Capacity) -> str:
        """The director is the one appointed, an entrant the one who is named."""
        if capacity == ENTRANT and isinstance(command, PersonsCommand):
            return command.person
        return state.director if capacity == DIRECTOR else ""

    def legal(self, rules: TournamentRules, state: Tournament, who: Capacity) -> list[Legal]:
        """What a person may do now without giving details."""
        offers = []
        for command in _PLAIN:
            person = state.director if who == DIRECTOR else str(who)
            decision = self.decide(rules, state, command, Said(person, who, max(state.starts, state.clock.since or 0)))
            if not isinstance(decision, Refused):
                offers.append(Legal(command, decision.events[0].clauses, by=who))
        return offers
