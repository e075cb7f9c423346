"""Before play: terms, notices, people in charge, tables, briefing."""

from collections.abc import Iterable

from croupier.kernel.accounts import purse_of
from croupier.kernel.actors import Said
from croupier.kernel.clauses import cited
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import together
from croupier.tournaments import commands, events
from croupier.tournaments.funds import chips_in_play, issued
from croupier.tournaments.items import findings, required
from croupier.tournaments.state import ADDED, DEPUTY, FEES, POOL, Entrant, Tournament, TournamentRules
from croupier.tournaments.terms import Terms

REASONABLE_NOTICE = 1800
"""The shortest notice of another start, in seconds: a house figure, since the book only says reasonable."""


_LONGEST_NAME = 200
FEWEST = 2
"""The smallest field: nobody plays alone."""


def unnamed(person: str) -> bool:
    """Whether nobody could act under that name."""
    return not person.strip() or person != person.strip() or len(person.encode()) > _LONGEST_NAME


def draft(rules: TournamentRules, state: Tournament, command: commands.DraftTerms, said: Said) -> Decision:
    if strange := set(command.readings) - rules.readings:
        return rules.refuse("terms_documented", f"there is no reading {min(strange)!r} of what the book says here")
    if (refusal := _of_another_game(rules, command.terms)) is not None:
        return refusal
    return rules.accept(events.TermsDrafted, command, "equal_chance", "terms_documented", version=state.version + 1)


def _of_another_game(rules: TournamentRules, terms: Terms) -> Refused | None:
    if terms.game == rules.game:
        return None
    return rules.refuse("terms_documented", f"these terms are for {terms.game or 'no game'}, not {rules.game}")


def change(rules: TournamentRules, state: Tournament, command: commands.ChangeTerms, said: Said) -> Decision:
    if command.terms == state.terms:
        return Refused("nothing_changes", "the terms already say so", rules.cite("terms_documented"))
    if (refusal := _of_another_game(rules, command.terms)) is not None:
        return refusal
    if (refusal := not_complete(rules, command.terms)) is not None:
        return refusal
    if (refusal := _not_for_entrants(rules, state, command.terms)) is not None:
        return refusal
    now, was = command.terms.format, state.terms.format
    if state.seats and (now.starting_bank, now.structure) != (was.starting_bank, was.structure):
        return rules.refuse("terms_bank", "seats are drawn, and everybody has the same chips by now")
    grounds = ("terms_documented", "terms_changes_notified")
    return rules.accept(events.TermsChanged, command, *grounds, version=state.version + 1)


def _not_for_entrants(rules: TournamentRules, state: Tournament, terms: Terms) -> Refused | None:
    """Why other terms cannot apply to people who have entered. What they have paid stays as it was paid, whatever changes."""
    f, seats = terms.format, max((seat for there in state.seats.values() for seat in there), default=0)
    if state.total > terms.details.most_players:
        return rules.refuse("terms_players", f"{state.total} have entered, more than these terms allow")
    if 0 < f.tables * f.seats < len(state.playing) or f.seats < seats or 0 < f.tables < len(state.seats):
        return rules.refuse("terms_tables", "these terms have fewer seats than are taken")
    if state.seats and terms.in_rounds != state.terms.in_rounds:
        return rules.refuse("terms_structure", "the seats are drawn for a tournament of another structure")
    if state.closed and terms.prizes != state.terms.prizes:
        return rules.refuse("terms_pool", "the prizes have been set")
    if not terms.entry.charity_or_media and any(state.entrants[person].staff for person in state.playing):
        return rules.refuse("terms_staff", "staff have entered, and play at charity and media events only")
    return None


def make_available(rules: TournamentRules, state: Tournament, command: commands.MakeTermsAvailable, said: Said) -> Decision:
    return rules.accept(events.TermsMadeAvailable, command, "terms_made_available", "terms_available")


def advise(rules: TournamentRules, state: Tournament, command: commands.AdviseInspectorate, said: Said) -> Decision:
    return rules.accept(events.InspectorateAdvised, command)


def tell_regulator(rules: TournamentRules, state: Tournament, command: commands.TellRegulator, said: Said) -> Decision:
    if not state.owed:
        return Refused("nothing_changes", "there is no change to notify", rules.cite("terms_changes_notified"))
    return rules.accept(events.RegulatorTold, command)


def appoint_director(rules: TournamentRules, state: Tournament, command: commands.AppointDirector, said: Said) -> Decision:
    if unnamed(command.person):
        return rules.refuse("director_appointed", "say who it is")
    if command.person in state.waiting or state.has_entry(command.person):
        return rules.refuse("director_appointed", f"{command.person} plays in this tournament and cannot direct it")
    return rules.accept(events.DirectorAppointed, command)


def appoint_deputy(rules: TournamentRules, state: Tournament, command: commands.AppointDeputy, said: Said) -> Decision:
    if said.capacity == DEPUTY:
        return rules.refuse("deputy_appointed", "only the Tournament Director appoints deputies")
    if unnamed(command.person) or command.person in (state.director, *state.deputies):
        return rules.refuse("deputy_appointed", "name someone who is not already the Director or a deputy")
    if command.person in state.waiting or state.has_entry(command.person):
        return rules.refuse("deputy_appointed", f"{command.person} plays in this tournament and cannot direct it")
    return rules.accept(events.DeputyAppointed, command)


def come_or_go(rules: TournamentRules, state: Tournament, command: commands.Attend | commands.StepOut, said: Said) -> Decision:
    comes = isinstance(command, commands.Attend)
    if (said.person in state.present) == comes:
        told = f"{said.person} is {'already' if comes else 'not'} present"
        return Refused("nothing_changes", told, rules.cite("director_absent"))
    ground = "deputy_appointed" if comes and said.capacity == DEPUTY else "director_absent"
    return rules.accept(events.DirectorPresent if comes else events.DirectorAway, command, ground, person=said.person)


