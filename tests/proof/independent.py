"""Another verifier, written from docs/proof.md alone, on the standard library alone. What it cannot verify is an `Unproven`."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import lzma
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Unproven(Exception):
    """What does not follow from the key."""


def holds(is_so: object, what: str) -> None:
    if not is_so:
        raise Unproven(what)


# Signatures: Ed25519, RFC 8032

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)
Point = tuple[int, int, int, int]


def _x_of(y: int, sign: int) -> int:
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    holds((x * x - square) % _P == 0, "no point of the curve")
    return _P - x if x % 2 != sign else x


def _sum(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = _sum(total, point)
        point, number = _sum(point, point), number >> 1
    return total


def _point(data: bytes) -> Point:
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    x = _x_of(y, sign)
    return x, y, 1, x * y % _P


_BASE = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))


def signed(key: bytes, said: bytes, signature: bytes) -> bool:
    number = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or number >= _ORDER:
        return False
    mixed = int.from_bytes(hashlib.sha512(signature[:32] + key + said).digest(), "little") % _ORDER
    one, other = _times(number, _BASE), _sum(_point(signature[:32]), _times(mixed, _point(key)))
    return all((one[n] * other[2] - other[n] * one[2]) % _P == 0 for n in (0, 1))


# Signed notes and checkpoints


def note(text: str, verifier: str) -> list[str]:
    """The lines of a note that this key has signed."""
    name, digest, encoded = verifier.strip().split("+", 2)
    key = base64.b64decode(encoded)
    holds(len(key) == 33 and key[0] == 1, "no Ed25519 key")
    holds(hashlib.sha256(name.encode() + b"\n" + key).hexdigest()[:8] == digest, "the key is not the one that it says")
    body, _, below = text.rpartition("\n\n")
    for line in below.splitlines():
        dash, signer, signature = line.split(" ")
        holds(dash == "\N{EM DASH}", "no signature")
        made = base64.b64decode(signature)
        if signer == name and made[:4].hex() == digest:
            holds(signed(key[1:], body.encode() + b"\n", made[4:]), "the signature is wrong")
            return body.split("\n")
    raise Unproven("nobody has signed that is known")


class Checkpoint(NamedTuple):
    size: int
    root: bytes


def checkpoint(text: str, verifier: str) -> Checkpoint:
    _, size, root, *_ = note(text, verifier)
    return Checkpoint(int(size), base64.b64decode(root))


# The tree: RFC 6962, with the verification of RFC 9162


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def leaf(data: bytes) -> bytes:
    return sha256(b"\0", data)


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1", left, right)


def roots(leaves: Sequence[bytes], sizes: Iterable[int]) -> dict[int, bytes]:
    """The roots of the trees of the first so many leaves, for each of these sizes that there is."""
    wanted, found, whole = set(sizes), {0: sha256()}, list[tuple[int, bytes]]()
    for size, each in enumerate(leaves, 1):
        whole.append((1, each))
        while len(whole) > 1 and whole[-1][0] == whole[-2][0]:
            (many, right), (_, left) = whole.pop(), whole.pop()
            whole.append((2 * many, node(left, right)))
        if size in wanted:
            found[size] = whole[-1][1]
            for _, left in reversed(whole[:-1]):
                found[size] = node(left, found[size])
    return found


def included(place: int, size: int, begun: bytes, path: Sequence[str], root: bytes) -> None:
    holds(0 <= place < size, "there is no such place")
    here, last, found = place, size - 1, begun
    for step in map(bytes.fromhex, path):
        holds(last, "the path is too long")
        if here & 1 or here == last:
            found = node(step, found)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            found = node(found, step)
        here, last = here >> 1, last >> 1
    holds(last == 0 and found == root, "that is not in the tree")


def consistent(earlier: Checkpoint, later: Checkpoint, lines: Sequence[str]) -> None:
    """Whether a tree begins with an earlier one, by the lines that `/proof/consistency` gives."""
    path = [base64.b64decode(line) for line in lines]
    if not earlier.size or earlier == later:
        holds(not path, "there is nothing to show")
        return
    if earlier.size & (earlier.size - 1) == 0:
        path.insert(0, earlier.root)
    holds(path, "nothing is shown")
    here, last = earlier.size - 1, later.size - 1
    while here & 1:
        here, last = here >> 1, last >> 1
    old = new = path[0]
    for step in path[1:]:
        holds(last, "the proof is too long")
        if here & 1 or here == last:
            old, new = node(step, old), node(step, new)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            new = node(new, step)
        here, last = here >> 1, last >> 1
    holds((old, new, last) == (earlier.root, later.root, 0), "one does not begin with the other")


# Entries


def entry(line: bytes) -> dict[str, Any]:
    """What is in an entry whose hash is right."""
    begun, mark, rest = line.rpartition(b',"hash":"')
    holds(mark and len(rest) == 66 and rest.endswith(b'"}'), "the line does not end with its hash")
    holds(hashlib.sha256(begun + b"}").hexdigest().encode() == rest[:64], "the hash is not that of the line")
    found: dict[str, Any] = json.loads(line)
    return found


def entry_leaf(said: Mapping[str, Any]) -> bytes:
    return leaf(bytes.fromhex(said["hash"]) + said["number"].to_bytes(8, "big") + said["stream"].encode())


def chain(lines: Iterable[bytes], stream: str) -> list[dict[str, Any]]:
    previous, found = "0" * 64, list[dict[str, Any]]()
    for number, line in enumerate(lines, 1):
        said = entry(line)
        holds((said["stream"], said["number"], said["previous"]) == (stream, number, previous), f"{stream} {number}")
        previous = said["hash"]
        found.append(said)
    return found


# Decks


def card_leaf(round: int, place: int, card: str, salt: bytes) -> bytes:
    return leaf(round.to_bytes(8, "big") + bytes([place]) + card.encode() + salt)


def committed(entries: Iterable[Mapping[str, Any]]) -> int:
    """How many decks of a stream were shuffled as they had been committed to."""
    waiting, many = dict[str, Any](), 0
    for said in entries:
        for event in said["events"]:
            if event["event"] == "deck-committed":
                waiting = event
        if secret := said["command"].get("secret", ""):
            cards, key = said["command"]["deck"], bytes.fromhex(secret)
            salts = (hmac.digest(key, b"croupier deck salt" + bytes([place]), "sha256") for place in range(len(cards)))
            leaves = [card_leaf(waiting["round"], n, *each) for n, each in enumerate(zip(cards, salts, strict=True))]
            holds(roots(leaves, [len(leaves)])[len(leaves)].hex() == waiting["root"], f"another deck: {said['number']}")
            many += 1
    return many


# Files


class Export(NamedTuple):
    """What an export comes to."""

    entries: int
    decks: int
    signed: int


def export(folder: Path, verifier: str) -> Export:
    leaves, hashes, decks = list[bytes](), dict[tuple[str, int], dict[str, Any]](), 0
    for stream in json.loads((folder / "streams.json").read_bytes()):
        entries = chain((folder / "entries" / stream["file"]).read_bytes().splitlines(), stream["name"])
        last = entries[-1]
        holds((last["number"], last["at"], last["hash"]) == (stream["number"], stream["at"], stream["hash"]), stream["name"])
        hashes |= {(stream["name"], said["number"]): said for said in entries}
        decks += committed(entries)
    order = [json.loads(line) for line in (folder / "leaves.jsonl").read_bytes().splitlines()]
    for name, number, digest in order:
        holds(hashes[name, number]["hash"] == digest, f"{name} {number} is not what the order says")
        leaves.append(entry_leaf(hashes[name, number]))
    holds(len({(name, number) for name, number, _ in order}) == len(order), "an entry has two places")
    notes = [checkpoint(path.read_text(), verifier) for path in (folder / "checkpoints").iterdir()]
    found = roots(leaves, [each.size for each in notes])
    for each in notes:
        holds(found.get(each.size) == each.root, f"the checkpoint of {each.size} entries")
    return Export(len(hashes), decks, max(each.size for each in notes))


def bundle(data: bytes, verifier: str) -> tuple[list[dict[str, Any]], list[str]]:
    """The entries and the opened cards that a proof shows."""
    found = json.loads(data)
    holds(found["format"] == "croupier proof 1" and found["verifier"] == verifier, "a proof of another kind, or by another key")
    size, root = checkpoint(found["checkpoint"], verifier)
    entries, cards = dict[int, dict[str, Any]](), list[str]()
    for each in found["entries"]:
        said = entry(each["line"].encode())
        included(each["place"], size, entry_leaf(said), each["path"], root)
        entries[said["number"]] = said
    for deck in found["decks"]:
        (event,) = [event for event in entries[deck["committed"]]["events"] if event["event"] == "deck-committed"]
        for one in deck["opened"]:
            begun = card_leaf(event["round"], one["place"], one["card"], bytes.fromhex(one["salt"]))
            included(one["place"], deck["cards"], begun, one["path"], bytes.fromhex(event["root"]))
            cards.append(one["card"])
    return list(entries.values()), cards


def segment(data: bytes) -> list[bytes]:
    """The lines of a file of the archive, put together again."""
    first, _, packed = data.partition(b"\n")
    header, lines = json.loads(first), list[bytes]()
    holds(header["segment"] == 1, "a segment of another kind")
    digest = header["previous"]
    for number, short in enumerate(lzma.decompress(packed).splitlines(), header["first"]):
        begun = short + b',"previous":"' + digest.encode() + b'"'
        digest = hashlib.sha256(begun + b"}").hexdigest()
        lines.append(begun + b',"hash":"' + digest.encode() + b'"}')
        said = entry(lines[-1])
        holds((said["stream"], said["number"]) == (header["stream"], number), f"entry {number}")
    holds(number == header["last"] and digest == header["hash"], "the last entry is another one")
    return lines


def backup(path: Path, verifier: str) -> None:
    words, house, size, digest = note(Path(f"{path}.signed").read_text(), verifier)
    data = path.read_bytes()
    same = (words, house) == ("croupier backup", verifier.partition("+")[0])
    holds(same and (len(data), hashlib.sha256(data).hexdigest()) == (int(size), digest), "that is not what was signed")
