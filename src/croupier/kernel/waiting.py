"""Waiting lists: a player who was picked up from the game and is back in time goes to the top of the list."""


def comes_to_list(picked_up_at: int | None, now: int, within: int) -> str:
    """The fact by which someone goes on a list who was picked up at that time, if ever; the last second still counts.

    >>> comes_to_list(None, 5, 1200), comes_to_list(100, 1300, 1200), comes_to_list(100, 1301, 1200)
    ('list_joined', 'back_in_time', 'back_too_late')
    """
    if picked_up_at is None:
        return "list_joined"
    return "back_in_time" if now - picked_up_at <= within else "back_too_late"