def designate(rules: TournamentRules, state: Tournament, command: commands.DesignateTables, said: Said) -> Decision:
    tables = command.tables
    if not tables or len(set(tables)) < len(tables) or not all(table.strip() for table in tables):
        return rules.refuse("tables_designated", "say which tables, each once")
    if lost := sorted(set(state.seats) - set(tables)):
        return rules.refuse("tables_designated", f"players sit at table {lost[0]}")
    if state.seats and command.by_hand != state.by_hand:
        return rules.refuse("tables_designated", "players sit at the tables: how they are dealt was said before")
    return rules.accept(events.TablesDesignated, command)


def not_complete(rules: TournamentRules, terms: Terms) -> Refused | None:
    """What the terms lack, or say against the rules of the game, each with its clause."""
    gaps = findings(rules, terms)
    gaps = against if (against := [gap for gap in gaps if gap.against]) else gaps
    if not gaps:
        return None
    says = "; ".join(f"{gap.says} ({cited(gap.clauses)})" for gap in gaps)
    clauses = _clauses(gap.clauses for gap in gaps)
    if not against:
        return Refused("terms_incomplete", f"the terms do not say: {says}", _clauses((rules.cite("terms_incomplete"), clauses)))
    ground = "terms_against_rules" if any(gap.ground == "terms_against_rules" for gap in gaps) else gaps[0].ground
    return Refused(ground, f"the terms do not hold: {says}", clauses)


def _clauses(parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for part in parts for clause in part))


def open_entries(rules: TournamentRules, state: Tournament, command: commands.OpenEntries, said: Said) -> Decision:
    if (refusal := not_complete(rules, state.terms)) is not None:
        return refusal
    if not state.available:
        return rules.refuse("terms_made_available", "the terms have not been made available yet")
    if not state.advised:
        return rules.refuse("inspectorate_advised", "the on-site inspectors have not been notified yet")
    grounds = ("terms_made_available", "inspectorate_advised")
    return Accepted((events.EntriesOpened(clauses=_clauses((rules.cite(*grounds), required(rules, state.terms)))),))


def move_start(rules: TournamentRules, state: Tournament, command: commands.MoveStart, said: Said) -> Decision:
    notice = min(command.to, state.starts) - command.told
    if command.told > said.at or command.to <= said.at:
        return rules.refuse("terms_start_may_move", "the new start must be in the future, with notice to the players")
    if notice < REASONABLE_NOTICE:
        least = REASONABLE_NOTICE // 60
        return rules.refuse("terms_start_may_move", f"that is {notice // 60} minutes' notice; at least {least} are needed here")
    return rules.accept(events.StartMoved, command, "terms_start_may_move", "terms_changes_notified")


def brief(rules: TournamentRules, state: Tournament, command: commands.BriefPlayers, said: Said) -> Decision:
    if not command.understood:
        return rules.refuse("players_briefed", "the Director must be satisfied that the players understand: brief them again")
    new = [entrant for entrant in state.entrants.values() if entrant.playing and not entrant.briefed]
    if state.phase == "playing" and not new:
        return Refused("nothing_changes", "everybody who plays is briefed", rules.cite("players_briefed"))
    there = [entrant.person for entrant in new if entrant.absent and unsigned(rules, state, (entrant.person,)) is None]
    back = (events.AbsenceEnded(person=person, clauses=rules.cite("players_briefed")) for person in there)
    return Accepted((events.PlayersBriefed(clauses=rules.cite("players_briefed")), *back))


def instruct(rules: TournamentRules, state: Tournament, command: commands.InstructPlayers, said: Said) -> Decision:
    if command.practice_hands < 0 or not (command.demonstration or command.practice_hands):
        return rules.refuse("players_instructed", "by a demonstration, or with practice hands")
    return rules.accept(events.PlayersInstructed, command)


def cancel(rules: TournamentRules, state: Tournament, command: commands.CancelTournament, said: Said) -> Decision:
    """Until it is over, everyone gets back all that they paid, and the house what it added."""
    if not command.why.strip():
        return rules.refuse("terms_refunds", "say why")
    if state.paid:
        return rules.refuse("terms_refunds", f"{min(state.paid)} has been paid a prize: take it back first, or finish")
    back = together(*({purse_of(payer.person): payer.paid} for payer in state.payers))
    held = {name: -state.money.get(name, 0) for name in (POOL, FEES)}
    house = {ADDED: -sum(back.values()) - sum(held.values())}
    postings = together(back, held, house, issued(-chips_in_play(state)))
    return rules.accept(events.TournamentCancelled, command, postings=postings)


def not_there(rules: TournamentRules, state: Tournament, person: str, ground: str) -> Event:
    """A player who has yet to sign the terms, or to be briefed on them, is late until then; the others play."""
    means = state.terms.conduct.late
    return events.AbsenceNoted(person=person, means=means, clauses=rules.cite(ground, "terms_late"))


def unsigned(rules: TournamentRules, state: Tournament, people: Iterable[str]) -> Refused | None:
    """If every player must sign the terms: who of these has not signed the current ones."""
    if not state.terms.entry.signed:
        return None
    missing = next((person for person in people if state.entrants[person].signed != state.version), "")
    return rules.refuse("terms_signed", f"{missing} has not signed these terms") if missing else None


def not_ready(rules: TournamentRules, state: Tournament, entrant: Entrant) -> Refused | None:
    """Why a person who comes after play has begun does not play yet."""
    if not entrant.briefed:
        return rules.refuse("players_briefed", f"{entrant.person} has not been briefed on the terms")
    return unsigned(rules, state, (entrant.person,))
