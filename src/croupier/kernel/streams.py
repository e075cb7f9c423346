"""A stream: one table, one set of meters or one promotion, with its whole record. The engine is what differs between them.

The file is long because it is one class: acting, viewing and storing all change the same few fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypedDict, TypeVar

import msgspec
from msgspec.structs import asdict, force_setattr, replace

from croupier.kernel.actors import DEALER, HOUSE, ONLOOKER, PLAYER, Capacity, Said, Viewer
from croupier.kernel.cards import Card, CardError
from croupier.kernel.clauses import cited
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Refused
from croupier.kernel.engine import Engine, R, S
from croupier.kernel.entries import NOWHERE, SCHEMA, Entry, Pins, encode, encode_into, line_of, seal_broken, sealed
from croupier.kernel.errors import HistoryError, NotHeld, TableError, UnknownGame
from croupier.kernel.events import Command, Event, PlayersCommand, ShuffleCommand, check_events
from croupier.kernel.eyes import Eyes
from croupier.kernel.grounds import GENERAL
from croupier.kernel.incidents import CorrectCard, GuessRefused, Report, RulingAsked
from croupier.kernel.languages import ENGLISH, language, speaking
from croupier.kernel.legal import Legal
from croupier.kernel.reading import AnyEntry, as_written, begun, of_today
from croupier.kernel.rulebook import Rulebook
from croupier.version import VERSION

if TYPE_CHECKING:
    from croupier.kernel.auditing import Audit
    from croupier.kernel.links import Links

D = TypeVar("D", bound=Decision)
Follow = Callable[[AnyEntry, bytes], None]
"""Called with every entry of a stream and its line."""


CODE = VERSION
"""The version of the code with which a stream starts."""

_LONGEST_NAME = 200
_LATEST = 2**53
_CAPACITIES = (int, str)
GUESSES = 3
"""How many wrong guesses at hidden cards a person may make in a round."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stream between two rounds. Reading continues from here, in the same version of the software; other versions ignore it and
    read the whole record.
    """

    stream: str
    number: int
    at: int
    head: str
    pins: Pins
    edition: str
    state: msgspec.Raw
    answers: dict[str, int] = {}
    code: str = ""
    entered_by: dict[Card, str] = {}
    guesses: dict[str, int] = {}


class Rest(NamedTuple, Generic[S]):
    """A stream between rounds: how many entries it had, and its state."""

    number: int
    state: S


class Salted:
    """A follower whose entries' hashes others may learn: `salt` makes the random part of each entry."""

    def __init__(self, write: Follow, salt: Callable[[], str]) -> None:
        self._write, self.salt = write, salt

    def __call__(self, entry: AnyEntry, line: bytes) -> None:
        self._write(entry, line)


class Kept(TypedDict, total=False):
    """How a stream is set up. `clock` gives the time of commands that come without one; otherwise time stands still. `follower`
    receives every entry and its line, to store them elsewhere.
    """

    name: str
    edition: str
    clock: Callable[[], int] | None
    follower: Follow | None


PROVIDE = "add it with --add-book FOLDER, CROUPIER_BOOKS, --books-of FILE, or books = [...] in the configuration"
"""How to make a book of your own available."""


def _made_otherwise(pins: Pins, here: Rulebook) -> str:
    """How the rules here differ from those that a record started with: in the book or its data, or only in the book's code."""
    data, _, code = pins.digest.partition("+")
    known = {digest.partition("+")[0] for digest in (here.digest, *here.formerly)}
    if code and data in known and (pins.book, pins.edition) == (here.book, here.edition):
        return (
            f"the code of {pins.book} has changed since this record was begun (its data have not): the record can be read, "
            f"and audited only with the code that it was made by, {code[:12]}"
        )
    return (
        f"made by {pins.book}, {pins.edition}, data {pins.digest}; here it is {here.book}, {here.edition}, data "
        f"{here.digest}: it can be read, and audited only with the data that it was made by"
    )


