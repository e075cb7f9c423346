"""Passwords: hashed with argon2, checked in the same time whether the account exists or not. None of it is ever on record."""

from functools import cache
from typing import NamedTuple
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from croupier.books import HOUSE, book_of
from croupier.kernel.decisions import Refused

_MOST = 1024
"""The longest password in bytes: hashing takes work that nobody else is to choose."""


class Checked(NamedTuple):
    """Whether a password was right; `rehash` is the new hash to be kept, where the old one was made with other parameters."""

    right: bool
    rehash: str = ""


class Passwords:
    """Hashes and checks passwords, by the parameters that argon2 recommends unless a hasher with others is given."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._nobody = self._hasher.hash("a password that nobody has")

    def unfit(self, password: str, person: str = "") -> Refused | None:
        """Why a password is not taken: too short, too long, or the name of the account."""
        rules = book_of(HOUSE)
        least, clauses = rules.number("password_least"), rules.params["password_least"].clauses
        reason = ""
        if len(password) < least:
            reason = f"a password needs at least {least} characters: short ones are easy to guess"
        elif not _typed(password):
            reason = f"a password has at most {_MOST} bytes"
        elif person and password.casefold().strip() == person.casefold():
            reason = "a password cannot be the account name"
        elif len(set(password)) == 1:
            reason = "a password cannot be one character repeated"
        return Refused("password_unfit", reason, clauses) if reason else None

    def hash(self, password: str) -> str:
        """A hash with its own salt, to be kept with the account."""
        return self._hasher.hash(_typed(password))

    def check(self, kept: str | None, password: str) -> Checked:
        """Whether a password is that of a kept hash. Without one, as for a name that nobody has, it takes the same work."""
        typed = _typed(password)
        try:
            self._hasher.verify(kept or self._nobody, typed)
        except (VerificationError, InvalidHashError):
            return Checked(False)
        if not kept or not typed:
            return Checked(False)
        return Checked(True, self._hasher.hash(typed) if self._hasher.check_needs_rehash(kept) else "")


def _typed(password: str) -> bytes:
    """What is hashed: the same letters are the same however a keyboard puts them together. Nothing where it is no text, or too
    long.
    """
    try:
        typed = normalize("NFKC", password).encode()
    except UnicodeEncodeError:
        return b""
    return typed if len(typed) <= _MOST else b""


@cache
def passwords() -> Passwords:
    """The one that the house uses."""
    return Passwords()
