"""What every engine gets from a book, whatever the game: its name, its ranks, and the clauses behind every ground."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec.structs import force_setattr

from croupier.kernel.actors import DEALER, HOUSE, Capacity, Role, Said
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.duties import Duty
from croupier.kernel.errors import BookError
from croupier.kernel.events import Command, Event
from croupier.kernel.grounds import Grounds
from croupier.kernel.incidents import Report
from croupier.kernel.languages import Message, words_in
from croupier.kernel.money import DOLLARS, Currency
from croupier.kernel.rulings import Irregularity, Question

E = TypeVar("E", bound=Event)

_WHEN = {
    "between": "between hands",
    "wagers": "before the cards are dealt",
    "dealing": "while the cards are dealt",
    "deciding": "while players decide",
    "settling": "while wagers are settled",
}
"""The phases of a round or a hand, as a refusal names them."""


@cache
def _in_both(event: type[Event], command: type[Command]) -> tuple[str, ...]:
    """The fields that an event takes from a command."""
    return tuple(name for name in event.__struct_fields__ if name in command.__struct_fields__)


class Rulebook(msgspec.Struct, frozen=True, kw_only=True):
    """One game of one book, as far as all games share it. An engine adds its numbers and procedures.

    `formerly` are digests that mean the same as `digest`. `officials` are outside the ranks and may do only what names them;
    `features` is what only some books have; `readings` names the other readings that a house may choose; `numbers` are the book's
    numbers by name, `questions` what it leaves to people, `currency` the currency of its sums. `declared` has the grounds of the
    engine in words. `other_edition` is the same game by another edition.
    """

    declared: ClassVar[Grounds] = Grounds({})
    offices: ClassVar[tuple[str, ...]] = ()
    """Fields that name a rank for an office, such as `operator`."""
    onlookers: ClassVar[tuple[Capacity, ...]] = ()
    """Officials who may speak here, and otherwise see what everyone sees."""

    game: str
    book: str
    title: str
    edition: str
    digest: str
    ranks: tuple[str, ...]
    grounds: Mapping[str, tuple[str, ...]]
    duties: Mapping[str, Duty] = {}
    irregularities: Mapping[str, Irregularity] = {}
    questions: Mapping[str, Question] = {}
    officials: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    features: frozenset[str] = frozenset()
    readings: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = {}
    currency: Currency = DOLLARS
    other_edition: Callable[[str], Any] = lambda edition: None
    _cited: dict[tuple[str, ...], tuple[str, ...]] = msgspec.field(default_factory=dict)
    _standing: dict[Capacity, int] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        self.check_grounds(self.declared.always)
        self.check_ranks(getattr(self, office) for office in self.offices)

    @property
    def sentences(self) -> Mapping[str, str]:
        """Every ground of the engine in words."""
        return self.declared.sentences

    def number(self, name: str) -> int:
        """A whole number of the book by its name in `params.toml`."""
        if name not in self.numbers:
            raise BookError(f"{self.book} params.toml: {name} is missing, or is not a whole number")
        return self.numbers[name]

    def check_grounds(self, needed: Iterable[str]) -> None:
        """Refuse to load a game if the book gives some ground no clause."""
        force_setattr(self, "_cited", {})  # copied rules may have other grounds
        needed = set(needed)
        force_setattr(self, "grounds", self.declared.filled(self.grounds, needed))
        if unmapped := sorted(self.declared.first(needed - set(self.grounds))):
            said = self.sentences
            told = "; ".join(f"{ground} ({said[ground]})" if ground in said else ground for ground in unmapped)
            raise BookError(f"{self.game}: no clause is given for {told}")

    def check_ranks(self, named: Iterable[str] = ()) -> None:
        """Refuse to load a game that names a rank or official unknown to the book."""
        who = {*named, *(rank for known in self.irregularities.values() for rank in known.ranks)}
        who |= {duty.by for duty in self.duties.values()} - {"", "player"}
        who |= {official for duty in self.duties.values() for official in duty.also}
        if strange := sorted(rank for rank in who if self.rank_of(rank) < 0 and not self.is_official(rank)):
            raise BookError(f"{self.game}: {strange[0]!r} is not a rank of {self.book}, which has {', '.join(self.ranks)}")

    def cite(self, *grounds: str) -> tuple[str, ...]:
        """The clauses behind these grounds, each once; an empty ground is left out."""
        if (known := self._cited.get(grounds)) is None:
            named = tuple(filter(None, grounds))
            if unmapped := [ground for ground in named if ground not in self.grounds]:
                raise BookError(f"{self.book} clauses.toml: no clause is given for {unmapped[0]}")
            known = tuple(dict.fromkeys(clause for ground in named for clause in self.grounds[ground]))
            self._cited[grounds] = known
        return known

    def event(self, kind: type[E], command: Command, *grounds: str, **more: Any) -> E:
        """An event made from a command: the command's value for each field that both have, and `more`.

        It cites the command's ground unless others, or the `clauses` themselves, are given.
        """
        said = {name: getattr(command, name) for name in _in_both(kind, type(command))}
        if "clauses" not in more:
            more["clauses"] = self.cite(*(grounds or (command.declared.ground,)))
        return kind(**said | more)

    def accept(self, kind: type[Event], command: Command, *grounds: str, **more: Any) -> Accepted:
        """The command takes effect by one such event."""
        return Accepted((self.event(kind, command, *grounds, **more),))

    def refuse(self, ground: str, reason: str = "", *, looked: bool = False) -> Refused:
        message = Message(self.declared.package, ground, reason or self.sentences[ground])
        return Refused(ground, message.template, self.cite(ground), looked, message)

    def no(
        self, ground: str, which: str = "", /, *, clauses: tuple[str, ...] | None = None, looked: bool = False, **given: Any
    ) -> Refused:
        """A refusal in the words of `refusals.toml`, for people of any language; `which` picks one if the ground has several."""
        package, name = self.declared.package, f"{ground} {which}".rstrip()
        message = Message(package, name, words_in(package, "refusals.toml")[name], given)
        return Refused(ground, str(message), self.cite(ground) if clauses is None else clauses, looked, message)

    def has(self, feature: str) -> bool:
        """Whether the book has something that only some books have."""
        return feature in self.features

    def unknown(self, what: str) -> Refused:
        """The refusal of something that this book has no clause for."""
        return Refused("not_in_this_book", f"{self.title} has no rule for {what}")

    def acting(self, who: Capacity) -> Capacity:
        """The rank that holds an office, if given an office."""
        return getattr(self, who) if isinstance(who, str) and who in self.offices else who

    def rank_of(self, who: Capacity) -> int:
        """A person's place among the book's ranks, or -1 for players and strangers.

        The software deals, so it counts as the dealer.
        """
        if isinstance(who, int):
            return -1
        if not (standing := self._standing):  # a book with another name for the dealer names that rank first
            standing[DEALER] = 0
            standing.update((rank.casefold(), number) for number, rank in enumerate(self.ranks))
            standing[HOUSE] = standing[DEALER]
        known = standing.get(who)
        return standing.get(who.casefold(), -1) if known is None else known

    def is_official(self, who: Capacity) -> bool:
        return isinstance(who, str) and who.casefold() in (official.casefold() for official in self.officials)

    def role_of(self, who: Capacity) -> Role:
        """How someone in that capacity looks at a table."""
        if isinstance(who, int):
            return "player"
        if who in self.onlookers:
            return "onlooker"
        if who.casefold() == "inspector" or self.is_official(who):
            return "inspector"
        rank = self.rank_of(who)
        return "onlooker" if rank < 0 else "dealer" if rank <= self.rank_of(DEALER) else "supervisor"

    def stranger(self, said: Said) -> Refused | None:
        """The refusal of a capacity that does not exist at this table."""
        who = said.capacity
        if type(who) is int or self.rank_of(who) >= 0 or self.is_official(who):
            return None
        known = ", ".join((*self.ranks, *self.officials))
        return Refused("no_such_rank", f"{who!r} is not a role in this book; roles are {known}", self.cite("rank_needed"))

    def needs_rank(self, said: Said, rank: str, clauses: tuple[str, ...]) -> Refused | None:
        """A refusal that names the rank needed and the clauses that ask for it, unless the sender has it or a higher one.

        Nobody is above an official.
        """
        if self.is_official(rank):
            fits, needed = said.role.casefold() == rank.casefold(), f"is for the {rank} alone"
        else:
            fits, needed = self.rank_of(said.capacity) >= self.rank_of(rank) >= 0, f"takes the {rank} or above"
        if fits:
            return None
        known = self.grounds.get("rank_needed", ())  # the clauses on the order of ranks
        return Refused("rank_needed", f"that {needed}, not {said.role}", tuple(dict.fromkeys((*clauses, *known))))

    def plays_here(self, said: Said, table: Any) -> Refused | None:
        """The refusal of someone who acts in an office at a table where they play."""
        if isinstance(who := said.capacity, int) or who == HOUSE or not table.seat_of(said.person):
            return None
        return self.refuse("rank_needed", f"{said.person} plays at this table and cannot act as staff there")

    def duty_for(self, name: str, said: Said, table: Any) -> Duty | Refused:
        """The duty of that name, if this person may do it now; otherwise why not."""
        if name not in self.duties:
            return Refused("no_such_duty", f"{name!r} is not a duty here; duties are {', '.join(self.duties)}")
        duty = self.duties[name]
        if duty.by == "player":
            if said.seat not in table.seats:
                return Refused("rank_needed", f"{duty.says}: that is for a player at the table", duty.clauses)
        elif said.capacity not in duty.also and (refusal := self.needs_rank(said, duty.by or DEALER, duty.clauses)) is not None:
            return msgspec.structs.replace(refusal, reason=f"{duty.says}: {refusal.reason}")
        if duty.phases and table.phase not in duty.phases:
            when = " or ".join(_WHEN.get(phase, phase) for phase in duty.phases)
            return Refused("not_at_this_time", f"{duty.says}: that is done {when}", duty.clauses)
        if duty.device not in ("", device := getattr(table.options, "device", "")):
            reason = f"{duty.says}: that is for tables with a {duty.device}, not a {device or 'deck in the hand'}"
            return Refused("not_at_this_table", reason, duty.clauses)
        if duty.players and not table.seats:
            return Refused("not_at_this_time", f"{duty.says}: that waits for the first player", duty.clauses)
        return duty

    def opening_duties(self, table: Any) -> tuple[str, ...]:
        """The duties before the first shuffle at this table, in the order of the book."""
        device = getattr(table.options, "device", "")
        return tuple(name for name, duty in self.duties.items() if duty.opening and duty.device in ("", device))

    def report_lacks(self, table: Any, irregularity: Irregularity, report: Report) -> str:
        """Facts missing from a report that only this kind of table has; empty if none is."""
        return ""
