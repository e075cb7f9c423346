"""Modules with one thing in a function changed: a comparison, a sum, a number, a citation, a statement left out."""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType
from typing import Any, NamedTuple

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_OPPOSITE = {"min": "max", "max": "min", "any": "all", "all": "any"}
_CLAUSE = re.compile(r"\d+(\.\d+)+[A-Z]?(\([a-z]+\))*")
_FUNCTIONS = (ast.FunctionDef, ast.Lambda)
_OPTIMIZED = 1
"""The flag of code that belongs to a function and not to a class or a module."""

Put = Callable[[ast.AST | None], None]


class Site(NamedTuple):
    """A place in a tree that can be changed in one way."""

    function: str
    line: int
    what: Callable[[], str]
    change: Callable[[], None]


class Mutant(NamedTuple):
    """A module with one change. `number` is its place among all changes of the module."""

    path: str
    number: int
    function: str
    line: int
    what: str

    @property
    def name(self) -> str:
        """The same as long as the function reads the same, wherever it stands in the file."""
        return f"{self.path} {self.function}: {self.what}"


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every change of a module. A change that a function has twice is numbered."""
    met: Counter[str] = Counter()
    found = []
    for number, site in enumerate(sites(ast.parse(source))):
        what = site.what()
        met[site.function + what] += 1
        again = met[site.function + what]
        name = f"{what} ({again})" if again > 1 else what
        found.append(Mutant(path, number, site.function, site.line, name))
    return found


def sites(tree: ast.Module) -> list[Site]:
    """Where and how the bodies of the functions in a module can be changed."""
    return list(_in_holder(tree, ""))


def _in_holder(holder: ast.AST, name: str) -> Iterator[Site]:
    """Outside functions only functions count."""
    for child in ast.iter_child_nodes(holder):
        if isinstance(child, ast.ClassDef):
            yield from _in_holder(child, f"{name}{child.name}.")
        elif isinstance(child, ast.FunctionDef):
            yield from _in_function(child, name + child.name)
        elif isinstance(child, ast.Lambda):
            yield from _in_node(child, f"{name}lambda", lambda new: None)
        else:
            yield from _in_holder(child, name)


def _in_function(function: ast.FunctionDef, name: str) -> Iterator[Site]:
    yield from _in_body(function.body, name, whole=True)


def _in_body(body: list[ast.stmt], name: str, *, whole: bool = False) -> Iterator[Site]:
    """What can be changed in some statements, which are the `whole` body of a function or a part of it."""
    for place, statement in enumerate(body):
        if isinstance(statement, ast.FunctionDef):
            yield from _in_function(statement, f"{name}.{statement.name}")
            continue
        if isinstance(statement, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom):
            continue
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue  # a docstring
        if _can_go(statement) and not (whole and _ends_anyway(body, place)):
            yield Site(name, statement.lineno, _without(statement), _leaving_out(body, place))
        yield from _in_node(statement, name, lambda new: None)


def _can_go(statement: ast.stmt) -> bool:
    """A statement without which the rest still runs."""
    if isinstance(statement, ast.Return):
        return statement.value is not None
    return isinstance(statement, ast.Expr | ast.AugAssign | ast.Continue | ast.Break) or (
        isinstance(statement, ast.Assign) and not isinstance(statement.targets[0], ast.Name)
    )


def _ends_anyway(body: list[ast.stmt], place: int) -> bool:
    """Whether this is the `return None` with which a function ends."""
    last = body[place]
    return (
        place == len(body) - 1
        and isinstance(last, ast.Return)
        and isinstance(last.value, ast.Constant)
        and last.value.value is None
    )


def _without(node: ast.AST, before: str = "") -> Callable[[], str]:
    return lambda: f"without `{before}{_said(node)}`"


def _leaving_out(body: list[ast.stmt], place: int) -> Callable[[], None]:
    def change() -> None:
        body[place] = ast.copy_location(ast.Pass(), body[place])

    return change


def _in_node(node: ast.AST, name: str, put: Put) -> Iterator[Site]:
    yield from _own(node, name, put)
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "args" if isinstance(node, ast.Lambda) else ""):
            continue
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield from _in_body(value, name)
        elif isinstance(value, list):
            for place, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield from _in_node(each, name, _item(value, place))
        elif isinstance(value, ast.AST) and not isinstance(value, ast.JoinedStr):  # what is told is text
            yield from _in_node(value, name, _field(node, field))


def _item(values: list[Any], place: int) -> Put:
    def put(new: ast.AST | None) -> None:
        if new is None:
            del values[place]
        else:
            values[place] = new

    return put


def _field(node: ast.AST, field: str) -> Put:
    return lambda new: setattr(node, field, new)


def _own(node: ast.AST, name: str, put: Put) -> Iterator[Site]:
    """The changes of one node."""

    def becomes(new: ast.AST) -> Site:
        placed = ast.fix_missing_locations(ast.copy_location(new, node))
        what = _becomes(node, new)
        return Site(name, getattr(node, "lineno", 0), what, lambda: put(placed))

    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in _COMPARED[type(operator)]:
                yield becomes(ast.Compare(node.left, [*node.ops[:place], other(), *node.ops[place + 1 :]], node.comparators))
    elif isinstance(node, ast.BinOp) and type(node.op) in _RECKONED:
        yield becomes(ast.BinOp(node.left, _RECKONED[type(node.op)](), node.right))
    elif isinstance(node, ast.AugAssign) and type(node.op) in _RECKONED:
        changed = copy.copy(node)
        changed.op = _RECKONED[type(node.op)]()
        yield Site(name, node.lineno, _becomes(node, changed), lambda: setattr(node, "op", changed.op))
    elif isinstance(node, ast.BoolOp):
        yield becomes(ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))
        for place in range(len(node.values)):
            rest = [value for other, value in enumerate(node.values) if other != place]
            yield becomes(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield becomes(node.operand)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield becomes(ast.Constant(not node.value))
        elif isinstance(node.value, int):
            yield becomes(ast.Constant(node.value + 1))
        elif isinstance(node.value, str) and _CLAUSE.fullmatch(node.value):
            yield becomes(ast.Constant("no clause"))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _OPPOSITE:
        yield becomes(ast.Call(ast.Name(_OPPOSITE[node.func.id], ast.Load()), node.args, node.keywords))
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield _negated(node, name)
    elif isinstance(node, ast.comprehension):
        for place, condition in enumerate(node.ifs):
            yield Site(name, condition.lineno, _without(condition, "if "), _dropping(node.ifs, place))


def _negated(node: ast.If | ast.IfExp | ast.While, name: str) -> Site:
    new = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
    test = node.test
    return Site(
        name, test.lineno, lambda: f"`if {_said(test)}` becomes `if not {_said(test)}`", lambda: setattr(node, "test", new)
    )


def _becomes(node: ast.AST, new: ast.AST) -> Callable[[], str]:
    return lambda: f"`{_said(node)}` becomes `{_said(new)}`"


def _dropping(conditions: list[ast.expr], place: int) -> Callable[[], None]:
    return lambda: conditions.__delitem__(place)


def _said(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 240 else f"{text[:237]}..."


def changed_codes(source: str, number: int, filename: str) -> list[tuple[CodeType, CodeType]]:
    """The functions that a change is in, those inside no other function: their code as it stands, and as it is changed."""
    tree = ast.parse(source)
    sites(tree)[number].change()
    changed = _codes(compile(tree, filename, "exec", dont_inherit=True))
    return [(old, new) for old, new in zip(_as_it_stands(source, filename), changed, strict=True) if old != new]


@cache
def _as_it_stands(source: str, filename: str) -> list[CodeType]:
    return list(_codes(compile(source, filename, "exec", dont_inherit=True)))


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module or a class, without those inside of functions."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & _OPTIMIZED:
                yield constant
            else:
                yield from _codes(constant)
