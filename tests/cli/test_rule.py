"""`croupier rule`."""

from __future__ import annotations

import pytest

from cli.program import Run, at_a_terminal
from croupier.books import book_of, rules_of
from croupier.training.house_scenes import playable

MISCOUNT = ("--what", "miscount", "--box", "2", "--count", "6")


def test_a_question_is_put_to_whom_it_belongs(run: Run) -> None:
    done = run("rule", "crown-caribbean-stud", *MISCOUNT, "--when", "deciding")
    assert done.status == 0
    assert "Box 2 turns out to have six cards." in done.out
    assert "Tell TG Higher Duties Dealer and TG Area Manager at once: box 2 has 6 cards.  (11.5)" in done.out
    assert "The TG Area Manager or above must rule: " in done.out
    assert "1. 52 cards: " in done.out
    assert "Boxes 1, 3 may take back the wagers.  (11.5.2)" in done.out
    assert "2. discrepancy: " in done.out
    assert "Round 1 is void, and antes are returned: " in done.out
    assert book_of("crown-caribbean-stud").clause("11.5.2").line in done.out


def test_the_moment_decides(run: Run) -> None:
    before = run("rule", "crown-caribbean-stud", *MISCOUNT, "--when", "dealt", "--json").json
    after = run("rule", "crown-caribbean-stud", *MISCOUNT, "--when", "settling", "--json").json
    assert before["question"]["rank"] == "TG Higher Duties Dealer"
    assert before["question"]["options"][0]["in_short"] == "The round is void and all wagers are returned."
    assert before["tell"] == ["TG Higher Duties Dealer"]
    assert "11.4" in before["clauses"]
    assert after["question"]["rank"] == "TG Area Manager"


def test_the_document(run: Run) -> None:
    found = run("rule", "crown-caribbean-stud", *MISCOUNT, "--json").json
    assert found["report"] == "report miscount box 2 count 6"
    assert found["moment"] == "deciding"
    assert found["tell"] == ["TG Higher Duties Dealer", "TG Area Manager"]
    asked = found["question"]
    assert asked["may_rule"][0] == "TG Area Manager"
    assert "TG Higher Duties Dealer" not in asked["may_rule"]
    assert [option["name"] for option in asked["options"]] == ["52 cards", "discrepancy"]
    counted, wrong = asked["options"]
    assert counted["clauses"] == ["11.5.2"]
    assert wrong["in_short"] == "The round is void and all wagers are returned."
    assert [each["clauses"] for each in wrong["follows"]] == [["11.5.1"]]
    assert set(found["clauses"]) >= {"11.5", "11.5.1", "11.5.2"}
    assert found["ruling"] is None


def test_a_ruling_given_by_somebody(run: Run) -> None:
    ruled = ("rule", "crown-caribbean-stud", *MISCOUNT, "--option", "discrepancy")
    assert run(*ruled, "--json").json["ruling"]["in_short"] == "The round is void and all wagers are returned."
    assert run(*ruled, "--rank", "TG Assistant Casino Manager").status == 0
    assert run(*ruled, "--rank", "TG Higher Duties Dealer").complains("takes the TG Area Manager or above", "1.2")
    assert run(*ruled, "--rank", "Janitor").complains("'Janitor' is not a role in this book")
    assert run(*ruled[:-2], "--rank", "TG Area Manager").complains("--rank", "--option")
    assert run("rule", "crown-caribbean-stud", *MISCOUNT, "--option", "shrug").complains("52 cards, discrepancy")
    assert run(*ruled, "--when", "dealt").complains("misdeal, no error")
    unruled = ("rule", "nz-caribbean-stud", *MISCOUNT, "--when", "dealt", "--option", "discrepancy")
    assert run(*unruled).complains("nothing is left to a ruling")


def test_what_the_book_does_not_call_irregular(run: Run) -> None:
    done = run("rule", "nz-caribbean-stud", "--what", "miscount", "--box", "2", "--count", "5")
    assert done.status == 0
    assert "Nothing follows: 5 cards is the right number.  (12.2)" in done.out
    found = run("rule", "nz-caribbean-stud", "--what", "miscount", "--box", "2", "--count", "5", "--json").json
    assert found["refused"]["clauses"] == ["12.2"]


