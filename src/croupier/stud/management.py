"""What those in charge do at a table between and during rounds: duties, signs, limits, seats, closing."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.kernel.actors import Said
from croupier.kernel.closing import ClosingStep, too_soon
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.money import dollars
from croupier.kernel.telling import counted
from croupier.stud import commands, events
from croupier.stud.irregularities import off_the_layout
from croupier.stud.jackpot_wagers import all_returned
from croupier.stud.rules import Rules
from croupier.stud.seats import seat_given_up
from croupier.stud.state import State


def display_sign(rules: Rules, table: State, command: commands.DisplaySign, said: Said) -> Decision:
    says = command.says
    if says == "minimum" and rules.has("limits"):
        ground = "sign_displayed"
    elif says == "closing":
        ground = "closing_announced"
    else:
        return rules.unknown(f"a sign that says {says!r}")
    if (refusal := _not_by(rules, said, says, ground)) is not None:
        return refusal
    if wrong := table.options.not_in_chips(command.amount if says == "minimum" else 0):
        return rules.refuse(ground, wrong)
    earliest = said.at + 60 * _notice_minutes(rules, says)
    if command.due and command.due < earliest:
        minutes = _notice_minutes(rules, says)
        says_when = f"a sign must be up for {minutes} minutes before the time it states"
        return Refused(ground, says_when, of_closing(rules, ground))
    amount = command.amount if says == "minimum" else 0
    hanging = table.sign(says, amount)
    again = hanging is not None and hanging.due >= said.at  # a repeated sign keeps its time
    due = command.due or (hanging.due if hanging is not None and again else earliest)
    return rules.accept(events.SignDisplayed, command, amount=amount, at=said.at, due=due, clauses=of_closing(rules, ground))


def _notice_minutes(rules: Rules, says: str) -> int:
    """How many minutes a sign must be up before the change that it announces."""
    if says == "minimum":
        return rules.minimum_notice
    return rules.closing[1] if rules.closing is not None and rules.closing[0] == "minutes" else 0


def change_limits(rules: Rules, table: State, command: commands.ChangeLimits, said: Said) -> Decision:
    """New limits for everyone; a higher minimum only after its notice, or for newcomers only, if the book has that.

    Limits agreed with one player stay, and so does a kept minimum that is still lower, unless the new one
    was announced.
    """
    if table.options.tournament:
        return _level(rules, table, command)
    if not rules.has("limits"):
        return rules.unknown("changing the limits")
    if (refusal := _not_by(rules, said, "limits", "limits_changed")) is not None:
        return refusal
    minimum, maximum, old = command.minimum, command.maximum, table.options.minimum
    if wrong := _no_limits(table, minimum, maximum):
        return rules.refuse("limits_changed", wrong)
    if (refusal := rules.not_prescribed(replace(table.options, minimum=minimum, maximum=maximum))) is not None:
        return refusal
    if table.phase != "wagers" or table.wagered:
        return rules.refuse("limits_changed", "limits change between rounds, before anybody has wagered")
    least = {
        seat: table.limits_of(seat)[0]
        for seat, person in table.people.items()
        if person in table.kept or person not in table.limits
    }
    rises = {seat: amount for seat, amount in least.items() if amount < minimum}
    if command.keep and not rules.has("keep minimum"):
        return rules.unknown("players who keep the minimum they had")
    grounds = ["limits_changed"]
    keep: dict[int, tuple[int, int]] = {}
    if rises or minimum > old:
        other = minimum < old or (minimum == old and maximum != table.options.maximum)  # not a rise of a kept minimum
        not_raised = other and not _notice_given(table, minimum, said.at)
        if command.keep or not_raised or (not table.seats and rules.has("keep minimum")):
            keep = {seat: (amount, maximum) for seat, amount in rises.items()}
            grounds.append("minimum_kept")
        else:
            ground = "kept_minimum_raised" if any(table.people[seat] in table.kept for seat in rises) else "minimum_needs_notice"
            if not _notice_given(table, minimum, said.at):
                sign = table.sign("minimum", minimum)
                left = -(-(sign.due - said.at) // 60) if sign is not None else 0
                wait = f"; the one that is up has {left} {'minute' if left == 1 else 'minutes'} to go" if left else ""
                reason = f"a sign for {dollars(minimum)} must hang for {rules.minimum_notice} minutes first{wait}"
                return rules.refuse(ground, reason)
            grounds.append(ground)
    return rules.accept(events.LimitsChanged, command, *grounds, keep=keep)


def _no_limits(table: State, minimum: int, maximum: int) -> str:
    """Why these cannot be limits at the table, in words; empty if they can."""
    if not 0 < minimum <= maximum:
        return "the minimum must be above zero and no more than the maximum"
    return table.options.not_in_chips(minimum, maximum)


def _level(rules: Rules, table: State, command: commands.ChangeLimits) -> Decision:
    """The limits of a tournament round, as its terms announced them."""
    if not 0 < command.minimum <= command.maximum or command.keep:
        return rules.refuse("level_set", "the minimum must be above zero and no more than the maximum, for everybody")
    if table.phase != "wagers" or table.wagered:
        return rules.refuse("level_set", "limits change between rounds, before anybody has wagered")
    return rules.accept(events.LimitsChanged, command, "level_set", keep={})


def _notice_given(table: State, minimum: int, now: int) -> bool:
    """Whether a sign has announced this minimum for long enough, and its time has come."""
    if (sign := table.sign("minimum", minimum)) is None:
        return False
    return now >= sign.due  # never earlier than the notice allows


def agree_limits(rules: Rules, table: State, command: commands.AgreeLimits, said: Said) -> Decision:
    if not rules.has("personal limits"):
        return rules.unknown("limits of a player's own")
    if (refusal := _not_by(rules, said, "personal limits", "limits_agreed")) is not None:
        return refusal
    if command.player not in table.seats:
        return rules.refuse("nobody_sits_there", f"nobody is in seat {command.player}")
    if table.phase != "wagers" or any(box.seat == command.player for box in table.boxes):
        return rules.refuse("limits_agreed", "limits are agreed between rounds")
    limits = None
    if command.minimum or command.maximum:
        if wrong := _no_limits(table, command.minimum, command.maximum):
            return rules.refuse("limits_agreed", wrong)
        limits = (command.minimum, command.maximum)
    return rules.accept(events.LimitsAgreed, command, "limits_agreed", limits=limits)


def refuse_wager(rules: Rules, table: State, command: commands.RefuseWager, said: Said) -> Decision:
    if not rules.has("refuse wagers"):
        return rules.unknown("refusing a wager")
    if (refusal := _not_by(rules, said, "refuse wagers", "wager_refused")) is not None:
        return refusal
    if table.phase != "wagers" and (table.phase != "dealing" or table.round_begun):
        return rules.refuse("wager_refused", "a wager is refused before the first card")
    if not 1 <= command.box <= table.options.places or not table.boxes[command.box].seat:
        return rules.refuse("nothing_wagered", f"box {command.box} has no wager")
    if not command.note.strip():
        return rules.refuse("wager_refused", "say the reasonable grounds")
    return Accepted(tuple(off_the_layout(table, [command.box], command.note, rules.cite("wager_refused"))))


def vacate_seat(rules: Rules, table: State, command: commands.VacateSeat, said: Said) -> Decision:
    """A player who has not wagered for some rounds, in most books at a full table, may be asked to give up the seat."""
    if not rules.has("idle seats"):
        return rules.unknown("players who do not wager")
    if (refusal := _not_by(rules, said, "idle seats", "seat_vacated")) is not None:
        return refusal
    seat = command.player
    if seat not in table.seats:
        return rules.refuse("nobody_sits_there", f"nobody is in seat {seat}")
    rounds, full = max(table.idle.get(table.people[seat], 0), 0), len(table.seats) == table.options.places
    if rounds < rules.idle_rounds or (rules.idle_only_when_full and not full):
        why = f"seat {seat} has sat out {counted('round', rounds)}"
        if not rules.idle_only_when_full:
            return rules.refuse("seat_not_idle", f"{why}; it takes {rules.idle_rounds}")
        filled = "full" if full else "not full"
        return rules.refuse("seat_not_idle", f"{why} and the table is {filled}; it takes {rules.idle_rounds} at a full table")
    if any(box.seat == seat for box in table.boxes):
        return rules.refuse("seat_not_idle", f"seat {seat} has a wager on the table")
    return Accepted(seat_given_up(rules, table, seat, "seat_vacated"))


def close_table(rules: Rules, table: State, command: commands.CloseTable, said: Said) -> Decision:
    """Close the table between rounds; with players present only after the book's notice, if it asks for one.

    Everyone gets up with their chips.
    """
    if (refusal := _not_by(rules, said, "closing", "table_closed")) is not None:
        return refusal
    if (refusal := too_soon(closing_steps(rules, table, said.at))) is not None:
        return refusal
    made = list(all_returned(rules, table, "the table closes"))
    after = table.after(made)
    made += [seat_given_up(rules, after, seat, "seat_left")[0] for seat in after.seats]
    return Accepted((*made, events.TableClosed(clauses=of_closing(rules, "table_closed"))))


def of_closing(rules: Rules, ground: str) -> tuple[str, ...]:
    """The clauses of a ground; if the book is silent on closing, those that say who is in charge."""
    return rules.cite(ground if ground in rules.grounds else "rank_needed")


def closing_steps(rules: Rules, table: Any, now: int) -> Iterator[ClosingStep]:
    """What must be done before the table closes: the table itself, or its row in the list of all tables."""
    ground, clauses = "closing_too_soon", of_closing(rules, "closing_too_soon")
    between = table.phase == "wagers" and not table.wagered
    yield ClosingStep("between", "" if between else "a table closes between rounds", ground, clauses)
    if rules.closing is not None and table.seats:
        (unit, number), sign = rules.closing, table.sign("closing")
        yield ClosingStep("announced", "" if sign else f"closing must be announced {number} {unit} before", ground, clauses)
        left = f"the sign must be up for {number} minutes, and until the time it states"
        over = sign is not None and now >= sign.due  # never earlier than the notice allows
        if unit == "hands":
            since = table.round - sign.round if sign else 0
            left, over = f"{number} hands' notice is due, and {since} have been played since", since >= number
        yield ClosingStep("notice", "" if over else left, ground, clauses)
    for name, duty in rules.duties.items():
        if duty.effect == "cards counted":
            missing = "" if table.counted == table.round else f"first: {duty.says}"
            yield ClosingStep("counted", missing, "closing_not_done", duty.clauses, name)


def _not_by(rules: Rules, said: Said, act: str, ground: str) -> Refused | None:
    return rules.needs_rank(said, rules.ranks_for.get(act, rules.ranks[0]), of_closing(rules, ground))
