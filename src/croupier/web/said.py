"""Sentences to one person: what somebody who plays is reminded of, and why the house has ended a session."""

from croupier.web.pieces import money
from croupier.web.texts import text

_ENDED = {ground: f"sign.{ground}" for ground in ("self_excluded", "person_excluded", "account_closed")}


def reminder_says(seconds: int, result: int) -> str:
    """For how long somebody has played without a break, and what the day has brought.

    >>> reminder_says(3900, -35_00)
    'You have played for 65 minutes. Today you have lost $35.'
    """
    name = "reminder.won" if result > 0 else "reminder.lost" if result < 0 else "reminder.even"
    return text(name, minutes=seconds // 60, amount=money(abs(result)))


def signed_out_because(ground: str) -> str:
    """The sentence for a ground; without one they have signed out themselves, or it was too long ago."""
    return text(_ENDED.get(ground, "live.signed_out"))
