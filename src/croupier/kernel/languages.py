"""The language in which people read things. The record holds facts, never sentences, so one entry can be read in any language.

A language is a file beside each English one: `sentences.it.toml` beside `sentences.toml`. Missing texts come in English. Code
that answers a person sets the language once; no decision depends on it.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from gettext import c2py
from importlib import resources
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar

import msgspec

P = ParamSpec("P")
T = TypeVar("T")
ENGLISH = "en"
_TOLD_IN: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def languages() -> dict[str, str]:
    """Every available language: its code, and its name for itself."""
    return {code: entry["name"] for code, entry in words_in("croupier.kernel", "languages.toml").items()}


language = _TOLD_IN.get
"""Returns the language for people now. Every word of a page asks for it."""


def speak(code: str) -> None:
    """Use this language from now on, for the person who is being answered."""
    _TOLD_IN.set(code if code in languages() else ENGLISH)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Use this language for a block of code.

    >>> with speaking("it"):
    ...     language()
    'it'
    """
    before = _TOLD_IN.set(code)
    try:
        yield
    finally:
        _TOLD_IN.reset(before)


def in_english(function: Callable[P, T]) -> Callable[P, T]:
    """The function in English, always: the record is the same for everyone."""

    @wraps(function)
    def meanwhile(*args: P.args, **named: P.kwargs) -> T:
        if language() == ENGLISH:
            return function(*args, **named)
        with speaking(ENGLISH):
            return function(*args, **named)

    return meanwhile


@cache
def words_in(package: str, file: str, code: str = ENGLISH) -> dict[str, Any]:
    """The contents of a package's file in a language; empty if there is no such file."""
    name = file if code == ENGLISH else file.replace(".toml", f".{code}.toml")
    try:
        return tomllib.loads((resources.files(package) / name).read_text(encoding="utf-8"))
    except (FileNotFoundError, ModuleNotFoundError):  # an outside book is not in a package
        return {}


def in_book(book: str, file: str, name: str, english: str) -> str:
    """A named text from a book's file, in the language of the person who is being answered."""
    if language() == ENGLISH:
        return english
    return str(words_in(f"croupier.books.{book.replace('-', '_')}", file, language()).get(name, english))


@cache
def _plural(code: str) -> Callable[[int], int]:
    return c2py(words_in("croupier.kernel", "languages.toml")[code]["plural"])


def form_for(number: int, forms: list[str]) -> str:
    """The form of a word that goes with a number, by the rule of the language.

    >>> form_for(1, ["carta", "carte"]), form_for(3, ["carta", "carte"])
    ('carta', 'carte')
    """
    return forms[min(_plural(language())(abs(number)), len(forms) - 1)]


class Message(msgspec.Struct, frozen=True):
    """What a refusal says in any language: its name in the `refusals.toml` of a package, the English words, and the values in it,
    with sums in a `currency` (`kernel/money.py`).
    """

    package: str
    name: str
    template: str
    given: Mapping[str, Any] = {}
    currency: Any = None

    @in_english
    def __str__(self) -> str:
        return self._filled(self.template)

    def told(self) -> str:
        """The refusal in the language of the person who is being answered."""
        template = words_in(self.package, "refusals.toml", language()).get(self.name)
        return str(self) if template is None else self._filled(template)

    def _filled(self, template: str) -> str:
        from croupier.kernel.telling import filled, forms_of

        if self.given:
            template = filled(template, SimpleNamespace(**self.given), forms=forms_of(self.package, language()))
        return template if self.currency is None else str(self.currency.told(template))
