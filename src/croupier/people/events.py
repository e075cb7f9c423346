"""Everything that can happen in the register of people. Events about a person are for that person and those in charge."""

from msgspec.structs import replace

from croupier.kernel.actors import Viewer
from croupier.kernel.events import Event, OfPerson
from croupier.kernel.roles import Confidential
from croupier.people.register import let_in_by
from croupier.people.state import Assignment, Dealing, Exclusion, Invitation, Limit, LimitName, People, Person, Role


class Personal(Confidential, frozen=True, kw_only=True):
    """An event about a person in the register."""

    person: str


class PersonRegistered(Personal, frozen=True, kw_only=True):
    """Everyone may know the display name; the papers are for those in charge."""

    name: str
    identity: str = ""

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer.role in ("supervisor", "inspector") else replace(self, identity="")

    def alter(self, state: People) -> None:
        state.people[self.person] = Person(name=self.name, identity=self.identity)


class InvitationMade(Confidential, frozen=True, kw_only=True):
    """`invitation` is the digest of the link; `offers` says for whom it is, until when, and who made it."""

    invitation: str
    offers: Invitation

    def alter(self, state: People) -> None:
        state.invitations[self.invitation] = self.offers


class InvitationEnded(Confidential, frozen=True, kw_only=True):
    """A link is no longer valid: `person` has used it, or it was withdrawn. Its maker could have used it too, as with a code."""

    invitation: str
    person: str = ""

    def alter(self, state: People) -> None:
        offers = state.invitations.pop(self.invitation)
        if self.person:
            state.change(self.person, let_in_by=let_in_by(state, self.person, offers.by))


class PersonRenamed(OfPerson, frozen=True, kw_only=True):
    name: str

    def alter(self, state: People) -> None:
        state.change(self.person, name=self.name)


class DuplicateClosed(Personal, frozen=True, kw_only=True):
    same_as: str
    reason: str

    def alter(self, state: People) -> None:
        account = state.people[self.person]
        state.people[self.person] = Person(name=account.name, identity=account.identity, duplicate_of=self.same_as)


