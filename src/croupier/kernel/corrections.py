"""A live dealer recorded a card wrong: it is corrected, with a reason, while it is in play.

No book requires this. The record knows a dealer's cards only as the dealer entered them. If the house shuffled the deck, the
software knows every card, and nobody can change one.
"""

from collections.abc import Mapping, Set

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.grounds import GENERAL
from croupier.kernel.incidents import EVERYBODY, CardCorrected, CorrectCard


def correcting(
    command: CorrectCard, *, live: bool, faces: Mapping[Card, int], others: Set[Card], clauses: tuple[str, ...]
) -> CardCorrected | Refused:
    """The decision on a correction, in a round that is dealt from a dealer's own hands if it is `live`.

    `faces` are the recorded cards in play, each with the seat that sees it (`CardCorrected.seat`), `others` the rest
    of the record; by the `clauses` each card is there only once. A wrong card gets the same answer wherever
    it is or is not, and that stays on record.
    """
    was, now, why = command.was, command.now, command.why.strip()
    if not why:
        return Refused("reason_missing", GENERAL["reason_missing"])
    if HIDDEN in (was, now) or was is now:
        return Refused("card_not_named", GENERAL["card_not_named"])
    if not live:
        return Refused("card_not_recorded", GENERAL["card_not_recorded"])
    taken = now in others or (now in faces and not faces.get(was) == faces[now] == EVERYBODY)
    if was not in faces or taken:
        return Refused("card_not_there", GENERAL["card_not_there"], clauses, looked=True)
    return CardCorrected(was=was, now=now, why=why, seat=faces[was])
