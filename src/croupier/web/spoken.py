r"""What happened, told to one person: people by their names, `you` for themselves, and cards in words.

The sentences of a record name seats and boxes. Those of the listener become `\0` first, and then `you` or `your`, with the verbs
that go with it. Every sentence of every case is read as its players hear it (tests/sentences.py).
"""

import re
from collections.abc import Collection, Mapping

from croupier.drawing.playing_cards import card_name
from croupier.kernel.cards import parse_cards
from croupier.kernel.data import data_of
from croupier.kernel.languages import ENGLISH, language, words_in
from croupier.kernel.telling import capital
from croupier.web.pieces import joined

ME = "\0"
"""The listener in an unfinished sentence, also in place of their name in what `spoken` is given."""

_CARD = "(?:10|[2-9JQKA])[♠♥♦♣]"
_CARDS = re.compile(rf"{_CARD}(?: {_CARD})*")
_UNSEEN = re.compile(r"^.* picks up the hand of box \d+: \d+ cards face down\.$|; [^;]+ is dealt \d+ cards face down")
"""Other players' cards are announced once, when they are dealt."""
_BUTTON = re.compile(r"the button is at (seat \d+), the blinds? at ([\d, ]+)(?=\.)")
_MOVED = re.compile(r"(?<=the player in seat )\d+(?= moves to seat (\d+))", re.IGNORECASE)
_NUMBERS = r"\d+(?:, \d+)*(?: and \d+)?"
_SEATS = re.compile(rf"(?:the players? (?:of|in) )?\b(?:seats {_NUMBERS}|seat \d+(?!\d| is taken$))(?P<has>'s)?", re.IGNORECASE)
_PLACE = re.compile(r"\b(?:in|(?<!hand )at|up from|leaves|left|moves? to|draw for|and gets) $")
"""Before a seat that means the place, and not the person who sits there."""
_BOX = re.compile(r"(?<!\bon )(?<!\bat )(?<!\bboxes )\bbox (\d+)\b", re.IGNORECASE)

_WHOSE = rf"(?:\b[Tt]he ((?:(?!the\b)[a-z' -])+?)|(?<=: )((?:(?!the\b)[a-z ])+?)) (?:of|(?<=hand )at) {ME}(?!')"
_CLAUSE = rf"(?:^|[:;.] |, |that |but ){ME}"
_SAID_TO_YOU = [
    (re.compile(pattern.replace("{whose}", _WHOSE).replace("{me}", ME)), said.replace("{me}", ME))
    for pattern, said in data_of("croupier.web", "spoken.toml")["to_you"]
]
"""What is said differently to the person it is about, in this order."""
_ASKED = re.compile(rf"\b(is|has|was|does)(?= {ME}(?!'))", re.IGNORECASE)
_DOES = re.compile(rf"((?:{_CLAUSE}|and {ME}) )(\w+)|({ME} )(is|has|was|does|goes)\b")
_AND = re.compile(rf"({_CLAUSE} [^:;]*? and )(?!its\b)(\w+s)\b")
_FIRST = re.compile(r"(?:^|(?<=[.?] ))(?:you|seat\b)")  # a name is left as people write it
_VERBS = {"is": "are", "has": "have", "was": "were", "goes": "go", "does": "do"}


