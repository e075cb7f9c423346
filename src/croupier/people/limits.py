"""Personal limits: a lower one applies immediately, a higher one after a day."""

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision
from croupier.kernel.roles import DAY, MOST
from croupier.people.commands import CancelRaise, RemoveLimit, SetLimit, SetReminder
from croupier.people.events import LimitLowered, LimitRaiseAsked, LimitRaiseCancelled, ReminderSet
from croupier.people.state import LimitName, People, PeopleRules

HOUR = 3600


def set_limit(rules: PeopleRules, state: People, command: SetLimit, said: Said) -> Decision:
    name, amount = command.limit, command.amount
    if not 0 <= amount <= (DAY if name == "time day" else MOST):
        return rules.refuse("limit_amount")
    account = state.people[said.person]
    now, waits = account.limit(name, said.at), _waits(state, said, name)
    if now is not None and amount > now:
        return _asked(rules, state, command, now, amount, said)
    if amount == now and not waits:
        return rules.no("nothing_changes", "limit_lowered", clauses=rules.cite("limit_lowered"))
    return rules.accept(LimitLowered, command, person=said.person)


def remove_limit(rules: PeopleRules, state: People, command: RemoveLimit, said: Said) -> Decision:
    now = state.people[said.person].limit(command.limit, said.at)
    if now is None:
        return rules.refuse("limit_not_set")
    return _asked(rules, state, command, now, None, said)


def _asked(
    rules: PeopleRules, state: People, command: SetLimit | RemoveLimit, now: int, wanted: int | None, said: Said
) -> Decision:
    if _waits(state, said, command.limit) and state.people[said.person].limits[command.limit].asked == wanted:
        return rules.no("nothing_changes", "limit_raise_waits", clauses=rules.cite("limit_raise_waits"))
    due, person = said.at + rules.number("limit_raise_waits") * HOUR, said.person
    return rules.accept(LimitRaiseAsked, command, "limit_raise_waits", person=person, amount=now, asked=wanted, due=due)


def cancel_raise(rules: PeopleRules, state: People, command: CancelRaise, said: Said) -> Decision:
    now = state.people[said.person].limit(command.limit, said.at)
    if now is None or not _waits(state, said, command.limit):
        return rules.refuse("raise_not_asked")
    return rules.accept(LimitRaiseCancelled, command, person=said.person, amount=now)


def _waits(state: People, said: Said, name: LimitName) -> bool:
    """Whether a higher limit was asked for that does not apply yet."""
    limit = state.people[said.person].limits.get(name)
    return limit is not None and limit.waits and said.at < limit.due


def set_reminder(rules: PeopleRules, state: People, command: SetReminder, said: Said) -> Decision:
    least, most = rules.number("reminder_least"), rules.number("reminder_most")
    if not least <= command.minutes <= most:
        return rules.no("reminder_range", least=least, most=most)
    if command.minutes == state.people[said.person].reminder:
        return rules.no("nothing_changes", "reminder_set", clauses=rules.cite("reminder_set"))
    return rules.accept(ReminderSet, command, person=said.person)
