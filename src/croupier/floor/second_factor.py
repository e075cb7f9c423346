"""A second factor: six-digit codes that change every thirty seconds, by RFC 6238, as authenticator apps show them."""

import secrets
from base64 import b32decode, b32encode
from hmac import compare_digest, digest
from urllib.parse import quote, urlencode

SECONDS, DIGITS = 30, 6


def new_secret() -> str:
    """A secret of 160 bits, in the form that people type."""
    return b32encode(secrets.token_bytes(20)).decode()


def code_at(secret: str, step: int, digits: int = DIGITS) -> str:
    """The code of a time step.

    >>> code_at("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59 // SECONDS, digits=8)
    '94287082'
    """
    mac = digest(b32decode(secret), step.to_bytes(8), "sha1")
    number = int.from_bytes(mac[(at := mac[-1] & 15) : at + 4]) & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}}"


def step_of(secret: str, code: str, now: int) -> int:
    """The time step of a code: this one, or the one before or after in case clocks differ; 0 if it matches none."""
    typed = code.replace(" ", "").encode()
    steps = range(max(1, now // SECONDS - 1), now // SECONDS + 2)
    return max((step for step in steps if compare_digest(code_at(secret, step).encode(), typed)), default=0)


def address(house: str, person: str, secret: str) -> str:
    """The address for an authenticator app, which begins with otpauth:."""
    said = urlencode({"secret": secret, "issuer": house}, quote_via=quote)
    return f"otpauth://totp/{quote(f'{house}:{person}')}?{said}"
