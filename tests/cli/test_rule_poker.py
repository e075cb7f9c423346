"""`croupier rule` and `croupier drill` in the poker room."""

from __future__ import annotations

import pytest

from cli.program import Run, at_a_terminal
from croupier.books import book_of, poker_games, poker_rules_of
from croupier.poker.lines import read_line

GAME = "crown-holdem"
THREE = ("--what", "wrong-count", "--player", "2", "--count", "3")


def test_a_question_is_put_to_whom_it_belongs(run: Run) -> None:
    done = run("rule", GAME, *THREE)
    assert done.status == 0
    assert "The button is at seat 6, and seats 1 and 2 have posted the blinds." in done.out
    assert "Nobody has acted in the first betting round, and it is the turn of seat 3." in done.out
    assert "The hand of seat 2 turns out to have three cards." in done.out
    assert "The Dealer or above must rule: " in done.out
    assert "1. correct: the surplus goes back on top of the deck  (9.1.1(e))" in done.out
    assert "2. misdeal: it cannot be put right: a new deal" in done.out
    assert book_of(GAME).clause("9.1.1(e)").line in done.out


def test_substantial_action_decides(run: Run) -> None:
    before = run("rule", GAME, *THREE, "--acted", "1", "--json").json
    after = run("rule", GAME, *THREE, "--acted", "2", "--json").json
    assert before["question"]["rank"] == "Dealer"
    assert after["question"] is None
    assert after["in_short"] == "The hand of seat 2 is void and its wagers are returned."
    assert set(after["clauses"]) == {"9.1.1(f)"}


def test_somebody_who_does_not_sit_at_the_table(run: Run) -> None:
    """13.1 and 13.8 are of any person, of an onlooker too."""
    influence = ("rule", GAME, "--what", "influence")
    found = run(*influence, "--person", "bystander", "--json").json
    assert found["report"] == "report influence person bystander"
    assert "Somebody influences another's play (bystander)." in run(*influence, "--person", "bystander").out
    assert run(*influence).complains("--player or --person")
    assert "exclude: " in run("rule", GAME, "--what", "device", "--person", "bystander").out


def test_the_document(run: Run) -> None:
    found = run("rule", GAME, *THREE, "--live", "--seats", "4", "--flop-chase", "--json").json
    assert found["report"] == "report wrong-count player 2 count 3"
    assert (found["moment"], found["acted"], found["seats"], found["deal"]) == ("first", 0, 4, "live")
    assert found["flop_chase"] is True
    assert found["happened"] == "The hand of seat 2 turns out to have three cards."
    assert found["tell"] == []
    correct, misdeal = found["question"]["options"]
    assert (correct["name"], misdeal["name"]) == ("correct", "misdeal")
    assert misdeal["in_short"].startswith("A misdeal: the blinds stay up and other wagers are returned")
    assert found["ruling"] is None


def test_a_ruling_given_by_somebody(run: Run) -> None:
    fraud = ("rule", GAME, "--what", "fraud", "--when", "river", "--option", "invalidate")
    found = run(*fraud, "--json").json
    assert found["ruling"]["in_short"].startswith("A misdeal: all wagers are returned")
    assert "13.6" in found["clauses"]
    assert run(*fraud, "--rank", "TG Area Manager").status == 0
    assert run(*fraud, "--rank", "Dealer").complains("takes the TG Higher Duties Dealer or above")
    assert run("rule", GAME, "--what", "fraud", "--option", "shrug").complains("invalidate, stands")
    assert run("rule", GAME, *THREE, "--acted", "2", "--option", "correct").complains("nothing is left to a ruling")


def test_what_the_book_does_not_call_irregular(run: Run) -> None:
    done = run("rule", GAME, "--what", "wrong-count", "--player", "2", "--count", "2")
    assert done.status == 0
    assert "Nothing follows: 2 cards is the right number.  (9.1.1(f))" in done.out
    assert "nobody discards in this game" in run("rule", GAME, "--what", "missed-discard", "--player", "2").out


def test_cards_that_are_named_lie_there(run: Run) -> None:
    early = run("rule", GAME, "--what", "flop-early", "--cards", "As Kd 2c").out
    assert "The dealer turns the flop up too early: A♠ K♦ 2♣." in early
    assert "A♠ K♦ 2♣ go into the deck, to be shuffled and cut.  (9.10)" in early
    exposed = ("rule", GAME, "--what", "exposed-card", "--player", "4", "--cards", "9c")
    for deal in ((), ("--live",)):
        assert "Seat 4's 9♣ becomes the first burn card" in run(*exposed, *deal, "--json").json["in_short"]


def test_wagers_on_the_flop_stand_again(run: Run) -> None:
    lost = ("rule", "crown-pineapple", "--what", "missed-discard", "--player", "3", "--json")
    assert "9.16" not in run(*lost).json["clauses"]
    assert "9.16" in run(*lost, "--flop-chase").json["clauses"]


def test_the_usual_moment_is_one_at_which_something_follows(run: Run) -> None:
    for game, moment in (("crown-pineapple", "flop"), ("crown-crazy-pineapple", "turn")):
        found = run("rule", game, "--what", "missed-discard", "--player", "3", "--json").json
        assert found["moment"] == moment
        assert found["refused"] is None
        assert "9.15.1" in found["clauses"]


