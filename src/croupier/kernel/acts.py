"""The engine that runs deciders; each is registered where it is written, with `@decides(IssueChips)`."""

from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any, ClassVar, TypeVar

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.engine import Engine
from croupier.kernel.events import Command
from croupier.kernel.rulebook import Rulebook

Decider = Callable[[Any, Any, Any, Said], Decision]
R = TypeVar("R", bound=Rulebook)
S = TypeVar("S")


def deciders_in(*modules: ModuleType) -> dict[type[Command], Decider]:
    """The deciders that are written in these modules, by the commands that they decide."""
    found: dict[type[Command], Decider] = {}
    for function in (value for module in modules for value in vars(module).values() if isinstance(value, FunctionType)):
        for kind in vars(function).get("decides", ()):
            if found.setdefault(kind, function) is not function:
                raise TypeError(f"{kind.__name__} has two deciders")
    return found


class ActEngine(Engine[R, S]):
    """An engine in which each command has a decider, once it is clear that somebody may give it, and now."""

    deciders: ClassVar[Mapping[type[Command], Decider]]

    def decide(self, rules: R, state: S, command: Command, said: Said, /) -> Decision:
        refusal = self.refusal(rules, state, command, said)
        return self.deciders[type(command)](rules, state, command, said) if refusal is None else refusal

    def refusal(self, rules: R, state: S, command: Command, said: Said) -> Refused | None:
        """Why a command may not be given by this person, or not now, whatever it says: at least, why not by anybody."""
        refusal, feature = rules.stranger(said), command.declared.feature
        if refusal is None and feature and not rules.has(feature):
            return rules.unknown(feature)
        return refusal
