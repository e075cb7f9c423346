"""Display names: which are readable, and which look like another.

Two names look alike if their `skeleton` is the same: without case, accents, spaces and punctuation, with letters of other
alphabets and digits of the same shape treated as one. The list of such letters is short and makes no claim to be complete.
"""

import unicodedata
from functools import lru_cache

from croupier.people.state import People

_MOST_MARKS = 2
_ALIKE = (
    "аa вb гr еe зz іi јj кk мm нh оo рp сc тt уy хx һh ӏl ԁd ԛq ԝw ѕs ьb "  # Cyrillic
    "αa βb γy εe ζz ηn ιi κk μu νv οo ρp σo τt υu χx ωw "  # Greek
    "øo łl đd ħh ŧt ıl ɑa ɡg 0o 1l 3e 5s |l !l il $s @a"
)
_DRAWN_ALIKE = str.maketrans({pair[0]: pair[1].replace("i", "l") for pair in _ALIKE.split()})
_TWO_AS_ONE = (("rn", "m"), ("vv", "w"))
_NOT_DRAWN = ("\u115f", "\u1160")
_OF_NOBODY = ("house", "the house", "you", "nobody", "somebody", "onlooker")
"""What pages call the house, the viewer, and people without a name."""


@lru_cache(maxsize=20_000)
def skeleton(name: str) -> str:
    """What a name looks like at a glance.

    >>> skeleton("Anna  B."), skeleton("ANNÀ b") == skeleton("Anna B"), skeleton("Hanna B")
    ('annab', True, 'hannab')
    """
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(letter for letter in letters if letter.isalnum() or letter in "|!$@").translate(_DRAWN_ALIKE)
    for two, one in _TWO_AS_ONE:
        seen = seen.replace(two, one)
    return seen.translate(dict.fromkeys(map(ord, _NOT_DRAWN)))


def unfit(state: People, person: str, name: str) -> str:
    """Why an account cannot have this display name, in words; empty if it can."""
    marks = 0
    for letter in unicodedata.normalize("NFC", name):
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks > _MOST_MARKS or unicodedata.category(letter) == "Me":
            return f"the display name has at most {_MOST_MARKS} accents on a letter"
    looks = skeleton(name)
    if not looks:
        return "the display name has a letter or a digit"
    if looks in map(skeleton, _OF_NOBODY):
        return f"nobody is shown as {name!r}: pages say that themselves"
    for other, account in state.people.items():
        if other != person and person not in state.people and skeleton(person) == skeleton(other):
            return f"the account name looks like that of the account {other}"
        if other != person and not account.duplicate_of and looks in (skeleton(account.name), skeleton(other)):
            return f"the display name looks like {account.name!r}, which is that of the account {other}"
    return ""
