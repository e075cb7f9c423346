"""Five houses, five cloths: one glance tells whose rules are in force."""

import msgspec


class Cloth(msgspec.Struct, frozen=True):
    """The cloth of a house: its name in style sheets, the house as people call it, and its colours.

    `felt` is the cloth, `deep` its shade for plates, `print` what is printed on it, `accent` what is to be noticed.
    """

    name: str
    house: str
    felt: str
    deep: str
    print: str
    accent: str


CLOTHS: dict[str, Cloth] = {
    "crown-caribbean-stud": Cloth("crown", "Crown", "#14603f", "#0c4029", "#b5e0c8", "#f2d06b"),
    "star-caribbean-stud": Cloth("star", "The Star", "#1b3566", "#102446", "#bccff0", "#f2d06b"),
    "venezia-caribbean-poker": Cloth("venice", "Casino di Venezia", "#7c1d2e", "#55101d", "#f2c3ca", "#f2d06b"),
    "nz-caribbean-stud": Cloth("greenstone", "New Zealand", "#0f5c5c", "#083d3f", "#a9dedb", "#f2d06b"),
    "crown-poker": Cloth("slate", "Crown Poker Room", "#3a4656", "#252f3c", "#c9d3e0", "#f2d06b"),
}
"""The cloth of each book."""


def cloth_of(book: str) -> Cloth:
    return CLOTHS.get(book, CLOTHS["crown-poker"])
