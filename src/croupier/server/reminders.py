"""Notices on every page for one person: reminders of how long they have played and the result, and calls to a seat.

The record and the person's settings decide when one is due; only what they have acknowledged is stored beside it.
"""

from collections.abc import Mapping

from croupier.floor.floor import Floor
from croupier.floor.house import ROOM
from croupier.kernel.actors import PLAYER
from croupier.kernel.languages import language
from croupier.kernel.money import Currency, money
from croupier.server.live import Banner
from croupier.tables.cage_desk import time_and_result
from croupier.tables.player_limits import last_reminder
from croupier.web.pages import page
from croupier.web.room_page import title_of
from croupier.web.texts import text

_KNOWN = "reminded/"
NOT_CALLED = Banner('<div id="called"></div>', "")
NOT_REMINDED = Banner('<div id="reminder"></div>', "")


class Reminders:
    """Current reminders for everyone."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._known: dict[str, int] = {}
        self._said: dict[str, tuple[int, str, Banner]] = {}
        floor.rereads.append(self.load)

    async def load(self) -> None:
        """What people have acknowledged, in this process or another."""
        self._known = await self.floor.noted(_KNOWN, int)

    def shown(self, person: str) -> Banner:
        """A person's reminder as a region of a page, empty if none is due."""
        house, now = self.floor.house, self.floor.clock.now()
        due = last_reminder(house.people, house.cage.state, person, now) if person else None
        if due is None or self._known.get(person, -1) >= due:
            self._said.pop(person, None)
            return NOT_REMINDED
        if self._said.get(person, (0, ""))[:2] != (due, language()):  # it keeps the figures of the moment it was due
            says = reminder_says(*time_and_result(house.cage, house.streams, person, due))
            self._said[person] = due, language(), Banner(page("reminder.html", says=says), says)
        return self._said[person][2]

    async def take_note(self, person: str) -> None:
        now = self.floor.clock.now()
        await self.floor.note(f"{_KNOWN}{person}", str(now).encode())
        self._known[person] = now


def called(floor: Floor, person: str) -> Banner:
    """The notice that a person is called to a seat of the room, for every page; empty if they are not."""
    room, now = floor.house.room, floor.clock.now()
    if room is None or not person or not (calls := list(room.state.calls(person, now))):
        return NOT_CALLED
    lists = room.state.lists
    says = [text("room.called_to", game=title_of(lists[game].played), limit=lists[game].limit) for game, _, _ in calls]
    html = page("called.html", calls=list(zip(calls, says, strict=True)), person=person, player=PLAYER, stream=ROOM)
    return Banner(html, " ".join(says))


def reminder_says(seconds: int, results: Mapping[Currency, int]) -> str:
    """How long a person has played without a break, and what the day has brought in each currency.

    >>> from croupier.kernel.money import DOLLARS, currency
    >>> reminder_says(3900, {DOLLARS: -35_00, currency("EUR"): 20_00})
    'You have played for 65 minutes. Today you have lost $35. Today you have won €20.'
    """
    sums = [("won" if net > 0 else "lost", currency.told(money(abs(net)))) for currency, net in results.items()]
    said = [text(f"reminder.{name}", amount=amount) for name, amount in sums] or [text("reminder.even")]
    return " ".join((text("reminder.played", minutes=seconds // 60), *said))
