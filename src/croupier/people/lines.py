"""Commands of the register of people as short lines of text, declared with the commands; docs/reference/lines.md lists them."""

from croupier.kernel.grammar import Form, Grammar
from croupier.people import commands
from croupier.people.state import LIMITS

_FORMS = {
    **dict.fromkeys(("person", "same_as"), Form(r"[a-z0-9][a-z0-9._ -]*?", str, str)),
    "name": Form(r"[^,]+?", str.strip, str),
    "book": Form(r"\*|[\w-]+", str, str),
    "table": Form(r"\*|[a-z0-9-]+", str, str),
    "capacity": Form(r"[A-Za-z ]+?", str, str),
    "sum": Form("|".join(each for each in LIMITS if each != "time day"), str, str),
    "on": Form("on|off", lambda said: said == "on", lambda on: "on" if on else "off"),
    "reason": Form(r".+", str.strip, str),
}

GRAMMAR = Grammar(
    commands=commands, forms=_FORMS, hint="'register p7 as Seven', 'grant p7: cashier in *', 'limit deposit day 500.00'"
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
