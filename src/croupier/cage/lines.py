"""Commands of the cage as short lines of text, declared with the commands; docs/reference/lines.md lists them.

What the software notes is written as JSON: `note {"do": ...}`.
"""

from croupier.cage import commands
from croupier.kernel.grammar import Form, Grammar

_NAME = Form(r"[\w.$/-]+(?: [\w.$/-]+)*?", str, str)
_FORMS = {**dict.fromkeys(("person", "table", "tournament"), _NAME), "day": Form(r"\d{4}-\d\d-\d\d", str, str)}

GRAMMAR = Grammar(
    commands=commands, forms=_FORMS, hint="'issue p7 500.00', 'fill A 5000.00', 'confirm 3', 'count cage closing 95000.00'"
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
