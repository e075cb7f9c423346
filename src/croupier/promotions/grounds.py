"""The facts about promotions that the engine cites; they are declared in `grounds.toml`, beside this file."""

from __future__ import annotations

from croupier.kernel.grounds import grounds_of

GROUNDS = grounds_of("croupier.promotions")
METHODS = ("face to face", "mail", "telephone", "email")
"""How a winner may be notified."""
