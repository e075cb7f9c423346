"""A house run from the command line: people, roles, tables, in a store that nobody has open and at a running server."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.program import Run, Shell
from server.running import PASSWORD, Running, running

OTHER = "another password"
COUNTED = "count the cards at the end"
MANAGER = "crown-caribbean-stud:TG Area Manager"


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("made") / "house.db"


@pytest.fixture
def house(run: Run, tmp_path: Path, made_once: Path) -> str:
    """A house with an administrator, `boss`, and a manager of Crown's Caribbean Stud; a copy of it for each test."""
    if not made_once.exists():
        _make(run, str(made_once))
    for file in made_once.parent.glob("house.db*"):
        shutil.copy(file, tmp_path)
    return str(tmp_path / "house.db")


def _make(run: Run, where: str) -> None:
    done = run("user", "add", "boss", "--administrator", "--database", where, said=f"{PASSWORD}\n")
    assert (done.status, done.err) == (0, ""), done.err
    as_boss = ("--database", where, "--person", "boss")
    assert run("user", "add", "m1", "--name", "Manager", "--role", MANAGER, *as_boss, said=PASSWORD).status == 0
    assert run("user", "password", "m1", "--database", where, said=OTHER).status == 0


def test_an_empty_house_is_made_ready(run: Run, house: str) -> None:
    as_manager = ("--database", house, "--person", "m1")
    assert run("table", "open", "c1", "crown-caribbean-stud", *as_manager, said=OTHER).out == "c1 is open.\n"
    assert run("table", "limits", "c1", "1000", "20000", *as_manager, said=OTHER).status == 0
    assert run("user", "add", "p7", "--database", house, "--person", "boss", said=PASSWORD).status == 0
    assert run("user", "exclude", "p7", "--reason", "asked to", *as_manager, said=OTHER).status == 0
    assert run("table", "close", "c1", *as_manager, said=OTHER).complains("counted", "(3.2)")
    assert run("table", "close", "c1", "--done", COUNTED, *as_manager, said=OTHER).status == 0
    assert run("audit", "verify", "--database", house).status == 0


def test_a_supervisor_of_two_books_assigns_dealers_in_both(run: Run, house: str) -> None:
    as_boss = ("--database", house, "--person", "boss")
    both = ("--role", "crown-caribbean-stud:Dealer", "--role", "nz-caribbean-stud:Dealer")
    assert run("user", "add", "d1", *both, *as_boss, said=PASSWORD).status == 0
    assert run("user", "role", "m1", "nz-caribbean-stud:Game supervisor", *as_boss, said=PASSWORD).status == 0
    for book in ("crown-caribbean-stud", "nz-caribbean-stud"):
        done = run("do", "people", f"assign d1 to t1 in {book}", "--database", house, "--person", "m1", said=OTHER)
        assert (done.status, done.out) == (0, "D1 is assigned to deal at t1.\n"), done.err


def test_only_the_first_administrator_comes_from_nowhere(run: Run, house: str) -> None:
    again = run("user", "add", "second", "--administrator", "--database", house, said=PASSWORD)
    assert again.complains("administrator already")
    assert run("user", "role", "m1", "*:administrator", "--database", house).complains("first")
    assert run("user", "role", "boss", "*:cashier", "--database", house, "--person", "boss", said=PASSWORD).complains()
    made = run("user", "role", "m1", "*:cashier", "--database", house, "--person", "boss", said=PASSWORD)
    assert made.status == 0
    taken = run("user", "role", "m1", "*:cashier", "--revoke", "--database", house, "--person", "boss", said=PASSWORD)
    assert taken.status == 0


