"""The facts of play that the stud engine cites; they are declared in `grounds.toml`, beside this file."""

from functools import cache

from croupier.kernel.grounds import grounds_of
from croupier.kernel.hands import Category

GROUNDS = grounds_of("croupier.stud")


@cache
def hand_ground(category: Category) -> str:
    """The ground on which a hand of this category has its place in the order of hands."""
    return f"hand_{category.name.lower()}"


@cache
def equal_ground(category: Category) -> str:
    """The ground on which the cards decide between two hands of this category, where a book says it for each."""
    return f"equal_{category.name.lower()}"