def spoken(sentence: str, names: Mapping[int, str], mine: int = 0, boxes: Collection[int] = ()) -> str:
    """A sentence of a record as one person hears it. `names` are by seat, `mine` is their seat, `boxes` are what they play.

    >>> spoken("Seat 1 is dealt K♥ 10♠; seat 2 is dealt 2 cards face down.", {2: "Bot 3"}, mine=1)
    'You are dealt the king of hearts and the ten of spades.'
    >>> spoken("The ante of box 4, $20.00, loses.", {}, 4, (4,)), spoken("Box 4 folds.", {}, 4, (4,))
    ('Your ante, $20, loses.', 'You fold.')
    >>> spoken("The hand of seat 1 is dead: its player sits out.", {}, mine=1)
    'Your hand is dead: you sit out.'
    >>> spoken("The player in seat 3 moves to seat 9.", {}, mine=9)
    'You move to seat 9.'
    """
    if language() != ENGLISH:
        return _in_language(sentence, names)
    said = _CARDS.sub(lambda match: joined(f"the {card_name(card)}" for card in parse_cards(match[0])), sentence)
    said = _UNSEEN.sub("", said.replace(".00", ""))
    said = _BUTTON.sub(_positions, said)
    said = _MOVED.sub(lambda match: match[1] if int(match[1]) in (mine, *names) else match[0], said)  # people are where they went
    said = _SEATS.sub(lambda match: _whom(match, names, mine), said)
    said = _BOX.sub(lambda match: _own(match, boxes), said)
    for pattern, to_you in _SAID_TO_YOU:
        said = pattern.sub(to_you, said)
    said = _ASKED.sub(lambda match: _VERBS[match[1].lower()], said)
    said = _DOES.sub(lambda match: (match[1] or match[3]) + _said_to_you(match[2] or match[4]), said)
    said = _AND.sub(lambda match: match[1] + _said_to_you(match[2]), said)
    said = said.replace(f"{ME}'s", "your").replace(ME, "you").replace("you pick up your hand:", "you are dealt")
    return _FIRST.sub(lambda match: match[0].capitalize(), said)


def refusal_to(reason: str, names: Mapping[int, str], mine: int, boxes: Collection[int] = ()) -> str:
    """Why something is refused, told to the player of a seat; other languages use their name.

    >>> refusal_to("seat 1 has $5.00 in chips, not $10.00", {}, 1), refusal_to("seat 4 must act first", {4: "Bot 3"}, 1)
    ('you have $5 in chips, not $10', 'Bot 3 must act first')
    """
    named = re.sub(rf"{ME} as seat \d+", ME, reason)
    if language() != ENGLISH:
        return named.replace(ME, names.get(mine, ""))
    return re.sub("^(You|Seat)", lambda match: match[0].lower(), spoken(named, names, mine, boxes))


def _positions(match: re.Match[str]) -> str:
    """Who has the button and the blinds."""
    several = "seats {} have the blinds" if "," in match[2] else "seat {} has the blind"
    return f"{match[1]} has the button, {several.format(match[2])}"


def _in_language(sentence: str, names: Mapping[int, str]) -> str:
    """The same in another language, whose sentences already address the player: cards in words, and people by name."""
    said = _CARDS.sub(lambda match: joined(map(card_name, parse_cards(match[0]))), re.sub(r"[.,]00(?!\d)", "", sentence))
    seat = words_in("croupier.kernel", "words.toml", language()).get("spoken", {}).get("seat", r"(?!)")
    return capital(re.sub(seat, lambda match: names.get(int(match[1])) or match[0], said))


def _whom(match: re.Match[str], names: Mapping[int, str], mine: int) -> str:
    seats, before = [int(number) for number in re.findall(r"\d+", match[0])], match.string[: match.start()]
    place = match[0].lower().startswith("seat") and (_PLACE.search(before) or match.string.startswith(" is taken", match.end()))
    if place:
        return f"{ME}'s seat" if seats == [mine] and before.endswith(" at ") else match[0]
    return joined(ME if seat == mine else names.get(seat) or f"seat {seat}" for seat in seats) + (match["has"] or "")


def _own(match: re.Match[str], boxes: Collection[int]) -> str:
    if int(match[1]) not in boxes:
        return match[0]
    return ME if len(boxes) == 1 else f"{ME}'s {match[0].lower()}"


def _said_to_you(verb: str) -> str:
    return _VERBS.get(verb) or re.sub(r"(?<=ss|sh|ch)es$|(?<!s)s$", "", verb)
