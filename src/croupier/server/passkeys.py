"""Passkeys (WebAuthn): a person's device signs a challenge of the house, only for the house's own address.

The record has which passkeys a person has, by digests of their ids; the passkeys are stored beside it, like passwords. The
library that reads what devices say is the extra `passkeys`, loaded only where a passkey is added or used.
"""

import logging
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import msgspec

from croupier.floor.floor import Floor, must
from croupier.floor.house import PEOPLE
from croupier.kernel.actors import HOUSE
from croupier.people.commands import SetPasskey
from croupier.server.answers import Problem
from croupier.server.config import Config
from croupier.web.texts import text

log = logging.getLogger("croupier.server")
COOKIE = "croupier-passkey"
"""The cookie that identifies a browser without a session, from its challenge to its answer."""
SECONDS = 120
"""How long a challenge is valid; it can be used once."""
CHALLENGE = "challenge/"
_KINDS = [{"type": "public-key", "alg": number} for number in (-8, -7, -257)]
"""Ed25519, ECDSA and RSA, each with SHA-256, by their numbers in the standard."""


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """What is stored of a passkey: its id, its public key, its owner's name for it, and when it was added."""

    id: bytes
    public: bytes
    name: str
    added: int


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """Random bytes to be signed by a deadline: by a new passkey of a person, or by anyone who signs in."""

    asked: bytes
    person: str
    until: int


class Passkeys:
    """The passkeys of a house at its address."""

    def __init__(self, floor: Floor, config: Config) -> None:
        self._floor, self._store, self._house = floor, floor.store, config.house.name
        self.address = config.http.public
        self._domain = urlsplit(self.address).hostname or ""

    @property
    def missing(self) -> str:
        """Why passkeys are not available here, in words; empty if they are."""
        if find_spec("webauthn") is None:
            return text("passkey.extra")
        return "" if self.address else text("passkey.address")

    async def of(self, person: str) -> dict[str, Passkey]:
        """A person's passkeys on record, the oldest first."""
        noted, known = await self._floor.noted(f"passkey/{person}/", Passkey), self._known(person)
        return {key: passkey for key, passkey in sorted(noted.items(), key=lambda item: item[1].added) if key in known}

    def _known(self, person: str) -> dict[str, int]:
        account = self._floor.house.people.state.people.get(person)
        return account.passkeys if account is not None else {}

    # What a browser is asked

    async def to_add(self, person: str, token: str, handle: bytes) -> dict[str, Any]:
        """What a browser needs to make a passkey, for the session with that token. The device knows the account by `handle`."""
        known = [{"type": "public-key", "id": _text(passkey.id)} for passkey in (await self.of(person)).values()]
        return await self._challenge(token, person) | {
            "rp": {"id": self._domain, "name": self._house},
            "user": {"id": _text(handle), "name": person, "displayName": person},
            "pubKeyCredParams": _KINDS,
            "authenticatorSelection": {"residentKey": "required", "requireResidentKey": True},
            "excludeCredentials": known,
        }

    async def to_sign_in(self, token: str) -> dict[str, Any]:
        """What a browser needs to use a passkey. It names no account and no passkey: that would reveal who has one."""
        return await self._challenge(token, "") | {"rpId": self._domain}

    async def _challenge(self, token: str, person: str) -> dict[str, Any]:
        if self.missing:
            raise Problem(422, "no_passkeys", self.missing)
        made = Challenge(asked=secrets.token_bytes(32), person=person, until=self._floor.clock.now() + SECONDS)
        await self._store.put(_name(token), msgspec.json.encode(made))
        return {"challenge": _text(made.asked), "timeout": SECONDS * 1000}

    # What its device answers

    async def add(self, person: str, name: str, token: str, said: str) -> None:
        """Accept a person's new passkey."""
        verified = await self._verified("verify_registration_response", token, person, said)
        key = sha256(verified.credential_id).hexdigest() if verified is not None else ""
        if not key or key in self._known(person):
            raise Problem(422, "no_passkeys", "that passkey was not accepted: start again")
        shown = "".join(letter for letter in name if letter.isprintable()).strip() or text("passkey.unnamed")
        public, now = verified.credential_public_key, self._floor.clock.now()
        made = Passkey(id=verified.credential_id, public=public, name=shown, added=now)
        await self._store.put(f"passkey/{person}/{key}", msgspec.json.encode(made))
        await self._set(person, key, on=True)

    async def remove(self, person: str, key: str) -> None:
        """Delete a person's passkey."""
        await self._set(person, key, on=False)
        await self._store.delete(f"passkey/{person}/{key}")

    async def _set(self, person: str, key: str, *, on: bool) -> None:
        must((await self._floor.do(PEOPLE, SetPasskey(person=person, key=key, on=on), person=HOUSE, by=HOUSE)).decision)

    async def used(self, person: str, token: str, said: str) -> tuple[str, int]:
        """The person's passkey that has signed this browser's challenge, and how often it says it was used; an empty
        name if none has. The library sees what strangers send only with the id of a passkey that this person has.
        """
        try:
            named: str = msgspec.json.decode(said, type=dict[str, Any])["id"]
            key = sha256(urlsafe_b64decode(named + "=" * (-len(named) % 4))).hexdigest()
        except (msgspec.MsgspecError, KeyError, TypeError, ValueError):
            key = ""
        count = self._known(person).get(key)
        raw = await self._store.get(f"passkey/{person}/{key}") if count is not None else None
        if raw is None:
            return "", 0
        public = msgspec.json.decode(raw, type=Passkey).public
        more = {"credential_public_key": public, "credential_current_sign_count": count}
        verified = await self._verified("verify_authentication_response", token, "", said, **more)
        return (key, verified.new_sign_count) if verified is not None else ("", 0)

    async def _verified(self, what: str, token: str, person: str, said: str, **more: Any) -> Any:
        """What the library finds in the answer to the challenge for a token, or None. The challenge is used
        up by this, in every process.
        """
        raw = await self._store.get(_name(token)) if token and not self.missing else None
        if raw is None or not await self._store.delete(_name(token)):
            return None
        made = msgspec.json.decode(raw, type=Challenge)
        if made.person != person or self._floor.clock.now() >= made.until:
            return None
        import webauthn

        verify: Callable[..., Any] = getattr(webauthn, what)
        wanted = {"expected_rp_id": self._domain, "expected_origin": self.address}
        try:
            return verify(credential=said, expected_challenge=made.asked, **wanted, **more)
        except Exception as error:  # it reads what strangers send, and may fail in any way
            log.info("a passkey was not accepted: %s", type(error).__name__)
            return None


def _name(token: str) -> str:
    return f"{CHALLENGE}{sha256(token.encode()).hexdigest()}"


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
