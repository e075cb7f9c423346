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

from __future__ import annotations

from croupier.cage import commands as c
from croupier.kernel.events import Command
from croupier.kernel.grammar import Form, Grammar, Line, NoteLine, OnlyLine

_FORMS = {
    "name": Form(r"[\w.$/-]+(?: [\w.$/-]+)*?", str, str),
    "currency": Form(r"chips|tokens|cash|tournament", str, str),
    "when": Form(r"opening|between|closing", str, str),
    "what": Form(r"supply|removal", str, str),
    "move": Form(r"fill|credit", str, str),
}


class _OfTable(Line):
    """What moves between the cage and a table."""

    def says(self, command: Command) -> bool:
        return isinstance(command, c.RequestTransfer) and bool(command.table)


def _line(template: str, kind: type[Command], of: type[Line] = OnlyLine) -> Line:
    return of(template, kind, None, _FORMS)


GRAMMAR = Grammar(
    *(NoteLine(kind) for kind in (c.MoveToTable, c.MoveFromTable, c.NoteTable, c.FillFloat, c.NoteTournament)),
    _line("open cage with {chips:$}[ tokens {tokens:$}][ money {cash:$}]", c.OpenCage),
    _line("issue {person:name} tokens {amount:$}", c.IssueTokens),
    _line("issue {person:name} {amount:$}", c.IssueChips),
    _line("redeem {person:name} {amount:$}", c.RedeemChips),
    _line("take back {person:name} tokens {amount:$}", c.TakeBackTokens),
    _line("{what:move} {table:name} {amount:$}[ {currency:currency}]", c.RequestTransfer, _OfTable),
    _line("{what:what} {amount:$}[ {currency:currency}]", c.RequestTransfer),
    _line("confirm {number}", c.ConfirmTransfer),
    _line("cancel {number}", c.CancelTransfer),
    _line("collect drop of {table:name}", c.CollectDrop),
    _line("count drop of {table:name} {counted:$}[; {note:text}]", c.CountDrop),
    _line("count float of {table:name}[ {when:when}] {counted:$}[ {currency:currency}][; {note:text}]", c.CountFloat),
    _line("count cage[ {when:when}] {counted:$}[ {currency:currency}][; {note:text}]", c.CountCage),
    _line("explain {number}: {note:text}", c.ExplainVariance),
    _line("fees of {tournament:name} {amount:$}", c.CollectFees),
    facts={},
    hint="'issue p7 500.00', 'fill A 5000.00', 'confirm 3', 'count cage closing 95000.00'",
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
