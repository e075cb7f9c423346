"""A case as it is played, whatever it is about: what came of each line, what was refused, which clauses were cited."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from croupier.cases.case import Case
from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Event


class Step(msgspec.Struct):
    """A line of the play, and for each thing that came of it a sentence with its clauses."""

    line: str
    outcome: list[tuple[str, tuple[str, ...]]] = []


class CaseRun:
    """What every kind of case shares. A kind says how a line is played, how an event is worded, and what can be expected."""

    setting: ClassVar[str]
    checks: ClassVar[Mapping[str, Callable[[Any], Any]]]

    def __init__(self, case: Case) -> None:
        self.case = case
        self.cited: set[str] = set()
        self.refused: Refused | None = None
        self.awaiting: AwaitingRuling | None = None
        self.steps = [Step(self.setting)]

    def play(self, line: str) -> None:
        raise NotImplementedError

    def tell(self, event: Event) -> str:
        raise NotImplementedError

    def play_all(self) -> None:
        """Every line of the case; nothing may follow a refusal."""
        for line in self.case.play.splitlines():
            if not (said := line.split("#")[0].strip()):
                continue
            if self.refused is not None:
                raise TableError(f"{self.case.name}: {said!r} follows a refusal: {self.refused.reason}")
            self.steps.append(Step(said))
            try:
                self.play(said)
            except Exception as error:
                error.add_note(f"at the line {said!r}")
                raise

    def note(self, decision: Decision) -> None:
        """Keep what came of a command."""
        if isinstance(decision, Refused):
            self.refused = decision
            self.cited.update(decision.clauses)
            self.steps[-1].outcome.append((f"Refused: {decision.reason}.", decision.clauses))
        else:
            self.note_events(decision.events)
        if isinstance(decision, AwaitingRuling):
            self.awaiting = decision
            self.cited.update(decision.clauses)

    def note_events(self, events: Iterable[Event]) -> None:
        for event in events:
            self.cited.update(event.clauses)
            self.steps[-1].outcome.append((self.tell(event), event.clauses))

    def failures(self) -> list[str]:
        """What is not as the case expects, in words.

        Of a table such as `net` only what the case names is compared; `says` looks for each text in what was said; `uncited`
        are clauses that nothing may cite.
        """
        found = [f"{clause} was not cited" for clause in self.case.shows if clause not in self.cited]
        for name, wanted in self.case.expect.items():
            check = self.checks.get(name) or ALWAYS.get(name)
            got = check(self) if check is not None else f"no such expectation as {name!r}"
            if name == "cites":
                found += [f"{clause} was not cited" for clause in wanted if clause not in self.cited]
            elif name == "uncited":
                found += [f"{clause} was cited" for clause in wanted if clause in self.cited]
            elif name == "says":
                found += [f"nothing says {what!r}" for what in wanted if what.casefold() not in got.casefold()]
            elif isinstance(wanted, dict) and wanted and isinstance(got, dict):
                found += [f"{name} {key} is {got.get(key)}, not {what}" for key, what in wanted.items() if got.get(key) != what]
            elif got != wanted:
                found.append(f"{name} is {got}, not {wanted}")
        if self.refused is not None and "refused" not in self.case.expect:
            found.append(f"refused: {self.refused.reason}")
        return found


ALWAYS: Mapping[str, Callable[[CaseRun], Any]] = {
    "cites": lambda run: None,
    "uncited": lambda run: None,
    "refused": lambda run: run.refused.ground if run.refused is not None else None,
    "reason": lambda run: run.refused.reason if run.refused is not None else None,
    "awaiting": lambda run: [option.name for option in run.awaiting.options] if run.awaiting else None,
}
"""What can be expected of every kind of case."""
