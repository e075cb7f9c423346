"""Who is excluded: by the house, or by themselves."""

from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Decision
from croupier.kernel.roles import ADMINISTRATOR, DAY, SECURITY
from croupier.people.commands import ExcludeMyself, ExcludePerson, LiftExclusion
from croupier.people.events import ExclusionLifted, PersonExcluded, SelfExcluded
from croupier.people.register import two_people
from croupier.people.state import Exclusion, People, PeopleRules


def exclude_person(rules: PeopleRules, state: People, command: ExcludePerson, said: Said) -> Decision:
    account = state.people[command.person]
    if not two_people(state, said.person, command.person):
        return rules.refuse("own_exclusion")
    if not command.reason.strip():
        return rules.refuse("person_excluded", "say why")
    begins = command.begins or said.at
    if begins < said.at or (command.ends and command.ends <= begins):
        return rules.refuse("exclusion_dates")
    exclusion = Exclusion(
        number=account.exclusions_made + 1,
        reason=command.reason.strip(),
        by=said.person,
        capacity=said.role,
        begins=begins,
        ends=command.ends,
    )
    over = tuple(earlier.number for earlier in account.exclusions if earlier.over(said.at))
    return rules.accept(PersonExcluded, command, exclusion=exclusion, over=over)


def lift_exclusion(rules: PeopleRules, state: People, command: LiftExclusion, said: Said) -> Decision:
    """An administrator, or a rank above the one that excluded; every supervisor is above security. If nobody
    is left who may, the software does so at its console.
    """
    account = state.people[command.person]
    ban = next((exclusion for exclusion in account.exclusions if exclusion.number == command.number), None)
    if ban is None or ban.over(said.at):
        return rules.refuse("exclusion_lifted", f"{command.person} has no exclusion {command.number} that could be lifted")
    if said.capacity != HOUSE and not two_people(state, said.person, command.person):
        return rules.refuse("own_exclusion")
    above = rules.above(said.capacity, ban.capacity) or (ban.capacity == SECURITY and rules.supervises(said.capacity))
    if said.capacity not in (ADMINISTRATOR, HOUSE) and not above:
        return rules.refuse("exclusion_lifted", f"{ban.by} excluded as {ban.capacity}: someone above that rank must lift it")
    if not command.reason.strip():
        return rules.refuse("exclusion_lifted", "say why")
    return rules.accept(ExclusionLifted, command, reason=command.reason.strip())


def exclude_myself(rules: PeopleRules, state: People, command: ExcludeMyself, said: Said) -> Decision:
    until, days = state.people[said.person].excluded_until, rules.number("self_exclusion_least")
    longer = said.at < until
    if longer and command.ends <= until:
        return rules.no("self_exclusion_stands", "until", until=until)
    if not longer and command.ends < said.at + days * DAY:
        return rules.no("self_exclusion_least", days=days)
    return rules.accept(SelfExcluded, command, person=said.person, longer=longer)
