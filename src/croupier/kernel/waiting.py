"""Waiting lists: a player who was picked up and returns in time goes to the top of the list."""


def comes_to_list(picked_up_at: int | None, now: int, within: int) -> str:
    """The ground for joining a list, given when the person was picked up, if ever; the last second still counts.

    >>> comes_to_list(None, 5, 1200), comes_to_list(100, 1300, 1200), comes_to_list(100, 1301, 1200)
    ('list_joined', 'back_in_time', 'back_too_late')
    """
    if picked_up_at is None:
        return "list_joined"
    return "back_in_time" if now - picked_up_at <= within else "back_too_late"
