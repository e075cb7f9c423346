"""Commands of a promotion as short lines of text, for cases.

    open                          notify 1 by mail                cash instead 1
    draw entry 17                 notify 1 by email in vain       pay 1 cash 4000 cheque 4000 transfer 4000
    draw entry 17 and entry 4     decide dispute: no prize        postpone: why
    draw entry 17 under badge 4   decide dispute: paid; agreed    validated
    refuse claim 1: reason        cancel: why                     tell regulator
    refuse claim 1: reason; name; address                         decide dispute about a late entry: it counts

`by Gaming Manager:` and `at 3600:` in front say who and when; a line without is the operator's, or the winner's who chooses.
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
