"""What somebody who plays is reminded of."""

from __future__ import annotations

from croupier.web.pieces import money
from croupier.web.texts import text


def reminder_says(seconds: int, result: int) -> str:
    """For how long somebody has played without a break, and what the day has brought.

    >>> reminder_says(3900, -35_00)
    'You have played for 65 minutes. Today you have lost $35.'
    """
    name = "reminder.won" if result > 0 else "reminder.lost" if result < 0 else "reminder.even"
    return text(name, minutes=seconds // 60, amount=money(abs(result)))
