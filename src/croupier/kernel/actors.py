"""Who gives a command, and when: kept next to the command, never inside it.

>>> str(Said(person="p7", capacity=3, at=0)), str(Said(person="m. o.", capacity="TG Area Manager", at=0))
('p7 as seat 3', 'm. o. as TG Area Manager')
"""

from typing import Literal

import msgspec

Capacity = int | str
"""A seat number, for its player; or the name of a rank of the book, an official, or `house`, the software itself."""

HOUSE = "house"
DEALER = "dealer"
"""The person who deals, whatever the book calls that rank."""

PLAYER = "player"
"""A person who acts for themselves, whether they play, sit or wait."""

Role = Literal["player", "dealer", "supervisor", "inspector", "onlooker"]


class Said(msgspec.Struct, frozen=True, gc=False):
    """A person in one capacity at one moment, in seconds. All three are required: nobody has authority by default.

    `register` is how many entries the register of people had when it allowed this; 0 if it was not asked.
    """

    person: str
    capacity: Capacity
    at: int
    register: int = 0

    @property
    def seat(self) -> int:
        """The player's seat, or 0."""
        return self.capacity if isinstance(self.capacity, int) else 0

    @property
    def role(self) -> str:
        """The capacity in words: `seat 3`, `TG Area Manager`."""
        return f"seat {self.capacity}" if isinstance(self.capacity, int) else self.capacity

    def __str__(self) -> str:
        return self.role if self.person.casefold() == self.role.casefold() else f"{self.person} as {self.role}"


class Viewer(msgspec.Struct, frozen=True):
    """The viewer: a `person` who plays, the player of a `seat` at this moment, or someone in another role."""

    seat: int = 0
    role: Role = "player"
    person: str = ""

    def __str__(self) -> str:
        if self.role != "player":
            return self.role
        return self.person or f"seat {self.seat}"


ONLOOKER = Viewer(role="onlooker")
INSPECTOR = Viewer(role="inspector")
SUPERVISOR = Viewer(role="supervisor")
