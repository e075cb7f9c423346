"""Data that stands beside the code: the TOML files of a package."""

import tomllib
from importlib import resources
from typing import Any


def data_of(package: str, name: str) -> dict[str, Any]:
    """What a TOML file of a package has in it."""
    return tomllib.loads((resources.files(package) / name).read_text(encoding="utf-8"))
