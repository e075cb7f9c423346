"""A device with passkeys, in memory: what a browser would send for it, right or forged."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

ADDRESS, DOMAIN = "https://house.example", "house.example"


class Device:
    """One passkey. `counts` says whether it counts its uses: those that are kept on several devices do not."""

    def __init__(self, *, counts: bool = True) -> None:
        self.id, self.key, self.count, self.counts = token_bytes(16), generate_private_key(SECP256R1()), 0, counts

    def made(self, options: dict[str, Any], origin: str = ADDRESS, domain: str = DOMAIN) -> str:
        """What is said when it is made."""
        numbers = public(self.key)
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(numbers)
        data = self._data(domain, 0x45) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = _client("webauthn.create", options["challenge"], origin)
        return self._said({"clientDataJSON": text(client), "attestationObject": text(attestation)})

    def used(self, options: dict[str, Any], origin: str = ADDRESS, domain: str = DOMAIN, key: Any = None) -> str:
        """What is said when it is used, or when another `key` signs under its id."""
        self.count += self.counts
        data, client = self._data(domain, 0x05), _client("webauthn.get", options["challenge"], origin)
        signed = (key or self.key).sign(data + sha256(client).digest(), ECDSA(SHA256()))
        return self._said({"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signed)})

    def _data(self, domain: str, flags: int) -> bytes:
        return sha256(domain.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _said(self, response: dict[str, str]) -> str:
        return json.dumps({"id": text(self.id), "rawId": text(self.id), "type": "public-key", "response": response})


def public(key: EllipticCurvePrivateKey) -> dict[int, int | bytes]:
    """A public key as a device tells it (COSE, ES256)."""
    numbers = key.public_key().public_numbers()
    return {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}


def _client(kind: str, challenge: str, origin: str) -> bytes:
    return json.dumps({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}).encode()


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
