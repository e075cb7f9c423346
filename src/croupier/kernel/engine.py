"""What runs one kind of stream: its rules, its deciders, and what its state means to others.

A decider is a function of rules, state, command and sender. Its annotation says which commands it decides.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Set
from functools import reduce
from types import FunctionType, ModuleType
from typing import Any, ClassVar, Generic, TypeVar, get_args

from croupier.kernel.actors import DEALER, HOUSE, Capacity, Said, Viewer
from croupier.kernel.cards import Card
from croupier.kernel.changing import Changing
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command, Event, PlayersCommand, ShuffleCommand
from croupier.kernel.legal import Legal
from croupier.kernel.rulebook import Rulebook

R = TypeVar("R", bound=Rulebook)
S = TypeVar("S")


Decider = Callable[[Any, Any, Any, Said], Decision]


def deciders_in(*modules: ModuleType) -> dict[type[Command], Decider]:
    """The deciders in these modules, by the commands that they take."""
    deciders: dict[type[Command], Decider] = {}
    for function in (value for module in modules for value in vars(module).values() if isinstance(value, FunctionType)):
        for kind in _taken_by(function):
            if deciders.setdefault(kind, function) is not function:
                raise TypeError(f"{kind.__name__} has two deciders")
    return deciders


def _taken_by(function: FunctionType) -> Iterable[type[Command]]:
    """The commands that a decider takes, such as `command: commands.Attend | commands.StepOut`. A function that starts with an
    underscore is not a decider.
    """
    code, said = function.__code__, function.__annotations__
    named = code.co_varnames[2 : code.co_argcount] == ("command", "said") and not function.__name__.startswith("_")
    if not named or said.get("return") not in (Decision, "Decision") or said["command"] in (Command, "Command"):
        return ()
    kind = said["command"]
    if not isinstance(kind, str):
        return get_args(kind) or (kind,)
    names = (named.strip().split(".") for named in kind.split("|"))  # annotations are not evaluated where it was written
    return [reduce(getattr, rest, function.__globals__[first]) for first, *rest in names]


class Engine(ABC, Generic[R, S]):
    """What runs one kind of stream. All of it is pure: the same rules, state, command and person give the same answer.

    `rules_of` gives the rules of a game in an edition of its book.
    """

    kind: ClassVar[str]
    new_deck: ClassVar[type] = type(None)
    """The command that shuffles a new deck, of which nothing is on record yet."""
    one_deck: ClassVar[str] = ""
    """The ground for refusing the same card twice."""
    personal: ClassVar[bool] = False
    """Whether people who act for themselves see only what is theirs."""
    deciders: ClassVar[Mapping[type[Command], Decider]]
    codec: Codec
    state: type[S]

    def __init__(self, rules_of: Callable[..., R]) -> None:
        self._rules_of = rules_of

    def rules(self, game: str, edition: str = "", clock: Callable[[], int] | None = None) -> R:
        """The rules of a game in an edition of its book; by default the one in force by the clock, or the current one."""
        return self._rules_of(game, edition, *(() if clock is None else (clock,)))

    def decide(self, rules: R, state: S, command: Command, said: Said, /) -> Decision:
        """The decision on a command, if this person may give it now. Only the events in the answer change anything."""
        refusal = self.refusal(rules, state, command, said)
        return self.deciders[type(command)](rules, state, command, said) if refusal is None else refusal

    def refusal(self, rules: R, state: S, command: Command, said: Said) -> Refused | None:
        """Why this person may not give a command, or not now, whatever it says. It covers at least what nobody may do, and what
        the book reserves for an office.
        """
        refusal, declared = rules.stranger(said), command.declared
        if refusal is None and declared.feature and not rules.has(declared.feature):
            return rules.unknown(declared.feature)
        if refusal is None and rules.offices and declared.by[0] in rules.offices:
            return rules.needs_rank(said, str(rules.acting(declared.by[0])), rules.cite(declared.ground))
        return refusal

    def evolve(self, state: S, event: Event, /) -> S:
        """The state after an event."""
        after: S = state.take(event) if isinstance(state, Changing) else event.apply(state)
        return after

    @abstractmethod
    def tell(self, event: Event, rules: R, /) -> str:
        """An event in plain words."""

    def blank(self) -> S:
        """The state before the first event."""
        return self.state()

    def lacks(self, rules: R, command: Command, said: Said) -> str:
        """The book of your own that a command needs and that is missing here; empty if none is."""
        return ""

    def legal(self, rules: R, state: S, who: Capacity, /) -> list[Legal]:
        """What someone in that capacity may do now."""
        return []

    def rules_now(self, rules: R, state: S) -> R:
        """The rules in this state: another game of the book, or another edition, may have been adopted."""
        edition = getattr(state, "edition", "")
        return rules if edition in ("", rules.edition) else self._rules_of(rules.game, edition)

    def obvious(self, state: S, command: Command) -> Capacity:
        """The default sender of a command: the player named in it, the dealer, or the software."""
        if isinstance(command, PlayersCommand):
            return command.seat
        # only the software draws a deck
        return HOUSE if isinstance(command, ShuffleCommand) and command.source in ("house", "seeded") else DEALER

    def seat_of(self, state: S, person: str, /) -> int:
        """The seat of a person, or 0."""
        return 0

    def person_at(self, state: S, seat: int, /) -> str:
        """The person in a seat, or an empty name."""
        return ""

    def speaker(self, state: S, command: Command, capacity: Capacity) -> str:
        """The obvious sender of a command in a capacity; empty if there is no particular one."""
        return self.person_at(state, capacity) if isinstance(capacity, int) else ""

    def copied(self, state: S, /) -> S:
        """A state that can be changed without changing this one. States that never change in place are their own copies."""
        return state.copied() if isinstance(state, Changing) else state

    def all_seen(self, event: Event) -> bool:
        """Whether this event ends a round, so that the inspector may see all of it."""
        return False

    def concealed(self, state: S) -> S:
        """The state between rounds, with every card hidden that not everyone has seen."""
        return state

    def as_seen(self, state: S, viewer: Viewer) -> S:
        """The state between rounds as this viewer knows it."""
        return self.concealed(state)

    def at_rest(self, state: S) -> bool:
        """Whether no round is in play."""
        return True

    def on_record(self, state: S) -> Set[Card]:
        """Every card whose face is on record: on the table, in the deck, or given up."""
        return frozenset()

    def dealt_by_hand(self, state: S) -> bool:
        """Whether a live dealer deals, so that faces are known only if someone entered them."""
        return False

    def asks_about(self, state: S, command: Command) -> Set[Card]:
        """The cards that the answer to a command depends on and that its sender must know: those that it names."""
        return self.codec.cards_named(command)
