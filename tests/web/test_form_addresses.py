"""Every form works without scripts or waits for them, and nothing that was typed comes to stand in an address."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from croupier.web.pages import environment

FOLDER = resources.files("croupier.web") / "templates"
TEMPLATES = sorted(each.name for each in FOLDER.iterdir() if each.name.endswith(".html"))
TAG = re.compile(r"<form\b(?:[^>{]|\{\{.*?\}\}|\{%.*?%\}|\{(?![{%]))*>", re.DOTALL)
BY_ITSELF = ("/", "/sign-in", "/rules", "/drill", "/inspector", "/inspector/trace", "/figures")
"""Where forms lead that need no script; all others are taken by a script, and wait for it."""


@pytest.mark.parametrize("name", TEMPLATES)
def test_no_form_puts_what_was_typed_into_an_address(name: str) -> None:
    source = (FOLDER / name).read_text(encoding="utf-8")
    assert source.count("<form") == len(TAG.findall(source))
    served = environment().preprocess(source, name)
    forms = TAG.findall(served)
    bodies = [part.partition("</form>")[0] for part in re.split(r"<form\b", served)[1:]]
    for tag, body in zip(forms, bodies, strict=True):
        method = re.findall(r'\bmethod="(\w+)"', tag)
        action = re.findall(r'\baction="([^"]*)"', tag)
        assert len(method) == 1, tag
        assert method[0] in ("post", "dialog") or action, tag
        assert not action or action[0] in BY_ITSELF, tag
        assert method[0] == "post" or "password" not in body, tag
        data = set(re.findall(r"\bdata-([\w-]+)", tag))
        assert method[0] == "dialog" or action or data, f"{tag} is taken by nobody"
