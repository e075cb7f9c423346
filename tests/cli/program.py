"""For tests of the command line: how a command ended, how to run one, and what a person sees at a terminal."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
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


def at_a_terminal(*arguments: str, said: str) -> str:
    """Everything that a person sees who types this at a real terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "croupier", *arguments]
    started = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "NO_COLOR": "1"})
    os.close(theirs)
    os.write(ours, said.encode())
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # the other side has gone
        pass
    started.wait(30)
    os.close(ours)
    assert started.returncode == 0
    return shown.decode().replace("\r\n", "\n")
