"""The conduct of players: penalties, leaving, absence, refunds; how a table ends early, and disputes."""

from msgspec.structs import replace

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.money import dollars
from croupier.kernel.telling import counted
from croupier.tournaments import commands, events, finishing
from croupier.tournaments.before import not_ready
from croupier.tournaments.funds import issued, money_back, removed
from croupier.tournaments.playing import eliminated, won_from_house
from croupier.tournaments.state import Entrant, Tournament, TournamentRules, Why
from croupier.tournaments.terms import CASHED


def _member(rules: TournamentRules, state: Tournament, person: str) -> Entrant | Refused:
    entrant = state.player(person)
    return entrant if entrant is not None else rules.refuse("not_entered", f"{person} has not entered, or is out")


def penalise(rules: TournamentRules, state: Tournament, command: commands.Penalise, said: Said) -> Decision:
    if isinstance(entrant := _member(rules, state, command.person), Refused):
        return entrant
    conduct = state.terms.conduct
    if command.phone and conduct.phone != command.penalty:
        return rules.refuse("terms_phone", f"for a phone in play these terms have: {conduct.phone}")
    if command.penalty not in conduct.penalties:
        return rules.refuse("terms_penalties", f"these terms have no penalty {command.penalty!r}")
    if not command.why.strip() and not command.phone:
        return rules.refuse("terms_penalties", "say what for")
    if command.number < 1:
        return rules.refuse("terms_penalties", "say how many")
    if command.penalty == "disqualification":
        why = command.why or "a phone in play"
        leaves = commands.Disqualify(person=entrant.person, why=why, stack=command.stack, in_hand=command.in_hand)
        return disqualify(rules, state, leaves, said, phone=command.phone)
    there = len(state.seats.get(entrant.place.table, {})) if entrant.place is not None else 0
    hands = {"missed hands": command.number, "missed rounds": command.number * there}.get(command.penalty, 0)
    practice = state.terms.choices.practice.get("missed_rounds", "") if command.penalty == "missed rounds" else ""
    grounds = ("terms_penalties", "terms_phone" if command.phone else "")
    return rules.accept(events.PenaltyGiven, command, *grounds, hands=hands, practice=practice)


def _not_named(rules: TournamentRules, ground: str, why: str, named: tuple[str, ...]) -> Refused | None:
    """A refusal of a reason that names no circumstance in the terms."""
    if any(reason.casefold() in why.casefold() for reason in named):
        return None
    return rules.refuse(ground, f"give one of these reasons: {'; '.join(named)}")


def disqualify(
    rules: TournamentRules, state: Tournament, command: commands.Disqualify, said: Said, *, phone: bool = False
) -> Decision:
    """A player who is in leaves the tournament; one who is out, or has won, keeps the place, and the prize goes to the next one.

    The reason names a circumstance in the terms; the terms treat a phone in play separately.
    """
    done, named = state.entrants.get(command.person), state.terms.disqualified_for
    if not phone and (refusal := _not_named(rules, "terms_disqualified", command.why, named)) is not None:
        return refusal
    if done is not None and (state.phase == "over" or done.status in ("out", "retired")):
        return finishing.disqualified(rules, state, done, command.why)
    if isinstance(entrant := _member(rules, state, command.person), Refused):
        return entrant
    grounds = ("terms_disqualified", "terms_disqualified_chips", "terms_abide")
    return _leaves(rules, state, entrant, command, "disqualified", state.terms.conduct.disqualified_chips, grounds)


def retire(rules: TournamentRules, state: Tournament, command: commands.Retire, said: Said) -> Decision:
    if isinstance(entrant := _member(rules, state, command.person), Refused):
        return entrant
    return _leaves(rules, state, entrant, command, "retired", state.terms.conduct.retired_chips, ("terms_retirement",))


def take_chips(rules: TournamentRules, state: Tournament, command: commands.TakeChips, said: Said) -> Decision:
    """The stack left over when the hand ended in which its player left the tournament."""
    entrant = state.entrants.get(command.person)
    if entrant is None or entrant.place is None or entrant.status not in ("retired", "disqualified"):
        return rules.refuse("terms_disqualified_chips", f"{command.person} has not left with chips at the table")
    ground = "terms_retirement" if entrant.status == "retired" else "terms_disqualified_chips"
    return _leaves(rules, state, entrant, command, entrant.status, "removed", (ground,))


def _leaves(
    rules: TournamentRules,
    state: Tournament,
    entrant: Entrant,
    command: commands.Disqualify | commands.Retire | commands.TakeChips,
    why: Why,
    chips: str,
    grounds: tuple[str, ...],
) -> Decision:
    """A player leaves for good: the chips leave play, or stay at the place and are blinded off. Between rounds there are none.

    In a hand they stay until it is over: what was wagered is played for.
    """
    clauses, stack = rules.cite(*grounds), command.stack
    in_hand = not isinstance(command, commands.TakeChips) and command.in_hand
    gone = eliminated(rules, state, entrant.person, stack, 0, 1, state.outs + 1, why)
    gone = replace(gone, clauses=tuple(dict.fromkeys((*clauses, *gone.clauses))))
    if entrant.place is None:
        return rules.refuse("not_entered", f"{entrant.person} has no seat") if stack else Accepted((gone,))
    if (in_hand or chips == "left in play") and (why == "retired" or why == "disqualified"):
        after_hand = chips == "removed"
        return Accepted((events.PlayerGone(person=entrant.person, why=why, after_hand=after_hand, clauses=clauses),))
    left = events.ChipsRemoved(person=entrant.person, chips=stack, place=entrant.place, clauses=clauses, postings=removed(stack))
    return Accepted((gone, left))


