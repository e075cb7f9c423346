"""`croupier play`: whole sessions, spoken through a pipe."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.program import Run, Shell, by
from croupier.books import GAMES, game_of, rules_of
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import Card, parse_cards
from croupier.stud.commands import PlaceAnte
from croupier.tables.house_table import HouseTable, house_table

FACE = re.compile(r"\b(?:[2-9AKQJT]|10)[♣♦♥♠]")
SEED = ("--seed", "7")


def play(run: Run, *lines: str, options: tuple[str, ...] = SEED) -> list[str]:
    """The lines that a session writes when these are typed."""
    done = run("play", *options, said="".join(f"{line}\n" for line in lines))
    assert (done.status, done.err) == (0, "")
    return done.out.splitlines()


def money(text: str) -> int:
    """Cents in a sum such as `+$1,020.00`."""
    return int(text.replace("$", "").replace(",", "").replace(".", ""))


def test_a_round_with_a_bet_is_paid_line_by_line(run: Run) -> None:
    out = play(run, "10", "", "b", "q", options=("--seed", "1"))
    assert "b, f or q? b" not in out
    assert "b or f? b" in out
    assert "Box 1 bets $20.00." in out
    start = next(n for n, line in enumerate(out) if line.startswith("Your wagers on "))
    payments = out[start + 1 : start + 3]
    outcome = r"(wins \d+ to 1|loses|is void and is returned|is a stand-off and is returned): \S+"
    assert [
        re.fullmatch(rf"  {wager} {outcome}", line) is not None for wager, line in zip(("ante", "bet"), payments, strict=True)
    ] == [True, True]
    net, chips = re.fullmatch(r"  net (\S+), chips (\S+)", out[start + 3]).groups()  # type: ignore[union-attr]
    assert money(net) == sum(money(line.split(": ")[1].split("  ")[0]) for line in payments)
    assert money(chips) == 1000_00 + money(net)
    assert out[-1].startswith(f"Goodbye. You leave with {chips}, ")


def test_a_fold_loses_the_ante(run: Run) -> None:
    out = play(run, "25", "", "f", "q")
    assert "  folded and lost: -$25.00" in out
    assert "  net -$25.00, chips $975.00" in out
    assert out[-1] == "Goodbye. You leave with $975.00, $25.00 less than you brought."


def test_what_may_be_done_is_said_and_why_on_demand(run: Run) -> None:
    out = play(run, "10", "", "w", "f", "w", "q")
    assert "  sum  place an ante of $10.00 to $500.00" in out
    assert "  u    take back the ante, until the first card is dealt" in out
    assert "  b    bet $20.00, twice the ante" in out
    assert "  f    fold and lose the ante" in out
    first, second = (n for n, line in enumerate(out) if line.endswith((": w", "? w")))
    explained = {line.split()[0] for line in out[first + 1 :] if re.match(r"  [\d.()a-z]+  +\S", line)}
    assert set(by("bet_placed").strip("()").split(", ")) <= explained
    settled = {line.split()[0] for line in out[second + 1 :] if re.match(r"  [\d.()a-z]+  +\S", line)}
    assert "5.7.2(a)" in settled
    assert "7.5.3" not in settled  # how to bet was behind the question before, not behind what was said last


def test_no_sentence_has_clause_numbers_but_a_refusal(run: Run) -> None:
    out = play(run, "u", "10", "", "b", "q")
    numbered = [line for line in out if re.search(r"\(\d[\d.()a-z, ]*\)$", line)]
    assert [line.split(":")[0] for line in numbered] == ["Refused"]


def test_the_pay_table(run: Run) -> None:
    out = play(run, "p", "q")
    assert "  A winning ante pays 1 to 1; the dealer qualifies with ace and king." in out
    assert any(re.fullmatch(r"  royal flush +250 to 1", line) for line in out)
    venice = run("play", "venezia", *SEED, said="p\nq\n").out
    assert re.search(r"royal flush +100 to 1 +60 to 1", venice)


def test_a_refused_default_is_not_offered_again(run: Run) -> None:
    out = play(run, "5", "", "f", "", "q", options=SEED)
    assert "Ante [$5.00]: " in out
    assert "Ante [$10.00]: q" in out


def test_a_wild_card_has_a_star(run: Run) -> None:
    shown = "".join(run("play", "crown-wild-aruba", "--seed", str(seed)).out for seed in range(12))
    assert "A card with a star is wild" in shown
    assert re.search(r"\b2[♣♦♥♠]\*", shown)
    assert not re.search(r"\b2[♣♦♥♠](?!\*)", shown)
    assert "*" not in run("play", *SEED).out


def test_a_change_without_a_card_asks_which(run: Run) -> None:
    out = run("play", "venezia", "--seed", "4", said="\n\nx\n\nx\nJs\nf\nq\n").out.splitlines()
    assert out.count("Which one, of J♠ 10♠ K♥ 3♥ 8♦? ") == 1
    assert "Which one, of J♠ 10♠ K♥ 3♥ 8♦? Js" in out
    assert any(line.startswith("Seat 1 exchanges J♠ for ") for line in out)


def test_enter_repeats_the_ante(run: Run) -> None:
    out = play(run, "40", "", "f", "", "", "f")
    assert out.count("Seat 1 antes $40.00 on box 1.") == 2
    assert "Ante [$10.00]: 40" in out
    assert "Ante [$40.00]: " in out


@pytest.mark.parametrize("ante", ["ten", "-10", "10.005", "$", "1e3"])
def test_a_bad_ante_is_explained_and_asked_again(run: Run, ante: str) -> None:
    out = play(run, ante, "10", "", "f")
    said = out.index(f"Ante [$10.00]: {ante}")
    assert "? helps" in out[said + 1]
    assert out[said + 2] == "Ante [$10.00]: 10"
    assert out[-1] == "Goodbye. You leave with $990.00, $10.00 less than you brought."


def test_a_mistyped_ante_is_taken_back(run: Run) -> None:
    out = play(run, "100", "u", "10", "", "f")
    assert "The ante of box 1 is taken back." in out
    assert "Ante [$100.00]: 10" in out
    assert "  net -$10.00, chips $990.00" in out


def test_refusals_name_the_clause_and_change_nothing(run: Run) -> None:
    out = play(run, "u", "5000", "10", "b", "10", "", "b 15", "u", "10", "q", "f")
    refused = [line.removeprefix("Refused: ").split("  (") for line in out if line.startswith("Refused: ")]
    assert [reason for reason, *_ in refused] == [
        "box 1 has no ante",
        "seat 1 has $1,000.00 in chips, not $5,000.00",
        "players bet or fold only once the dealer has called for it",
        "box 1 has an ante of $10.00 already",
        "a bet is exactly twice the ante, here $20.00",
        "once the first card is dealt a wager stays until it is decided",
        "antes must be placed before the first card is dealt",
        "seat 1 has a wager on the table",
    ]
    assert all(re.fullmatch(r"[\d.()a-z, ]+\)", clauses) for _, clauses in refused)
    assert "  net -$10.00, chips $990.00" in out


def test_wagers_outside_the_limits_are_told_of(run: Run) -> None:
    out = play(run, "5", "", "f", "600", "", "f", options=(*SEED, "--chips", "5000"))
    assert any(line.startswith("Seat 1 is advised: the minimum is $10.00") for line in out)
    assert any(line.startswith("Seat 1 is advised: the maximum is $500.00") for line in out)
    assert "  net -$5.00, chips $4,995.00" in out
    assert "  net -$500.00, chips $4,495.00" in out


def test_questions(run: Run) -> None:
    out = play(run, "?", "? 5.5", "?7.2", "? 99", "q")
    assert any(line.startswith("  ? 5.5   our line for a clause") for line in out)
    assert "  5.5  Once dealt a hand, a player with an Ante may stay in by a Bet of exactly two Antes." in out
    assert any(line.startswith("  7.2  ") for line in out)
    assert "crown-caribbean-stud has no clause '99'; sections are 1 to 14" in out
    assert out[-1] == "Goodbye. You leave with $1,000.00, as much as you brought."


def test_leaving_with_an_ante_down_takes_it_back(run: Run) -> None:
    out = play(run, "10", "q")
    assert "The ante of box 1 is taken back." in out
    assert out[-1] == "Goodbye. You leave with $1,000.00, as much as you brought."


def test_leaving_in_a_round_lets_the_house_play_it_out(run: Run) -> None:
    out = play(run, "10", "", "q", "q")
    assert any(line.startswith("Refused: seat 1 has a wager on the table") for line in out)
    assert "The house plays this round for you; then you leave." in out
    assert sum(line.startswith("  net ") for line in out) == 1
    assert out[-1].startswith("Goodbye. You leave with ")


def test_leaving_once_in_a_round_is_forgotten_after_it(run: Run) -> None:
    out = play(run, "10", "", "q", "f", "", "", "f", "q")
    assert sum(line.startswith("  net ") for line in out) == 2


def test_any_line_of_the_table_is_understood_with_the_seat_or_without(run: Run) -> None:
    without = play(run, "ante 20", "take back", "ante 20", "", "bet 40")
    assert "The ante of box 1 is taken back." in without
    assert "Box 1 bets $40.00." in without
    with_it = play(run, "ante 1 20.00", "take back 1", "ante 1 20.00", "", "bet 1")
    assert "Box 1 bets $40.00." in with_it
    assert any("'nonsense' is not understood" in line for line in play(run, "nonsense", "q"))


def test_the_house_s_part_is_not_for_a_player_to_say(run: Run) -> None:
    out = play(run, "10", "no more bets", "", "fold 2", "settle", "f", "q", options=("--seats", "2", *SEED))
    assert sum(line.startswith("Refused: ") for line in out) == 3
    assert "  net -$10.00, chips $990.00" in out


def test_what_others_do_is_told(run: Run) -> None:
    out = play(run, "10", "", "f", "q", options=("--seats", "3", *SEED))
    assert "Seat 3 antes $10.00 on box 3." in out
    assert any(re.fullmatch(r"   2 p2 +\$990\.00  ante \$10\.00", line) for line in out)
    assert any(line.startswith(("Box 2 bets", "Box 2 folds")) for line in out)
    assert any(re.match(r"Dealer: [^?]*; (qualifies|does not qualify)$", line) for line in out)


def test_the_end_of_the_input_in_the_middle_of_a_hand(run: Run) -> None:
    out = play(run, "10", "")
    assert out[-2] == "The round is not over: your $10.00 stays on the table."
    assert out[-1] == "Goodbye. You leave with $990.00, $10.00 less than you brought."


def test_an_empty_answer_decides_nothing(run: Run) -> None:
    out = play(run, "10", "", "", "f")
    assert "Say b or f; ? helps." in out


def test_the_last_chip(run: Run) -> None:
    out = play(run, "10", "", "f", options=(*SEED, "--chips", "10"))
    assert out[-2] == "You have no chips left."
    assert out[-1] == "Goodbye. You leave with $0.00, $10.00 less than you brought."


def test_without_input_the_house_plays_one_round(run: Run) -> None:
    out = play(run, options=("--seats", "3", *SEED))
    assert "No keyboard input: the house plays one round for seat 1." in out
    assert sum(line.startswith("Round ") for line in out) == 1
    assert any(line.startswith("Box 1 ") for line in out)
    assert any(line.startswith("  net ") for line in out)
    assert out[-1].startswith("Goodbye. ")


def test_the_house_does_not_play_beyond_the_chips(run: Run) -> None:
    out = play(run, options=(*SEED, "--chips", "20"))
    assert "Not enough chips for an ante of $10.00 and the bet." in out


def test_house_players_bet_on_what_would_qualify_the_dealer(run: Run) -> None:
    for seed in range(4):
        document = run("play", "--seats", "5", "--seed", str(seed), "--json").json
        rules = rules_of(document["game"])
        shown = [event for event in document["events"] if event["event"] == "hand-shown"]
        assert all(rules.qualifies(rules.value(parse_cards(" ".join(event["cards"])))) for event in shown)


def test_a_visit_is_written_down_as_a_record_that_can_be_audited(run: Run, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.jsonl", "again.jsonl")]
    for file in files:
        out = run("play", "--seats", "3", *SEED, "--record", str(file), said="20\n\nb\n\n\nf\nq\n")
        assert (out.status, out.err) == (0, "")
    one, again = (file.read_text(encoding="utf-8") for file in files)
    assert one == again
    table = HouseTable.load(one.splitlines())
    assert (table.state.round, table.audit().deviation) == (3, None)
    assert run("replay", str(files[0]), "--audit", "--head", table.head).status == 0
    assert {entry.person for entry in table.entries} >= {"p1", "p2", "p3", "house"}


def test_a_record_that_cannot_be_written_is_said_at_once(run: Run, tmp_path: Path) -> None:
    assert run("play", *SEED, "--record", str(tmp_path)).complains("cannot be written")
    assert run("play", *SEED, "--record", str(tmp_path / "no" / "where")).complains("cannot be written")


def test_the_same_seed_deals_the_same_cards(run: Run) -> None:
    one, again = (play(run, "", "", "b", options=("--seats", "4", "--seed", "9")) for _ in range(2))
    other = play(run, "", "", "b", options=("--seats", "4", "--seed", "10"))
    assert one == again != other


def test_without_a_seed_the_cards_differ(run: Run) -> None:
    hands = {line for _ in range(3) for line in play(run, options=()) if line.startswith("Your hand: ")}
    assert len(hands) > 1


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_the_dealer_s_card_is_up_as_the_device_has_it(run: Run, device: str) -> None:
    out = play(run, "", "", options=("--device", device, *SEED))
    dealer = next(line for line in out if line.startswith("Dealer: ")).removeprefix("Dealer: ").split()
    up = 4 if device == "shoe" else 0
    assert [place for place, card in enumerate(dealer) if card != "??"] == [up]


def test_no_card_of_another_seat_is_written_while_the_round_is_in_play(run: Run) -> None:
    for seed in ("1", "2", "3"):
        out = "\n".join(play(run, "", "", "b 1", "?", options=("--seats", "9", "--seed", seed)))
        document = run("play", "--seats", "9", "--seed", seed, "--json", said="\n\n").json
        own = next(event for event in document["events"] if event["event"] == "hand-picked-up" and event["seat"] == 1)
        up = next(event for event in document["events"] if event["event"] == "card-turned-up")
        visible = [Card(text).symbol for text in (up["card"], *own["cards"])]
        assert FACE.findall(out) == visible
        hidden = [card for event in document["events"] for card in event.get("cards", ())]
        assert sorted(set(hidden)) == sorted({"??", *own["cards"]})


def test_the_maximum_payout_is_explained(run: Run) -> None:
    for seed in range(40):
        options = ("--seed", str(seed), "--maximum-payout", "15")
        out = play(run, "10", "", "b", "q", options=options)
        if any(line.startswith("  bet wins") for line in out):
            assert any(", cut to the maximum payout of $15.00" in line for line in out if line.startswith("  bet wins"))
            return
    pytest.fail("no bet won in forty rounds")


def test_json_is_the_session_in_one_document(run: Run) -> None:
    found = run("play", "--seats", "2", *SEED, "--json", said="20\n\nf\n\n\nb\nq\n").json
    assert list(found) == ["seed", "game", "viewer", "rounds", "net", "chips", "events"]
    assert found["seed"] == int(SEED[1])
    first, second = found["rounds"]
    assert first == {
        "round": 1,
        "net": "-20.00",
        "chips": "980.00",
        "lines": [
            {
                "wager": "ante",
                "result": "fold",
                "odds": "",
                "pays": "0.00",
                "clauses": list(rules_of("crown-caribbean-stud").cite("hand_folded")),
            }
        ],
    }
    assert [line["wager"] for line in second["lines"]] == ["ante", "bet"]
    assert found["events"][0]["event"] == "table-opened"
    assert found["events"][-1]["event"] == "seat-left"
    assert money(found["chips"]) - money(found["net"]) == 1000_00


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bridge"], ["no game 'bridge'"]),
        (["--seats", "0"], ["0 players"]),
        (["--seats", "-3"], ["-3 players"]),
        (["--seats", "10"], ["10 players", "--seats 1 to 9"]),
        (["--device", "hat"], ["no device 'hat'", "shoe"]),
        (["--ante", "ten"], ["'ten' is not an amount"]),
        (["--ante", "7"], ["--ante 7", "$10.00 to $500.00"]),
        (["--ante", "501"], ["--ante 501", "$10.00 to $500.00"]),
        (["--minimum", "0"], ["the minimum must be above zero"]),
        (["--minimum", "50", "--maximum", "20"], ["the minimum must be"]),
        (["--minimum", "-5"], ["'-5' is not an amount"]),
        (["--maximum-payout", "0.001"], ["not a whole number of cents"]),
        (["--chips", "0"], ["bring chips to sit down"]),
        (["--seed", "lucky"], ["--seed"]),
    ],
)
def test_tables_that_cannot_be(run: Run, arguments: list[str], words: list[str]) -> None:
    assert run("play", *arguments).complains(*words)


def test_what_is_no_text_is_read_all_the_same(run: Run) -> None:
    done = run("play", *SEED, said=b"\xff\xfe\n10\n\nf\n")
    assert (done.status, done.err) == (0, "")
    assert "chips $990.00" in done.out


def test_the_real_program_reads_a_pipe(shell: Shell) -> None:
    done = shell("play", *SEED, said="\n\nf\nq\n")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("Goodbye. You leave with $990.00, $10.00 less than you brought.\n")


def test_ctrl_c_ends_politely() -> None:
    command = [sys.executable, "-u", "-m", "croupier", "play", *SEED]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ})
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"10\n")
    process.stdin.flush()
    written = b""
    while not written.endswith(b"Enter to deal: "):
        more = process.stdout.read(1)
        assert more, "it ended before it asked"
        written += more
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, b"")
    assert out.decode().splitlines()[-1] == "Goodbye. You leave with $990.00, $10.00 less than you brought."


def test_each_player_s_eyes_see_what_the_seat_may_see_and_no_more() -> None:
    opened = house_table("crown-caribbean-stud", seats=2, seed=3)
    watching = {seat: opened.eyes(Viewer(seat=seat)) for seat in (1, 2)}
    for seat in watching:
        opened.do(PlaceAnte(seat=seat, amount=10_00))
        assert watching[1].picture == opened.picture(Viewer(seat=1))
    opened.deal()
    for seat, eyes in watching.items():
        assert eyes.seen == opened.view(Viewer(seat=seat))
        assert eyes.picture == opened.picture(Viewer(seat=seat)) != opened.state
        again = opened.engine.blank()
        for event in eyes.seen:
            again = opened.engine.evolve(again, event)
        assert again == eyes.picture


def test_every_playable_game_plays_from_every_device_it_has(run: Run) -> None:
    playable = [game for game in GAMES if game_of(game).rules is not None]
    for game in playable:
        for device in rules_of(game).upcard_place:
            out = play(run, options=(game, "--seats", "4", "--device", device, *SEED))
            assert any(line.startswith("  net ") for line in out), (game, device)
    assert len(playable) >= 5


def test_a_card_is_changed_where_the_game_has_that(run: Run) -> None:
    start = play(run, "", "", options=("venezia-caribbean-poker", *SEED))
    hand = next(line for line in start if line.startswith("Your hand: ")).removeprefix("Your hand: ").split(",")[0]
    first = hand.split()[0]
    out = play(run, "", "", "x zz", f"x {first}", "f", options=("venezia-caribbean-poker", *SEED))
    assert "b, f or x? x zz" in out
    assert any(line.startswith("'zz' is not a card") for line in out)
    changed = next(line for line in out if line.startswith(f"Seat 1 exchanges {first} for "))
    new = changed.split(" for ")[1].split(".")[0]
    assert any(line.startswith(f"Your hand: {new} ") for line in out)
    assert "  net -€20.00, chips €980.00" in out


def test_a_bet_before_the_deal_where_the_game_has_that(run: Run) -> None:
    out = play(run, "10", "bb", "ub", "bb", "", options=("venezia-caribbean-poker", "--seed", "5"))
    assert any("take back the bet" in line for line in out)
    assert any(line.endswith("on a hand that nobody saw") for line in out)
    assert "  net +€10.00, chips €1,010.00" in out


def test_a_jackpot_prize_is_one_of_the_wagers(run: Run) -> None:
    out = play(run, "", "j", "", "b", "q", options=("nz-caribbean-stud", "--seed", "1", "--jackpot", "2.50"))
    assert "  j    place a jackpot wager of NZ$2.50" in out
    assert "  jackpot pays for the flush: +NZ$247.50" in out
    assert "  net +NZ$357.50, chips NZ$1,357.50" in out
    lost = play(run, "", "j", "", "f", "q", options=("nz-caribbean-stud", "--seed", "4", "--jackpot", "2.50"))
    assert "  jackpot loses: -NZ$2.50" in lost
    assert "  net -NZ$12.50, chips NZ$987.50" in lost
