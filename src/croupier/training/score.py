"""What a coach saw in a visit: how many decisions were right, and what the others cost."""

import msgspec

from croupier.drawing.document import as_recorded
from croupier.kernel.telling import counted


class Score(msgspec.Struct, kw_only=True):
    """Decisions as they are made. One that was warned of counts as one warning, however often it was said.

    What the mistakes cost is kept in `cents`, and in `antes` where a hand is played for one.
    """

    decisions: int = 0
    right: int = 0
    warnings: int = 0
    heeded: int = 0
    mistakes: int = 0
    hands: int = 0
    cents: int = 0
    antes: float = 0.0
    warned: bool = False

    def warn(self) -> None:
        """The decision that is being made was warned of."""
        self.warnings += not self.warned
        self.warned = True

    def decide(self, cost: int = 0, antes: float = 0.0) -> None:
        """The decision was made, and costs so many cents on average against the best one, which are so many antes."""
        self.decisions += 1
        if cost:
            self.mistakes += 1
            self.cents += cost
            self.antes += antes
        elif self.warned:
            self.heeded += 1
        else:
            self.right += 1
        self.warned = False

    @property
    def accuracy(self) -> float:
        """The part of the decisions that were right at once, without a warning."""
        return self.right / self.decisions if self.decisions else 0.0

    @property
    def antes_each_hundred(self) -> float:
        """What the mistakes cost in a hundred hands, in antes."""
        return 100 * self.antes / max(self.hands, 1)

    def __str__(self) -> str:
        return "".join(as_recorded("coach_score.txt", score=self, counted=counted))
