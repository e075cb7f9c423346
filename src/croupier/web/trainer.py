"""What the trainer of a training table says: the value of choices, a warning before a bad one, a word on one just made."""

from fractions import Fraction

from croupier.kernel.cards import Card
from croupier.kernel.events import Command
from croupier.kernel.money import money
from croupier.kernel.telling import capital
from croupier.stud.commands import BoxCommand
from croupier.training.coach import Advice, Mistake, doing, is_decision, judged
from croupier.web.extras import Coaching
from croupier.web.texts import text


def warning_of(coach: Coaching | None, command: Command) -> str:
    """What the trainer says before a decision that is not the best one."""
    if coach is None or not coach.warns or not is_decision(command):
        return ""
    advice = coach.found.get((command.box if isinstance(command, BoxCommand) else 0) or command.own_seat)
    wrong = judged(advice, command) if advice is not None else None
    if wrong is None:
        return ""
    return text(
        "trainer.warning",
        doing=capital(_doing(wrong.play)),
        worse=_signed(wrong.values[wrong.play]),
        better=_doing(wrong.better),
        best=_signed(wrong.values[wrong.better]),
        cost=money(max(wrong.cents, 1)),
    )


def praise(advice: Advice, wrong: Mistake | None) -> str:
    """The comment on a decision: by how much it was right, or what it cost."""
    if wrong is not None:
        return text(
            "trainer.wrong",
            doing=capital(_doing(wrong.play)),
            antes=f"{float(wrong.cost):.2f}",
            cost=money(max(wrong.cents, 1)),
            better=_doing(wrong.better),
        )
    return text("trainer.right", margin=f"{float(advice.margin):.2f}") if advice.margin else text("trainer.even")


def worth(coach: Coaching | None) -> str:
    """The value of each choice for a person who has hands to decide on, on request."""
    if coach is None:
        return ""
    said = {box: str(advice).replace(" -", " −").partition(": ") for box, advice in coach.found.items()}
    lines = [
        f"{text('trainer.box', box=box) if len(said) > 1 else ''}{text('trainer.best', best=best, worth=capital(worth))}"
        for box, (best, _, worth) in said.items()
    ]
    return " ".join([*lines, *([text("trainer.waits")] if coach.waits else [])])


def _doing(play: str) -> str:
    """A choice as an activity, with a card as it looks."""
    what, _, card = play.partition(" ")
    return doing(f"{what} {Card(card).symbol}" if what == "change" else play)


def _signed(value: Fraction) -> str:
    return f"{float(value):+.2f}".replace("-", "−")
