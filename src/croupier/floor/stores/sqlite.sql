-- What the SQLite store asks its file, by name.

-- name: schema 1
-- One process writes, so entries have their place in the order of the house from the start; `sequenced` says how many of them
-- count as placed.
CREATE TABLE schema (version INTEGER NOT NULL);
INSERT INTO schema VALUES (0);
CREATE TABLE streams (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL);
CREATE TABLE entries (
    place INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    person TEXT NOT NULL,
    id TEXT NOT NULL,
    hash BLOB NOT NULL,
    line BLOB NOT NULL,
    UNIQUE (stream, number)
);
CREATE UNIQUE INDEX entries_by_id ON entries (stream, id) WHERE id <> '';
CREATE TABLE sequenced (places INTEGER NOT NULL);
INSERT INTO sequenced VALUES (0);
CREATE TABLE snapshots (stream INTEGER PRIMARY KEY REFERENCES streams, number INTEGER NOT NULL, snapshot BLOB NOT NULL);
CREATE TABLE matters (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

-- name: schema 2
-- Entries that were moved into segments of the archive; their places in the order of the house are in none of these tables.
CREATE TABLE archived (
    stream INTEGER NOT NULL REFERENCES streams,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    hash BLOB NOT NULL,
    digest BLOB NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (stream, first)
) WITHOUT ROWID;

-- name: schema 3
-- One process has all the work, so there is nothing to share here; leases were small matters before.
DELETE FROM matters WHERE key >= 'lease/' AND key < 'lease0';

-- name: schema 4
-- One small row for each stream: what it comes to after its latest entry, for those who do not have it in memory.
CREATE TABLE summaries (stream INTEGER PRIMARY KEY REFERENCES streams, number INTEGER NOT NULL, summary BLOB NOT NULL);

-- name: heads
-- a cross join keeps its order: stream by stream, not entry by entry
SELECT s.key, s.name, s.kind, e.number, e.at, lower(hex(e.hash)) FROM streams s
CROSS JOIN entries e ON e.place = (SELECT place FROM entries WHERE stream = s.key ORDER BY number DESC LIMIT 1)

-- name: lines
SELECT CAST(line AS BLOB) FROM entries WHERE stream = (SELECT key FROM streams WHERE name = ?) AND number > ?
ORDER BY number LIMIT ?

-- name: rows
SELECT s.name, s.kind, e.number, e.at, e.person, e.id, lower(hex(e.hash)), CAST(e.line AS BLOB)
FROM streams s JOIN entries e ON e.stream = s.key WHERE s.name = ? AND e.number > ? ORDER BY e.number LIMIT ?

-- name: answered
SELECT e.number FROM streams s JOIN entries e ON e.stream = s.key WHERE s.name = ? AND e.id = ? AND e.id <> ''

-- name: snapshots
SELECT s.name, n.number, CAST(n.snapshot AS BLOB) FROM snapshots n JOIN streams s ON s.key = n.stream

-- name: snapshot
SELECT s.name, n.number, CAST(n.snapshot AS BLOB) FROM snapshots n JOIN streams s ON s.key = n.stream WHERE s.name = ?

-- name: save snapshot
INSERT INTO snapshots VALUES (?, ?, ?) ON CONFLICT (stream)
DO UPDATE SET number = excluded.number, snapshot = excluded.snapshot WHERE excluded.number > number

-- name: summaries
SELECT s.name, m.number, CAST(m.summary AS BLOB) FROM summaries m JOIN streams s ON s.key = m.stream

-- name: summary
SELECT s.name, m.number, CAST(m.summary AS BLOB) FROM summaries m JOIN streams s ON s.key = m.stream WHERE s.name = ?

-- name: save summary
INSERT INTO summaries VALUES (?, ?, ?) ON CONFLICT (stream)
DO UPDATE SET number = excluded.number, summary = excluded.summary WHERE excluded.number >= number

-- name: get
SELECT CAST(value AS BLOB) FROM matters WHERE key = ?

-- name: scan all
SELECT key, CAST(value AS BLOB) FROM matters WHERE key >= ? ORDER BY key

-- name: scan
SELECT key, CAST(value AS BLOB) FROM matters WHERE key >= ? AND key < ? ORDER BY key

-- name: leaves
SELECT e.place, s.name, e.number, lower(hex(e.hash)) FROM entries e JOIN streams s ON s.key = e.stream
WHERE e.place >= ?1 AND e.place < ?1 + ?2 AND e.place < (SELECT places FROM sequenced) ORDER BY e.place

-- name: segments
SELECT s.name, a.first, a.last, a.latest, lower(hex(a.hash)), lower(hex(a.digest)), a.bytes
FROM archived a JOIN streams s ON s.key = a.stream WHERE (?1 = '' OR s.name = ?1) AND a.last > ?2 ORDER BY s.name, a.first

-- name: settled
SELECT s.name, max(e.number) FROM entries e JOIN streams s ON s.key = e.stream WHERE e.place < ? AND e.at < ? GROUP BY s.name
