"""Somebody comes to a waiting list: a player who was picked up from the game, and is back in time, stands at the top."""

from typing import NamedTuple


class Coming(NamedTuple):
    """Whether somebody stands with those who came back in time, and the fact behind it."""

    in_time: bool
    ground: str


def comes_to_list(picked_up_at: int | None, now: int, within: int) -> Coming:
    """How somebody comes to a list who was picked up at that time, if ever; the last second still counts.

    >>> comes_to_list(None, 5, 1200), comes_to_list(100, 1300, 1200).in_time, comes_to_list(100, 1301, 1200).ground
    (Coming(in_time=False, ground='list_joined'), True, 'back_too_late')
    """
    if picked_up_at is None:
        return Coming(False, "list_joined")
    if now - picked_up_at <= within:
        return Coming(True, "back_in_time")
    return Coming(False, "back_too_late")