class AccountMerged(Personal, frozen=True, kw_only=True):
    """What applied to closed accounts applies to this one."""

    duplicates: tuple[str, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    excluded_until: int = 0
    limits: dict[LimitName, Limit] = {}

    def alter(self, state: People) -> None:
        state.change(
            self.person,
            duplicates=self.duplicates,
            exclusions=self.exclusions,
            exclusions_made=max((exclusion.number for exclusion in self.exclusions), default=0),
            excluded_until=self.excluded_until,
            limits=self.limits,
        )


class RoleGranted(Personal, frozen=True, kw_only=True):
    book: str
    capacity: str

    def alter(self, state: People) -> None:
        state.change(self.person, roles=(*state.people[self.person].roles, Role(self.book, self.capacity)))


class RoleRevoked(Personal, frozen=True, kw_only=True):
    book: str
    capacity: str

    def alter(self, state: People) -> None:
        """Losing the rank also ends the person's assignments to tables of that book."""
        gone, account = Role(self.book, self.capacity), state.people[self.person]
        assigned = tuple(assignment for assignment in account.assigned if assignment.book != self.book)
        state.change(self.person, roles=tuple(role for role in account.roles if role != gone), assigned=assigned)


class DealerAssigned(Personal, frozen=True, kw_only=True):
    book: str
    table: str

    def alter(self, state: People) -> None:
        assigned = (*state.people[self.person].assigned, Assignment(self.book, self.table))
        state.change(self.person, assigned=assigned)


class AssignmentEnded(Personal, frozen=True, kw_only=True):
    book: str
    table: str

    def alter(self, state: People) -> None:
        gone = Assignment(self.book, self.table)
        state.change(self.person, assigned=tuple(e for e in state.people[self.person].assigned if e != gone))


class DealingSettled(Confidential, frozen=True, kw_only=True):
    table: str
    live: bool
    assigned: bool

    def alter(self, state: People) -> None:
        state.dealing = {**state.dealing, self.table: Dealing(self.live, self.assigned)}


class PersonExcluded(Personal, frozen=True, kw_only=True):
    """`over` are exclusions that have ended by themselves and are no longer kept."""

    exclusion: Exclusion
    over: tuple[int, ...] = ()

    def alter(self, state: People) -> None:
        left = tuple(exclusion for exclusion in state.people[self.person].exclusions if exclusion.number not in self.over)
        state.change(self.person, exclusions=(*left, self.exclusion), exclusions_made=self.exclusion.number)


class ExclusionLifted(Personal, frozen=True, kw_only=True):
    number: int
    reason: str

    def alter(self, state: People) -> None:
        left = tuple(exclusion for exclusion in state.people[self.person].exclusions if exclusion.number != self.number)
        state.change(self.person, exclusions=left)


class SelfExcluded(Personal, frozen=True, kw_only=True):
    ends: int
    longer: bool = False

    def alter(self, state: People) -> None:
        state.change(self.person, excluded_until=self.ends)


class OfLimit(Personal, frozen=True, kw_only=True):
    """An event about a limit that a person has set."""

    limit: LimitName
    amount: int

    @property
    def now(self) -> Limit:
        return Limit(self.amount)

    def alter(self, state: People) -> None:
        state.change(self.person, limits={**state.people[self.person].limits, self.limit: self.now})


class LimitLowered(OfLimit, frozen=True, kw_only=True):
    """A limit that applies immediately; a higher one that was waiting is cancelled."""


class LimitRaiseAsked(OfLimit, frozen=True, kw_only=True):
    """The limit stays the same until `due`, and then becomes what was `asked` for (None: no limit any more)."""

    asked: int | None
    due: int

    @property
    def now(self) -> Limit:
        return Limit(self.amount, self.asked, self.due)


class LimitRaiseCancelled(OfLimit, frozen=True, kw_only=True):
    pass


class ReminderSet(Personal, frozen=True, kw_only=True):
    minutes: int

    def alter(self, state: People) -> None:
        state.change(self.person, reminder=self.minutes)


class LoginFailed(Personal, frozen=True, kw_only=True):
    failures: int
    source: str = ""

    def alter(self, state: People) -> None:
        before = state.people[self.person].failed_from
        sources = (*before, self.source) if self.source else before
        state.change(self.person, failures=self.failures, failed_from=sources)


class AccountLocked(Personal, frozen=True, kw_only=True):
    def alter(self, state: People) -> None:
        state.change(self.person, locked=True)


class LoginNoted(Personal, frozen=True, kw_only=True):
    step: int = 0
    passkey: str = ""
    count: int = 0

    def alter(self, state: People) -> None:
        account = state.people[self.person]
        used = {self.passkey: self.count} if self.passkey else {}
        step, passkeys = max(self.step, account.step), account.passkeys | used
        state.change(self.person, failures=0, failed_from=(), locked=False, step=step, passkeys=passkeys)


class SecondFactorSet(Personal, frozen=True, kw_only=True):
    on: bool

    def alter(self, state: People) -> None:
        state.change(self.person, second_factor=self.on)


class PasskeySet(Personal, frozen=True, kw_only=True):
    key: str
    on: bool

    def alter(self, state: People) -> None:
        others = {key: count for key, count in state.people[self.person].passkeys.items() if key != self.key}
        state.change(self.person, passkeys=others | ({self.key: 0} if self.on else {}))


class PasswordChanged(Personal, frozen=True, kw_only=True):
    def alter(self, state: People) -> None:
        state.change(self.person, has_password=True)


class RecoveryCodeIssued(Personal, frozen=True, kw_only=True):
    """A code is valid until `until`; an earlier one no longer is. `by` is who gave it to them, and has let them in
    from when they use it; immediately if they have no other way in.
    """

    until: int
    by: str = ""

    def alter(self, state: People) -> None:
        state.change(self.person, code_until=self.until, code_by=self.by)
        if not state.people[self.person].has_password:
            state.change(self.person, let_in_by=let_in_by(state, self.person, self.by))


class AccountUnlocked(Personal, frozen=True, kw_only=True):
    """Any code that was issued is used up."""

    code: bool = False

    def alter(self, state: People) -> None:
        state.change(self.person, locked=False, failures=0, failed_from=(), code_until=-1)
        if self.code:
            state.change(self.person, let_in_by=let_in_by(state, self.person, state.people[self.person].code_by))