class Stream(Generic[R, S]):
    """Entries, the state that they add up to, and what each viewer knows of it.

    Each kind of stream has its own engine, and a default game. If a stream has `links`, commands go through them, because they
    concern other streams too.
    """

    engine: Engine[R, S]
    usual_game: ClassVar[str] = ""
    rules: R
    state: S

    def __init__(
        self,
        game: str = "",
        *,
        name: str = "",
        edition: str = "",
        clock: Callable[[], int] | None = None,
        follower: Follow | None = None,
    ) -> None:
        engine, game = self.engine, game or self.usual_game
        self.name = name or game
        self.rules = engine.rules(game, edition, clock)
        self.state = engine.blank()
        self.clock, self.follower = clock, follower
        self.pins = Pins(
            kind=engine.kind, game=game, book=self.rules.book, edition=self.rules.edition, digest=self.rules.digest, code=CODE
        )
        self.entries: list[AnyEntry] = []
        self.events: list[Event] = []
        self.warnings: list[str] = []
        self._from_record = False
        self.number, self.at, self.head = 0, 0, NOWHERE
        self._start = engine.blank()
        self._answers: dict[str, int] = {}
        self._page = bytearray()
        self.entered_by: dict[Card, str] = {}
        """The people who entered the faces on record, if it was not the software."""
        self.guesses: dict[str, int] = {}
        """How often each person was refused in this round for naming cards that they may not know."""
        self._eyes: dict[Viewer, Eyes[S]] = {}
        self.links: Links | None = None

    # Doing

    def do(
        self,
        command: Command,
        *,
        by: Capacity | None = None,
        person: str = "",
        at: int | None = None,
        said: Said | None = None,
        seen: int | None = None,
        id: str = "",
    ) -> Decision:
        """Decide a command and record the result. A refusal changes nothing.

        The person who gives it is `said`. Without it, that is the obvious person: the player of the seat in the command, or the
        dealer. `by` names another seat, rank or official, and `person` a particular person. `seen` is how many entries the sender
        had seen; if there are more by now, the command is stale. `id` identifies the command: if it is sent twice, it takes
        effect once and gets the first answer again.
        """
        who = self.who(command, by=by, person=person, at=at) if said is None else said
        if id and (answer := self._answer(id, command, who)) is not None:
            return answer
        if seen is not None and seen != self.number:
            return Refused("stale_command", GENERAL["stale_command"])
        checked = self.understood(command, who, id)
        if type(checked) is Refused:  # twice as fast here as `isinstance`, which asks the other type too
            return checked
        if self.links is not None:
            return self.links.do(self, checked, who, id)
        try:
            decision = self.decided(checked, who)
            events = on_record(decision)
        except Exception as error:
            raise self._unsound(error) from None
        if events is not None:
            self.enter(checked, who, events, id)
        return decision

    def who(self, command: Command, *, by: Capacity | None = None, person: str = "", at: int | None = None) -> Said:
        """The obvious person for a command, in the given capacity if there is one."""
        capacity = self.rules.acting(self.engine.obvious(self.state, command) if by is None else by)
        if person == "":
            unknown = f"p{capacity}" if isinstance(capacity, int) and capacity else str(capacity).strip()
            person = self.engine.speaker(self.state, command, capacity) or unknown
        if at is None:
            at = max(self.clock(), self.at) if self.clock is not None else self.at
        return Said(person, capacity, at)

    def understood(self, command: Command, said: Said, id: str = "") -> Command | Refused:
        """The command as if it came from outside, so that every value has its type and its sender has a valid name."""
        codec = self.engine.codec
        try:
            if wrong := self.unnamed(said, id):
                return Refused("command_not_understood", wrong)
            if type(command) not in codec.own and isinstance(command, Command):
                return Refused("command_not_understood", f"{_named(command)} is not a command of a {self.engine.kind}")
            return codec.read_command(encode(command))
        except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
            return Refused("command_not_understood", f"{type(command).__name__} is not understood: {error}")

    def unnamed(self, said: Said, id: str = "") -> str:
        """Why a person or an id cannot be put on record; empty if they can."""
        typed = type(said) is Said and type(said.person) is str and type(said.at) is int and type(said.capacity) in _CAPACITIES
        if not typed or type(id) is not str:
            return f"{said!r} cannot give a command, or {id!r} is not an id"  # whatever is accepted must be readable again
        if not _is_name(said.person):
            return f"a person has a name of 1 to {_LONGEST_NAME} letters, without spaces around it"
        if id and (len(id.encode()) > _LONGEST_NAME or id in self._answers):
            return f"an id has at most {_LONGEST_NAME} letters and names one command"
        if self.at <= said.at <= _LATEST:
            return ""
        why = f"it was already {self.at}" if said.at < self.at else f"the latest is {_LATEST}"
        return f"{said.at} is not a valid time: {why}"

    def decided(self, command: Command, said: Said, state: S | None = None) -> Decision:
        """The decision on a command now, or in another `state`, always in English for the record. Nothing changes. People who
        only want to know use `foresee`.
        """
        if language() != ENGLISH:
            with speaking(ENGLISH):
                return self.decided(command, said, state)
        engine, rules = self.engine, self.rules
        if state is None:
            state = self.state
        elif state is not self.state:
            rules = engine.rules_now(rules, state)
        if type(command) in engine.codec.naming and self._guesses_in(state, command, said):
            if self._enters_cards(state, command, said):
                decision = self.worded(engine.decide(rules, state, command, said))
                if not isinstance(decision, Refused):
                    return decision
            answer = self._foreseen(command, said)
            if isinstance(answer, Refused) and not answer.looked and answer.ground != "cannot_be_foreseen":
                return answer  # by what everyone may know
            clauses = self.rules.cite(engine.one_deck)
            return Refused("cards_not_known", GENERAL["cards_not_known"], clauses, looked=True)
        decision = engine.decide(rules, state, command, said)
        return decision if type(decision) is Accepted else self.worded(decision)

    def worded(self, decision: D) -> D:
        """A decision for people to read, with the sums of refusals and questions in the book's currency."""
        told = self.rules.currency.told
        if isinstance(decision, Refused):
            message = decision.message and replace(decision.message, currency=self.rules.currency)
            return replace(decision, reason=told(decision.reason), message=message)
        if isinstance(decision, AwaitingRuling):
            options = tuple(replace(option, means=told(option.means)) for option in decision.options)
            return replace(decision, question=told(decision.question), options=options)
        return decision

    def _guesses_in(self, state: S, command: Command, said: Said) -> bool:
        """Whether a command depends on cards that its sender may not know, so that any answer would give them away.

        A person knows the faces that they were shown and those that they entered. Someone above the dealer may correct what a
        live dealer entered, but has three guesses in a round like everyone else.
        """
        engine = self.engine
        if type(command) is engine.new_deck or said.capacity == HOUSE:
            return False
        if not (asked := engine.asks_about(state, command)) or not (faces := engine.on_record(state)):
            return False
        role = self.rules.role_of(said.capacity)
        if role == "supervisor" and engine.dealt_by_hand(state) and self.guesses.get(said.person, 0) < GUESSES:
            return False
        seen = engine.on_record(self._as_seen(said))
        known = seen | {card for card in faces if self.entered_by.get(card) == said.person}
        return not faces <= known and not asked <= known

    def _enters_cards(self, state: S, command: Command, said: Said) -> bool:
        """Whether someone at a live table enters cards that they hold or turn up. These are accepted, or get the same refusal a
        few times at most. Corrections and reports ask about cards already there. A player holds only their own hand, and the
        one `card` that a player exchanges is not turned up.
        """
        if isinstance(command, CorrectCard | Report) or self.guesses.get(said.person, 0) >= GUESSES:
            return False
        if isinstance(command, PlayersCommand) and said.seat:
            enters = command.seat == asdict(command).get("whose", said.seat) == said.seat
        else:
            turns_up = not isinstance(command, PlayersCommand) or "cards" in command.__struct_fields__
            enters = turns_up and self.rules.role_of(said.capacity) == "dealer"
        names = self.engine.asks_about(state, command) == self.engine.codec.cards_named(command)
        return names and enters and self.engine.dealt_by_hand(state)

    def _as_seen(self, said: Said) -> S:
        """The state as a person may know it. Between rounds that is what everyone knows."""
        if self.engine.at_rest(self.state):
            return self.engine.concealed(self.engine.copied(self.state))
        return self.picture(self.viewer_of(said))

    def _foreseen(self, command: Command, said: Said) -> Decision:
        """The decision that a command would get, based on what its sender has been shown."""
        try:
            decision = self.engine.decide(self.rules, self._as_seen(said), command, said)
            on_record(decision)
            return self.worded(decision)
        except CardError:
            return Refused("cannot_be_foreseen", f"that depends on cards that {said} may not see")

    def foresee(self, command: Command, *, by: Capacity | None = None, person: str = "", at: int | None = None) -> Decision:
        """The decision that a command would get, based only on what the person asking has been shown."""
        who = self.who(command, by=by, person=person, at=at)
        if isinstance(checked := self.understood(command, who), Refused):
            return checked
        try:
            return self._foreseen(checked, who)
        except Exception as error:
            raise self._unsound(error) from None

    def enter(self, command: Command | None, said: Said, events: tuple[Event, ...], id: str = "") -> AnyEntry:
        """Record a command with its events, and apply them."""
        number, follower = self.number + 1, self.follower
        entry: AnyEntry = Entry(
            stream=self.name,
            number=number,
            at=said.at,
            person=said.person,
            capacity=said.capacity,
            id=id,
            register=said.register,
            salt=follower.salt() if isinstance(follower, Salted) else "",
            pins=self.pins if number == 1 else None,
            command=command,
            events=events,
            previous=self.head,
        )
        body = self._page
        encode_into(entry, body)
        digest = sha256(body).hexdigest()
        force_setattr(entry, "hash", digest)
        self._take(entry)
        if follower is not None:
            follower(entry, line_of(body, digest))
        return entry

    def _take(self, entry: AnyEntry) -> None:
        engine, events, state = self.engine, entry.events, self.state
        evolve = engine.evolve
        entered = self._entered(entry) if type(entry.command) in engine.codec.naming else None
        for event in events:
            state = evolve(state, event)
        self.state = state
        if entered:
            self.entered_by.update(dict.fromkeys(entered & engine.on_record(state), entry.person))
        if type(event) is GuessRefused:
            self.guesses[entry.person] = self.guesses.get(entry.person, 0) + 1
        elif self.guesses and any(map(engine.all_seen, events)):
            self.guesses = {}
        self.events += events
        self.entries.append(entry)
        self.number, self.at, self.head = entry.number, entry.at, entry.hash
        if entry.id:
            self._answers[entry.id] = entry.number
        self.rules = engine.rules_now(self.rules, state)

    def _entered(self, entry: AnyEntry) -> Set[Card]:
        """The faces that a person names and that are not on record yet. With a new deck, nothing from the old one counts."""
        by_software = entry.capacity == HOUSE
        if isinstance(entry.command, ShuffleCommand) and type(entry.command) is self.engine.new_deck:
            self.entered_by = {} if by_software else dict.fromkeys(entry.command.deck, entry.person)
            return frozenset()
        named = frozenset() if by_software or entry.command is None else self.engine.codec.cards_named(entry.command)
        return named - self.engine.on_record(self.state) if named else named

    @property
    def answers(self) -> Set[str]:
        """The ids of all commands on record."""
        return self._answers.keys()

    def answered(self, id: str) -> int:
        """The number of the entry for the command with this id, or 0."""
        return self._answers.get(id, 0)

    def _answer(self, id: str, command: Command, said: Said) -> Decision | None:
        """The answer to an earlier command with this id, for the person who gave it; None if there was none."""
        number = self._answers.get(id) if type(id) is str and type(said) is Said else None
        if number is None:
            return None
        at = number - (self.number - len(self.entries)) - 1
        if at < 0:
            return Refused("repeated_command", f"that command is entry {number}, which is no longer in memory")
        return answer_again(self.entries[at], command, said)

    # Seeing

    def legal(self, seat: int = 0, *, by: Capacity | None = None, person: str = "") -> list[Legal]:
        """What the player of a seat, or someone of a rank, may do now; by default the dealer. `person` is who asks, by default
        the player in the seat.
        """
        try:
            who = seat or (DEALER if by is None else by)
            offers = self.engine.legal(self.rules, self.state, who)
            return offers if self.links is None else self.links.legal(self, who, offers, person)
        except Exception as error:
            raise self._unsound(error) from None

    def _unsound(self, error: Exception) -> Exception:
        """The error to raise. In a stream read from a record, the record is at fault: events that can be applied need not follow
        the rules.
        """
        if not self._from_record or isinstance(error, NotHeld):
            return error
        return HistoryError(f"what was read is not by the rules, as an audit says ({type(error).__name__}: {error})")

    def viewer_of(self, said: Said) -> Viewer:
        """The viewer that a person is for this stream."""
        if said.seat or (self.engine.personal and said.capacity == PLAYER):
            return Viewer(person=said.person)
        return Viewer(role=self.rules.role_of(said.capacity))

    def eyes(self, viewer: Viewer) -> Eyes[S]:
        """The eyes of a viewer. A seat means the person who sits there now."""
        if viewer.seat and not viewer.person:
            viewer = Viewer(person=self.engine.person_at(self.state, viewer.seat) or f"nobody at {viewer.seat}")
        if viewer not in self._eyes:
            self._eyes[viewer] = Eyes(self.engine, viewer, self._start, self.events)
        return self._eyes[viewer]

    def view(self, viewer: Viewer = ONLOOKER, *, since: int = 0) -> list[Event]:
        """The events as a viewer may see them, all or those after the first `since`."""
        return self.eyes(viewer).seen[since:]

    def concerns(self, person: str) -> bool:
        """Whether a person takes part: has a seat, or is named by an event. Everyone else sees what onlookers see."""
        sits = self.engine.seat_of
        if sits(self.state, person) or sits(self._start, person):
            return True
        return any(getattr(event, "person", "") == person for event in self.events)

    def picture(self, viewer: Viewer = ONLOOKER) -> S:
        """The state as a viewer may see it, folded from nothing but what they were shown."""
        return self.eyes(viewer).picture

    def tell(self, decision: Decision, viewer: Viewer = ONLOOKER) -> str:
        """The results of a command in plain words, as a viewer may know them: one line per event, with its clauses."""
        if isinstance(decision, Refused):
            may_know = not decision.looked or viewer.role in ("dealer", "supervisor", "inspector")
            return str(decision) if may_know else "Refused: it named cards that not everybody may know"
        shown = self.view(viewer)[-len(decision.events) :]
        return "\n".join(f"{self.engine.tell(event, self.rules)}{_behind(event.clauses)}" for event in shown)

    # Keeping

    def lines(self) -> Iterator[str]:
        """The record, one JSON entry per line."""
        for entry in self.entries:
            yield sealed(replace(entry, hash=""))[0].decode()

    def dump(self) -> str:
        """The whole record, one JSON entry per line."""
        return "".join(f"{line}\n" for line in self.lines())

    def snapshot(self) -> bytes:
        """A snapshot of the stream, to open it from later. Only between rounds."""
        if not self.engine.at_rest(self.state):
            raise HistoryError("a snapshot is taken between rounds")
        snapshot = Snapshot(
            stream=self.name,
            number=self.number,
            at=self.at,
            head=self.head,
            pins=self.pins,
            edition=self.rules.edition,
            state=msgspec.Raw(encode(self.state)),
            answers=self._answers,
            code=CODE,
            entered_by=self.entered_by,
            guesses=self.guesses,
        )
        return encode(snapshot)

    @classmethod
    def _blank(cls, engine: Engine[R, S], pins: Pins, name: str) -> Self:
        """A stream without entries, with the rules that it started under if they are still available."""
        stream = cls.__new__(cls)
        try:
            stream.engine = engine
            Stream.__init__(stream, pins.game, name=name)
            stream._from_record = True
        except UnknownGame as error:
            needs = f"{name} needs the game {pins.game!r} of the book {pins.book}, which is not here: {PROVIDE}"
            says = needs if pins.book else str(error)
            raise HistoryError(f"line 1: {says}") from None
        if (pins.edition, pins.digest) != (stream.rules.edition, stream.rules.digest):
            with suppress(ValueError):
                stream.rules = engine.rules(pins.game, pins.edition)
        here = stream.rules
        same = pins.digest in (here.digest, *here.formerly)
        if not same or (pins.book, pins.edition) != (here.book, here.edition):
            stream.warnings.append(_made_otherwise(pins, here))
        stream.pins = pins
        return stream

    @classmethod
    def load(cls, lines: Iterable[str | bytes]) -> Self:
        """The stream of a record, checked as in `read`; `HistoryError` names the first bad line."""
        return cls.read(cls.engine, lines)

    @classmethod
    def read(cls, engine: Engine[R, S], lines: Iterable[str | bytes]) -> Self:
        """The stream of a record. Every hash and the whole chain are checked, and that all events can be applied. Whether they
        follow the rules is for `audit`.
        """
        stream: Self | None = None
        for number, line in enumerate(of_today(engine, lines), 1):
            if stream is None:
                entry, pins = begun(engine, line)
                stream = cls._blank(engine, pins, entry.stream)
            else:
                entry = engine.codec.read_entry(line, number)
            stream._append(entry, line)
        if stream is None:
            raise HistoryError("line 1: there is no entry")
        return stream

    @classmethod
    def reopen(cls, engine: Engine[R, S], snapshot: bytes, lines: Iterable[str | bytes] = ()) -> Self:
        """The stream from a snapshot and the entries after it. Earlier entries are not available in it."""
        try:
            kept = msgspec.json.decode(snapshot, type=Snapshot)
            state = msgspec.json.decode(kept.state, type=engine.state)
        except (msgspec.MsgspecError, ValueError) as error:
            raise HistoryError(f"the snapshot cannot be read: {error}") from None
        if kept.code != CODE:
            raise HistoryError(f"the snapshot was made by version {kept.code or 'unknown'}, and this is {CODE}")
        if kept.pins.kind != engine.kind:
            raise HistoryError(f"the snapshot is of {kept.pins.kind}, not of a {engine.kind}")
        stream = cls._blank(engine, kept.pins, kept.stream)
        stream.state, stream._start = state, engine.copied(state)
        stream.number, stream.at, stream.head, stream._answers = kept.number, kept.at, kept.head, kept.answers
        stream.entered_by, stream.guesses = kept.entered_by, kept.guesses
        stream.rules = engine.rules_now(stream.rules, state)
        for number, line in enumerate(lines, 1):
            raw = as_written(line)
            stream._append(engine.codec.read_entry(raw, number), raw)
        return stream

    def _append(self, entry: AnyEntry, line: bytes) -> None:
        """Add an entry of a record, if it is the next one and its line is intact."""
        self._check(entry, line)
        self._fold(entry)

    def _fold(self, entry: AnyEntry) -> None:
        try:
            self._take(entry)
        except Exception as error:  # whatever a forged entry does to the state, it is the record that is wrong
            raise HistoryError(f"line {self.number + 1}: it does not fit what came before: {error}") from None

    def _check(self, entry: AnyEntry, line: bytes) -> None:
        try:
            check_events(entry.events)
            wrong = seal_broken(line) or _out_of_place(self, entry)
        except ValueError as error:
            wrong = str(error)
        if wrong:
            raise HistoryError(f"line {self.number + 1}: {wrong}")

    def restore(self, fresh: Self) -> None:
        """Become another reading of the same record; anything done here and never saved is gone."""
        self.rules, self.state, self._start = fresh.rules, fresh.state, fresh._start
        self.entries, self.events, self._answers = fresh.entries, fresh.events, fresh._answers
        self.number, self.at, self.head = fresh.number, fresh.at, fresh.head
        self.entered_by, self.guesses = fresh.entered_by, fresh.guesses
        self._eyes.clear()

    def take(self, line: bytes) -> None:
        """Add the next entry of this record, as another process wrote it."""
        self._append(self.engine.codec.read_entry(line, self.number + 1), line)

    def rewound(self) -> Self:
        """This stream before its first entry, to replay its own entries with `repeat`."""
        return self._blank(self.engine, self.pins, self.name)

    def repeat(self, entry: AnyEntry) -> None:
        """Apply the next entry of this stream again; it was checked the first time."""
        self._take(entry)

    def rest(self) -> Rest[S]:
        """This moment between rounds, so that `forget` can later drop what came before it."""
        return Rest(self.number, self.engine.copied(self.state))

    def forget(self, rest: Rest[S]) -> None:
        """Drop all entries up to a moment between rounds; they are stored elsewhere."""
        gone = len(self.entries) - (self.number - rest.number)
        self.events = [event for entry in self.entries[gone:] for event in entry.events]
        self.entries = self.entries[gone:]
        self._start = rest.state
        self._eyes.clear()

    def audit(self, *, head: str = "") -> Audit:
        """Decide every command of this stream again and compare. `head` is the expected hash of the last entry."""
        from croupier.kernel.auditing import audit

        return audit(self.engine, self.lines(), head=head)


