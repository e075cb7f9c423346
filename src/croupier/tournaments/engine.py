"""The engine of tournaments: whose a command is, when it has a place, and what comes of it."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from msgspec.structs import fields

from croupier.kernel.actors import HOUSE, Capacity, Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.engine import Engine
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.tournaments import before, commands, events, moving, paying, playing, rounds
from croupier.tournaments.state import DEPUTY, DIRECTOR, ENTRANT, Phase, Tournament, TournamentRules
from croupier.tournaments.telling import tell

Who = Literal["operator", "director", "officer", "entrant", "theirs", "software"]
"""Whose a command is: `entrant` ones the director or the desk may also give; `theirs` is a word that nobody gives for them."""


class _Act(NamedTuple):
    """How a command is decided, whose it is, on what ground, and in which phases it has a place."""

    decide: Callable[[TournamentRules, Tournament, Any, Said], Decision]
    who: Who
    ground: str
    phases: tuple[Phase, ...]


_DRAFT: tuple[Phase, ...] = ("", "draft")
_PUBLIC: tuple[Phase, ...] = ("draft", "entries")
_ANY: tuple[Phase, ...] = ("", "draft", "entries", "playing")
_OPEN: tuple[Phase, ...] = ("entries", "playing")
_PLAY: tuple[Phase, ...] = ("playing",)

_ACTS: dict[type[Command], _Act] = {
    commands.DraftTerms: _Act(before.draft, "operator", "terms_documented", _DRAFT),
    commands.ChangeTerms: _Act(before.change, "operator", "terms_changes_notified", ("entries",)),
    commands.MakeTermsAvailable: _Act(before.make_available, "operator", "terms_made_available", _PUBLIC),
    commands.AdviseInspectorate: _Act(before.advise, "operator", "inspectorate_advised", _PUBLIC),
    commands.TellRegulator: _Act(before.tell_regulator, "operator", "terms_changes_notified", _PUBLIC),
    commands.AppointDirector: _Act(before.appoint_director, "operator", "director_appointed", _ANY),
    commands.AppointDeputy: _Act(before.appoint_deputy, "director", "deputy_appointed", _ANY),
    commands.Attend: _Act(before.attend, "director", "director_absent", _ANY),
    commands.StepOut: _Act(before.step_out, "director", "director_absent", _ANY),
    commands.DesignateTables: _Act(before.designate, "operator", "tables_designated", _ANY),
    commands.OpenEntries: _Act(before.open_entries, "operator", "terms_documented", ("draft",)),
    commands.MoveStart: _Act(before.move_start, "director", "terms_start_may_move", _PUBLIC),
    commands.BriefPlayers: _Act(before.brief, "director", "players_briefed", _OPEN),
    commands.InstructPlayers: _Act(before.instruct, "director", "players_instructed", ("entries",)),
    commands.CancelTournament: _Act(before.cancel, "operator", "terms_refunds", ("draft", "entries", "playing")),
    commands.Enter: _Act(before.enter, "entrant", "terms_method", _OPEN),
    commands.RefuseEntry: _Act(before.refuse_entry, "operator", "terms_refusal", _OPEN),
    commands.ApproveStaff: _Act(before.approve_staff, "officer", "terms_staff", _PUBLIC),
    commands.SignTerms: _Act(before.sign, "theirs", "terms_signed", _OPEN),
    commands.Withdraw: _Act(before.withdraw, "entrant", "terms_entry", _OPEN),
    commands.NameSubstitute: _Act(before.substitute, "entrant", "terms_entry", _OPEN),
    commands.CloseEntries: _Act(before.close_entries, "director", "terms_pool", _OPEN),
    commands.DrawSeats: _Act(before.draw_seats, "software", "equal_chance", ("entries",)),
    commands.SeatLate: _Act(before.seat_late, "software", "equal_chance", _OPEN),
    commands.BuyAgain: _Act(before.buy_again, "entrant", "terms_costs", _PLAY),
    commands.BuyAddOn: _Act(before.buy_add_on, "entrant", "terms_costs", _PLAY),
    commands.EnterAgain: _Act(before.enter_again, "entrant", "terms_buy_back", _PLAY),
    commands.StartPlay: _Act(before.start, "director", "play_not_begun", ("entries",)),
    commands.PauseClock: _Act(playing.pause, "director", "terms_rounds", _PLAY),
    commands.ResumeClock: _Act(playing.resume, "director", "terms_rounds", _PLAY),
    commands.DeductTime: _Act(playing.deduct, "director", "terms_rounds", _PLAY),
    commands.ExtendTime: _Act(playing.extend, "director", "terms_rounds", _PLAY),
    commands.ExtendTable: _Act(playing.extend_table, "director", "terms_rounds", _PLAY),
    commands.NextLevel: _Act(playing.next_level, "software", "terms_rounds", _PLAY),
    commands.ReportHand: _Act(playing.report, "software", "terms_structure", _PLAY),
    commands.UndoElimination: _Act(playing.undo, "director", "terms_elimination", _PLAY),
    commands.RedoElimination: _Act(playing.redo, "director", "terms_elimination", _PLAY),
    commands.ProposeMoves: _Act(moving.propose, "software", "terms_tables", _PLAY),
    commands.ConfirmMoves: _Act(moving.confirm, "director", "terms_tables", _PLAY),
    commands.DeclineMoves: _Act(moving.decline, "director", "terms_tables", _PLAY),
    commands.MovePlayer: _Act(moving.move, "director", "terms_progression", _PLAY),
    commands.StartHandForHand: _Act(playing.start_hand_for_hand, "director", "terms_structure", _PLAY),
    commands.EndHandForHand: _Act(playing.end_hand_for_hand, "director", "terms_structure", _PLAY),
    commands.ColourUp: _Act(playing.colour_up, "software", "terms_chips", _PLAY),
    commands.Penalise: _Act(playing.penalise, "director", "terms_penalties", _PLAY),
    commands.Disqualify: _Act(playing.disqualify, "director", "terms_disqualified", ("playing", "over")),
    commands.Retire: _Act(playing.retire, "entrant", "terms_retirement", _PLAY),
    commands.TakeChips: _Act(playing.take_chips, "software", "terms_disqualified_chips", _PLAY),
    commands.NoteAbsent: _Act(playing.absent, "director", "terms_absence", _PLAY),
    commands.NoteBack: _Act(playing.back, "director", "terms_absence", _PLAY),
    commands.Refund: _Act(playing.refund, "director", "terms_refunds", _OPEN),
    commands.AgreeToEnd: _Act(playing.agree_to_end, "theirs", "terms_ends_agreed", _PLAY),
    commands.EndTable: _Act(playing.end_table, "director", "terms_ends_early", _PLAY),
    commands.DecideTournamentDispute: _Act(
        playing.dispute, "director", "terms_director_final", ("entries", "playing", "over", "cancelled")
    ),
    commands.StartRound: _Act(rounds.start_round, "software", "terms_rounds", _PLAY),
    commands.MakeSecretWager: _Act(rounds.secret, "theirs", "terms_secret", _PLAY),
    commands.RevealSecretWagers: _Act(rounds.reveal, "software", "terms_secret", _PLAY),
    commands.CloseRound: _Act(rounds.close_round, "director", "terms_progression", _PLAY),
    commands.ProposeDeal: _Act(paying.propose_deal, "director", "terms_distribution", _PLAY),
    commands.AgreeToDeal: _Act(paying.agree, "theirs", "terms_distribution", _PLAY),
    commands.Finish: _Act(paying.finish, "director", "terms_winners", _PLAY),
    commands.AllotWithheld: _Act(paying.allot, "operator", "terms_distribution", ("over",)),
    commands.PayOut: _Act(paying.pay_out, "director", "terms_distribution", ("over",)),
}
_PLAIN = tuple(kind() for kind in _ACTS if not any(field.required for field in fields(kind)))
"""What can be said in full without another word."""

_WITHOUT_DIRECTOR = (
    commands.Attend,
    commands.StepOut,
    commands.AppointDeputy,
    commands.MoveStart,
    commands.ReportHand,
    commands.TakeChips,
)
"""What is done without the Director having to be there: a hand that has begun is played to its end."""


def _not_theirs(rules: TournamentRules, state: Tournament, command: Any, said: Said, act: _Act) -> Refused | None:
    """A refusal for a person who may not say this."""
    clauses, capacity = rules.cite(act.ground), said.capacity
    if act.who in ("operator", "officer"):
        return rules.needs_rank(said, rules.operator if act.who == "operator" else rules.officer, clauses)
    if capacity == ENTRANT and act.who in ("entrant", "theirs"):
        return (
            None
            if said.person == command.person
            else Refused("rank_needed", f"{said.person} does not speak for {command.person}", clauses)
        )
    if capacity == HOUSE and act.who in ("entrant", "software"):
        return None
    if act.who == "theirs":
        return Refused("rank_needed", f"only {command.person} can say that", clauses)
    if capacity == DIRECTOR and said.person == state.director:
        return None
    if capacity == DEPUTY and said.person in state.deputies:
        return None
    if capacity in (DIRECTOR, DEPUTY):
        return rules.refuse("director_appointed", f"{said.person} is not appointed {capacity}")
    return Refused("rank_needed", f"that is for the {DIRECTOR} or a {DEPUTY}, not {said.role}", clauses)


class TournamentEngine(Engine[TournamentRules, Tournament]):
    """A tournament as a stream. `rules_of` gives the rules of a game's book by an edition."""

    kind = "tournament"
    codec = Codec(commands, events)
    state = Tournament

    def decide(self, rules: TournamentRules, state: Tournament, command: Command, said: Said) -> Decision:
        if (refusal := rules.stranger(said)) is not None:
            return refusal
        act = _ACTS[type(command)]
        if (refusal := _not_theirs(rules, state, command, said, act)) is not None:
            return refusal
        if state.phase not in act.phases:
            return Refused("not_at_this_time", _when(state.phase, act.phases), rules.cite(act.ground))
        directing = act.who in ("director", "software") and not isinstance(command, _WITHOUT_DIRECTOR)
        begins = state.phase == "playing" or isinstance(command, commands.StartPlay)
        if begins and directing and not playing.in_charge(rules, state):
            return rules.refuse("director_absent", "the Tournament Director is not present")
        return act.decide(rules, state, command, said)

    evolve = staticmethod(Tournament.take)

    copied = staticmethod(Tournament.copied)

    tell = staticmethod(tell)

    def obvious(self, state: Tournament, command: Command) -> Capacity:
        act = _ACTS[type(command)]
        named = {"software": HOUSE, "entrant": ENTRANT, "theirs": ENTRANT, "director": DIRECTOR}
        return named.get(act.who, act.who)

    def legal(self, rules: TournamentRules, state: Tournament, who: Capacity) -> list[Legal]:
        """What somebody may do now that needs no more to be said."""
        found = []
        for command in _PLAIN:
            person = state.director if who == DIRECTOR else str(who)
            decision = self.decide(rules, state, command, Said(person, who, max(state.starts, state.clock.since or 0)))
            if not isinstance(decision, Refused):
                found.append(Legal(command, decision.events[0].clauses, by=who))
        return found


def _when(phase: Phase, phases: tuple[Phase, ...]) -> str:
    names = {
        "": "before there are terms",
        "draft": "while the terms are drafted",
        "entries": "while entries are open",
        "playing": "while it is played",
        "over": "when it is over",
        "cancelled": "when it is cancelled",
    }
    return f"that is for {' or '.join(names[one] for one in phases)}, and it is {names[phase]}"
