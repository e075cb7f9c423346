"""Logs as lines of JSON: when, how serious, where, what. They never contain what was said, a secret or a card."""

import json
import logging
import sys
import time


class JsonLines(logging.Formatter):
    """One line per event; an exception by its kind and place alone, since its message may contain cards."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0] is not None:
            trace = record.exc_info[2]
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            where = f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}" if trace else ""
            said["error"] = f"{record.exc_info[0].__name__} at {where}"
        return json.dumps(said).replace("\x7f", "")  # all other control characters are escaped


def log_to(stream: object = None, level: int = logging.INFO) -> None:
    """Log to standard error, or to another stream."""
    handler = logging.StreamHandler(stream or sys.stderr)  # type: ignore[arg-type]
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("uvicorn.access", "asyncio", "numba"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
