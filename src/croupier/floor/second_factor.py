"""A second factor: codes of six digits that change every thirty seconds, by RFC 6238, as authenticator apps show them."""

import secrets
from base64 import b32decode, b32encode
from hmac import compare_digest, digest
from urllib.parse import quote, urlencode

SECONDS, DIGITS = 30, 6


def new_secret() -> str:
    """A secret of 160 bits, as people type it."""
    return b32encode(secrets.token_bytes(20)).decode()


def code_at(secret: str, step: int, digits: int = DIGITS) -> str:
    """The code of a step of time.

    >>> code_at("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59 // SECONDS, digits=8)
    '94287082'
    """
    mac = digest(b32decode(secret), step.to_bytes(8), "sha1")
    number = int.from_bytes(mac[(at := mac[-1] & 15) : at + 4]) & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}}"


def step_of(secret: str, code: str, now: int) -> int:
    """The step of time that a code is of: this one, or the one before or after it where clocks differ; 0 where it is of none."""
    typed = code.replace(" ", "").encode()
    steps = range(max(1, now // SECONDS - 1), now // SECONDS + 2)
    return max((step for step in steps if compare_digest(code_at(secret, step).encode(), typed)), default=0)


def address(house: str, person: str, secret: str) -> str:
    """What an authenticator app is given: an address that begins with otpauth:."""
    said = urlencode({"secret": secret, "issuer": house}, quote_via=quote)
    return f"otpauth://totp/{quote(f'{house}:{person}')}?{said}"
