"""Errors in what Croupier is given, as one family. Each message is one line that says what to do."""


class CroupierError(ValueError):
    """Input that cannot be used. Play never raises: what the rules do not allow is a `Refused`, which is a value."""


class BookError(CroupierError):
    """Data of a book that cannot be used; the message says which file and what is wrong."""


class UnknownGame(CroupierError):
    """A game or book that does not exist, or of another kind than requested."""


class TableError(CroupierError):
    """A table, meter or situation that the book does not allow, so that nothing can be played there."""


class HistoryError(CroupierError):
    """A record that cannot be read or does not fit together; the message names the line."""

    def __str__(self) -> str:
        return " ".join(super().__str__().splitlines())  # the message may quote the record


class NotHeld(Exception):
    """A stream is needed that is not in memory: it is loaded, and the work starts again."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not in memory")
        self.name = name


class ProofError(CroupierError):
    """A proof, checkpoint or key that cannot be read, or is not valid: one line that says why."""
