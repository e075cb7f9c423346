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

from croupier.kernel.grammar import Form, Grammar
from croupier.room import commands
from croupier.room.state import Settings

_NAME = Form(r"[\w.$/-]+(?: [\w.$/-]+)*?", str, str)


def _or_none(word: str) -> Form:
    """A name, or this word where there is none."""
    return Form(rf"{word}|{_NAME.pattern}", lambda text: "" if text == word else text, lambda name: name or word)


def _settings(text: str) -> Settings:
    seconds, _, missed = text.partition(", ")
    return Settings(int(seconds.split()[0]), "bottom" if missed else "off")


def _write_settings(settings: Settings) -> str:
    return f"{settings.call_seconds}{', missed to the bottom' if settings.missed_call == 'bottom' else ''}"


_FORMS = {
    **dict.fromkeys(("person", "table", "game", "into"), _NAME),
    "settings": Form(r"\d+(?:, missed to the bottom)?", _settings, _write_settings),
    "any": _or_none("any table"),
    "none": _or_none("nothing"),
}

GRAMMAR = Grammar(commands=commands, forms=_FORMS, hint="'list p7 for 5-10', 'call for 5-10', 'seat p7 at A place 3 with 500.00'")
read_line, write_line = GRAMMAR.read, GRAMMAR.write
