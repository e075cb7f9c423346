"""Commands of a tournament as short lines of text, declared with the commands; docs/reference/lines.md lists them.

A line without a sender comes from the operator, the director, the named entrant or the software.
"""

from collections.abc import Callable

from croupier.kernel.grammar import Form, Grammar, json_form
from croupier.kernel.lines import LineError
from croupier.kernel.money import cents, plain
from croupier.tournaments import commands
from croupier.tournaments.state import TableFacts
from croupier.tournaments.terms import Terms


def _sums(word: str, number: Callable[[str], int] = cents, say: Callable[[int], str] = plain) -> Form:
    """`p3 had 1500, p4 had 200`: people with sums, or tables with numbers."""

    def read(text: str) -> dict[str, int]:
        pairs = (part.rpartition(f" {word} ") for part in text.split(","))
        return {name.strip(): number(amount.strip()) for name, _, amount in pairs}

    return Form(r".+?", read, lambda sums: ", ".join(f"{name} {word} {say(sum_)}" for name, sum_ in sums.items()))


def _facts(text: str) -> dict[str, TableFacts]:
    """`1 last 4 button 2; 2 last 1 button 8`: where the last blind and the button are at each table."""
    facts = {}
    for part in text.split(";"):
        table, _, rest = part.strip().partition(" last ")
        last, _, button = rest.partition(" button ")
        if not last.isdecimal() or not button.isdecimal():
            raise LineError(f"{part!r}: say a table, where its last blind is and where its button")
        facts[table] = TableFacts(last=int(last), button=int(button))
    return facts


_FORMS = {
    **dict.fromkeys(("person", "substitute"), Form(r"[^:;,]+?", str.strip, str)),
    "had": _sums("had"),
    "has": _sums("has"),
    "gets": _sums("gets"),
    "gives": _sums("gives"),
    "at": _sums("at", int, str),
    "facts": Form(
        r".+?", _facts, lambda at: "; ".join(f"{name} last {one.last} button {one.button}" for name, one in at.items())
    ),
    "terms": json_form(Terms),
    "source": Form(r"house|seeded", str, str),
    "table": Form(r"[^:;,\s]+", str, str),
}


GRAMMAR = Grammar(commands=commands, forms=_FORMS, hint="'open entries', 'enter p7', 'start play', 'hand 12 at 1: p3 had 1500'")
read_line, write_line = GRAMMAR.read, GRAMMAR.write
