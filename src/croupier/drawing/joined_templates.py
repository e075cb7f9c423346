"""Templates that hand over a page, or a block of it, in one piece."""

from collections.abc import Iterable
from typing import Any

from jinja2 import Environment, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame


class _Joining(CodeGenerator):
    """Jinja hands pieces over one at a time, and each one costs a call."""

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        if outermost := frame.buffer is None:
            self.buffer(frame)
        super().blockvisit(nodes, frame)
        if outermost:
            self.writeline(f"yield concat({frame.buffer})")


class Templates(Environment):
    """Templates that all know the same names, in one dictionary: jinja would copy a chain of two for each piece of a page."""

    code_generator_class = _Joining

    def __init__(self, **options: Any) -> None:
        super().__init__(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, auto_reload=False, **options)

    def make_globals(self, d: Any) -> dict[str, Any]:
        return {**self.globals, **(d or {})}
