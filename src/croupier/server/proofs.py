"""Proofs over HTTP: checkpoints for everyone, the path from one to another, and files that can be verified anywhere.

The path from one size to another shows hashes inside the tree, down to those of single entries. So it is shown only between sizes
that were signed, which everyone could have requested when they were the latest.
"""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from croupier.kernel.actors import INSPECTOR
from croupier.kernel.errors import ProofError
from croupier.proof.notes import proof_text
from croupier.server.answers import Problem, answered, download, problems
from croupier.server.api import number_in
from croupier.server.server import Server


def proof_routes(server: Server) -> list[BaseRoute]:
    """What `/proof` serves."""
    prover = server.prover

    async def checkpoint(request: Request) -> Response:
        if not prover.log.note:
            raise Problem(404, "no_checkpoint", "nothing is signed yet")
        return PlainTextResponse(prover.log.note)

    async def key(request: Request) -> Response:
        return PlainTextResponse(f"{prover.signer.verifier}\n")

    async def consistency(request: Request) -> Response:
        first, second = number_in(request, "from", 0), number_in(request, "to", prover.log.checkpoint.size)
        if not 0 <= first <= second <= prover.log.checkpoint.size:
            raise Problem(400, "not_understood", f"from and to go up to {prover.log.checkpoint.size}")
        server.reads_much(request, None)
        for size in (first, second):
            if not await prover.log.signed(size):
                raise Problem(404, "no_such_checkpoint", f"no checkpoint of {size} entries was ever signed")
        path = await prover.log.consistency(first, second)
        return PlainTextResponse(proof_text(path))

    async def entry(request: Request) -> Response:
        """The proof of an entry; it shows the whole entry as recorded, so it is only for the inspector."""
        session = await server.signed_in(request)
        name, number = request.path_params["name"], int(request.path_params["number"])
        stream = server.floor.house.streams.get(name)
        if stream is not None and server.access.viewer(session.person, stream) != INSPECTOR:
            raise Problem(403, "rank_needed", "only the inspector may see an entry as recorded")
        if stream is None or not 1 <= number <= stream.number:
            raise Problem(404, "no_such_stream", "there is no such entry")
        if number > await server.last_closed(name):
            raise Problem(422, "round_in_play", "the round of this entry is still being played")
        server.reads_much(request, session)
        with problems(422, "not_proven", ProofError):
            proof = await prover.entry(name, number)
        return download(proof, "application/json", f"{name}-{number}.json")

    async def cards(request: Request) -> Response:
        """The proof of the cards of a round that the asker was shown."""
        session = await server.signed_in(request)
        name, number = request.path_params["name"], int(request.path_params["number"])
        stream = server.floor.house.streams.get(name)
        if stream is None:
            raise Problem(404, "no_such_stream", f"there is no table {name[:80]!r}")
        server.reads_much(request, session)
        with problems(422, "not_proven", ProofError):
            proof = await prover.round(name, number, server.access.viewer(session.person, stream))
        return download(proof, "application/json", f"{name}-round-{number}.json")

    return [
        Route("/proof/checkpoint", answered(checkpoint)),
        Route("/proof/key", answered(key)),
        Route("/proof/consistency", answered(consistency)),
        Route("/proof/streams/{name}/entries/{number:int}", answered(entry)),
        Route("/proof/streams/{name}/rounds/{number:int}", answered(cards)),
    ]
