"""Data next to the code: the TOML files of a package."""

import tomllib
from importlib import resources
from typing import Any


def data_of(package: str, name: str) -> dict[str, Any]:
    """The contents of a package's TOML file."""
    return tomllib.loads((resources.files(package) / name).read_text(encoding="utf-8"))
