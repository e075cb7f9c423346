"""Entries: each command as it was given, by whom and when, with its events, chained by hashes.

An entry is one JSON line. Its hash is the SHA-256 of the line without the hash. Each entry contains the hash of the one before
it, and the first one names the rules it was made by. So any change, gap, addition or move is detected. Only a missing end is not,
unless you know the hash of the last entry, the head.
"""

from collections.abc import Callable, Iterable
from functools import reduce
from hashlib import sha256
from inspect import getmembers, isclass
from itertools import chain
from operator import or_
from types import ModuleType
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from croupier.kernel import events as kernel_events
from croupier.kernel.actors import Capacity, Said
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.errors import HistoryError
from croupier.kernel.events import Command, Event

SCHEMA = 1
"""The version of the format of an entry; `upcasting` reads older ones."""

NOWHERE = "0" * 64
"""The previous hash in the first entry of a stream."""

_HASH = b',"hash":"'
C = TypeVar("C")
E = TypeVar("E")


class Pins(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a stream started with: its kind and game, the edition of the book, the digest of its meaning, and the version of the
    code.
    """

    kind: str
    game: str
    book: str
    edition: str
    digest: str
    code: str


class Entry(msgspec.Struct, Generic[C, E], frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One entry. `capacity` is the seat or rank in which `person` gave the command; `id` is the sender's name for it.

    `register` is how many entries the register of people had when it allowed the command; it had no more when this was saved.
    `salt` is 16 random bytes in hexadecimal, so that nobody can guess an entry from its hash. Streams whose hashes nobody else
    learns have no salt, and neither do old entries.
    """

    stream: str
    number: int
    at: int
    person: str
    capacity: Capacity
    id: str = ""
    register: int = 0
    salt: str = ""
    schema: int = SCHEMA
    pins: Pins | None = None
    command: C | None
    events: tuple[E, ...]
    previous: str
    hash: str = ""

    @property
    def said(self) -> Said:
        return Said(self.person, self.capacity, self.at, self.register)

    def __str__(self) -> str:
        minutes, seconds = divmod(self.at, 60)
        made = " ".join(f"{type(event).__name__} ({', '.join(event.clauses)})" for event in self.events)  # type: ignore[attr-defined]
        clock = f"{minutes // 60 % 24:02d}:{minutes % 60:02d}:{seconds:02d}"
        return f"Entry {self.number}, {clock}, {self.said}: {self.command} -> {made}  {self.hash[:6]}"


_JSON = msgspec.json.Encoder()
encode = _JSON.encode
"""Anything as JSON: an event, a command, a state."""
encode_into = _JSON.encode_into
"""The same, written into a `bytearray`: twice as fast if it is reused."""


def line_of(body: bytes | bytearray, digest: str) -> bytes:
    """The line of an entry in a record, from its JSON without the hash, and the hash."""
    return b"".join((body[:-1], _HASH, digest.encode(), b'"}'))


def sealed(entry: Entry[Any, Any]) -> tuple[bytes, str]:
    """The line of an entry without a hash yet, and its hash."""
    body = encode(entry)
    digest = sha256(body).hexdigest()
    return line_of(body, digest), digest


def seal_broken(line: bytes) -> str:
    """What is wrong with the hash of a line, in words; empty if it matches."""
    body, mark, digest = line.rstrip(b"\r\n").rpartition(_HASH)
    if not mark or len(digest) != 66 or not digest.endswith(b'"}'):
        return "it has no hash"
    return "" if sha256(body + b"}").hexdigest().encode() == digest[:-2] else "it was altered: its text does not match its hash"


class Codec:
    """The kinds of commands and events that some modules define, but for those that only stand above others; as JSON and back.

    `msgspec.ValidationError` says what is wrong with the JSON of an event or a command, and where.
    """

    def __init__(self, *modules: ModuleType, above: Iterable[type] = (), about: Iterable[type] = ()) -> None:
        left_out = {*above, *(kind for _, kind in getmembers(kernel_events, isclass))}
        classes = dict.fromkeys(member for module in modules for _, member in getmembers(module, isclass))
        kinds = [kind for kind in classes if kind not in left_out]
        self.events: list[type[Event]] = [kind for kind in kinds if issubclass(kind, Event)]
        self.commands: list[type[Command]] = [kind for kind in kinds if issubclass(kind, Command)]
        self.own = frozenset(self.commands)
        self._card_fields = {
            kind: [name for name, type_ in get_type_hints(kind).items() if "Card" in str(type_)] for kind in self.commands
        }
        self.naming = frozenset(kind for kind, fields in self._card_fields.items() if fields).union(about)
        """The commands that can name cards, or that are `about` some without naming them."""
        event_kinds: Any = reduce(or_, self.events)
        command_kinds: Any = reduce(or_, self.commands)
        self.read_event: Callable[[bytes | str], Event] = msgspec.json.Decoder(event_kinds).decode
        self.read_command: Callable[[bytes | str], Command] = msgspec.json.Decoder(command_kinds).decode
        self._entries = msgspec.json.Decoder(Entry[command_kinds, event_kinds])

    def cards_named(self, command: Command) -> set[Card]:
        """The faces that a command names, in fields that hold a card, some cards, or some for each seat."""
        faces: set[Card] = set()
        for name in self._card_fields[type(command)]:
            if given := getattr(command, name):
                faces.update(given if type(given) is tuple else (given,) if type(given) is Card else chain(*given.values()))
        faces.discard(HIDDEN)
        return faces

    @property
    def tags(self) -> list[str]:
        """The names that commands and events have in a record."""
        kinds: list[Any] = [*self.commands, *self.events]
        return [kind.__struct_config__.tag for kind in kinds]

    def read_entry(self, line: bytes, number: int) -> Entry[Any, Any]:
        """An entry from its line; `HistoryError` says which line and what is wrong."""
        try:
            entry: Entry[Any, Any] = self._entries.decode(line)
        except (msgspec.MsgspecError, ValueError) as error:
            raise HistoryError(f"line {number}: {error}") from None
        return entry