def absent(rules: TournamentRules, state: Tournament, command: commands.NoteAbsent, said: Said) -> Decision:
    if isinstance(entrant := _member(rules, state, command.person), Refused):
        return entrant
    if entrant.absent:
        return Refused("nothing_changes", f"{command.person} is noted as absent", rules.cite("terms_absence"))
    means = state.terms.conduct.late if command.late else state.terms.conduct.absence
    return rules.accept(events.AbsenceNoted, command, "terms_late" if command.late else "terms_absence", means=means)


def back(rules: TournamentRules, state: Tournament, command: commands.NoteBack, said: Said) -> Decision:
    if isinstance(entrant := _member(rules, state, command.person), Refused):
        return entrant
    if not entrant.absent:
        return Refused("nothing_changes", f"{command.person} is there", rules.cite("terms_absence"))
    if (refusal := not_ready(rules, state, entrant)) is not None:
        return refusal
    return rules.accept(events.AbsenceEnded, command)


def refund(rules: TournamentRules, state: Tournament, command: commands.Refund, said: Said) -> Decision:
    """A refund by the terms, before the prizes are fixed: afterwards the pool belongs to the winners."""
    if (entrant := state.entrants.get(command.person)) is None:
        return rules.refuse("not_entered", f"{command.person} has not entered")
    if state.terms.conduct.refund_when == "none":
        return rules.refuse("terms_refunds", "these terms give no refunds")
    if not 0 < command.amount <= entrant.paid or not command.why.strip():
        return rules.refuse("terms_refunds", f"say why, and refund at most the {dollars(entrant.paid)} paid")
    if (refusal := _not_named(rules, "terms_refunds", command.why, state.terms.refunded_for)) is not None:
        return refusal
    if state.closed:
        return rules.refuse("terms_refunds", "the prizes have been set")
    postings = money_back(command.amount, entrant.paid, entrant.fees, command.person)
    return rules.accept(events.Refunded, command, postings=postings)


# Ends


def agree_to_end(rules: TournamentRules, state: Tournament, command: commands.AgreeToEnd, said: Said) -> Decision:
    if isinstance(entrant := _member(rules, state, command.person), Refused):
        return entrant
    if entrant.place is None or command.person in state.agreed.get(entrant.place.table, ()):
        return Refused("nothing_changes", f"{command.person} has already agreed, or has no seat", rules.cite("terms_ends_agreed"))
    return rules.accept(events.EndAgreed, command, table=entrant.place.table)


def end_table(rules: TournamentRules, state: Tournament, command: commands.EndTable, said: Said) -> Decision:
    """Only if it is settled who advances, or if chips are cashed at the end of the round and all players there agree."""
    there = state.seats.get(command.table)
    if there is None or command.table in state.ended:
        return rules.refuse("terms_ends_early", f"nobody plays at table {command.table}")
    if set(command.stacks) != set(there.values()):
        return rules.refuse("terms_ends_early", "say what each player at the table has")
    if command.because == "agreed":
        if state.terms.format.chips_at_end != CASHED:
            return rules.refuse("terms_ends_agreed", "by these terms chips are not cashed at the end of the round")
        if missing := sorted(set(there.values()) & set(state.playing) - set(state.agreed.get(command.table, ()))):
            return rules.refuse("terms_ends_agreed", f"{missing[0]} has not agreed")
    elif (reason := _open_yet(state, command)) is not None:
        return rules.refuse("terms_ends_decided", reason)
    ground = "terms_ends_agreed" if command.because == "agreed" else "terms_ends_decided"
    postings = issued(won_from_house(state, [*there.values()], command.stacks))
    return rules.accept(events.TableEnded, command, "terms_ends_early", ground, banks=command.stacks, postings=postings)


def _open_yet(state: Tournament, command: commands.EndTable) -> str | None:
    """Why it is not settled yet who advances from a table: more players are in than can advance."""
    this = state.this_round
    if this is None or not this.advance:
        return "nobody advances from here: play continues to the end"
    if this.advance_by != "table":
        return "who advances depends on all tables"
    left = sum(stack > 0 and state.entrants[person].playing for person, stack in command.stacks.items())
    return f"{counted('player', left)} for {counted('place', this.advance)} in the next round" if left > this.advance else None


def dispute(rules: TournamentRules, state: Tournament, command: commands.DecideTournamentDispute, said: Said) -> Decision:
    about = command.about.strip()
    if about in state.disputes:
        settled = f"the dispute about {about}" if about else "that dispute (unless you say what else it is about)"
        return rules.refuse("terms_director_final", f"{settled} was decided, and that is final")
    decided = rules.event(events.TournamentDisputeDecided, command, about=about)
    if command.satisfied:
        return Accepted((decided,))
    return Accepted(
        (decided, rules.event(events.EntrantAdvised, command, "terms_complaints", "inspector_named", advice=advice(rules)))
    )


def advice(rules: TournamentRules) -> str:
    """The advice to a person who is not satisfied with a ruling."""
    return (
        "an inspector is on site and may be consulted, and a complaint about the conduct of gaming may be investigated by "
        f"the {rules.regulator}"
    )