def test_the_players_who_have_decided_and_the_second_time(run: Run) -> None:
    wrong = ("rule", "crown-caribbean-stud", "--what", "wrong-bet", "--box", "2", "--amount", "15")
    assert "is void" in run(*wrong, "--json").json["in_short"]
    assert "forfeits" in run(*wrong, "--again", "--json").json["in_short"]
    done = run(*wrong, "--folds", "1", "--seats", "4", "--json")
    assert "Box 1 has folded; box 2 has yet to decide" in " ".join(done.json["situation"])


def test_cards_that_somebody_names(run: Run) -> None:
    taken = ("rule", "crown-caribbean-stud", "--what", "cards-taken", "--box", "2", "--cards", "As Ks Qs 9d 2c")
    others = ("--folds", "1", "--held", "As Ks Qs 9d 3c")
    assert "gets its cards back" in run(*taken, "--folds", "1", "--json").json["in_short"]
    assert "is void" in run(*taken, *others, "--json").json["in_short"]


def test_a_note_is_just_a_note(run: Run) -> None:
    disputed = ("rule", "crown-caribbean-stud", "--what", "dispute", "--player", "2")
    found = run(*disputed, "--note", "box 3 count 4", "--json").json
    assert found["report"] == "report dispute player 2 note box 3 count 4"
    assert "box 3 count 4" in found["question"]["asks"]


def test_somebody_who_does_not_sit_at_the_table(run: Run) -> None:
    influence = ("rule", "crown-caribbean-stud", "--what", "influence")
    assert run(*influence).complains("say --player or --person")
    seated, standing = run(*influence, "--player", "2", "--json").json, run(*influence, "--person", "q1", "--json").json
    assert seated["report"] == "report influence player 2"
    assert standing["report"] == "report influence person q1"
    assert "seat 2" in seated["happened"]
    assert "q1" in standing["happened"]
    assert seated["clauses"] == standing["clauses"]


def test_cards_named_for_a_box_without_a_hand(run: Run) -> None:
    done = run("rule", "crown-caribbean-stud", "--what", "cards-taken", "--box", "6", "--cards", "As Ks")
    assert done.status == 0
    assert "Nothing follows" in done.out


def test_further_boxes_of_a_player(run: Run) -> None:
    seen = ("rule", "crown-caribbean-stud", "--what", "viewed", "--player", "2", "--boxes", "2,4")
    found = run(*seen, "--json").json
    assert "Seat 2 has further antes on box 4" in found["situation"][0]
    assert "the hand of box 4 is void" in found["question"]["options"][0]["in_short"].lower()
    assert run("rule", "venezia-caribbean-poker", "--what", "viewed", "--player", "2").status == 0


def test_a_changed_card(run: Run) -> None:
    found = run("rule", "venezia-caribbean-poker", "--what", "picked-up-discard", "--box", "1", "--changes", "1", "--json")
    assert "the hand of box 1 is void" in found.json["in_short"].lower()


@pytest.mark.parametrize("game", playable())
def test_the_list(run: Run, game: str) -> None:
    done = run("rule", game, "--list")
    found = run("rule", game, "--list", "--json").json
    assert found["game"] == game
    assert [each["what"] for each in found["irregularities"]] == sorted(rules_of(game).irregularities)
    assert all(each["when"] for each in found["irregularities"])
    assert all(each["what"] in done.out and each["says"] in done.out for each in found["irregularities"])


