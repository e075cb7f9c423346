"""Commands of the register of people as short lines of text.

    register p7 as Seven                     exclude p7: reason                       limit deposit day 500.00
    register p7 as Seven, papers 5f0c        exclude p7 from 3600 to 7200: reason     limit time day 7200
    close p7 as another account of p8: why   lift exclusion 2 of p7: reason           no limit deposit day
    grant p7: cashier in *                   keep me out to 99999999                  keep limit deposit day
    revoke p7: Dealer in crown-poker         remind me after 30 minutes               unlock p7[ by code]
    failed login p7[ from ab12]              login p7[ with step 5]                   recovery code for p7
    assign p7 to crown-1 in crown-poker      take p7 off crown-1 in crown-poker       second factor of p7 on|off
    deal at crown-1: live on, assigned off

`by p9 as administrator: ...` in front says who, `at 3600: ...` when.
"""

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
    "limit": Form("|".join(LIMITS), str, str),
    "on": Form("on|off", lambda said: said == "on", lambda on: "on" if on else "off"),
    "reason": Form(r".+", str.strip, str),
}

GRAMMAR = Grammar(
    commands=commands, forms=_FORMS, hint="'register p7 as Seven', 'grant p7: cashier in *', 'limit deposit day 500.00'"
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
