"""`croupier drill`."""

from __future__ import annotations

import re
from random import Random

import pytest

from cli.program import Run, Shell
from croupier.books import book_of, poker_games
from croupier.training.drills import question
from croupier.training.house_scenes import playable
from croupier.training.progress import LEARNED, Progress, load, save, state_file

FACE = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


def answers(run: Run, *flags: str) -> list[str]:
    return [each["answer"] for each in run("drill", *flags, "--json").json["questions"]]


def test_right_answers_from_a_pipe_are_scored(run: Run) -> None:
    flags = ("crown-caribbean-stud", "--rounds", "4", "--seed", "7")
    done = run("drill", *flags, said="\n".join(answers(run, *flags)) + "\n")
    assert done.status == 0
    assert done.out.count("Right.") == 4
    assert done.out.rstrip().endswith("4 of 4 right.")
    assert "Read again" not in done.out


def test_a_wrong_answer_is_explained_and_its_clauses_are_to_be_read_again(run: Run) -> None:
    flags = ("star-caribbean-stud", "--rounds", "1", "--seed", "3")
    each = run("drill", *flags, "--json").json["questions"][0]
    wrong = next(letter for letter in each["choices"] if letter != each["answer"])
    done = run("drill", *flags, said=f"{wrong}\n")
    assert f"No. It is {each['answer']}: {each['choices'][each['answer']]}" in done.out
    assert "0 of 1 right." in done.out
    again = done.out.split("Read again:")[1]
    for number in each["clauses"]:
        assert f"star-caribbean-stud {number}  {book_of('star-caribbean-stud').clause(number).line}" in again


def test_the_questions_as_one_document(run: Run) -> None:
    found = run("drill", "nz-caribbean-stud", "--rounds", "8", "--seed", "1", "--json")
    assert found.status == 0
    questions = found.json["questions"]
    assert len(questions) == 8
    for each in questions:
        assert each["game"] == "nz-caribbean-stud"
        assert each["answer"] in each["choices"]
        assert 3 <= len(each["choices"]) <= 4
        assert len(set(each["choices"].values())) == len(each["choices"])
        assert each["report"].startswith("report ")
        assert each["situation"]
        assert each["clauses"]


def test_the_answer_agrees_with_croupier_rule(run: Run) -> None:
    """The same situation, put to the other command."""
    asked = run("drill", "crown-caribbean-stud", "--rounds", "90", "--seed", "2", "--json").json["questions"]
    checked = 0
    for each in asked:
        if each["kind"] != "what follows" or "deck-count" not in each["report"]:
            continue
        count = each["report"].split()[-1]
        flags = ("--what", "deck-count", "--count", count, "--when", each["moment"], "--device", each["device"])
        ruled = run("rule", "crown-caribbean-stud", *flags, "--json").json
        assert ruled["in_short"] == each["choices"][each["answer"]]
        checked += 1
    assert checked


def test_without_a_book_all_of_them_are_mixed(run: Run) -> None:
    asked = run("drill", "--rounds", "90", "--seed", "4", "--json").json["questions"]
    assert {each["game"] for each in asked} == {*playable(), *poker_games()}


def test_seeds_repeat_and_differ(run: Run) -> None:
    flags = ("drill", "--rounds", "3", "--json")
    assert run(*flags, "--seed", "1").out == run(*flags, "--seed", "1").out
    assert run(*flags, "--seed", "1").out != run(*flags, "--seed", "2").out


def test_strange_answers_are_asked_again(run: Run) -> None:
    done = run("drill", "crown-caribbean-stud", "--rounds", "1", "--seed", "5", said="\nx\nab\nA\n")
    assert done.out.count("or q to leave.\n") == 4
    assert "of 1 right." in done.out


@pytest.mark.parametrize(("said", "words"), [("", "You answered no questions."), ("q\n", "You answered no questions.")])
def test_leaving_at_once_is_polite(run: Run, said: str, words: str) -> None:
    done = run("drill", "crown-caribbean-stud", said=said)
    assert done.status == 0
    assert not done.err
    assert words in done.out