@pytest.mark.parametrize("whenever", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", playable())
def test_everything_on_the_list_can_be_asked(run: Run, game: str, whenever: bool) -> None:
    """At one moment each, or at every moment that it can come up."""
    facts = {"box": "2", "boxes": "4", "player": "2", "count": "3", "cards": "As Ks", "amount": "5"}
    facts["person"] = "an onlooker"
    for number, each in enumerate(run("rule", game, "--list", "--json").json["irregularities"]):
        flags = [part for fact in each["asks"] for part in (f"--{fact}", facts[fact])]
        for moment in each["when"] if whenever else [each["when"][number % len(each["when"])]]:
            done = run("rule", game, "--what", each["what"], *flags, "--when", moment, "--json")
            assert done.status == 0 or done.complains(), (each, moment, done.err)


@pytest.mark.parametrize(
    ("game", "flags", "words"),
    [
        ("crown-caribbean-stud", (), ("say --what", "--list")),
        ("crown-caribbean-stud", ("--what", "fire"), ("no irregularity of crown-caribbean-stud 'fire'", "miscount")),
        ("crown-caribbean-stud", ("--what", "miscount"), ("say --box and --count",)),
        ("crown-caribbean-stud", ("--what", "miscount", "--box", "two", "--count", "6"), ("--box two", "'dealer'")),
        ("crown-caribbean-stud", ("--what", "miscount", "--box", "12", "--count", "6"), ("say which box",)),
        ("crown-caribbean-stud", (*MISCOUNT, "--when", "lunch"), ("'lunch'", "--when dealing, dealt, deciding")),
        ("crown-caribbean-stud", ("--what", "absent", "--box", "2", "--when", "settling"), ("--when",)),
        ("crown-caribbean-stud", (*MISCOUNT, "--seats", "10"), ("places 1 to 9",)),
        ("crown-caribbean-stud", (*MISCOUNT, "--seats", "0"), ("places 1 to 9",)),
        ("crown-caribbean-stud", (*MISCOUNT, "--ante", "0"), ("the ante must be above zero",)),
        ("crown-caribbean-stud", (*MISCOUNT, "--device", "hat"), ("'hat'", "--device shoe")),
        ("crown-caribbean-stud", (*MISCOUNT, "--folds", "one"), ("--folds one",)),
        ("crown-caribbean-stud", (*MISCOUNT, "--changes", "1"), ("has no rule for changing a card",)),
        ("venezia-caribbean-poker", (*MISCOUNT, "--bets", "2"), ("box 1 decides first",)),
        ("crown-roulette", (), ("there is no game 'crown-roulette'",)),
    ],
)
def test_bad_input_is_one_clear_line(run: Run, game: str, flags: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert run("rule", game, *flags).complains(*words)


def test_chosen_step_by_step_at_a_terminal() -> None:
    names = sorted(rules_of("nz-caribbean-stud").irregularities)
    number = names.index("miscount") + 1
    shown = at_a_terminal("rule", "nz-caribbean-stud", said=f"99\n{number}\n2\nsix\n6\n3\n")
    assert f"{number}  a hand with a wrong number of cards" in shown
    assert f"Say a number from 1 to {len(names)}, or q to leave." in shown
    assert "'six' is no answer to that, or q to leave." in shown
    assert "Box 2 turns out to have six cards." in shown
    assert "is void, and antes are returned" in shown


def test_leaving_the_menu_is_polite() -> None:
    assert at_a_terminal("rule", "nz-caribbean-stud", said="q\n").endswith("Nothing was asked.\n")
    assert at_a_terminal("rule", "nz-caribbean-stud", said="\x04").endswith("Nothing was asked.\n")


@pytest.mark.parametrize("game", ["star-caribbean-stud", "venezia-caribbean-poker", "nz-caribbean-stud"])
def test_a_jackpot_wager_that_was_not_taken_in_goes_back(run: Run, game: str) -> None:
    found = run("rule", game, "--what", "not-accepted", "--box", "2", "--json").json
    assert f"a jackpot wager of {rules_of(game).currency.of(1_00)}" in found["situation"][0]
    assert found["refused"] is None
    assert "The jackpot wager of box 2 is returned" in found["follows"][0]["sentence"]


def test_a_refusal_is_in_the_currency_of_the_book(run: Run) -> None:
    wrong = ("rule", "venezia-caribbean-poker", "--what", "wrong-bet", "--box", "1", "--player", "1", "--amount", "20")
    assert run(*wrong).complains("€20.00 is what is on record")