AnyStream = Stream[Any, Any]
"""A stream of any kind."""


def _named(command: Command) -> str:
    """The name of a command with its engine, such as `poker.Fold`."""
    kind = type(command)
    return f"{kind.__module__.split('.')[-2]}.{kind.__name__}"


def _behind(clauses: tuple[str, ...]) -> str:
    return f" ({cited(clauses)})" if clauses else ""


def answer_again(first: AnyEntry, command: Command, said: Said) -> Decision:
    """The answer in an entry, for the person who gave the same command before."""
    events = first.events
    if (first.person, first.capacity) != (said.person, said.capacity) or not _is_again(first.command, command):
        return Refused("repeated_command", "that id names another command")
    if isinstance(events[0], GuessRefused):
        return Refused(events[0].ground, "that was refused before", events[0].clauses, looked=True)
    asked = next((event for event in events if isinstance(event, RulingAsked)), None)
    if asked is None:
        return Accepted(events)
    return AwaitingRuling(asked.question, asked.options, asked.rank, asked.clauses, events)


def _is_again(first: Command | None, command: Command) -> bool:
    """Whether a command is the same as the first one. The software may have filled in what the sender left open."""
    if type(first) is not type(command):
        return False
    known = (field for field in msgspec.structs.fields(type(command)) if field.name not in command.overruled)
    fields = ((field, getattr(command, field.name)) for field in known)
    return all(not given or given in (getattr(first, field.name), field.default) for field, given in fields)


