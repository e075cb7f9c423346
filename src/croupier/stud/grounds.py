"""The facts of play that the stud engine cites, declared in `grounds.toml`."""

from functools import cache

from croupier.kernel.grounds import grounds_of
from croupier.kernel.hands import Category

GROUNDS = grounds_of("croupier.stud")


@cache
def hand_ground(category: Category) -> str:
    """The ground that places a hand of this category in the order of hands."""
    return f"hand_{category.name.lower()}"


@cache
def equal_ground(category: Category) -> str:
    """The ground on which cards decide between two hands of this category, if a book has one for each."""
    return f"equal_{category.name.lower()}"
