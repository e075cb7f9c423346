"""A house of one table for one browser: just enough of a server to try the scripts of a page."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from queue import Empty, Queue
from typing import Any

from croupier.kernel.decisions import Refused
from croupier.server.live import HEARTBEAT
from croupier.tables.any_table import AnyTable
from croupier.web.pages import CONTENT_SECURITY_POLICY, page
from web.tables import table_regions, table_says

STATIC = resources.files("croupier.web") / "static"
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


class SmallHouse:
    """One table, one person, everything that the browser has sent, and ways to make things go wrong."""

    def __init__(self, table: AnyTable, seat: int, after: Callable[[], None] = lambda: None) -> None:
        self.table, self.seat, self.after = table, seat, after
        self.posts: list[dict[str, Any]] = []
        self.down = False
        self.silent = False
        self._lock = threading.RLock()
        self._listeners: list[Queue[str | None]] = []
        house = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *said: object) -> None:
                pass

            def do_GET(self) -> None:
                house.get(self)

            def do_POST(self) -> None:
                house.post(self)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self.hang_up()
        self._server.shutdown()
        self._server.server_close()

    def hang_up(self) -> None:
        """Cut every stream off."""
        for listener in self._listeners:
            listener.put(None)

    def regions(self) -> dict[str, str]:
        return table_regions(self.table, f"p{self.seat}", capacity=self.seat, now=self.table.at)

    def says(self, since: int) -> list[str]:
        return table_says(self.table, f"p{self.seat}", capacity=self.seat, since=since)

    def do(self, act: Callable[[], object]) -> Any:
        """Let something happen at the table, and tell the browser."""
        with self._lock:
            since = len(self.table.events)
            result = act()
            self.after()
            if not self.silent:
                for listener in self._listeners:
                    listener.put(self._message(since))
            return result

    def _message(self, since: int) -> str:
        return json.dumps(
            {
                "stream": self.table.name,
                "number": self.table.number,
                "now": self.table.at,
                "regions": self.regions(),
                "say": self.says(since),
            }
        )

    def get(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path.split("?")[0]
        if self.down:
            return self._answer(request, 503, "text/plain", b"")
        if path == "/live":
            return self._live(request)
        if path.startswith("/static/"):
            data = (STATIC / path.removeprefix("/static/")).read_bytes()
            return self._answer(request, 200, TYPES[path.rpartition(".")[2]], data)
        if path.startswith("/rules/"):
            return self._answer(request, 200, "text/html", f"<p>About {path.split('/')[-1]}.</p>".encode())
        with self._lock:
            html = page(
                "table.html",
                title="A table",
                kind="table",
                stream=self.table.name,
                number=self.table.number,
                capacity=self.seat,
                deals=False,
                now=self.table.at,
                regions=self.regions(),
            )
        return self._answer(request, 200, "text/html; charset=utf-8", html.encode())

    def _live(self, request: BaseHTTPRequestHandler) -> None:
        listener: Queue[str | None] = Queue()
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.end_headers()
        with self._lock:
            self._listeners.append(listener)
            listener.put(self._message(len(self.table.events)))
        while True:
            try:
                message = listener.get(timeout=HEARTBEAT)
                event = f"event: region\ndata: {message}\n\n"
            except Empty:
                message, event = "", "event: beat\ndata: {}\n\n"
            if message is None:
                break
            try:
                request.wfile.write(event.encode())
                request.wfile.flush()
            except OSError:
                break
        self._listeners.remove(listener)

    def post(self, request: BaseHTTPRequestHandler) -> None:
        body = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        self.posts.append(body)
        if self.down:
            return self._answer(request, 503, "application/json", b"{}")
        command = self.table.engine.codec.read_command(json.dumps(body["command"]))
        decision = self.do(lambda: self.table.do(command, by=body["as"], seen=body["seen"], id=body["id"]))
        if isinstance(decision, Refused):
            said = {"ground": decision.ground, "reason": decision.reason, "clauses": decision.clauses}
            status = 409 if decision.ground == "stale_command" else 422
            return self._answer(request, status, "application/json", json.dumps({**said, "number": self.table.number}).encode())
        return self._answer(request, 200, "application/json", json.dumps({"number": self.table.number}).encode())

    def _answer(self, request: BaseHTTPRequestHandler, status: int, kind: str, data: bytes) -> None:
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)
