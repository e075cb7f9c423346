"""Names of a package that are imported on first use, so that the command line starts quickly.

The names are listed once, in the package's type stub (`__init__.pyi`): type checkers read it, and so does `lazily`.
"""

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazily(package: str, file: str, hint: str = "") -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of a package with this `__file__`; `hint` says how to install what is missing."""
    with open(f"{file.removesuffix('c')}i", encoding="utf-8") as stub:
        imports = re.findall(r"^from (\S+) import ([^(\n]+|\([^)]*\))", stub.read(), re.MULTILINE)
    home = {name: module for module, names in imports for name in re.findall(r"\w+ as (\w+)", names)}

    def get(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}; it has {', '.join(sorted(home))}")
        try:
            if home[name] == package:
                return import_module(f"{package}.{name}")
            return getattr(import_module(home[name]), name)
        except ModuleNotFoundError as error:
            raise ImportError(f"{package}.{name} needs {error.name}{hint}") from None

    return get, lambda: sorted(home), sorted(home)