@pytest.mark.parametrize(
    ("arguments", "said", "words"),
    [
        (("user", "add", "p7", "--person", "boss"), "wrong", ("name or password",)),
        (("user", "add", "p7", "--person", "nobody"), "wrong", ("name or password",)),
        (("user", "add", "p7", "--person", "boss"), "", ("standard input",)),
        (("user", "add", "P 7", "--person", "boss"), PASSWORD, ("not a valid account name",)),
        (("user", "add", "p7", "--role", "cashier", "--person", "boss"), PASSWORD, ("BOOK:RANK",)),
        (("user", "role", "m1", "crown-poker:Nobody", "--person", "boss"), PASSWORD, ("Nobody",)),
        (("user", "add", "p8", "--role", "*:casheer", "--person", "boss"), PASSWORD, ("casheer", "spelling")),
        (("user", "add", "p7", "--person", "m1"), OTHER, ("administrator",)),
        (("user", "exclude", "m1", "--reason", "none", "--person", "boss"), PASSWORD, ("supervisor",)),
        (("user", "password", "m1"), "short", ("password",)),
        (("user", "password", "nobody"), OTHER, ("nobody",)),
        (("user", "password", "m1", "--code", "1-2-3"), OTHER, ("code",)),
        (("user", "unlock", "nobody"), "", ("nobody",)),
        (("table", "open", "c1", "no-such-game"), "", ("no-such-game",)),
        (("table", "open", "C 1", "crown-caribbean-stud"), "", ("not a table name",)),
        (("table", "open", "c1", "crown-caribbean-stud", "--options", "{"), "", ("JSON",)),
        (("table", "open", "c1", "crown-caribbean-stud", "--options", '{"places": "x"}'), "", ("places",)),
        (("table", "open", "c1", "star-caribbean-stud", "--person", "m1"), OTHER, ("above the dealer",)),
        (("table", "close", "c1"), "", ("no 'c1'",)),
        (("table", "limits", "people", "1", "2"), "", ("not understood",)),
    ],
)
def test_what_can_not_be_is_said_in_one_line(
    run: Run, house: str, arguments: tuple[str, ...], said: str, words: tuple[str, ...]
) -> None:
    done = run(*arguments, "--database", house, said=said)
    assert done.complains(*words), (done.err, done.out)


@pytest.fixture
def served(run: Run, house: str) -> Iterator[Running]:
    with running(Path(house)) as found:
        yield found


def test_the_same_at_a_running_server(run: Run, house: str, served: Running) -> None:
    boss, manager = ("--at", served.url, "--person", "boss"), ("--at", served.url, "--person", "m1")
    assert run("table", "open", "c1", "crown-caribbean-stud", *manager, said=OTHER).status == 0
    assert run("table", "limits", "c1", "1000", "20000", *manager, said=OTHER).status == 0
    assert run("user", "add", "p7", "--role", "*:cashier", *boss, said=PASSWORD).status == 0
    code = run("user", "unlock", "p7", *boss, said=PASSWORD).out.strip()
    done = run("user", "password", "p7", "--code", code, "--at", served.url, said=PASSWORD)
    assert (done.status, done.err) == (0, "")
    assert run("user", "password", "p7", "--at", served.url, said=f"{OTHER}\n{PASSWORD}").status == 0
    assert run("user", "exclude", "p7", "--reason", "asked to", "--days", "2", *manager, said=OTHER).status == 0
    assert run("table", "close", "c1", "--done", COUNTED, *manager, said=OTHER).status == 0
    assert run("table", "open", "c2", "crown-caribbean-stud", *boss, said=PASSWORD).complains("above the dealer")
    assert run("user", "add", "p8", "--at", served.url).complains("--person")
    assert run("user", "add", "p8", "--database", house).complains("in use")  # the server has the store
    assert run("user", "unlock", "boss", "--database", house).complains("in use")
    served.server.open_console(served.url)
    assert Path(f"{house}.console").stat().st_mode & 0o077 == 0
    code = run("user", "unlock", "boss", "--database", house).out.strip()  # by anyone who may read the house's files
    assert run("user", "password", "boss", "--code", code, "--at", served.url, said=OTHER).status == 0
    assert run("user", "unlock", "p7", "--database", house, "--at", served.url, "--person", "boss", said=OTHER).status == 0
    assert run("user", "unlock", "nobody", "--database", house).complains("nobody")
    lifted = run("do", "people", "lift exclusion 1 of p7: a mistake", "--database", house)
    assert (lifted.status, lifted.err) == (0, "")
    assert "p7" in lifted.out
    assert run("do", "people", "grant m1: administrator in *", "--database", house).complains("administrator", "(H2.3)")
    assert run("do", "c1", "shuffle", "--database", house).complains("console")
    assert served.server.floor.house.streams["c1"].state.phase == "closed"


