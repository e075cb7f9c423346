"""The facts about people that the engine cites; they are declared in `grounds.toml`, beside this file."""

from __future__ import annotations

from croupier.kernel.grounds import grounds_of

GROUNDS = grounds_of("croupier.people")
