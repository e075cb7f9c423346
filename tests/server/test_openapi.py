"""The API as it is described: requests made up from the description never end in a fault, and answers are as it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance
from starlette.routing import Route

from croupier.server.openapi import openapi
from croupier.tables.any_game import KINDS
from how_many import examples
from server.calling import Called
from server.running import Running, running
from server.test_api import furnish

DESCRIBED = openapi()
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
PROMISED = {
    path: operations
    for path, each in DESCRIBED["paths"].items()
    if (operations := {method: one for method, one in each.items() if one["tags"] == ["api"]})
}
TYPES = {"Command": {"type": "object", "required": ["do"]}, "Event": {"type": "object", "required": ["event", "says"]}}
"""In place of the schemas of each command and event, of which there are too many to make things up from."""
SMALLER = {**DESCRIBED["components"], "schemas": {**DESCRIBED["components"]["schemas"], **TYPES}}
api = schemathesis.openapi.from_dict(DESCRIBED | {"paths": PROMISED, "components": SMALLER})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("house") / "house.db", furnish=furnish) as found:
        yield found


@pytest.mark.hypothesis
@api.parametrize()
@examples(3, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
def test_what_is_made_up_from_the_description(house: Running, case: schemathesis.Case[Any]) -> None:
    for person in ("", "player-1", "manager-1"):
        headers = {"authorization": f"Bearer {house.client(person).token}"} if person else {}
        case.call_and_validate(base_url=house.url, headers=headers, checks=CHECKS)


def test_every_operation_is_described_with_its_refusals() -> None:
    for path, operations in PROMISED.items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert {"421", "503"} <= set(operation["responses"]), (method, path)


def test_examples_are_answered(house: Running) -> None:
    client = house.client("player-2")
    for path, operations in PROMISED.items():
        if "get" in operations:
            assert client.ask("GET", path.replace("{name}", "crown-1")) is not None


def test_every_address_is_described(tmp_path: Path) -> None:
    """All that a house answers, apart from pages for people."""
    routes = [route for route in Called(tmp_path / "key").app.routes if isinstance(route, Route)]
    answered = {
        f"{method} {route.path.replace(':int', '')}"
        for route in routes
        for method in (route.methods or set()) - {"HEAD"}
        if re.match(r"/(api|proof|live|openapi|healthz|metrics)\b", route.path)
    }
    assert answered == {f"{method.upper()} {path}" for path, each in DESCRIBED["paths"].items() for method in each}


def test_every_command_and_event_has_a_schema() -> None:
    schemas = DESCRIBED["components"]["schemas"]
    codecs = [stream.engine.codec for stream in KINDS.values()]
    for name, tag in (("Command", "do"), ("Event", "event")):
        told = {schemas[one["$ref"].rpartition("/")[2]]["properties"][tag]["const"] for one in schemas[name]["anyOf"]}
        kinds = {kind for codec in codecs for kind in (codec.commands if name == "Command" else codec.events)}
        assert told == {kind.__struct_config__.tag for kind in kinds}
        assert len(schemas[name]["anyOf"]) == len(kinds)


def test_links_lead_to_operations() -> None:
    operations = {one["operationId"]: one for each in DESCRIBED["paths"].values() for one in each.values()}
    links = DESCRIBED["paths"]["/api/house"]["get"]["responses"]["200"]["links"]
    assert links
    for link in links.values():
        taken = {one["name"] for one in operations[link["operationId"]]["parameters"]}
        assert set(link["parameters"]) <= taken


def test_links_are_followed_to_what_there_is(house: Running) -> None:
    """Walks along the links: what a list names can be asked for, so most answers are about tables that really stand there."""
    found: list[tuple[str, int]] = []

    class Walk(api.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: schemathesis.Case[Any]) -> dict[str, Any]:
            return {"base_url": house.url, "headers": {"authorization": f"Bearer {house.client('player-1').token}"}}

        def validate_response(self, response: Any, case: schemathesis.Case[Any], **more: Any) -> None:
            found.append((case.operation.path, response.status_code))
            case.validate_response(response, checks=CHECKS)

    Walk.run(
        settings=settings(
            max_examples=12,
            stateful_step_count=8,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
    )
    there = {path for path, status in found if "{name}" in path and status == 200}
    assert len(there) >= 3, found
