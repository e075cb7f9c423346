"""One server: the floor with everything that runs beside it, and its services over HTTP. All of that is one object,
and so it is one long file.
"""

import asyncio
import logging
import os
import re
import secrets
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import cache
from hmac import compare_digest, digest
from ipaddress import ip_address, ip_network
from math import ceil
from typing import Any, TypeVar

import msgspec
from msgspec.structs import astuple
from starlette.requests import Request
from starlette.responses import Response

import croupier
from croupier.books import book_of, game_of, rules_of
from croupier.floor.bot_players import Bots
from croupier.floor.chat import Chat
from croupier.floor.dealing import Dealer, TableSettings
from croupier.floor.demo import Demo
from croupier.floor.floor import Answer, Floor, must
from croupier.floor.house import PEOPLE, AnyStream
from croupier.floor.orders import Orders
from croupier.floor.passwords import Passwords
from croupier.floor.proof import Prover, key_beside
from croupier.floor.reconciling import Reconciling
from croupier.floor.second_factor import address, new_secret, step_of
from croupier.floor.stores import store_of
from croupier.floor.stores.archive import archive
from croupier.floor.stores.interface import Store, StoreUnavailable
from croupier.jackpots.prizes import GRAINS
from croupier.kernel.actors import HOUSE, Capacity, Viewer
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Refused
from croupier.kernel.errors import CroupierError
from croupier.kernel.events import Command, Event
from croupier.kernel.latest import Latest
from croupier.kernel.money import money
from croupier.kernel.roles import ADMINISTRATOR, DAY
from croupier.kernel.rulebook import Rulebook
from croupier.people import commands as people_commands
from croupier.people.register import kept_away
from croupier.poker.rules import Options as PokerOptions
from croupier.server.access import COOKIE, Access, Session, Sessions
from croupier.server.answers import Problem, all_of, body_of, fit_title, problems, signed_out_because
from croupier.server.config import Config
from croupier.server.language_choice import Spoken
from croupier.server.live import Banner, Live, Views
from croupier.server.passkeys import Passkeys
from croupier.server.rates import Rates, Tries
from croupier.server.record_reader import RecordReader
from croupier.server.reminders import Reminders
from croupier.server.software import Authentication, software_digest
from croupier.server.table_trainer import Coach
from croupier.server.workers import Worker
from croupier.stud.rules import Options as HouseOptions
from croupier.tables.purses import Money
from croupier.tables.summary import Summary
from croupier.web.pages import page
from croupier.web.pieces import stakes
from croupier.web.texts import text

log = logging.getLogger("croupier.server")
T = TypeVar("T")
_MOST_WHOLE = 20
"""How many completely read streams are cached."""
_SLOWEST, _TITLE = 3600.0, 100
"""The longest pause at a table in seconds, and the longest title in letters."""
_OF_A_BROWSER = re.compile(
    "accept.*|authorization|cache-control|connection|content-.*|cookie|dnt|expect|host|if-.*|keep-alive|last-event-id|origin|pragma"
    "|priority|purpose|range|referer|save-data|sec-.*|te|upgrade-insecure-requests|user-agent|x-prometheus-.*"
)
"""The header that our own programs send with a request. Anything else was added on the way."""


