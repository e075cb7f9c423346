"""`croupier drill`."""

from __future__ import annotations

import pytest

from cli.program import Run, Shell
from croupier.books import book_of
from croupier.training.house_drills import playable
from croupier.training.poker_drills import poker_games


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
    asked = run("drill", "crown-caribbean-stud", "--rounds", "40", "--seed", "2", "--json").json["questions"]
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
    asked = run("drill", "--rounds", "60", "--seed", "4", "--json").json["questions"]
    assert {each["game"] for each in asked} == {*playable(), *poker_games()}


def test_seeds_repeat_and_differ(run: Run) -> None:
    flags = ("drill", "--rounds", "3", "--json")
    assert run(*flags, "--seed", "1").out == run(*flags, "--seed", "1").out
    assert run(*flags, "--seed", "1").out != run(*flags, "--seed", "2").out


def test_strange_answers_are_asked_again(run: Run) -> None:
    done = run("drill", "crown-caribbean-stud", "--rounds", "1", "--seed", "5", said="\nx\nab\nA\n")
    assert done.out.count("q leaves.") == 4
    assert "of 1 right." in done.out


@pytest.mark.parametrize(("said", "words"), [("", "No question was answered."), ("q\n", "No question was answered.")])
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
        (("--rounds", "0"), ("0 questions are none", "--rounds 1 or more")),
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
