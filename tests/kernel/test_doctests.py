"""The examples in the kernel's own docstrings run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import croupier.kernel

MODULES = [module.name for module in pkgutil.iter_modules(croupier.kernel.__path__)]
WITH_EXAMPLES = {"cards", "clauses", "hands", "money", "wild"}


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_the_kernel(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"croupier.kernel.{name}"))
    assert result.failed == 0
    assert result.attempted or name not in WITH_EXAMPLES


def test_every_module_with_examples_is_there() -> None:
    assert set(MODULES) >= WITH_EXAMPLES
