"""What tests of the floor share."""

from __future__ import annotations

from floor.postgres import postgres

__all__ = ["postgres"]
