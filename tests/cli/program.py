"""Types for tests of the command line: how a command ended, and how to run one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Protocol

from croupier.books import rules_of


@dataclass
class Done:
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def complains(self, *words: str) -> bool:
        """Whether it ended as bad input must: status 2, nothing on standard output, one line that has these words."""
        one_line = self.err.startswith("croupier: ") and self.err.count("\n") == 1
        return self.status == 2 and not self.out and one_line and all(word in self.err for word in words)


class Run(Protocol):
    """Run one command line in this process, with this much said to it."""

    def __call__(self, *arguments: str, said: str | bytes = b"") -> Done: ...


class Shell(Protocol):
    """Start the real program, with settings of its environment."""

    def __call__(self, *arguments: str, said: str = "", **environment: str) -> Done: ...


def by(ground: str) -> str:
    """The clauses that a line of Crown's Caribbean Stud must name for a ground."""
    return f"({', '.join(rules_of('crown-caribbean-stud').cite(ground))})"