@pytest.mark.parametrize("game", poker_games())
def test_the_list(run: Run, game: str) -> None:
    done = run("rule", game, "--list")
    found = run("rule", game, "--list", "--json").json["irregularities"]
    assert [each["what"] for each in found] == sorted(poker_rules_of(game).irregularities)
    assert all(("discard" in each["when"]) <= bool(poker_rules_of(game).discard) for each in found)
    assert all(each["what"] in done.out and each["says"] in done.out for each in found)


@pytest.mark.parametrize("whenever", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", ["crown-crazy-pineapple-hi-lo", "crown-omaha"])
def test_everything_on_the_list_can_be_asked(run: Run, game: str, whenever: bool) -> None:
    """At one moment each, or at every moment that it can come up."""
    facts = {"player": "3", "person": "p3", "players": "2,3", "count": "3", "cards": "As", "amount": "5"}
    for number, each in enumerate(run("rule", game, "--list", "--json").json["irregularities"]):
        flags = [part for fact in each["asks"] for part in (f"--{fact}", facts[fact])]
        for moment in each["when"] if whenever else [each["when"][number % len(each["when"])]]:
            done = run("rule", game, "--what", each["what"], *flags, "--when", moment, "--json")
            assert done.status == 0 or done.complains(), (each, moment, done.err)


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ((), ("say --what", "--list")),
        (("--what", "fire"), ("no irregularity of crown-holdem 'fire'", "wrong-count")),
        (("--what", "wrong-count"), ("say --player and --count",)),
        (("--what", "wrong-count", "--player", "9", "--count", "3"), ("seats 1 to 6",)),
        ((*THREE, "--when", "lunch"), ("'lunch'", "--when first, flop")),
        ((*THREE, "--seats", "1"), ("2 to 11 players",)),
        ((*THREE, "--acted", "-1"), ("--acted -1",)),
        ((*THREE, "--acted", "9"), ("only 6 players can act",)),
        ((*THREE, "--when", "showdown", "--acted", "1"), ("nobody acts",)),
        ((*THREE, "--box", "2"), ("--box", "only against the house")),
        (("--what", "out-of-order", "--players", "two"), ("--players two", "such as 2,3")),
        (("--what", "flop-early", "--cards", "As As 2c"), ("As appears twice",)),
        (("--what", "flop-early", "--cards", "9z"), ("'9z' is not a card",)),
        (("--what", "flop-early", "--cards", "??"), ("say its face",)),
    ],
)
def test_bad_input_is_one_clear_line(run: Run, flags: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert run("rule", GAME, *flags).complains(*words)


def test_flags_of_the_poker_room_are_for_the_poker_room(run: Run) -> None:
    house = ("rule", "crown-caribbean-stud", "--what", "disruption")
    assert run(*house).status == 0
    for flags in (("--live",), ("--acted", "2"), ("--players", "1,2"), ("--flop-chase",)):
        assert run(*house, *flags).complains("only in the poker room")


def test_chosen_step_by_step_at_a_terminal() -> None:
    names = sorted(poker_rules_of(GAME).irregularities)
    number = names.index("wrong-count") + 1
    shown = at_a_terminal("rule", GAME, said=f"{number}\n2\nthree\n3\n1\n")
    assert f"{number}  a hand has the wrong number of cards" in shown
    assert "'three' is no answer to that, or q to leave." in shown
    assert "1  in the first betting round" in shown
    assert "The hand of seat 2 turns out to have three cards." in shown


# Drill


def test_right_answers_from_a_pipe_are_scored(run: Run) -> None:
    asked = ("drill", GAME, "--rounds", "6", "--seed", "11")
    questions = run(*asked, "--json").json["questions"]
    done = run(*asked, said="".join(f"{each['answer']}\n" for each in questions))
    assert done.status == 0
    assert "6 of 6 right." in done.out
    assert "Read again:" not in done.out
    assert all(each["happened"] in done.out for each in questions)


def test_a_wrong_answer_is_put_right_with_its_clauses(run: Run) -> None:
    asked = ("drill", "crown-omaha", "--rounds", "3", "--seed", "2")
    questions = run(*asked, "--json").json["questions"]
    wrong = ["a" if each["answer"] != "a" else "b" for each in questions]
    done = run(*asked, said="".join(f"{letter}\n" for letter in wrong))
    assert "0 of 3 right." in done.out
    for each in questions:
        assert f"No. It is {each['answer']}: {each['choices'][each['answer']]}" in done.out
        for number, line in each["clauses"].items():
            assert f"crown-poker {number}  {line}" in done.out


@pytest.mark.parametrize("game", poker_games())
def test_questions_as_a_document(run: Run, game: str) -> None:
    for each in run("drill", game, "--rounds", "8", "--seed", "4", "--json").json["questions"]:
        assert each["game"] == game
        assert each["deal"] in ("live", "house")
        assert each["clauses"]
        assert type(read_line(each["report"])).__name__ == "Report"
        assert each["answer"] in each["choices"]


def test_more_cards_than_a_deck_has_cannot_be_dealt(run: Run) -> None:
    done = run("rule", GAME, "--what", "wrong-count", "--player", "2", "--count", "51")
    assert done.complains("a deck has no")


def test_what_happened_names_who_acted_and_has_the_note(run: Run) -> None:
    passed = ("--what", "passed-over", "--player", "3", "--players", "4", "--when", "first", "--note", "a remark")
    assert "Seat 3 was passed over, and seat 4 acted (a remark)." in run("rule", GAME, *passed).out
