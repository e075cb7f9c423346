"""The language in which the house answers a person: their own choice, or what their browser prefers."""

import re
from collections.abc import Mapping

from starlette.requests import cookie_parser

from croupier.floor.floor import Floor
from croupier.kernel.languages import ENGLISH, languages, speak

COOKIE = "croupier-language"
"""The browser's cookie for a choice, which also works while nobody is signed in."""
_CHOSEN = "language/"
_WANTED = re.compile(r"([a-z]+)[a-z0-9-]*\s*(?:;\s*q=([01](?:\.\d{1,3})?))?\s*(?:,|$)", re.IGNORECASE | re.ASCII)


class Spoken:
    """What people have chosen; it is stored beside the record."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._chosen: dict[str, str] = {}
        floor.rereads.append(self.load)

    async def load(self) -> None:
        """The stored choice, made in this process or another."""
        chosen = await self.floor.store.scan(_CHOSEN)
        self._chosen = {key.removeprefix(_CHOSEN): raw.decode() for key, raw in chosen.items()}

    async def choose(self, person: str, code: str) -> None:
        await self.floor.note(f"{_CHOSEN}{person}", code.encode())
        self._chosen[person] = code

    def answer(self, person: str) -> None:
        """Answer in a person's language, if they have chosen one."""
        if person in self._chosen:
            speak(self._chosen[person])


def asked_for(headers: Mapping[bytes, bytes]) -> str:
    """The language that a request asks for: that of its cookie, or the first that its browser prefers.

    >>> [asked_for({b"accept-language": said}) for said in (b"de-AT, it-IT;q=0.8, en;q=0.9", b"it", b"")]
    ['en', 'it', 'en']
    """
    if (kept := cookie_parser(headers.get(b"cookie", b"").decode("latin-1")).get(COOKIE)) in languages():
        return str(kept)
    wanted = _WANTED.findall(headers.get(b"accept-language", b"").decode("latin-1").lower())
    known = [(float(weight or 1), tag) for tag, weight in wanted if tag in languages()]
    return max(known, default=(1.0, ENGLISH), key=lambda pair: pair[0])[1]
