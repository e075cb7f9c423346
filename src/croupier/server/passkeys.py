"""Passkeys (WebAuthn): somebody's device signs a challenge of the house, for the house's own address alone.

Which passkeys a person has is on record, by digests of their ids; what they are is kept beside it, as passwords are. The library
that reads what devices say is the extra `passkeys`, loaded only where a passkey is added or used.
"""

import logging
import secrets
from base64 import urlsafe_b64decode
from hashlib import sha256
from hmac import digest
from importlib.util import find_spec
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from croupier.floor.floor import Floor
from croupier.floor.house import PEOPLE
from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Refused
from croupier.people.commands import SetPasskey
from croupier.server.answers import Problem
from croupier.server.config import Config
from croupier.web.texts import text

log = logging.getLogger("croupier.server")
COOKIE = "croupier-passkey"
"""What a browser without a session is known by, from the challenge that it gets to its answer."""
SECONDS = 120
"""How long a challenge is good; it is good once."""
CHALLENGE = "challenge/"
_FAILED = "that passkey was not accepted: start again"


class Used(NamedTuple):
    """A passkey that was used, and how often it says that it was."""

    key: str = ""
    times: int = 0


class Answered(NamedTuple):
    """What a browser says for a passkey, and the token that the browser got its challenge with."""

    token: str
    said: str


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a passkey: its id, its public key, what its owner calls it, and when it was added."""

    id: bytes
    public: bytes
    name: str
    added: int


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """Random bytes to be signed until some time: by a new passkey of a person, or by anybody who signs in."""

    asked: bytes
    person: str
    until: int


class _Named(msgspec.Struct):
    id: Annotated[str, Meta(max_length=1400)]


class Passkeys:
    """The passkeys of a house at its address."""

    def __init__(self, floor: Floor, config: Config) -> None:
        self._floor, self._store, self._house = floor, floor.store, config.house.name
        self.address = config.http.public
        self._domain = urlsplit(self.address).hostname or ""

    @property
    def missing(self) -> str:
        """Why nobody has a passkey here, in words; nothing where people may."""
        if find_spec("webauthn") is None:
            return text("passkey.extra")
        return "" if self.address else text("passkey.address")

    async def of(self, person: str) -> dict[str, Passkey]:
        """The passkeys of somebody that are on record, the oldest first."""
        found, known = await self._floor.noted(f"passkey/{person}/", Passkey), self._known(person)
        return {key: each for key, each in sorted(found.items(), key=lambda one: one[1].added) if key in known}

    def _known(self, person: str) -> dict[str, int]:
        account = self._floor.house.people.state.people.get(person)
        return account.passkeys if account is not None else {}

    # Challenges

    async def to_add(self, person: str, token: str, key: bytes) -> dict[str, Any]:
        """What a browser needs to make a passkey, by the session with that token. The `key` of the house stands behind the
        name that a device knows the account by, which says nothing to others.
        """
        from webauthn import generate_registration_options
        from webauthn.helpers import options_to_json_dict
        from webauthn.helpers.structs import AuthenticatorSelectionCriteria, PublicKeyCredentialDescriptor, ResidentKeyRequirement

        options = generate_registration_options(
            rp_id=self._domain,
            rp_name=self._house,
            user_name=person,
            user_id=digest(key, f"passkey {person}".encode(), "sha256"),
            challenge=await self._challenge(token, person),
            timeout=SECONDS * 1000,
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=each.id) for each in (await self.of(person)).values()],
        )
        return options_to_json_dict(options)

    async def to_sign_in(self, token: str) -> dict[str, Any]:
        """What a browser needs to use a passkey. It names no account and no passkey: that would say who has one."""
        from webauthn import generate_authentication_options
        from webauthn.helpers import options_to_json_dict

        asked = await self._challenge(token, "")
        return options_to_json_dict(generate_authentication_options(rp_id=self._domain, challenge=asked, timeout=SECONDS * 1000))

    async def _challenge(self, token: str, person: str) -> bytes:
        if self.missing:
            raise Problem(422, "no_passkeys", self.missing)
        made = Challenge(asked=secrets.token_bytes(32), person=person, until=self._floor.clock.now() + SECONDS)
        await self._store.put(_name(token), msgspec.json.encode(made))
        return made.asked

    async def _asked(self, token: str, person: str) -> bytes:
        """The challenge that was given out with a token, which is used up by this, in every process."""
        raw = await self._store.get(_name(token)) if token and not self.missing else None
        if raw is None or not await self._store.delete(_name(token)):
            return b""
        made = msgspec.json.decode(raw, type=Challenge)
        return made.asked if made.person == person and self._floor.clock.now() < made.until else b""

    # Answers

    async def add(self, person: str, name: str, by: Answered) -> None:
        """Take a new passkey of somebody."""
        asked = await self._asked(by.token, person)
        try:
            from webauthn import verify_registration_response

            verified = verify_registration_response(
                credential=by.said, expected_challenge=asked, expected_rp_id=self._domain, expected_origin=self.address
            )
        except Exception as error:  # whatever the library says of what a stranger sends
            log.info("a new passkey was not accepted: %s", type(error).__name__)
            raise Problem(422, "no_passkeys", _FAILED) from None
        key = sha256(verified.credential_id).hexdigest()
        if not asked or key in self._known(person):
            raise Problem(422, "no_passkeys", _FAILED)
        shown = "".join(letter for letter in name if letter.isprintable()).strip() or text("passkey.unnamed")
        made = Passkey(
            id=verified.credential_id, public=verified.credential_public_key, name=shown, added=self._floor.clock.now()
        )
        await self._store.put(f"passkey/{person}/{key}", msgspec.json.encode(made))
        await self._set(person, key, on=True)

    async def remove(self, person: str, key: str) -> None:
        """Forget a passkey of somebody."""
        await self._set(person, key, on=False)
        await self._store.delete(f"passkey/{person}/{key}")

    async def _set(self, person: str, key: str, *, on: bool) -> None:
        answer = await self._floor.do(PEOPLE, SetPasskey(person=person, key=key, on=on), person=HOUSE, by=HOUSE)
        if isinstance(said := answer.decision, Refused):
            raise Problem(422, said.ground, said.reason, said.clauses)

    async def used(self, person: str, by: Answered) -> Used:
        """The passkey of somebody that has signed the challenge of this browser; an empty one where none has. What strangers
        send comes to the library only with the id of a passkey that this person has.
        """
        asked = await self._asked(by.token, "")
        try:
            named = msgspec.json.decode(by.said, type=_Named).id
            key = sha256(urlsafe_b64decode(named + "=" * (-len(named) % 4))).hexdigest()
        except (msgspec.MsgspecError, ValueError):
            return Used()
        count = self._known(person).get(key)
        raw = await self._store.get(f"passkey/{person}/{key}") if asked and count is not None else None
        if raw is None or count is None:
            return Used()
        try:
            from webauthn import verify_authentication_response

            verified = verify_authentication_response(
                credential=by.said,
                expected_challenge=asked,
                expected_rp_id=self._domain,
                expected_origin=self.address,
                credential_public_key=msgspec.json.decode(raw, type=Passkey).public,
                credential_current_sign_count=count,
            )
        except Exception as error:
            log.info("a passkey was not accepted: %s", type(error).__name__)
            return Used()
        return Used(key, verified.new_sign_count)


def _name(token: str) -> str:
    return f"{CHALLENGE}{sha256(token.encode()).hexdigest()}"
