"""Passwords: hashed with argon2, and checked in the same time whether the account exists or not. None of it is ever recorded."""

from functools import cache
from typing import NamedTuple
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from croupier.books import HOUSE, book_of
from croupier.kernel.decisions import Refused

_MOST = 1024
"""The longest password in bytes: hashing is work, and strangers must not choose how much."""


class Checked(NamedTuple):
    """Whether a password was right; `rehash` is a new hash to store, if the old one used other parameters."""

    right: bool
    rehash: str = ""


class Passwords:
    """Hashes and checks passwords, by the parameters that argon2 recommends unless a hasher with others is given."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._nobody = self._hasher.hash("a password that nobody has")

    def unfit(self, password: str, person: str = "") -> Refused | None:
        """Why a password is not accepted: too short, too long, or the name of the account."""
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
        """A hash with its own salt, to be stored with the account."""
        return self._hasher.hash(_typed(password))

    def check(self, kept: str | None, password: str) -> Checked:
        """Whether a password matches a stored hash. Without one, as for an unknown name, it takes the same work."""
        typed = _typed(password)
        try:
            self._hasher.verify(kept or self._nobody, typed)
        except (VerificationError, InvalidHashError):
            return Checked(False)
        if not kept or not typed:
            return Checked(False)
        return Checked(True, self._hasher.hash(typed) if self._hasher.check_needs_rehash(kept) else "")


def _typed(password: str) -> bytes:
    """The text that is hashed: the same letters are equal however a keyboard composes them. None if it is not text, or too
    long.
    """
    try:
        typed = normalize("NFKC", password).encode()
    except UnicodeEncodeError:
        return b""
    return typed if len(typed) <= _MOST else b""


@cache
def passwords() -> Passwords:
    """The instance that the house uses."""
    return Passwords()