def test_leaving_halfway_gives_the_score_so_far(run: Run) -> None:
    done = run("drill", "crown-caribbean-stud", "--rounds", "5", "--seed", "7", said="a\nb\n")
    assert done.status == 0
    assert "of 2 right." in done.out


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("--rounds", "0"), ("--rounds 0", "1 to 1,000")),
        (("--rounds", "many"), ("--rounds",)),
        (("crown-roulette",), ("there is no game 'crown-roulette'",)),
    ],
)
def test_bad_input_is_one_clear_line(run: Run, flags: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert run("drill", *flags).complains(*words)


def test_the_real_program_over_a_pipe(shell: Shell) -> None:
    done = shell("drill", "venezia-caribbean-poker", "--rounds", "2", "--seed", "1", said="a\na\n")
    assert done.status == 0
    assert "Question 2 of 2" in done.out
    assert "of 2 right." in done.out


def test_progress_is_kept_and_what_went_wrong_is_asked_again(run: Run) -> None:
    asked = Random(1)
    posed = question(asked, "nz-caribbean-stud")
    learned = Progress()
    learned.note(posed, right=False)
    learned.note(question(asked, "star-caribbean-stud", "miscount"), right=True)
    assert save(learned)
    kept = load()
    assert kept.totals == (2, 1)
    weak = kept.weak(("nz-caribbean-stud",))
    assert [(each.game, each.what) for each in weak] == [("nz-caribbean-stud", posed.report.what)]
    assert kept.weak(("star-caribbean-stud",)) == []
    chosen = [kept.next_up(asked, ("nz-caribbean-stud", "star-caribbean-stud")) for _ in range(60)]
    assert 10 < chosen.count(("nz-caribbean-stud", posed.report.what)) < 50
    last = ("nz-caribbean-stud", posed.report.what)
    assert all(kept.next_up(asked, ("nz-caribbean-stud",), last)[1] == "" for _ in range(20))
    assert question(asked, "nz-caribbean-stud", posed.report.what).report.what == posed.report.what
    for _ in range(LEARNED):
        assert kept.weak(("nz-caribbean-stud",))
        kept.note(posed, right=True)
    assert not kept.weak(("nz-caribbean-stud",))


def test_a_drill_tells_of_all_visits(run: Run) -> None:
    for visit in (1, 2):
        out = run("drill", "nz", "--rounds", "2", said="a\na\n").out
        assert f"of {2 * visit} right (" in out.split("All visits: ")[1]
    assert "In all visits" not in run("drill", "nz", "--rounds", "2", "--seed", "1", said="a\na\n").out
    assert load().totals[0] == 4


def test_progress_that_cannot_be_read_or_kept_stops_nobody(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    state_file().parent.mkdir(parents=True)
    state_file().write_text("no json")
    assert load().records == []
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/nowhere")
    done = run("drill", "nz", "--rounds", "2", said="a\na\n")
    assert done.status == 0
    assert done.out.count("cannot be saved") == 1


def test_no_question_gives_itself_away() -> None:
    """A ruling by someone is never the only one of its kind, and the name of a ruling is not the whole answer."""
    asked = Random(7)
    posed = [question(asked, game) for game in playable() for _ in range(8)]
    posed += [question(asked, game) for game in poker_games()[:3] for _ in range(6)]
    for each in posed:
        if each.kind == "what follows" and " must rule: " in each.answer:
            assert sum(" must rule: " in choice for choice in each.choices) > 1
        assert not any(choice.startswith("Nobody: ") for choice in each.choices)
        assert len(set(each.choices)) == len(each.choices)


def test_cards_of_the_scene_do_not_stand_in_the_right_answer_alone() -> None:
    """Where what goes wrong shows cards, and what follows names them, a wrong answer names them too."""
    chance, named = Random(3), 0
    for what in ("many-cards-opened", "two-cards-opened", "flop-early", "turn-early", "river-early", "card-dropped") * 3:
        each = question(chance, "crown-holdem", what)
        right = {face for face in FACE.findall(each.choices[each.right]) if face in each.happened}
        others = [text for place, text in enumerate(each.choices) if place != each.right]
        named += bool(right)
        assert all(any(face in text for text in others) for face in right), each
    assert named > 6


def test_the_right_answer_says_who_is_told_and_so_do_the_others() -> None:
    asked = Random(5)
    posed = [question(asked, "crown-caribbean-stud", "miscount") for _ in range(30)]
    told = [each for each in posed if "notified: " in each.answer]
    assert told
    for each in told:
        assert all("notified: " in choice for choice in each.choices)
