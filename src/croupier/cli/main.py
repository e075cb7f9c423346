"""`croupier`: the commands wired together, and every error as one line on standard error."""

import os
import sys
import tomllib
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.cli.terminal.output import Complaint, say, write
from croupier.cli.terminal.typed import Command, Group

_DECLARED = tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))  # starts without the kernel
COMMANDS: dict[str, str] = _DECLARED["commands"]
"""Each command and what it does."""


class _Commands(Group):
    """Imports and builds only the command that was called for: building them all would take longer than the help."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def _resolved(self, ctx: Any, name: str) -> Any:
        command = getattr(import_module(f"croupier.cli.{_DECLARED['beside'].get(name, name)}"), name)
        alone = typer.Typer(rich_markup_mode=None, add_completion=False)
        if not isinstance(command, typer.Typer):
            alone.command(name, cls=Command)(command)
            return typer.main.get_command(alone)
        alone.add_typer(command, name=name, cls=Group, no_args_is_help=False)
        return typer.main.get_group(alone).commands[name]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(
    cls=_Commands,
    help="Casino poker by the book: play, look up clauses, value hands, run cases, replay histories.",
    epilog="Errors are one line on standard error. Exit status: 0 success, 1 a finding, 2 wrong usage or input.",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from croupier import __version__

        say(f"croupier {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def croupier(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    add_book: Annotated[
        list[Path] | None,
        typer.Option(
            envvar="CROUPIER_BOOKS", metavar="FOLDER", help="A folder with your own rulebook, besides the five; may be repeated."
        ),
    ] = None,
    config: Annotated[
        str,
        typer.Option(
            "--books-of", envvar="CROUPIER_CONFIG", metavar="FILE", help="The rulebooks that a house's configuration names."
        ),
    ] = "",
    at: Annotated[
        str,
        typer.Option(metavar="DATE", help="Use the edition of each rulebook that is in force on this day, such as 2027-01-31."),
    ] = "",
) -> None:
    if add_book or config or at:
        from croupier import books  # otherwise `--help` starts without the kernel
    if add_book:
        books.add_books(add_book)
    if config:
        from croupier.cli.terminal.house_access import settings_of

        settings_of(config)
    if at:
        if context.invoked_subcommand == "serve":
            raise Complaint("--at: a house opens each table by the edition that is in force by its own clock; leave it out")
        day = books.day_of(at)
        context.with_resource(books.meaning(lambda book: books.in_force(book, day)))
    if context.invoked_subcommand is None:
        say(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit status. Nothing that a user can type ends in a traceback."""
    _mend_streams()
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has closed it, as `head` does
        _write_no_more()
        return 0
    except OSError as error:
        _write_no_more()
        return _complain(f"the output cannot be written: {error.strerror}")
    return status


def _run(arguments: Sequence[str]) -> int:
    whole = typer.main.get_command(app)
    if "_CROUPIER_COMPLETE" in os.environ:  # a shell asks for completions
        whole.main(prog_name="croupier", standalone_mode=False)
    try:
        with whole.make_context("croupier", list(arguments)) as context:
            whole.invoke(context)
    except typer.Exit as done:
        return done.exit_code
    except typer.TyperException as error:
        return _complain(_usage(error))
    except Complaint as error:
        return _complain(str(error))
    except ValueError as error:
        from croupier.kernel.errors import CroupierError

        if not isinstance(error, CroupierError):  # our own fault, not an error in the input
            raise
        return _complain(str(error))
    except KeyboardInterrupt:
        return 130
    return 0


def _complain(message: str) -> int:
    sys.stdout.flush()
    write(f"croupier: {' '.join(message.split())}\n", to=sys.stderr)
    return 2


def _usage(error: typer.TyperException) -> str:
    message: str = getattr(error, "format_message", lambda: str(error))()
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "croupier"
    return f"{message[:1].lower()}{message[1:].rstrip('.')}; see '{where} --help'"


def _write_no_more() -> None:
    """Discard what is still buffered, or Python tries once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _mend_streams() -> None:
    """Characters that a stream cannot encode become question marks; a closed output accepts and discards everything."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None and name != "stdin":
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
