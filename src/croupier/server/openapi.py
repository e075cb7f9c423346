"""The API described for machines: OpenAPI 3.1, with examples and with links from what is listed to what can be asked of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import croupier

_JSON = "application/json"
_PROBLEMS = {
    "400": "The request is not understood.",
    "401": "Nobody is signed in.",
    "403": "Somebody else's, or of a higher rank.",
    "404": "There is no such thing here.",
    "409": "The stream has moved on since.",
    "413": "The body is too long.",
    "415": "The body is not JSON.",
    "421": "Asked for under another host's name.",
    "422": "Refused by the rules, with ground, reason and clauses.",
    "429": "Too often.",
    "503": "Nothing can be kept now, or too much is open.",
}


def _problems(*codes: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {code: {"description": _PROBLEMS[code], "content": {_JSON: {"schema": schema}}} for code in codes}


def _answer(description: str, properties: dict[str, Any], links: dict[str, Any] | None = None) -> dict[str, Any]:
    schema = {"type": "object", "required": sorted(properties), "properties": properties}
    found: dict[str, Any] = {"description": description, "content": {_JSON: {"schema": schema}}}
    if links:
        found["links"] = links
    return found


_STREAM = {
    "name": "name",
    "in": "path",
    "required": True,
    "description": "The name of a stream: a table, `room`, `cage`, `people`, meters or a tournament.",
    "schema": {"type": "string", "maxLength": 80},
    "example": "people",
}


def _query(name: str, description: str, kind: str = "integer") -> dict[str, Any]:
    schema: dict[str, Any] = {"type": kind}
    schema |= {"minimum": 0, "maximum": 10**12} if kind == "integer" else {"maxLength": 300}
    return {"name": name, "in": "query", "description": description, "schema": schema}


_ANY_OBJECT: dict[str, Any] = {"type": "object"}
_TEXT, _COUNT = {"type": "string"}, {"type": "integer"}
_LIST: dict[str, Any] = {"type": "array", "items": _ANY_OBJECT}
_TO_STREAM = {
    operation: {"operationId": operation, "parameters": {"name": "$response.body#/tables/0/name"}}
    for operation in ("picture", "legal", "history", "replay", "command")
}
_SIGNED: list[dict[str, list[str]]] = [{"token": []}]


BESIDE = {
    "GET /live": "What one has open, `?open=table:crown-1,lobby:`, as server-sent events: whole regions of a page.",
    "GET /openapi.json": "This description, for machines.",
    "GET /healthz": "Whether the house is well: 200, or 503 with what is not.",
    "GET /metrics": "Figures of operation, in the text form of Prometheus.",
    "GET /api/software": "The software looked at now: digests of code and data, against what was approved.",
    "GET /api/streams/{name}/record": "The record itself, a line an entry, of rounds that are over: for the inspector.",
    "GET /proof/key": "The public key that checkpoints are signed with.",
    "GET /proof/checkpoint": "The last signed checkpoint.",
    "GET /proof/consistency": "That the tree of one size is the beginning of that of another: `?from=10&to=20`.",
    "GET /proof/streams/{name}/entries/{number:int}": "The proof of an entry, for the inspector.",
    "GET /proof/streams/{name}/rounds/{number:int}": "The proof of the cards of a round that the asker was shown.",
    "POST /api/streams/{name}/lines": "A command as a short line, as a dealer types it.",
    "POST /api/streams/{name}/orders": "A command given now for later.",
    "POST /api/streams/{name}/payout": "What a dealer means to pay, checked against what is due.",
    "POST /api/orders/cancel": "An order taken back.",
    "POST /api/tables": "A table opened, with its signs.",
    "POST /api/room/games": "A game put on the board of the poker room.",
    "POST /api/room/tables": "A table of the poker room opened for a game of its board.",
    "POST /api/tournaments": "A tournament drafted by the usual terms.",
    "POST /api/tournaments/{name}/next-level": "The next level at once: what is left of this one is deducted.",
    "POST /api/tables/{name}/chat": "Something said at a table, in words or as a set phrase.",
    "POST /api/tables/{name}/silence": "Somebody asked to say nothing at a table, or allowed to again.",
    "POST /api/speed": "How fast one would have tables dealt.",
    "POST /api/trainer": "Warnings of the trainer switched on or off, or its score begun anew.",
    "POST /api/trainer/warned": "That the trainer has warned one of what one was about to do.",
    "POST /api/put-back": "A stream that was set aside put back into service.",
    "POST /api/recovery-code": "A code by which somebody sets a new password.",
    "POST /api/verify": "The whole record verified, in the background: for the inspector.",
    "GET /api/verify": "How far that is.",
    "GET /api/export": "Records to take along, with their proofs: for the inspector.",
    "POST /api/lab": "Odds of a pay table of one's own.",
    "POST /api/lab/save": "Such a pay table kept under a name.",
    "POST /api/demo": "In a demonstration: somebody else of the house without a password.",
}
"""What the pages and tools of the house also ask for. It may change with them, and is not in the description."""


@cache
def openapi() -> dict[str, Any]:
    """The whole description."""

    def body(properties: dict[str, Any], required: list[str], example: dict[str, Any]) -> dict[str, Any]:
        schema = {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }
        return {"required": True, "content": {_JSON: {"schema": schema, "example": example}}}

    command = body(
        {
            "command": {"type": "object", "properties": {"do": _TEXT}, "required": ["do"]},
            "id": {"type": "string", "maxLength": 100},
            "seen": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 10**12}, {"type": "null"}]},
            "as": {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]},
        },
        ["command"],
        {"id": "c81", "command": {"do": "place-ante", "seat": 1, "amount": 1000}},
    )
    signing = body({"person": _TEXT, "password": _TEXT}, ["person", "password"], {"person": "p7", "password": "secret"})
    password = body(
        {"person": _TEXT, "password": _TEXT, "code": _TEXT, "new": _TEXT},
        ["new"],
        {"person": "p7", "password": "secret", "new": "a longer one"},
    )
    paths: dict[str, Any] = {
        "/api/house": {
            "get": {
                "operationId": "house",
                "summary": "Everything that is open in the house.",
                "responses": {
                    "200": _answer(
                        "Tables, meters, tournaments and lists.",
                        {"house": _TEXT, "tables": _LIST, "meters": _LIST, "tournaments": _LIST, "lists": _LIST},
                        _TO_STREAM,
                    ),
                    **_problems("421", "503"),
                },
            }
        },
        "/api/session": {
            "post": {
                "operationId": "sign_in",
                "summary": "Sign in; three failures lock the account.",
                "requestBody": signing,
                "responses": {
                    "200": _answer("A session; its token is also a cookie.", {"person": _TEXT, "token": _TEXT}),
                    **_problems("400", "401", "403", "413", "415", "421", "429", "503"),
                },
            },
            "delete": {
                "operationId": "sign_out",
                "summary": "End this session.",
                "responses": {"200": _answer("It is over.", {}), **_problems("403", "421", "503")},
            },
        },
        "/api/reminder": {
            "post": {
                "operationId": "take_note",
                "summary": "Say that one has taken note of the reminder of time and result.",
                "responses": {
                    "200": _answer("It is gone until the next one.", {}),
                    **_problems("401", "403", "421", "503"),
                },
            },
        },
        "/api/me": {
            "get": {
                "operationId": "me",
                "summary": "Who one is here: roles, chips, limits, seats.",
                "security": _SIGNED,
                "responses": {"200": _answer("About oneself.", {"person": _TEXT}), **_problems("401", "421", "503")},
            }
        },
        "/api/password": {
            "post": {
                "operationId": "password",
                "summary": "A new password, by the old one or by a recovery code.",
                "requestBody": password,
                "responses": {
                    "200": _answer("It is changed.", {"person": _TEXT}),
                    **_problems("400", "401", "403", "413", "415", "421", "422", "429", "503"),
                },
            }
        },
        "/api/streams/{name}": {
            "get": {
                "operationId": "picture",
                "summary": "A stream as the asker may see it.",
                "parameters": [_STREAM],
                "responses": {
                    "200": _answer(
                        "The picture.", {"stream": _TEXT, "kind": _TEXT, "number": _COUNT, "state": _ANY_OBJECT}
                    ),
                    **_problems("403", "404", "421", "503"),
                },
            }
        },
        "/api/streams/{name}/commands": {
            "post": {
                "operationId": "command",
                "summary": "Give a command. A repeated id gets the first answer again.",
                "parameters": [_STREAM],
                "requestBody": command,
                "security": _SIGNED,
                "responses": {
                    "200": _answer("What came of it.", {"number": _COUNT, "events": _LIST}),
                    **_problems("400", "401", "403", "404", "409", "413", "415", "421", "422", "429", "503"),
                },
            }
        },
        "/api/streams/{name}/legal": {
            "get": {
                "operationId": "legal",
                "summary": "What one may do now, in each capacity that one has there.",
                "parameters": [_STREAM],
                "security": _SIGNED,
                "responses": {
                    "200": _answer(
                        "Offers by capacity.",
                        {"number": _COUNT, "capacities": {"type": "array"}, "offers": _ANY_OBJECT},
                    ),
                    **_problems("401", "404", "421", "503"),
                },
            }
        },
        "/api/streams/{name}/history": {
            "get": {
                "operationId": "history",
                "summary": "Entries as the asker may see them.",
                "parameters": [_STREAM, _query("after", "after this number"), _query("limit", "at most so many")],
                "responses": {
                    "200": _answer("Entries.", {"stream": _TEXT, "number": _COUNT, "entries": _LIST}),
                    **_problems("400", "403", "404", "421", "503"),
                },
            }
        },
        "/api/streams/{name}/replay": {
            "get": {
                "operationId": "replay",
                "summary": "A stream as it was after an entry; the inspector as anybody saw it.",
                "parameters": [
                    _STREAM,
                    _query("number", "the entry"),
                    _query("as", "a person, or `onlooker`", "string"),
                ],
                "responses": {
                    "200": _answer("The picture then.", {"stream": _TEXT, "number": _COUNT, "state": _ANY_OBJECT}),
                    **_problems("400", "403", "404", "421", "503"),
                },
            }
        },
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": croupier.__version__,
            "description": "Casino poker by the book. Sums are whole cents; every refusal has its ground and clauses.",
        },
        "paths": paths,
        "components": {
            "schemas": {
                "Problem": {
                    "type": "object",
                    "required": ["ground", "reason", "clauses"],
                    "properties": {
                        "ground": _TEXT,
                        "reason": _TEXT,
                        "clauses": {"type": "array", "items": _TEXT},
                    },
                }
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