@lru_cache(maxsize=4096)
def _is_name(person: str) -> bool:
    return bool(person) and person == person.strip() and len(person.encode()) <= _LONGEST_NAME


def _out_of_place(stream: AnyStream, entry: AnyEntry) -> str:
    if entry.number != stream.number + 1:
        return f"it is entry {entry.number} where entry {stream.number + 1} should be"
    if entry.stream != stream.name:
        return f"it belongs to {entry.stream!r}, not to {stream.name!r}"
    if entry.previous != stream.head:
        return "it does not follow the entry before it: one is missing, moved or changed"
    if entry.at < stream.at:
        return "its time is before that of the entry before it"
    if not entry.events:
        return "it has no events"
    if entry.schema != (SCHEMA if entry.command is not None else 0):
        return f"it is of schema {entry.schema}, which is not read here"
    return ""


def on_record(decision: Decision) -> tuple[Event, ...] | None:
    """The events by which a decision goes on record. A refusal does so only if it could have answered a guess at hidden cards."""
    if type(decision) is not Refused:
        check_events(decision.events)
        return decision.events
    return (GuessRefused(ground=decision.ground, clauses=decision.clauses),) if decision.looked else None


def opened(decision: Decision, game: str) -> None:
    """Raise `TableError` if the book does not allow this table."""
    if isinstance(decision, Refused):
        cited = f" ({', '.join(decision.clauses)})" if decision.clauses else ""
        raise TableError(f"{game}: {decision.reason}{cited}")
