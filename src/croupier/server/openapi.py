"""The API described for machines: OpenAPI 3.1, made of `openapi.toml` and of the types of what is sent."""

from functools import cache
from typing import Any

import msgspec

import croupier
from croupier.kernel.data import data_of
from croupier.server.api import CommandSent, NewPassword, SignIn

_JSON = "application/json"
_SAID = data_of("croupier.server", "openapi.toml")
BESIDE: dict[str, str] = _SAID["beside"]
"""What the pages and tools of the house also ask for, and what for."""

_BODIES: dict[str, type[msgspec.Struct]] = {"sign_in": SignIn, "password": NewPassword, "command": CommandSent}
_KINDS: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "count": {"type": "integer"},
    "object": {"type": "object"},
    "list": {"type": "array", "items": {"type": "object"}},
    "any list": {"type": "array"},
}
_STREAM = {
    "name": "name",
    "in": "path",
    "required": True,
    "description": "The name of a stream: a table, `room`, `cage`, `people`, meters or a tournament.",
    "schema": {"type": "string", "maxLength": 80},
    "example": "people",
}
_LINKED = ("picture", "legal", "history", "replay", "command")


def _content(schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {_JSON: {"schema": schema, **more}}


def _query(name: str, description: str) -> dict[str, Any]:
    schema = {"type": "string", "maxLength": 300} if name == "as" else {"type": "integer", "minimum": 0, "maximum": 10**12}
    return {"name": name, "in": "query", "description": description, "schema": schema}


def _body(kind: type[msgspec.Struct], example: dict[str, Any]) -> dict[str, Any]:
    (_,), components = msgspec.json.schema_components([kind])
    schema = components[kind.__name__]
    return {"required": True, "content": _content(schema, example=example)}


def _operation(name: str, said: dict[str, Any]) -> dict[str, Any]:
    """One operation, as the description has it."""
    properties = {field: _KINDS[kind] for field, kind in said["fields"].items()}
    answer: dict[str, Any] = {
        "description": said["answer"],
        "content": _content({"type": "object", "required": sorted(properties), "properties": properties}),
    }
    if name == "house":
        at = {"name": "$response.body#/tables/0/name"}
        answer["links"] = {linked: {"operationId": linked, "parameters": at} for linked in _LINKED}
    problem = _content({"$ref": "#/components/schemas/Problem"})
    refused = {code: {"description": _SAID["problems"][code], "content": problem} for code in said["problems"]}
    operation = {"operationId": name, "summary": said["summary"], "responses": {"200": answer, **refused}}
    parameters = [_query(*asked) for asked in said.get("query", {}).items()]
    if "{name}" in said["request"]:
        parameters.insert(0, _STREAM)
    if parameters:
        operation["parameters"] = parameters
    if "example" in said:
        operation["requestBody"] = _body(_BODIES[name], said["example"])
    if said.get("signed_in"):
        operation["security"] = [{"token": []}]
    return operation


@cache
def openapi() -> dict[str, Any]:
    """The whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for name, said in _SAID["operation"].items():
        method, _, path = said["request"].partition(" ")
        paths.setdefault(path, {})[method.lower()] = _operation(name, said)
    text = _KINDS["text"]
    problem = {"ground": text, "reason": text, "clauses": {"type": "array", "items": text}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": croupier.__version__,
            "description": "Casino poker by the book. Sums are whole cents; every refusal has its ground and clauses.",
        },
        "paths": paths,
        "components": {
            "schemas": {"Problem": {"type": "object", "required": list(problem), "properties": problem}},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
