"""Cards that a live dealer recorded as others than they are: they are put right, with a reason, while they are played with.

No book asks for it. What comes from a dealer's hands is known to the record only as the dealer said it; a deck that the house has
shuffled is known to the software, and nobody's word makes its cards others.
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

    `faces` are the cards that are played with and on record, each with who sees it (`CardCorrected.seat`), `others` what else is
    on record; by the `clauses` each is there but once. A wrong card gets one answer, wherever
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
