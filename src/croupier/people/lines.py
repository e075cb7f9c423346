"""Commands of the register of people as short lines of text.

    register p7 as Seven                     exclude p7: reason                       limit deposit day 500.00
    register p7 as Seven, papers 5f0c        exclude p7 from 3600 to 7200: reason     limit time day 7200
    close p7 as another account of p8: why   lift exclusion 2 of p7: reason           no limit deposit day
    grant p7: cashier in *                   keep me out to 99999999                  keep limit deposit day
    revoke p7: Dealer in crown-poker         remind me after 30 minutes               unlock p7[ by code]
    failed login p7[ from ab12]              login p7[ with step 5]                   recovery code for p7
    assign p7 to crown-1 in crown-poker      take p7 off crown-1 in crown-poker       second factor of p7 on|off

`by p9 as administrator: ...` in front says who, `at 3600: ...` when.
"""

from __future__ import annotations

from croupier.kernel.events import Command
from croupier.kernel.grammar import Form, Grammar, Line, OnlyLine
from croupier.people import commands as c
from croupier.people.state import LIMITS

_FORMS = {
    "name": Form(r"[a-z0-9][a-z0-9._ -]*?", str, str),
    "shown": Form(r"[^,]+?", str.strip, str),
    "book": Form(r"\*|[\w-]+", str, str),
    "place": Form(r"[a-z0-9-]+", str, str),
    "rank": Form(r"[A-Za-z ]+?", str, str),
    "sum": Form("|".join(each for each in LIMITS if each != "time day"), str, str),
    "any": Form("|".join(LIMITS), str, str),
    "switch": Form("on|off", lambda said: said == "on", lambda on: "on" if on else "off"),
    "because": Form(r".+", str.strip, str),
}


def _line(template: str, kind: type[Command], of: type[Line] = OnlyLine, **fixed: str) -> Line:
    return of(template, kind, None, _FORMS, **fixed)


GRAMMAR = Grammar(
    _line("register {person:name} as {name:shown}[, papers {identity:word}]", c.RegisterPerson),
    _line("close {person:name} as another account of {same_as:name}: {reason:because}", c.CloseDuplicate),
    _line("grant {person:name}: {capacity:rank} in {book:book}", c.GrantRole),
    _line("revoke {person:name}: {capacity:rank} in {book:book}", c.RevokeRole),
    _line("assign {person:name} to {table:place} in {book:book}", c.AssignDealer),
    _line("take {person:name} off {table:place} in {book:book}", c.EndAssignment),
    _line("exclude {person:name}[ from {begins}][ to {ends}]: {reason:because}", c.ExcludePerson),
    _line("lift exclusion {number} of {person:name}: {reason:because}", c.LiftExclusion),
    _line("keep me out to {ends}", c.ExcludeMyself),
    _line("limit time day {amount}", c.SetLimit, Line, limit="time day"),
    _line("limit {limit:sum} {amount:$}", c.SetLimit),
    _line("no limit {limit:any}", c.RemoveLimit),
    _line("keep limit {limit:any}", c.CancelRaise),
    _line("remind me after {minutes} minutes", c.SetReminder),
    _line("failed login {person:name}[ from {source:word}]", c.NoteFailedLogin),
    _line("login {person:name}[ with step {step}]", c.NoteLogin),
    _line("second factor of {person:name} {on:switch}", c.SetSecondFactor),
    _line("new password {person:name}", c.NotePasswordChange),
    _line("recovery code for {person:name}", c.IssueRecoveryCode),
    _line("unlock {person:name}[ by code{=code}]", c.UnlockAccount),
    facts={},
    hint="'register p7 as Seven', 'grant p7: cashier in *', 'limit deposit day 500.00'",
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
