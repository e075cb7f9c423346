"""What happened, said to one person: people by their names, `you` for themselves, and cards in words."""

import re
from collections.abc import Collection, Mapping

from croupier.drawing.cards import card_name
from croupier.kernel.cards import parse_cards
from croupier.kernel.languages import ENGLISH, language, words_in
from croupier.web.pieces import capital, joined

_CARD = "(?:10|[2-9JQKA])[♠♥♦♣]"
_CARDS = re.compile(rf"{_CARD}(?: {_CARD})*")
_SEATS = re.compile(r"(?:the players? (?:of|in) |(?<!\bin )(?<!\bat ))seats? (\d+(?:(?:, \d+)* and \d+)?)('s)?", re.IGNORECASE)
"""Who is meant by a seat, but not where somebody sits down."""
_BOX = re.compile(r"(?:the ([a-z ]+?) of )?\bbox (\d+)(?=( [a-z]+)?)", re.IGNORECASE)
_UNSEEN = re.compile(r"^.* picks up the hand of box \d+: \d+ cards face down\.$|; [^;]+ is dealt \d+ cards face down")
"""That somebody else has cards is heard once, when they are dealt."""
_VERBS = {"is": "are", "has": "have", "was": "were", "goes": "go", "does": "do"}
_AFTER = re.compile(r"(?:^|[;:] |, )$")
"""Before whom a sentence, or a part of one, begins: there people do something."""


def spoken(sentence: str, names: Mapping[int, str], mine: int = 0, boxes: Collection[int] = ()) -> str:
    """A sentence of a record as one person hears it. `names` are of the seats, `mine` is theirs, `boxes` are what they play.

    >>> spoken("Seat 1 is dealt K♥ 10♠; seat 2 is dealt 2 cards face down.", {2: "Bot 3"}, mine=1)
    'You are dealt the king of hearts and the ten of spades.'
    >>> spoken("The ante of box 4, $20.00, loses.", {}, 4, (4,)), spoken("Box 4 folds.", {}, 4, (4,))
    ('Your ante, $20, loses.', 'You fold.')
    >>> spoken("The pot, $8.00, goes to seat 1 with one pair, kings.", {}, mine=1)
    'The pot, $8, goes to you with one pair, kings.'
    """
    if language() != ENGLISH:
        return _in_language(sentence, names)
    cards = _CARDS.sub(lambda found: joined(f"the {card_name(each)}" for each in parse_cards(found[0])), sentence)
    said = _UNSEEN.sub("", cards.replace(".00", ""))
    said = _SEATS.sub(lambda found: _whom(found, said, names, mine), said)
    if len(boxes) == 1:
        said = _BOX.sub(lambda found: _own(found, next(iter(boxes))), said)
    to_them = _conjugated(said)
    to_them = capital(to_them) if to_them.startswith("you") else to_them  # a name is left as people write it
    return to_them.replace("You pick up your hand:", "You are dealt")


def _in_language(sentence: str, names: Mapping[int, str]) -> str:
    """The same in another language, whose sentences already speak to those who play: cards in words, and people by name."""
    said = _CARDS.sub(lambda found: joined(map(card_name, parse_cards(found[0]))), re.sub(r"[.,]00(?!\d)", "", sentence))
    seat = words_in("croupier.kernel", "words.toml", language()).get("spoken", {}).get("seat", r"(?!)")
    return capital(re.sub(seat, lambda found: names.get(int(found[1])) or found[0], said))


def _whom(found: re.Match[str], said: str, names: Mapping[int, str], mine: int) -> str:
    seats, before = [int(number) for number in re.findall(r"\d+", found[1])], said[: found.start()]
    if before.endswith((" at ", " from ", " leaves ")):  # a place, and not who sits there
        return found[0]
    if seats == [mine]:
        return "your" if found[2] else "\0you" if _AFTER.search(before) else "you"
    return joined("you" if seat == mine else names.get(seat) or f"seat {seat}" for seat in seats) + (found[2] or "")


def _own(found: re.Match[str], box: int) -> str:
    if int(found[2]) != box:
        return found[0]
    if found[1]:
        return f"your {found[1]}"
    begins = not found.string[: found.start()] or _AFTER.search(found.string[: found.start()])
    return "\0you" if begins and found[3] else found[0]


def _conjugated(said: str) -> str:
    r"""What somebody does, said to them: `\0you folds and is` becomes `you fold and are`."""
    parts = re.split(r"(; )", said)
    for place, part in enumerate(parts):
        if "\0you" in part:
            do = re.sub(r"\0you (\w+)", lambda found: f"you {_said_to_you(found[1])}", part)
            parts[place] = re.sub(r" and (\w+s)\b", lambda found: f" and {_said_to_you(found[1])}", do)
    return "".join(parts).replace("\0", "")


def _said_to_you(verb: str) -> str:
    return _VERBS.get(verb) or re.sub(r"(?<=ss|sh|ch)es$|(?<!s)s$", "", verb)
