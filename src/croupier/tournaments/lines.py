"""Commands of a tournament as short lines of text: the grammar of cases and of a director's keyboard.

    open entries                        enter p7                        hand 12 at 1: p3 had 1500, p4 had 200
    appoint director d. one             withdraw p7                     propose: 1 last 4 button 2; 2 last 1 button 8
    designate 1, 2, 3                   penalise p3 missed hands 2: shouting      confirm moves

`by Tournament Director:` and `at 3600:` in front say who and when; a line without is obviously somebody's: the operator's, the
director's, the entrant's who is named, or the software's.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.kernel.events import Command
from croupier.kernel.grammar import Form, Grammar, Line
from croupier.kernel.lines import LineError
from croupier.kernel.money import cents, plain
from croupier.tournaments import commands as c
from croupier.tournaments.state import TableFacts
from croupier.tournaments.terms import Terms


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _sums(word: str, number: Callable[[str], int] = cents, say: Callable[[int], str] = plain) -> Form:
    """`p3 had 1500, p4 had 200`: people with sums, or tables with numbers."""

    def read(text: str) -> dict[str, int]:
        pairs = (part.rpartition(f" {word} ") for part in text.split(","))
        return {name.strip(): number(amount.strip()) for name, _, amount in pairs}

    return Form(r".+?", read, lambda sums: ", ".join(f"{name} {word} {say(sum_)}" for name, sum_ in sums.items()))


def _facts(text: str) -> dict[str, TableFacts]:
    """`1 last 4 button 2; 2 last 1 button 8`: where the last blind and the button are at each table."""
    found = {}
    for part in text.split(";"):
        table, _, rest = part.strip().partition(" last ")
        last, _, button = rest.partition(" button ")
        if not last.isdecimal() or not button.isdecimal():
            raise LineError(f"{part!r}: say a table, where its last blind is and where its button")
        found[table] = TableFacts(last=int(last), button=int(button))
    return found


def _say_facts(facts: dict[str, TableFacts]) -> str:
    return "; ".join(f"{table} last {one.last} button {one.button}" for table, one in facts.items())


def _read_terms(text: str) -> Any:
    try:
        return msgspec.json.decode(text, type=Terms)
    except msgspec.MsgspecError as error:
        raise LineError(f"the terms are not understood: {error}") from None


_FORMS = {
    "who": Form(r"[^:;,]+?", str.strip, str),
    "names": Form(r"[^;]+?", _names, ", ".join),
    "had": _sums("had"),
    "has": _sums("has"),
    "gets": _sums("gets"),
    "gives": _sums("gives"),
    "at": _sums("at", int, str),
    "facts": Form(r".+?", _facts, _say_facts),
    "terms": Form(r"\{.*\}", _read_terms, lambda terms: msgspec.json.encode(terms).decode()),
    "staff": Form(r"employee|contractor|associate", str, str),
    "penalty": Form(r"warning|missed hands|missed rounds|disqualification", str, str),
    "how": Form(r"icm|chip chop|even|named", str, str),
    "because": Form(r"decided|agreed", str, str),
    "source": Form(r"house|seeded", str, str),
    "table": Form(r"[^:;,\s]+", str, str),
}


def _line(template: str, kind: type[Command], **fixed: Any) -> Line:
    return Line(template, kind, None, _FORMS, **fixed)


GRAMMAR = Grammar(
    _line("draft {terms:terms}[ readings {readings:names}]", c.DraftTerms),
    _line("change terms {terms:terms}: {why}", c.ChangeTerms),
    _line("make terms available", c.MakeTermsAvailable),
    _line("advise inspectorate", c.AdviseInspectorate),
    _line("tell regulator", c.TellRegulator),
    _line("appoint director {person:who}", c.AppointDirector),
    _line("appoint deputy {person:who}", c.AppointDeputy),
    _line("attend", c.Attend),
    _line("step out", c.StepOut),
    _line("designate {tables:names}", c.DesignateTables),
    _line("open entries", c.OpenEntries),
    _line("move start to {to} told {told}", c.MoveStart),
    _line("brief players[, not understood{!understood}]", c.BriefPlayers),
    _line("instruct[ by demonstration{=demonstration}][ with {practice_hands} practice hands]", c.InstructPlayers),
    _line("cancel: {why}", c.CancelTournament),
    _line("enter again {person:who}[ with {stack:$}]", c.EnterAgain),
    _line("enter {person:who}[, {staff:staff}][, not entitled{!entitled}][, not selected{!selected}]", c.Enter),
    _line("refuse entry of {person:who}: {why}", c.RefuseEntry),
    _line("approve {person:who}", c.ApproveStaff),
    _line("sign {person:who}", c.SignTerms),
    _line("withdraw {person:who}", c.Withdraw),
    _line(
        "substitute {substitute:who} for {person:who}[, {staff:staff}][, not entitled{!entitled}]"
        "[, not selected{!selected}]",
        c.NameSubstitute,
    ),
    _line("close entries", c.CloseEntries),
    _line("draw seats: {order:names}[; {source:source}]", c.DrawSeats),
    _line("seat {person:who} at {table:table}/{seat}[; {source:source}]", c.SeatLate),
    _line("rebuy {person:who}[ with {stack:$}]", c.BuyAgain),
    _line("add-on {person:who}", c.BuyAddOn),
    _line("start play", c.StartPlay),
    _line("pause clock[: {why}]", c.PauseClock),
    _line("resume clock", c.ResumeClock),
    _line("deduct {seconds} seconds[, {agreed} agree][, {played} hands played]", c.DeductTime),
    _line("extend {seconds} seconds", c.ExtendTime),
    _line("extend table {table:table} {seconds} seconds: {why}", c.ExtendTable),
    _line("next level[; {hands:at}]", c.NextLevel),
    _line("hand {hand} at {table:table}[: {out:had}][; {banks:has}]", c.ReportHand),
    _line("undo {person:who}[; house gives {house:$}][; {chips:gives}]: {why}", c.UndoElimination),
    _line("redo {person:who}", c.RedoElimination),
    _line("propose: {facts:facts}[, drawn {draws:ints}][; {source:source}]", c.ProposeMoves),
    _line("confirm moves", c.ConfirmMoves),
    _line("decline moves: {why}", c.DeclineMoves),
    _line("move {person:who} to {table:table}/{seat}[, {facts:facts}]: {why}", c.MovePlayer),
    _line("hand for hand", c.StartHandForHand),
    _line("end hand for hand", c.EndHandForHand),
    _line("colour up {table:table}: {stacks:has}[; race {order:names}]", c.ColourUp),
    _line(
        "penalise {person:who} {penalty:penalty}[ {number}][ with {stack:$}][ in a hand{=in_hand}][ for a phone{=phone}]"
        "[: {why}]",
        c.Penalise,
    ),
    _line("disqualify {person:who}[ with {stack:$}][ in a hand{=in_hand}]: {why}", c.Disqualify),
    _line("retire {person:who}[ with {stack:$}][ in a hand{=in_hand}]", c.Retire),
    _line("take chips of {person:who}: {stack:$}", c.TakeChips),
    _line("absent {person:who}[, late{=late}]", c.NoteAbsent),
    _line("back {person:who}", c.NoteBack),
    _line("refund {person:who} {amount:$}: {why}", c.Refund),
    _line("agree to end {person:who}", c.AgreeToEnd),
    _line("end table {table:table} {because:because}[: {stacks:has}]", c.EndTable),
    _line("decide dispute[ about {about:part}]: {decision:part}[; agreed{=satisfied}]", c.DecideTournamentDispute),
    _line("start secondary round: {order:names}[; {source:source}]", c.StartRound, secondary=True),
    _line("start round: {order:names}[; {source:source}]", c.StartRound),
    _line("secret wager {person:who} {amount:$}", c.MakeSecretWager),
    _line("reveal wagers at {table:table}", c.RevealSecretWagers),
    _line("close round[; drawn {draws:names}]", c.CloseRound),
    _line("deal {how:how}[: {stacks:has}][; {sums:gets}]", c.ProposeDeal),
    _line("agree to deal {person:who}", c.AgreeToDeal),
    _line("finish", c.Finish),
    _line("pay {person:who}", c.PayOut),
    _line("allot {amount:$}[ to {person:who}]: {why}", c.AllotWithheld),
    facts={},
    hint="'open entries', 'enter p7', 'start play', 'hand 12 at 1: p3 had 1500'",
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
