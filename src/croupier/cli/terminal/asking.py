"""Questions to the person at the keyboard, or to the lines of a pipe."""

from __future__ import annotations

import sys


class Leaving(Exception):
    """The person has gone: the end of the input, or ctrl-C. `unheard` means that not one line was ever read."""

    def __init__(self, *, unheard: bool = False) -> None:
        self.unheard = unheard


class Keyboard:
    """Reads answers. Lines from a pipe are repeated behind the question, so that the output reads like a session."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._heard = False
        self._typed = sys.stdin is not None and sys.stdin.isatty()

    def ask(self, question: str) -> str:
        """The answer in one line without the spaces around it; raises `Leaving` when there is none."""
        self._show(question)
        try:
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except KeyboardInterrupt:
            line = ""
        if not line:
            self._show("\n")
            raise Leaving(unheard=not self._heard and not self._typed)
        self._heard = True
        answer = line.strip()
        if not self._typed:
            self._show(f"{answer}\n")
        return answer

    def _show(self, text: str) -> None:
        if not self._quiet:
            sys.stdout.write(text)
            sys.stdout.flush()