class Server:
    """A floor that people reach over HTTP."""

    def __init__(self, config: Config, store: Store | None = None, floor: Floor | None = None) -> None:
        self.config = config
        self.floor = floor or Floor(store or store_of(config.database))
        self.orders = Orders(self.floor)
        self.dealer = Dealer(self.floor, self.orders)
        self.floor.house.link_all(Money(self.floor.house))
        key = config.record.key or key_beside(config.database)
        self.prover = Prover(self.floor, config.house.origin, key, config.record.other_half)
        self.passwords = Passwords()
        self.access = Access(self.floor)
        self.sessions = Sessions(self.floor, config.http.session_hours)
        self.rates = Rates(self.floor.clock.steady, config.http.requests_a_second, config.http.requests_a_second * 5)
        self.wrong_names = Tries(self.floor, "names", free=3, longest=300.0)
        self.wrong_sources = Tries(self.floor, "sources", free=20, longest=30.0)
        self.wrong_codes = Tries(self.floor, "codes", free=5, longest=300.0)
        self.passkeys = Passkeys(self.floor, config)
        self._noting = set[asyncio.Task[None]]()
        self.console = ""
        self.views = Views()
        self.live = Live(self.floor, self.views, most=config.http.live_streams, guests=config.http.guest_streams)
        self.reconciling = Reconciling(self.floor)
        self.reminders = Reminders(self.floor)
        self.spoken = Spoken(self.floor)
        self.chat = Chat(self.floor)
        self.worker, self.figures = Worker(), RecordReader(self.floor)
        self.coach = Coach(self.floor, self.worker)
        self.beside: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self.wrong_software = ""
        self._looked = 0
        self.opened = False
        self._whole: Latest[str, AnyStream] = Latest(_MOST_WHOLE)

    async def open(self) -> None:
        """Read the house, and begin everything that runs beside the commands."""
        await self.floor.open()
        await self.prover.open()
        await self.dealer.begin(assigned=self.config.house.assigned_dealers)
        await self.reminders.load()
        await self.spoken.load()
        await self.authenticate()
        self._looked = self.floor.clock.now()
        self.floor.keep(self.floor.listen, "listening")
        await self.floor.sections.join()
        self.floor.keep(self.floor.sections.run, "sections")
        if self.config.demo:
            await Demo(self.floor, self.dealer).furnish()
            self.floor.keep(Bots(self.floor).run, "bots")
        self.floor.keep(self.dealer.run, "dealing")
        self.floor.keep(self.prover.run, "proof")
        self.floor.keep(self.orders.run, "orders")
        self.floor.keep(self.sessions.run, "sessions")
        self.floor.keep(self.chat.run, "chat")
        self.floor.keep(self.reconciling.run, "reconciling")
        self.floor.keep(self._look_after, "looking after")
        if self.config.record.archive:
            self.floor.keep(self._archive, "archive")
        for work in self.beside:
            self.floor.keep(work, "beside")
        self.opened = True

    async def _archive(self) -> None:
        """Move old entries to the archive, once an hour, if that is this process's part and its role may."""
        where, days = self.config.record.archive, self.config.record.archive_after_days
        while not self.floor.stopped.is_set():
            if self.floor.alone("archive"):
                try:
                    await archive(self.floor.store, where, self.floor.clock.now() - days * DAY)
                except (CroupierError, StoreUnavailable, OSError) as error:
                    log.error("old entries stay in the database: %s", error)
            await asyncio.sleep(3600)

    def open_console(self, where: str) -> None:
        """Let people with access to the house's files get recovery codes while it runs; a file beside the database says how."""
        if "://" in self.config.database:
            return  # others may also open that database
        self.console = secrets.token_urlsafe(32)
        with suppress(FileNotFoundError):
            os.unlink(kept := f"{self.config.database}.console")
        with os.fdopen(os.open(kept, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(f"{where} {self.console}")

    def stopping(self) -> None:
        """Let live streams end, so that nobody waits for them, and other processes take over the work."""
        self.floor.stopped.set()
        self.floor.run(self.floor.sections.leave(), "leaving")
        self.floor.followers.publish(self.floor.house.names)

    async def close(self) -> None:
        self.stopping()
        if self.console:
            with suppress(OSError):
                os.unlink(f"{self.config.database}.console")
        try:
            await self.floor.close(self.prover.finish if self.opened else None)
        finally:
            self.worker.close()
            self.figures.close()

    async def _look_after(self) -> None:
        """Once a second, check whether the clock is in step and the store is back; once a day, whether the software is right."""
        while True:
            await asyncio.sleep(1.0)
            self.floor.clock.check()
            await self.floor.look_for_store()
            if self.floor.clock.now() - self._looked >= DAY:
                with suppress(StoreUnavailable):  # then it is looked at as soon as the store is back
                    await self.authenticate()
                    self._looked = self.floor.clock.now()

    async def authenticate(self) -> Authentication:
        """Compare the software with what the house was opened with under this version; if it differs, all play stops."""
        key = f"software/{croupier.__version__}"
        found = await asyncio.to_thread(software_digest)
        known = await self.floor.store.get(key)
        if known is None or self.config.demo:
            if known is None or known.decode() != found:
                await self.floor.store.put(f"version/{self.floor.clock.now():012d}", f"{croupier.__version__} {found}".encode())
            await self.floor.store.put(key, found.encode())
            known = found.encode()
        self.wrong_software = "" if known.decode() == found else "the software is not what this house was opened with"
        if self.floor.halted != self.wrong_software:
            self.floor.halted = self.wrong_software
            self.floor.followers.publish(self.floor.house.names)
        return Authentication(at=self.floor.clock.now(), version=croupier.__version__, found=found, expected=known.decode())

    async def versions(self) -> list[dict[str, Any]]:
        """Which software the house was opened with, and since when, the first first."""
        found = await self.floor.store.scan("version/")
        said = [(int(key.removeprefix("version/")), raw.decode().split(" ")) for key, raw in sorted(found.items())]
        return [{"since": at, "version": version, "digest": digest} for at, (version, digest) in said]

    # Doing

    async def do(
        self, name: str, command: Command, person: str, by: Capacity, *, seen: int | None = None, id: str = ""
    ) -> Answer:
        """A person's command, which the trainer may look at."""
        await self.floor.memory.hold(name)
        stream = self.floor.house.streams[name]
        decides = self.coach.before(stream, command, person, by)
        answer = await self.floor.do(name, command, person=person, by=by, seen=seen, id=id)
        if decides is not None and isinstance(answer.decision, Accepted):
            self.coach.made(decides)
        return answer

    async def open_table(self, name: str, game: str, signs: bytes, settings: TableSettings, *, person: str) -> None:
        """A new table, opened by someone above the dealer in its book, or by the house without a person."""
        with problems(422, "table_not_opened", msgspec.MsgspecError):
            kind: type[PokerOptions] | type[HouseOptions] = PokerOptions if game_of(game).poker else HouseOptions
            usual = {} if game_of(game).poker else msgspec.structs.asdict(rules_of(game, at=self.floor.clock.now).usual_options())
            named = {**usual, "committed_decks": True, **msgspec.json.decode(signs, type=dict[str, msgspec.Raw])}
            options = msgspec.json.decode(msgspec.json.encode(named), type=kind)
            book = book_of(game).id
        if not all(0 <= seconds <= _SLOWEST for seconds in astuple(settings.pace)) or not fit_title(settings.title, _TITLE):
            said = f"a table is dealt at a pace of 0 to {_SLOWEST:g} seconds; its title is one line of at most {_TITLE} letters"
            raise Problem(422, "table_not_opened", said)
        rules = self.floor.house.people.rules
        held = [capacity for of, capacity in self.access.roles(person) if of == book and rules.supervises(capacity)]
        if person and not held:
            raise Problem(403, "rank_needed", "only someone above the dealer can open a table")

        def opened() -> None:
            table = self.floor.house.open_table(name, game, options)
            if person:
                self.floor.let(table, person, held[0])

        with problems(422, "table_not_opened"):
            await self.floor.transact(opened)
        await self.dealer.set(name, settings)

    # Seeing

    def state(self) -> Banner:
        """The message on every screen while the house cannot save anything, or all play is halted."""
        why = "live.not_kept" if self.floor.unavailable else "live.halted" if self.floor.halted else ""
        return _across_all(text(why) if why else "")

    async def shown(self, stream: AnyStream, decision: Accepted | AwaitingRuling, number: int, viewer: Viewer) -> list[Event]:
        """The events of a command as a viewer may see them, whatever else has happened at the stream since.

        They are in entry `number`, or shortly before it if the software had to add more after them.
        """
        whole = stream if number > stream.number - len(stream.entries) else await self.whole(stream.name)
        shown = whole.view(viewer)
        end = len(shown)
        for entry in reversed(whole.entries):
            begin = end - len(entry.events)
            if entry.number <= number and entry.events == decision.events:
                return shown[begin:end]
            end = begin
        return []

    async def whole(self, name: str) -> AnyStream:
        """A stream with its whole record, read from the store as far as it is not cached."""
        await self.floor.settled(name)
        live, row = self.floor.house.streams.here(name), self.floor.house.row(name)
        assert row is not None  # noqa: S101  it was asked for by its name
        if live is not None and live.entries and live.entries[0].number == 1:
            return live
        known = self._whole.pop(name, None)
        if known is None or known.number > row.number:
            lines = await self.floor.saved.all_lines(name)
            known = await asyncio.to_thread(self.floor.house.read, row.kind, None, lines)
        else:
            for line in await self.floor.saved.all_lines(name, known.number):
                known.take(line)
        self._whole[name] = known
        return known

    async def at_entry(self, name: str, number: int) -> AnyStream:
        """A stream as it was after an entry."""
        if number < 1:
            raise Problem(400, "not_understood", "entries are counted from 1")
        whole = await self.whole(name)
        then, entries = whole.rewound(), whole.entries[:number]

        def repeat() -> None:
            for entry in entries:
                then.repeat(entry)

        await asyncio.to_thread(repeat)
        return then

    async def last_closed(self, name: str) -> int:
        """The last entry of a stream that is not part of a round still in play."""
        whole = await self.whole(name)
        if whole.engine.at_rest(whole.state):
            return whole.number
        ends = whole.engine.all_seen
        return next((one.number for one in reversed(whole.entries) if any(map(ends, one.events))), 0)

    def _seconds(self, table: Summary) -> int:
        """How long a person has for a decision at a table; 0 if there is no limit."""
        if not table.house:
            return table.time_to_act
        settings = self.dealer.of(table.name)
        return 0 if settings.live else int(settings.pace.deciding)

    def game_at(self, table: Summary) -> str:
        """What a table is called: the title that it was given, or its game."""
        title: str = self.dealer.of(table.name).title or table.rules.title.partition(" at ")[0].partition(" in ")[0]
        return title

    def listed(self, table: Summary) -> dict[str, Any]:
        """A table as the lobby shows it."""
        name, rules = table.name, table.rules
        return {
            "name": name,
            "title": self.game_at(table),
            "game": rules.game,
            "book": rules.book,
            "kind": table.kind,
            "places": table.places,
            "seats": sorted(table.seats),
            "limits": _limits(table, rules),
            "tournament": table.tournament,
            "training": table.training,
            "live": self.dealer.of(name).live,
            "seconds": self._seconds(table),
            "closed": table.closed,
            "aside": self.floor.aside[name].why if name in self.floor.aside else "",
            "number": table.number,
        }

    def listing(self, tables: Iterable[Summary]) -> dict[str, Any]:
        """These tables, and everything else that is open in the house."""
        house = self.floor.house
        meters = [
            {
                "name": f"{book} {system.name}",
                "stream": casino.meters.name,
                "system": system.name,
                "game": system.terms.game,
                "amount": system.major.value // GRAINS,
                "minor": system.minor.value // GRAINS,
                "tables": list(system.tables),
                "taking_wagers": system.taking_wagers,
            }
            for book, casino in house.casinos.items()
            for system in casino.meters.state.systems.values()
        ]
        tournaments = [
            {
                "name": name,
                "game": keeper.game,
                "title": (keeper.state.terms.title if keeper.state.terms is not None else "") or name,
                "phase": keeper.state.phase,
                "players": len(keeper.state.playing),
                "entrants": len(keeper.state.entrants),
                "level": keeper.state.level_number,
            }
            for name, keeper in house.tournaments.items()
        ]
        lists = [
            {"game": game, "played": one.played, "limit": one.limit, "waiting": len(one.waiting)}
            for game, one in (house.room.state.lists.items() if house.room is not None else ())
        ]
        listed = [self.listed(table) for table in tables]
        return {"house": self.config.house.name, "tables": listed, "meters": meters, "tournaments": tournaments, "lists": lists}

    # People

    def token(self, request: Request) -> str:
        header: str = request.headers.get("authorization", "")
        return header.removeprefix("Bearer ") if header.startswith("Bearer ") else request.cookies.get(COOKIE, "")

    def address(self, request: Request) -> str:
        """Where a person asks from: the socket's other end, or what our own proxy says last. Long addresses count by the half
        that identifies a household.
        """
        peer = request.client.host if request.client is not None else ""
        far = ",".join(request.headers.getlist("x-forwarded-for")) if self.config.http.behind_proxy else ""
        try:
            found = ip_address(far.rpartition(",")[2].strip() or peer)
        except ValueError:
            return peer
        return str(found) if found.version == 4 else str(ip_network((found, 64), strict=False))

    def at_this_machine(self, request: Request) -> bool:
        """Whether a request comes from this machine, by the socket and by the requested name, with nothing in between."""
        try:
            near = request.client is not None and ip_address(request.client.host).is_loopback
        except ValueError:
            return False
        between = not all(map(_OF_A_BROWSER.fullmatch, request.headers))
        return near and not between and request.url.hostname in ("127.0.0.1", "localhost", "::1")

    def is_console(self, request: Request) -> bool:
        """Whether it is a person at this machine who may read what only the owner of the house's files may."""
        said = self.token(request).encode()
        return bool(self.console) and self.at_this_machine(request) and compare_digest(said, self.console.encode())

    async def session(self, request: Request) -> Session | None:
        return await self.session_of(self.token(request))

    async def session_of(self, token: str, *, lately: bool = False) -> Session | None:
        """The session of a token; from now on, answers are in its person's language."""
        session = await self.sessions.of(token, lately=lately)
        if session is not None and session.person not in self.floor.house.people.state.people:
            return None
        if session is not None:
            self.spoken.answer(session.person)
        return session

    async def signed_in(self, request: Request) -> Session:
        """Who asks, once the whole request has arrived: a session may end while a body is on its way."""
        await all_of(request)
        if (session := await self.session(request)) is None:
            ground = await self.sessions.ended(self.token(request))
            raise Problem(401, ground or "not_signed_in", signed_out_because(ground) if ground else text("problem.sign_in_first"))
        if request.method != "GET":
            self.rates.spend(session.person)
        return session

    async def sent(self, request: Request, kind: type[T]) -> tuple[str, T]:
        """Who asks for something, signed in, and what they send with it."""
        person = (await self.signed_in(request)).person
        return person, await body_of(request, kind)

    def reads_much(self, request: Request, session: Session | None) -> None:
        """A request that takes a while to answer: it counts as several requests."""
        self.rates.spend(f"reads {session.person if session is not None else self.address(request)}", cost=5)

    async def sign_in(self, person: str, password: str, code: str = "", source: str = "", **passkey: str) -> str:
        """A new session for a person who knows the password, and has a code or passkey (`token` and `said`) if they use one."""
        if self.floor.store.shared:
            await self.floor.catch_up({PEOPLE})
        kept = await self._kept("password", person)
        if not await self._proved(person, password, code, source, **passkey):
            raise Problem(401, "not_signed_in", text("problem.not_in"))
        people = self.floor.house.people
        if (away := kept_away(people.rules, people.state, person, self.floor.clock.now())) is not None:
            raise Problem(403, away.ground, away.told(), away.clauses)
        token = await self.sessions.begin(person)
        now = await self._kept("password", person)  # a new password has ended all other sessions
        if now != kept and not (await asyncio.to_thread(self.passwords.check, now, password)).right:
            await self.sessions.end(token)
            raise Problem(401, "not_signed_in", text("problem.not_in"))
        return token

    async def _kept(self, what: str, person: str) -> str | None:
        """The hash of a person's password or code. The lookup is the same if there is no such account."""
        kept = await self.floor.store.get(f"{what}/{person if person in self.floor.house.people.state.people else ''}")
        return kept.decode() if kept else None

    async def _proved(self, person: str, password: str, code: str, source: str, *, token: str = "", said: str = "") -> bool:
        """Whether a person is who they say. An unknown name, a wrong password, a wrong code and an account that someone must
        unlock first take the same work and get the same answer.
        """
        right = await self._right("password", person, password, source)
        known = self.floor.house.people.state.people.get(person)
        secret = await self.floor.store.get(f"second-factor/{person if known is not None else ''}") or b""
        asked = right and known is not None and known.second_factor
        step = await self._step(person, secret.decode() if asked else "", code)
        key, count = await self.passkeys.used(person, token, said)
        if right and known is not None:
            right = bool(step or key) if known.asked_for_more else not known.locked
        if right and known is not None and (step or key or known.failures):
            noted = people_commands.NoteLogin(person=person, step=step, passkey=key, count=count)
            right = isinstance(await self._note(noted), Accepted)  # a code is valid once
        await self._tried(person, source, right=right)
        return right

    async def _step(self, person: str, secret: str, code: str) -> int:
        """The step of a code of a person's second factor, 0 if it is none: codes are rate-limited too, wherever they come from.
        A code that was not required is also counted, separately: a faster answer would reveal that a password is right.
        """
        if not code or await self.wrong_codes.begin(person if secret else f"? {person}"):
            return 0
        if step := step_of(secret, code, self.floor.clock.now()) if secret else 0:
            await self.wrong_codes.right(person, all=True)
        return step

    async def _right(self, what: str, person: str, typed: str, source: str) -> bool:
        """Whether a password or a recovery code is the person's. Only those who were wrong have to wait."""
        named = f"{source} {person[:100]}"
        if not (seconds := await self.wrong_names.begin(named)) and (seconds := await self.wrong_sources.begin(source)):
            await self.wrong_names.right(named)  # it was not a try
        if seconds:
            raise Problem(429, "too_often", text("problem.too_often", seconds=ceil(seconds)))
        checked = await asyncio.to_thread(self.passwords.check, await self._kept(what, person), typed)
        if checked.rehash and what == "password":
            await self.floor.store.put(f"password/{person}", checked.rehash.encode())
        return checked.right

    async def _tried(self, person: str, source: str, *, right: bool) -> None:
        """Count a try for its source and for the account. Nobody has to wait for it: that would distinguish names."""
        if right:
            await self.wrong_names.right(f"{source} {person[:100]}", all=True)
            await self.wrong_sources.right(source)
        elif person in self.floor.house.people.state.people:
            noting = asyncio.create_task(self._note_failure(person, source))
            self._noting.add(noting)
            noting.add_done_callback(self._noting.discard)

    async def _note_failure(self, person: str, source: str) -> None:
        with suppress(StoreUnavailable):
            tag = (await self.own_digest(source))[:6].hex()
            await self._note(people_commands.NoteFailedLogin(person=person, source=tag))

    async def own_digest(self, said: str) -> bytes:
        """A digest that only this house can make: it tells others nothing, even about values that are easily guessed."""
        if (key := await self.floor.store.get("source-key")) is None:
            await self.floor.store.put("source-key", key := secrets.token_bytes(16))
        return digest(key, said.encode(), "sha256")

    async def _note(self, command: Command) -> Decision:
        return (await self.floor.do(PEOPLE, command, person=HOUSE, by=HOUSE)).decision

    async def change_password(
        self, person: str, old: str, code: str, new: str, *, keep: str = "", factor: str = "", source: str = ""
    ) -> None:
        """A new password for a person with the old one or a recovery code; all their sessions end except the one to `keep`."""
        known = self.floor.house.people.state.people.get(person)
        if code or keep:
            right = await self._right("code" if code else "password", person, code or old, source)
            right = right and known is not None and (not code or self.floor.clock.now() < known.code_until)
            await self._tried(person, source, right=right)
        else:
            right = await self._proved(person, old, factor, source)
        if not right or known is None:
            status, ground = (422, "password_wrong") if keep else (401, "not_signed_in")
            raise Problem(status, ground, text("problem.password_wrong"))
        if (unfit := self.passwords.unfit(new, person)) is not None:
            raise Problem(422, unfit.ground, unfit.told(), unfit.clauses)
        if code:
            if isinstance(await self._note(people_commands.UnlockAccount(person=person, code=True)), Refused):
                raise Problem(401, "not_signed_in", text("problem.code_before"))
            await self.floor.store.delete(f"code/{person}")
        await self.set_password(person, new)
        await self.sessions.end_all(person, keep)

    async def recovery_code(self, person: str, *, by: str = "") -> str:
        """A code that sets a new password once, issued by an administrator or the house and shown to nobody else; only its hash
        is stored.
        """
        capacity = ADMINISTRATOR if by else HOUSE
        must(
            (
                await self.floor.do(PEOPLE, people_commands.IssueRecoveryCode(person=person), person=by or HOUSE, by=capacity)
            ).decision
        )
        code = "-".join(secrets.token_hex(2) for _ in range(5))
        hashed = await asyncio.to_thread(self.passwords.hash, code)
        await self.floor.store.put(f"code/{person}", hashed.encode())
        return code

    async def set_password(self, person: str, new: str) -> None:
        hashed = await asyncio.to_thread(self.passwords.hash, new)
        await self.floor.store.put(f"password/{person}", hashed.encode())
        await self._note(people_commands.NotePasswordChange(person=person))

    # The second factor

    async def pending_factor(self, person: str) -> str:
        """The secret that a person is about to set up, for as long as a recovery code would live."""
        raw = await self.floor.store.get(f"second-factor-new/{person}") or b"0 "
        begun, _, secret = raw.decode().partition(" ")
        lasts = self.floor.house.people.rules.number("recovery_code_lasts") * 60
        return secret if self.floor.clock.now() < int(begun) + lasts else ""

    async def says_password(self, person: str, password: str, source: str) -> None:
        """A signed-in person gives their password again, for what needs more than a session."""
        right = await self._right("password", person, password, source)
        await self._tried(person, source, right=right)
        if not right:
            raise Problem(422, "password_wrong", text("problem.not_the_password"))

    async def begin_factor(self, person: str, password: str, source: str) -> dict[str, str]:
        """A new secret for a person, required at sign-in once they have shown a code from it."""
        await self.says_password(person, password, source)
        if self.floor.house.people.state.people[person].second_factor:
            raise Problem(422, "second_factor_set", text("problem.factor_set"))
        secret = new_secret()
        await self.floor.store.put(f"second-factor-new/{person}", f"{self.floor.clock.now()} {secret}".encode())
        return {"secret": secret, "address": address(self.config.house.name, person, secret)}

    async def switch_factor(self, person: str, code: str, *, on: bool) -> None:
        """A second factor is required from now on, or no longer, by the person who shows a code from it."""
        kept = (await self.floor.store.get(f"second-factor/{person}") or b"").decode()
        secret = await self.pending_factor(person) if on else kept
        if not (step := await self._step(person, secret, code)) or step <= self.floor.house.people.state.people[person].step:
            raise Problem(422, "code_used", text("problem.code_used"))
        if on:
            await self.floor.store.put(f"second-factor/{person}", secret.encode())
            await self.floor.store.delete(f"second-factor-new/{person}")
        must(await self._note(people_commands.SetSecondFactor(person=person, on=on)))
        if on:
            await self._note(people_commands.NoteLogin(person=person, step=step))

    async def about(self, person: str) -> dict[str, Any]:
        """What a person may know about themselves."""
        house = self.floor.house
        known, patron = house.people.state.people[person], house.cage.state.patron(person)
        seats = {name: seat for name, table in house.at_a_glance().items() if (seat := table.seat_of(person))}
        return {
            "person": person,
            "name": known.name,
            "roles": [{"book": role.book, "capacity": role.capacity} for role in known.roles],
            "in_hand": {str(currency): amount for currency, amount in patron.hand.items()},
            "seats": seats,
            "limits": msgspec.to_builtins(known.limits, str_keys=True),
        }

    def set_cookie(self, request: Request, response: Response, token: str, name: str = COOKIE, seconds: int = 0) -> None:
        secure = request.url.scheme == "https" or self.config.http.behind_proxy
        response.set_cookie(
            name,
            token,
            max_age=seconds or self.config.http.session_hours * 3600,
            httponly=True,
            samesite="strict",
            secure=secure,
            path="/",
        )


@cache
def _across_all(says: str) -> Banner:
    return Banner(page("state.html", says=says), says)


def _limits(table: Summary, rules: Rulebook) -> str:
    limits = text("lobby.limits", least=money(table.minimum), most=money(table.maximum))
    return rules.currency.told(limits if table.house else stakes(table.betting, table.blinds))
