"""Commands of a poker room as short lines of text: for cases, scripts and a host's keyboard.

    open room                          list p7 for 5-10                   call for 5-10
    open room with calls of 120        list p7 for 5-10, interested       call for 5-10 to A place 3
    offer 5-10: crown-holdem; limits   p7 is going for 5-10               pass over p7 for 5-10
    withdraw 5-10                      unlist p7 for 5-10                 seat p7 at A place 3 with 500.00
    add table A for 5-10, 9 places     p7 wants A place 3 for 5-10        reserve A place 3 for p7, 600 seconds
    must move B to A                   p7 asks for A                      release A place 3
    must move B to nothing             p7 asks for any table              move p7 to A place 3
    merge B into A                     p7 stays                           call collection

`by TG Area Manager: ...` says who, `by p7 as player: ...` which person, `at 1200: ...` when, in seconds; `#` starts a comment.
A line without says it for the player it names, or for the least rank that may.
"""

from croupier.kernel.events import Command
from croupier.kernel.grammar import Form, Grammar, Line, NoteLine, OnlyLine
from croupier.room import commands as c
from croupier.room.state import Settings

_NAME = Form(r"[\w.$/-]+(?: [\w.$/-]+)*?", str, str)


def _settings(text: str) -> Settings:
    seconds, _, missed = text.partition(", ")
    return Settings(int(seconds.split()[0]), "bottom" if missed else "off")


def _write_settings(settings: Settings) -> str:
    return f"{settings.call_seconds}{', missed to the bottom' if settings.missed_call == 'bottom' else ''}"


_FORMS = {
    "name": _NAME,
    "settings": Form(r"\d+(?:, missed to the bottom)?", _settings, _write_settings),
    "any": Form(
        r"any table|[\w.$/-]+(?: [\w.$/-]+)*?", lambda t: "" if t == "any table" else t, lambda t: t or "any table"
    ),
    "none": Form(r"nothing|[\w.$/-]+(?: [\w.$/-]+)*?", lambda t: "" if t == "nothing" else t, lambda t: t or "nothing"),
}


def _line(template: str, kind: type[Command]) -> Line:
    return OnlyLine(template, kind, None, _FORMS)


GRAMMAR = Grammar(
    _line("open room[ with calls of {settings:settings}]", c.OpenRoom),
    _line("offer {game:name}: {played:word}; {limit:part}[; for {needed}]", c.OfferGame),
    _line("withdraw {game:name}", c.WithdrawGame),
    _line("add table {table:name} for {game:name}, {places} places", c.AddTable),
    _line("list {person:name} for {game:name}[, interested{!going}]", c.JoinList),
    _line("unlist {person:name} for {game:name}", c.LeaveList),
    _line("call collection", c.CallCollection),
    _line("call for {game:name}[ to {table:name} place {place}]", c.CallPlayer),
    _line("pass over {person:name} for {game:name}", c.PassOver),
    _line(
        "seat {person:name} at {table:name} place {place}[ with {chips:$}][ from another game{=from_game}]",
        c.SeatPlayer,
    ),
    _line("reserve {table:name} place {place} for {person:name}[, {seconds} seconds]", c.ReserveSeat),
    _line("release {table:name} place {place}", c.ReleaseSeat),
    _line("must move {table:name} to {into:none}", c.SetMustMove),
    _line("merge {table:name} into {into:name}", c.MergeTables),
    _line("move {person:name} to {table:name} place {place}", c.MovePlayer),
    NoteLine(c.NoteTable),
    _line("{person:name} is going for {game:name}", c.SayGoing),
    _line("{person:name} wants {table:name} place {place} for {game:name}", c.RequestSeat),
    _line("{person:name} asks for {table:any}", c.AskChange),
    _line("{person:name} stays", c.TakeBackChange),
    facts={},
    hint="'list p7 for 5-10', 'call for 5-10', 'seat p7 at A place 3 with 500.00'",
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
