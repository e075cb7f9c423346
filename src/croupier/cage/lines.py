"""Commands of the cage as short lines of text.

    open cage with 100000.00                    issue p7 500.00              count float of A opening 5000.00
    open cage with 100000.00 money 5000.00      redeem p7 500.00             count float of A 5000.00; a chip fell down
    fill A 5000.00                              issue p7 tokens 50.00        count cage closing 95000.00
    credit A 200.00 tokens                      take back p7 tokens 50.00    count cage 5000.00 cash
    supply 5000.00 cash                         confirm 3                    explain 2: a chip fell down
    collect drop of A                           cancel 3                     fees of Sunday 300.00
    count drop of A 300.00

`by p9 as cashier: ...` in front says who, `at 3600: ...` when. What the software notes is written as JSON: `note {"do": ...}`.
"""

from croupier.cage import commands
from croupier.kernel.grammar import Form, Grammar

_NAME = Form(r"[\w.$/-]+(?: [\w.$/-]+)*?", str, str)
_FORMS = {
    **dict.fromkeys(("person", "table", "tournament"), _NAME),
    "currency": Form(r"chips|tokens|cash|tournament", str, str),
    "when": Form(r"opening|between|closing", str, str),
}

GRAMMAR = Grammar(
    commands=commands, forms=_FORMS, hint="'issue p7 500.00', 'fill A 5000.00', 'confirm 3', 'count cage closing 95000.00'"
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
