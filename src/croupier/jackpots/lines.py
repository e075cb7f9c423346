"""Commands for prize meters as short lines of text, for cases and a supervisor's keyboard.

    open main: option 1 seed 10000 cost 1 tables A, B      notice link C main       link C main     unlink C
    terms main: option 2 seed 10000 cost 1                 notice close main        move C side     close main: side 123.45
    register A 12: 1, 3                        cancel A but 3; a retraction         equipment main fails, by hand
    register A 13: 1, 3 again 1                (box 1 was in a game that was cancelled)
    outcome A 12: 1 royal flush, 3 flush                   pay A/12/1               contribute main 500.00
    verify A/12/1 deck 52                                  stop main                resume main
    withdraw A 12; a deck of 51                            carry A 13               refuse A/12/1; a ruling

Terms are `option`, `seed`, `cost`, `increment`, `minor` (its increment), `approval`, `game`, `people`, `reading` and
`pays flush=50.00`.
Sums may have six decimals where a meter is exact to them. `by p7 as TG Area Manager:` and `at 1200:` in front say who and when.
"""

import re
from functools import cache, partial
from typing import Any

from croupier.jackpots import commands
from croupier.jackpots.prizes import GRAINS
from croupier.jackpots.systems import Terms
from croupier.kernel.events import Command
from croupier.kernel.grammar import FORMS, Form, Grammar
from croupier.kernel.lines import LineError
from croupier.kernel.money import cents, plain


def read_line(text: str, game: str) -> Command:
    """The command in a line, without who and when; terms that name no game are for this one.

    >>> read_line("register A 12: 1, 3", "crown-caribbean-stud")
    RegisterWagers(table='A', round=12, boxes=(1, 3), again=())
    """
    return grammar_of(game).read(text)


def write_line(command: Command) -> str:
    """The line that says a command.

    >>> write_line(read_line("notice close main due 3600", "crown-caribbean-stud"))
    'notice close main due 3600'
    """
    return grammar_of("").write(command)


def exact(text: str) -> int:
    """Dollars with up to six decimals, in grains.

    >>> exact("123.450001")
    123450001
    """
    if (match := re.fullmatch(r"(\d+)(?:\.(\d{1,6}))?", text.strip())) is None:
        raise LineError(f"{text!r} is not an exact sum: write it as 123.45 or 123.450001")
    return int(match.group(1)) * 100 * GRAINS + int((match.group(2) or "0").ljust(6, "0"))


def exact_amount(amount: int) -> str:
    """Grains as dollars: two decimals, or as many as needed.

    >>> exact_amount(123_450_001), exact_amount(10_000_000_000)
    ('123.450001', '10000.00')
    """
    whole, rest = divmod(amount, 100 * GRAINS)
    return f"{whole}.{rest:06d}".rstrip("0").ljust(len(str(whole)) + 3, "0")


def told_amount(amount: int) -> str:
    """The same for readers, with commas.

    >>> told_amount(123_450_001), told_amount(10_000_000_000), told_amount(-10_000_000_000)
    ('123.450001', '10,000.00', '-10,000.00')
    """
    whole, _, rest = exact_amount(abs(amount)).partition(".")
    return f"{'-' if amount < 0 else ''}{int(whole):,}.{rest}"


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _notice(text: str) -> dict[str, int]:
    return {hand.strip(): cents(amount) for hand, _, amount in (part.partition("=") for part in _list(text))}


_WORD, _NUMBER, _SUM = Form("", str, str), Form("", int, str), Form("", cents, plain)
_TERMS = {
    "option": ("option", _NUMBER),
    "seed": ("seed", _SUM),
    "cost": ("cost", _SUM),
    "increment": ("increment", _WORD),
    "minor": ("minor_increment", _WORD),
    "approval": ("approval", _WORD),
    "game": ("game", _WORD),
    "pays": ("notice", Form("", _notice, lambda pays: ", ".join(f"{hand}={plain(amount)}" for hand, amount in pays.items()))),
    "people": ("people", _NUMBER),
    "reading": ("readings", Form("", _list, ", ".join)),
}
"""Each term by its word: its field, and how it is read and written."""


def read_terms(game: str, text: str) -> Terms:
    """The terms that a text such as `option 1 seed 10000 cost 1` says."""
    words = re.split(rf"(?<![\w-])({'|'.join(_TERMS)}) ", text)
    if words[0].strip():
        raise LineError(f"{words[0].strip()!r} is not a term; terms are {', '.join(_TERMS)}")
    facts: dict[str, Any] = {"game": game, "cost": 0, "seed": 0}
    for name, value in zip(words[1::2], words[2::2], strict=True):
        field, form = _TERMS[name]
        facts[field] = form.read(value.strip())
    return Terms(**facts)


def _say_terms(terms: Terms) -> str:
    """Terms as `read_terms` reads them."""
    said = ((name, form, getattr(terms, field)) for name, (field, form) in _TERMS.items())
    return " ".join(f"{name} {form.write(value)}" for name, form, value in said if value)


def _changes(game: str, text: str) -> dict[str, Terms]:
    parts = (part.partition(":") for part in text.split(";"))
    return {system.strip(): read_terms(game, terms.strip()) for system, _, terms in parts}


def _shares(text: str) -> dict[str, int]:
    parts = (part.rsplit(" ", 1) for part in _list(text))
    return {name.strip(): exact(amount) for name, amount in parts}


def _hands(text: str) -> dict[int, str]:
    hands: dict[int, str] = {}
    for part in _list(text):
        box, _, hand = part.partition(" ")
        if not box.isdecimal() or not hand:
            raise LineError(f"{part!r} is not a box and its hand, such as '3 flush'")
        hands[int(box)] = hand.strip()
    return hands


_LACKS = {"amounts": "to record amounts", "times": "to record times", "readings": "to give readings"}
_FORMS = {
    **dict.fromkeys(("system", "table"), FORMS["word"]),
    "of": Form("link|unlink|move", str, str),
    "lacks": Form("|".join(_LACKS.values()), lambda text: text.split()[-1], _LACKS.__getitem__),
    "prize": Form(r"\S+?", str, str),
    "tables": Form(r".+", _list, ", ".join),
    "boxes": Form(r"[\d, ]*", lambda text: tuple(map(int, _list(text))), lambda boxes: ", ".join(map(str, boxes))),
    "hands": Form(r".+", _hands, lambda hands: ", ".join(f"{box} {hand}" for box, hand in hands.items())),
    "shares": Form(r".+", _shares, lambda shares: ", ".join(f"{name} {exact_amount(sum_)}" for name, sum_ in shares.items())),
}


@cache
def grammar_of(game: str) -> Grammar:
    """The lines of prize meters; terms that name no game are for this one."""
    forms = {
        "terms": Form(r".+?", partial(read_terms, game), _say_terms),
        "changes": Form(
            r".+",
            partial(_changes, game),
            lambda changes: "; ".join(f"{system}: {_say_terms(terms)}" for system, terms in changes.items()),
        ),
    }
    return Grammar(commands=commands, forms=_FORMS | forms, hint="'register A 12: 1, 3', 'pay A/12/1'")
