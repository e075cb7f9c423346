"""Commands of a promotion as short lines of text, declared with the commands; docs/reference/lines.md lists them.

A line that does not say who gives it is the operator's, or that of the winner who chooses.
"""

from croupier.kernel.grammar import Form, Grammar, json_form
from croupier.promotions import commands
from croupier.promotions.terms import Terms

_FORMS = {
    "entries": Form(r".+?", lambda text: tuple(entry.strip() for entry in text.split(" and ")), " and ".join),
    "method": Form(r".+?", str.strip, str),
    "item": Form(r"[^;]*", str.strip, " {}".format),
    "terms": json_form(Terms),
    "address": Form(r".*", str.strip, " {}".format),
}

GRAMMAR = Grammar(commands=commands, forms=_FORMS, hint="'open', 'draw entry 17', 'notify 1 by mail'")
read_line, write_line = GRAMMAR.read, GRAMMAR.write
