"""The talk at a table over HTTP: speaking, and silencing a person."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.books import book_of
from croupier.floor.chat import LONGEST, in_play, tidy
from croupier.server.answers import Problem, answered, json
from croupier.server.page_answers import Pages
from croupier.server.rates import Rates
from croupier.tables.any_table import AnyTable
from croupier.web.chat_page import PHRASES, chat_region


class WordsSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to say: your own words, or a set phrase by its name."""

    words: str = ""
    phrase: str = ""


class SilenceSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person to silence at a table, or to let speak again."""

    person: str
    silent: bool = True


class Talk:
    """Who may speak at which table."""

    def __init__(self, pages: Pages) -> None:
        self.pages, self.server, self.floor, self.access = pages, pages.server, pages.floor, pages.access
        self.chat = pages.server.chat
        self._rates = Rates(self.floor.clock.steady, each=0.5, burst=5.0)

    def region(self, table: AnyTable, person: str) -> str:
        """What a person may read at a table."""
        said = self.chat.at(table, person)
        return chat_region(
            table.name,
            table.rules.book,
            person,
            said,
            names=self.pages.names(person, (message.person for message, _ in said)),
            silenced=self.chat.silenced[table.name],
            in_charge=self._in_charge(table, person),
            playing=bool(in_play(table)),
        )

    def _rank(self, table: AnyTable, person: str) -> str:
        """The rank in which a person who does not play here speaks."""
        first = next(iter(self.access.capacities(person, table)), "")
        return first if isinstance(first, str) else ""

    def _in_charge(self, table: AnyTable, person: str) -> bool:
        rules = self.floor.house.people.rules
        return any(rules.supervises(capacity) for capacity in self.access.capacities(person, table))

    async def say(self, request: Request) -> Response:
        person, sent = await self.server.sent(request, WordsSent)
        table = self.pages.table(request.path_params["name"])
        if person in self.chat.silenced[table.name]:
            conduct = book_of(table.rules.book).title_page.conduct
            raise Problem(403, "silenced", "a supervisor has muted you at this table", conduct)
        words = tidy(sent.words)
        if sent.phrase and (sent.phrase not in PHRASES or words):
            raise Problem(422, "not_understood", "send a quick phrase or your own message")
        if not sent.phrase and not 1 <= len(words) <= LONGEST:
            raise Problem(422, "too_long", f"write at most {LONGEST} characters")
        self._rates.spend(person)
        message = await self.chat.say(table, person, words=words, phrase=sent.phrase, rank=self._rank(table, person))
        return json({"id": message.id, "waits": bool(message.during) and not message.phrase})

    async def silence(self, request: Request) -> Response:
        person, sent = await self.server.sent(request, SilenceSent)
        table = self.pages.table(request.path_params["name"])
        if not self._in_charge(table, person):
            raise Problem(403, "rank_needed", "only someone above the dealer can mute a player")
        if sent.person not in self.floor.house.people.state.people:
            raise Problem(404, "no_such_person", "nobody here has that name")
        await self.chat.silence(table.name, sent.person, silent=sent.silent)
        return json({"person": sent.person, "silent": sent.silent})

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/tables/{name}/chat", answered(self.say), methods=["POST"]),
            Route("/api/tables/{name}/silence", answered(self.silence), methods=["POST"]),
        ]
