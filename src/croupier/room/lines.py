"""Commands of a poker room as short lines of text, declared with the commands; docs/reference/lines.md lists them.

A line without a sender comes from the player it names, or from the lowest rank that may give it.
"""

from croupier.kernel.grammar import Form, Grammar
from croupier.room import commands
from croupier.room.state import Settings

_NAME = Form(r"[\w.$/-]+(?: [\w.$/-]+)*?", str, str)


def _or_none(word: str) -> Form:
    """A name, or this word if there is none."""
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
