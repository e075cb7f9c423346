"""In which language the house answers somebody: as they have chosen, else as their browser asks for."""

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

from croupier.floor.floor import Floor
from croupier.kernel.languages import ENGLISH, languages, speak

COOKIE = "croupier-language"
"""What a browser keeps of a choice, also while nobody is signed in."""
_CHOSEN = "language/"


class Spoken:
    """What people have chosen; it is kept beside the record."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._chosen: dict[str, str] = {}
        floor.rereads.append(self.load)

    async def load(self) -> None:
        """What was chosen, in this process or another."""
        found = await self.floor.store.scan(_CHOSEN)
        self._chosen = {key.removeprefix(_CHOSEN): raw.decode() for key, raw in found.items()}

    async def choose(self, person: str, code: str) -> None:
        await self.floor.note(f"{_CHOSEN}{person}", code.encode())
        self._chosen[person] = code

    def answer(self, person: str) -> None:
        """Answer in the language of somebody, if they have chosen one."""
        if person in self._chosen:
            speak(self._chosen[person])


def asked_for(headers: Mapping[bytes, bytes]) -> str:
    """The language that a request asks for: that of its cookie, or the first of those that its browser prefers.

    >>> asked_for({b"accept-language": b"de-AT, it-IT;q=0.8, en;q=0.9"}), asked_for({b"accept-language": b"it"}), asked_for({})
    ('en', 'it', 'en')
    """
    try:
        kept = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")).get(COOKIE)
    except CookieError:
        kept = None
    if kept is not None and kept.value in languages():
        return kept.value
    wanted: list[tuple[float, str]] = []
    for part in headers.get(b"accept-language", b"").decode("latin-1").split(","):
        tag, _, weight = part.partition(";q=")
        known = tag.strip().partition("-")[0].casefold()
        if known in languages():
            wanted.append((-_weight(weight), known))
    return min(wanted, default=(0.0, ENGLISH), key=lambda one: one[0])[1]


def _weight(said: str) -> float:
    try:
        return float(said) if said else 1.0
    except ValueError:
        return 0.0
