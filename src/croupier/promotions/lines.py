"""Commands of a promotion as short lines of text, for cases.

    open                          notify 1 by mail                cash instead 1
    draw entry 17                 notify 1 by email in vain       pay 1 cash 4000 cheque 4000 transfer 4000
    draw entry 17 and entry 4     decide dispute: no prize        postpone: why
    draw entry 17 under badge 4   decide dispute: paid; agreed    validated
    refuse claim 1: reason        cancel: why                     tell regulator
    refuse claim 1: reason; name; address                         decide dispute about a late entry: it counts

`by Gaming Manager:` and `at 3600:` in front say who and when; a line without is the operator's, or the winner's who chooses.
"""

from croupier.kernel.grammar import Form, Grammar, OnlyLine
from croupier.promotions import commands as c

_FORMS = {
    "entries": Form(r".+?", lambda text: tuple(entry.strip() for entry in text.split(" and ")), " and ".join),
    "method": Form(r".+?", str.strip, str),
    "item": Form(r"[^;]*", str.strip, " {}".format),
    "rest": Form(r".*", str.strip, " {}".format),
}

GRAMMAR = Grammar(
    *(
        OnlyLine(template, kind, None, _FORMS)
        for template, kind in (
            ("open", c.OpenPromotion),
            ("draw {entries:entries}[ under {scrutineer}]", c.HoldDraw),
            ("cash instead {prize}", c.ChooseCashAlternative),
            ("pay {prize}[ cash {cash:$}][ cheque {cheque:$}][ transfer {transfer:$}]", c.ChoosePayment),
            ("notify {prize} by {method:method}[ in vain{!reached}]", c.NotifyWinner),
            ("refuse claim {prize}:{reason:item}[;{name:item};{address:rest}]", c.RefuseClaim),
            ("decide dispute[ about {about:part}]: {decision:part}[; agreed{=satisfied}]", c.DecideDispute),
            ("postpone: {why}", c.Postpone),
            ("validated", c.ValidateIntegrity),
            ("cancel: {why}", c.CancelDraw),
            ("tell regulator", c.NotifyRegulator),
        )
    ),
    facts={},
    hint="'open', 'draw entry 17', 'notify 1 by mail'",
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
