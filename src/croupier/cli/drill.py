"""`croupier drill`: training for the floor. Something goes wrong; what follows? The book has the last word."""

import random
import secrets
from collections.abc import Iterator
from typing import Annotated, Any

from typer import Argument, Option

from croupier.books import book_of, game_of, poker_games
from croupier.cli.terminal import typed
from croupier.cli.terminal.output import Complaint, Keyboard, Leaving, document, facts, say, say_clauses, tell
from croupier.training import progress
from croupier.training.drills import Question, question
from croupier.training.house_scenes import playable
from croupier.training.progress import Progress, save

_LETTERS = "abcd"
_MOST = 1_000


def drill(
    game: Annotated[str, Argument(metavar="[GAME]", callback=typed.game, help="The game to practise; default: all.")] = "",
    rounds: Annotated[int, Option(metavar="N", help="How many questions.")] = 10,
    seed: Annotated[int | None, Option(metavar="S", help="Ask the same questions each time.")] = None,
    as_json: Annotated[bool, Option("--json", help="The questions with their answers, without asking.")] = False,
) -> None:
    """Practise rulings: rounds in which something goes wrong.

    Answers are a, b, c or d, typed or from a pipe; q leaves. Your answers are saved in your state directory, and a
    wrong one is asked again until it is right twice in a row. With --seed nothing is saved.
    """
    if not 1 <= rounds <= _MOST:
        raise Complaint(f"--rounds {rounds}: ask 1 to {_MOST:,} questions")
    if game:
        game_of(game)
    chosen = secrets.randbits(53) if seed is None else seed
    source = random.Random(chosen)  # noqa: S311
    games = (game,) if game else (*playable(), *poker_games())
    keeps = seed is None and not as_json
    learned = progress.load() if keeps else progress.Progress()

    def asked() -> Iterator[Question]:
        last = ("", "")
        for _ in range(rounds):
            about, what = learned.next_up(source, games, last) if keeps else (source.choice(games), "")
            next_question = question(source, about, what)
            last = next_question.game, next_question.report.what
            yield next_question

    if as_json:
        document({"seed": chosen, "questions": [_as_data(posed) for posed in asked()]})
        return
    _Session(rounds, learned, games, keeps=keeps).run(asked())


class _Session:
    """One sitting: the score, and the clauses to read again."""

    def __init__(self, rounds: int, learned: Progress, games: tuple[str, ...], *, keeps: bool) -> None:
        self._rounds = rounds
        self._learned = learned
        self._games = games
        self._keeps = keeps
        self._answered = 0
        self._right = 0
        self._again: dict[tuple[str, str], None] = {}

    def run(self, questions: Any) -> None:
        keyboard = Keyboard()
        say(f"{self._rounds} question{'s' * (self._rounds != 1)}. Answer with a letter, or q to leave.")
        try:
            for question in questions:
                self._put(keyboard, question)
        except (Leaving, KeyboardInterrupt):
            say()
        self._score()

    def _put(self, keyboard: Keyboard, question: Question) -> None:
        number = self._answered + 1
        tell("drill_question.txt", question=question, number=number, rounds=self._rounds, letters=_LETTERS)
        chosen = _letter(keyboard, _LETTERS[: len(question.choices)])
        self._answered = number
        self._note(question, chosen == question.right)
        if chosen == question.right:
            self._right += 1
        else:
            self._again |= dict.fromkeys((question.game, number) for number in question.clauses)
        tell("drill_answer.txt", question=question, chosen=chosen, letters=_LETTERS)
        say_clauses(book_of(question.game), question.clauses, 4)

    def _note(self, question: Question, right: bool) -> None:
        """Save the answer immediately: closing the terminal loses nothing."""
        self._learned.note(question, right)
        if self._keeps and not save(self._learned):
            self._keeps = False
            say("Your progress cannot be saved: the state directory is not writable.")

    def _score(self) -> None:
        """The result of this sitting and of all visits, what is weak, and the clauses to read again."""
        totals, weak = (self._learned.totals, self._learned.weak(self._games)[:5]) if self._keeps else ((0, 0), [])
        shown: dict[str, Any] = {"answered": self._answered, "right": self._right, "totals": totals, "weak": weak}
        tell("drill_score.txt", **shown, again=[(book_of(game), number) for game, number in self._again])


def _letter(keyboard: Keyboard, letters: str) -> int:
    while True:
        answer = keyboard.ask("Your ruling? ").lower().rstrip(".)")
        if answer in ("q", "quit"):
            raise Leaving
        if len(answer) == 1 and answer in letters:
            return letters.index(answer)
        say(f"Say {typed.either(letters)}, or q to leave.")


def _as_data(question: Question) -> dict[str, Any]:
    book, scene = book_of(question.game), question.scene
    table = {name: said for name, said in scene.about_table.items() if name in ("acted", "deal", "device")}
    return {
        **facts(question, "game kind", moment=scene.moment, **table, report=scene.grammar.write(question.report)),
        **facts(question, "ruling situation happened asks", choices=dict(zip(_LETTERS, question.choices, strict=False))),
        "answer": _LETTERS[question.right],
        "explanation": [{"sentence": sentence, "clauses": clauses} for sentence, clauses in question.explanation],
        "clauses": {number: book.clause(number).line for number in question.clauses},
    }
