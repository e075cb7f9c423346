"""Passwords: hashed with a salt, checked with the same work for everyone, and made again when the parameters change."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from croupier.floor.passwords import Passwords, passwords
from people.registered import ground

LIGHT = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
GOOD = "correct horse"


class Counted(PasswordHasher):
    """Counts how often it has done the work of checking."""

    checked = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
        self.checked += 1
        return super().verify(hash, password)


def test_a_password_is_kept_as_a_hash_with_its_own_salt() -> None:
    kept = Passwords(LIGHT)
    one, other = kept.hash(GOOD), kept.hash(GOOD)
    assert one != other
    assert GOOD not in one
    assert one.startswith("$argon2id$")
    assert kept.check(one, GOOD) == kept.check(other, GOOD) == (True, "")
    for wrong in ("", "correct horsE", GOOD + " ", GOOD * 1000, "\ud800" * 12):
        assert kept.check(one, wrong) == (False, "")


def test_the_same_letters_are_the_same_password() -> None:
    kept = Passwords(LIGHT)
    assert kept.check(kept.hash("caf\u00e9 creme"), "cafe\u0301 creme") == (True, "")
    assert kept.check(kept.hash(""), "\ud800") == kept.check(kept.hash(""), "") == (False, "")


def test_a_name_that_nobody_has_takes_the_same_work() -> None:
    hasher = Counted(time_cost=1, memory_cost=8, parallelism=1)
    kept = Passwords(hasher)
    one = kept.hash(GOOD)
    for known, password in ((one, GOOD), (one, "wrong"), (None, GOOD), ("", "wrong"), (one, GOOD * 1000)):
        before = hasher.checked
        kept.check(known, password)
        assert hasher.checked == before + 1
    assert kept.check(None, "a password that nobody has") == (False, "")
    assert kept.check("no hash at all", GOOD) == (False, "")


def test_a_hash_of_other_parameters_is_made_anew() -> None:
    old = Passwords(LIGHT).hash(GOOD)
    kept = Passwords(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    right, anew = kept.check(old, GOOD)
    assert right
    assert anew != old
    assert kept.check(anew, GOOD) == (True, "")
    assert kept.check(old, "wrong") == (False, "")


@pytest.mark.parametrize(
    ("password", "fits"),
    [
        ("123456789", False),
        ("1234567890", True),
        ("aaaaaaaaaaaa", False),
        ("A long name", False),
        ("x1" * 512, True),
        ("x1" * 513, False),
        ("äö" * 300, False),
        ("\ud800x" * 6, False),
        (GOOD, True),
    ],
)
def test_which_passwords_are_taken(password: str, fits: bool) -> None:
    refusal = Passwords(LIGHT).unfit(password, "a long name")
    assert fits == (refusal is None)
    if refusal is not None:
        assert ground(refusal) == "password_unfit"


def test_the_house_uses_what_argon2_recommends() -> None:
    house = passwords()
    assert house is passwords()
    assert house.check(house.hash(GOOD), GOOD) == (True, "")


def test_the_house_hashes_as_is_recommended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.passwords.PasswordHasher", PasswordHasher)  # most tests have a lighter one
    assert extract_parameters(Passwords().hash(GOOD)) == RFC_9106_LOW_MEMORY
