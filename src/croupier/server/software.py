"""The installed software, by its digest: what the house was opened with is what must be running."""

import hashlib
from pathlib import Path

import msgspec

import croupier


def software_digest() -> str:
    """The SHA-256 of every file of the installed package: code, data, templates and scripts, each by its name."""
    home = Path(croupier.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(home.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".pyc", ".nbi", ".nbc"):
            content = _content(path)
            digest.update(f"{path.relative_to(home).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def _content(path: Path) -> str:
    """The digest of a file; an unreadable file does not match what was installed."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "not to be read"


class Authentication(msgspec.Struct, frozen=True, kw_only=True):
    """When the software was last checked, its digest then, and the digest with which the house was first opened."""

    at: int
    version: str
    found: str
    expected: str

    @property
    def right(self) -> bool:
        return self.found == self.expected
