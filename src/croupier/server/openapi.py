"""The API described for machines: OpenAPI 3.1, made from `openapi.toml` and the types of commands and events."""

import re
from functools import cache
from typing import Any

import msgspec

import croupier
from croupier.kernel.data import data_of
from croupier.server.api import CommandSent, NewPassword, SignIn
from croupier.tables.any_game import KINDS

_JSON = "application/json"
_SAID = data_of("croupier.server", "openapi.toml")
OPERATIONS: dict[str, dict[str, Any]] = _SAID["operation"]
BESIDE: dict[str, str] = _SAID["beside"]
"""What the pages and tools of a house also use, and why. These operations have the tag `beside` and may change."""

_BODIES: dict[str, type[msgspec.Struct]] = {"sign_in": SignIn, "password": NewPassword, "command": CommandSent}
_REF = "#/components/schemas/{name}"
_KINDS: dict[str, dict[str, Any]] = _SAID["kinds"]
_STREAM, _NUMBER = _SAID["parameters"]["stream"], _SAID["parameters"]["number"]
_LINKED = ("picture", "legal", "history", "replay", "command")


def _content(schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {_JSON: {"schema": schema, **more}}


def _query(name: str, description: str) -> dict[str, Any]:
    schema = {"type": "string", "maxLength": 300} if name == "as" else {"type": "integer", "minimum": 0, "maximum": 10**12}
    return {"name": name, "in": "query", "description": description, "schema": schema}


def _body(kind: type[msgspec.Struct], example: dict[str, Any]) -> dict[str, Any]:
    (_,), components = msgspec.json.schema_components([kind])
    schema = components[kind.__name__]
    if kind is CommandSent:
        schema["properties"]["command"] = {"$ref": _REF.format(name="Command")}
    return {"required": True, "content": _content(schema, example=example)}


def _operation(name: str, said: dict[str, Any]) -> dict[str, Any]:
    """One operation in the form of the description."""
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
    operation = {"operationId": name, "tags": ["api"], "summary": said["summary"], "responses": {"200": answer, **refused}}
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


def _beside(request: str, summary: str) -> dict[str, Any]:
    """An operation for the house's own pages and tools; only its listing is promised."""
    method, _, path = request.partition(" ")
    operation: dict[str, Any] = {
        "operationId": re.sub(r"\W+", "_", request.replace(":int", "").lower()).strip("_"),
        "tags": ["beside"],
        "summary": summary,
        "responses": {"default": {"description": "An answer for a page or a tool."}},
    }
    if parameters := [parameter for parameter in (_STREAM, _NUMBER) if f"{{{parameter['name']}" in path]:
        operation["parameters"] = parameters
    if method == "POST":
        operation["requestBody"] = {"content": _content({"type": "object"})}
    return operation


@cache
def _types() -> dict[str, dict[str, Any]]:
    """Every command and every event of all kinds of streams, as schemas by name, with the schemas they use.

    Where packages share a name, it follows that of the package: `StudTakeSeat`, `PokerTakeSeat`.
    """
    codecs = [stream.engine.codec for stream in KINDS.values()]
    commands = list(dict.fromkeys(kind for codec in codecs for kind in codec.commands))
    events = list(dict.fromkeys(kind for codec in codecs for kind in codec.events))
    of_all = msgspec.json.encode(msgspec.json.schema_components([*commands, *events], ref_template=_REF)).decode()
    of_all = of_all.replace(',"items":false', "")  # redundant next to `prefixItems` and `maxItems`; few generators read it
    refs, schemas = msgspec.json.decode(
        re.sub(r"croupier\.(\w+)\.(?:\w+\.)*(\w+)", lambda name: name[1].title() + name[2], of_all)
    )
    for ref in refs[len(commands) :]:
        shown = schemas[ref["$ref"].rpartition("/")[2]]  # answers give an event with its sentence
        shown["properties"]["says"] = _KINDS["text"]
        del shown["additionalProperties"]
    for name, schema in schemas.items():
        schema["title"] = name
        for tag in {"do", "event"} & set(schema.get("properties", ())):
            schema["properties"][tag] = {"const": schema["properties"][tag]["enum"][0]}
    refs_of = {
        "Command": {"description": "A command; `do` says which.", "anyOf": refs[: len(commands)]},
        "Event": {"description": "An event as the asker may see it; `event` says which.", "anyOf": refs[len(commands) :]},
    }
    whole: dict[str, dict[str, Any]] = schemas | refs_of | _SAID["answers"]
    return whole


@cache
def openapi() -> dict[str, Any]:
    """The whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for name, said in OPERATIONS.items():
        method, _, path = said["request"].partition(" ")
        paths.setdefault(path, {})[method.lower()] = _operation(name, said)
    for request, summary in BESIDE.items():
        method, _, path = request.partition(" ")
        paths.setdefault(path.replace(":int", ""), {})[method.lower()] = _beside(request, summary)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": croupier.__version__,
            "description": "Casino poker by the book. Sums are whole cents; every refusal has its ground and clauses.",
        },
        "paths": paths,
        "components": {
            "schemas": {"Problem": _SAID["problem"], **_types()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