def test_a_server_that_is_not_there(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        assert run("user", "add", "p7", "--at", url, "--person", "boss", said=PASSWORD).complains("reached")
    assert run("user", "add", "p7", "--at", "house", "--person", "boss", said=PASSWORD).complains("http://")


def test_a_start_that_fails_is_one_line(shell: Shell, house: str, served: Running, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("[http]\nprot = 1\n")
    port = served.url.rpartition(":")[2]
    assert shell("serve", "--database", house, "--port", "0").complains("cannot open the house")
    assert shell("serve", "--config", str(bad)).complains("prot")
    assert shell("serve", "--database", str(tmp_path / "new.db"), "--port", port).complains(port)
    assert not (tmp_path / "new.db").exists()


def test_a_link_is_made_where_no_server_runs(run: Run, house: str) -> None:
    as_boss = ("--database", house, "--person", "boss")
    made = run("user", "invite", "crown-poker:Dealer", *as_boss, said=PASSWORD)
    assert made.out.startswith("Behind the address of the house: /invitation#"), made
    assert run("user", "invite", "--for", "m1", *as_boss, said=PASSWORD).complains("recovery code", "(H1.5)")
    assert run("user", "invite", "--database", house).complains("administrator")
    assert run("user", "invite", "--database", house, "--person", "m1", said=OTHER).complains("cashier")


def test_a_table_of_people_is_checked_and_entered(run: Run, house: str, tmp_path: Path) -> None:
    table, as_boss = tmp_path / "people.csv", ("--database", house, "--person", "boss")
    table.write_text("Account, Name, Roles\nc1,Carla,*:cashier\n\nd1,Dora,crown-poker:Dealer;*:security\np1,,\n", "utf-8")
    tried = run("user", "import", str(table), "--dry-run", *as_boss, said=PASSWORD)
    assert tried.out == "c1\nd1\np1\n3 accounts could be registered: nobody was.\n", tried
    made = run("user", "import", str(table), *as_boss, said=PASSWORD)
    assert made.out.startswith("c1 /invitation#"), made
    assert made.out.endswith("3 accounts are registered.\n")
    again = run("user", "import", str(table), *as_boss, said=PASSWORD)
    assert again.complains("line 2: c1 is already registered", "line 4", "line 5")
    assert run("audit", "verify", "--database", house).status == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ("line 1", "heading")),
        ("account,name,colour\n", ("line 1", "colour")),
        ("name\nx\n", ("line 1",)),
        ("account,name\n", ("nobody in the table",)),
        ("account,name\np1,Silva, Ana\n", ("line 2", "quotes")),
        ("account,name,roles\np1,Ana,cashier\np2,Bea,dealer\n", ("line 2", "line 3", "BOOK:RANK")),
    ],
)
def test_what_is_wrong_with_a_table_is_said_by_line(
    run: Run, house: str, tmp_path: Path, text: str, words: tuple[str, ...]
) -> None:
    table = tmp_path / "people.csv"
    table.write_text(text, "utf-8")
    assert run("user", "import", str(table), "--database", house, "--person", "boss", said=PASSWORD).complains(*words)


def test_a_table_of_people_for_a_running_house(run: Run, house: str, tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("account,name\np1,Ana Silva\n", "utf-8")
    with running(Path(house)) as served:
        made = run("user", "import", str(table), "--at", served.url, "--person", "boss", said=PASSWORD)
        assert made.out.startswith(f"p1 {served.url}/invitation#"), made
        link = run("user", "invite", "--at", f"{served.url}/", "--person", "boss", said=PASSWORD)
        assert link.out.startswith(f"{served.url}/invitation#")
