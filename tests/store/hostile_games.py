"""Games that were tampered with: exports and stores with random changes, chosen by a seed."""

import base64
import copy
import hashlib
import json
import os
import random
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from riotsim.files.problems import BadFile
from riotsim.store import exchange
from riotsim.store.assets import CHECKSUM_DIGITS
from riotsim.store.begin import rules_hash
from riotsim.store.database.store import Store, StoredGame
from riotsim.store.database.writer import row_checksum
from riotsim.store.exchange import GameFile, read_export, replay_import
from riotsim.store.resume import require_fit

STRANGE: tuple[Any, ...] = (
    None, True, "", "x" * 300, "a1", "d00001", 0, -1, 1, 7, 2**63, 2**64, 10**400, 1e308, -1e308, 1e-320, 0.5, -0.0,
    [], {}, [[]], {"is": "aim"}, {"is": "spot", "piece": 3, "at": [1, 2]}, [0, 0], [1e9, 1e9], [None, None], "NaN",
    "\x00", "\ud83d\ude00", "../../etc/passwd", "' OR 1=1 --", {"is": "step", "die": [], "distance": {}},
)  # fmt: skip
"""Values that replace a part of a stored game."""


@dataclass(frozen=True)
class Found:
    """The result of one attempt to read a game that was tampered with."""

    refused: bool
    seconds: float
    """Processor time that the attempt took."""


def tampered_export(text: str, seed: int) -> bytes:
    """Return an export with one or more changes in its bytes or its values.

    If values are changed, the checksum is mostly corrected.
    """
    chance = random.Random(seed)
    if chance.random() < 0.3:
        content = bytearray(text.encode())
        for _ in range(chance.choice((1, 1, 2, 8))):
            _bytes(content, chance)
        return bytes(content)
    data = json.loads(text)
    for _ in range(chance.choice((1, 1, 2, 4))):
        _change(data, chance)
    if chance.random() < 0.8:
        try:
            data["sum"] = "0" * 16
            data["sum"] = exchange._sum(GameFile.model_validate(data, strict=False))
        except Exception:  # what can't be summed up is refused for that
            pass
    return json.dumps(data).encode("utf-8", "surrogatepass")


def tampered_meshes(text: str, seed: int) -> bytes:
    """Return an export with its own meshes in which the meshes, or their entries in the rules, are changed.

    All checksums are corrected, so that the change is not found by a checksum.
    """
    chance = random.Random(seed)
    data = json.loads(text)
    rules = data["header"]["rules"]
    for _ in range(chance.choice((1, 1, 2))):
        if chance.random() < 0.3:
            _change_mesh(rules, chance)
        else:
            sort = chance.choice(("terrain", "models", "dice"))
            _change({sort: rules["text"][sort]} if chance.random() < 0.3 else rules["text"][sort], chance)
    with suppress(Exception):  # what can't be summed up is refused for that
        rules["sha256"] = rules_hash(rules["text"])
        data["sum"] = exchange._sum(GameFile.model_validate(data, strict=False))
    return json.dumps(data).encode("utf-8", "surrogatepass")


def _change_mesh(rules: dict[str, Any], chance: random.Random) -> None:
    """Change the content of a mesh, and correct its name, which contains its checksum."""
    name = chance.choice(list(rules["files"]))
    content = bytearray(base64.b64decode(rules["files"].pop(name)))
    for _ in range(chance.choice((1, 1, 8))):
        _bytes(content, chance)
    ending = chance.choice(("stl", "stl", "stl", "obj", "glb"))
    other = f"{hashlib.sha256(content).hexdigest()[:CHECKSUM_DIGITS]}.{ending}"
    rules["files"][other] = base64.b64encode(content).decode()
    rules["text"] = json.loads(json.dumps(rules["text"]).replace(name, other))


def _bytes(content: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(content))
    match chance.randrange(4):
        case 0:
            content[at] ^= 1 << chance.randrange(8)
        case 1:
            del content[at : at + chance.choice((1, 10, 1000))]
        case 2:
            content[at:at] = content[at : at + chance.choice((1, 50, 5000))]
        case _:
            content[at] = chance.choice(b'0123456789.-eE{}[],:"\\ \x00\xff')
    if not content:
        content.append(0)


def _places(data: Any, into: list[tuple[Any, Any]]) -> None:
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        into.append((data, key))
        _places(data[key], into)


def _change(data: Any, chance: random.Random) -> None:
    places: list[tuple[Any, Any]] = []
    # Not only in the traces and poses, of which there is most.
    start = data if chance.random() < 0.3 else data[chance.choice(list(data))] if data else data
    _places(start if isinstance(start, dict | list) else data, places)
    if not places:
        return
    here, key = chance.choice(places)
    there, other = chance.choice(places)
    match chance.randrange(6):
        case 0:
            del here[key]
        case 1:
            here[key] = (
                copy.deepcopy(there[other]) if other in (there if isinstance(there, dict) else range(len(there))) else 1
            )
        case 2 if isinstance(here, list):
            here.insert(key, copy.deepcopy(here[key]))
        case 3 if isinstance(here, dict):
            here[str(chance.choice(STRANGE))[:50]] = here.pop(key)
        case 4 if isinstance(here[key], int | float) and not isinstance(here[key], bool):
            here[key] = here[key] * chance.choice((-1, 0, 2, 1.0000001, 1e6)) + chance.choice((0, 1, -1))
        case _:
            here[key] = copy.deepcopy(chance.choice(STRANGE))


def tampered_store(content: bytes, path: Path, seed: int) -> None:
    """Write a store with changes in its bytes, or in its rows with corrected checksums."""
    chance = random.Random(seed)
    if chance.random() < 0.5:
        changed = bytearray(content)
        for _ in range(chance.choice((1, 4, 30))):
            _bytes(changed, chance)
        path.write_bytes(bytes(changed))
        return
    path.write_bytes(content)
    with sqlite3.connect(path) as connection:
        if chance.random() < 0.2:
            _odd_row(connection, chance)
            return
        table, key = chance.choice(
            (("entry", "number"), ("outcome", "entry"), ("game", None), ("checkpoint", "entry"), ("event", "number"))
        )
        rows = connection.execute(f"SELECT rowid, * FROM {table}" if table == "game" else f"SELECT 0, * FROM {table}")
        row = chance.choice(rows.fetchall())
        try:
            if table in ("entry", "outcome"):
                data = json.loads(row[3])
                _change(data, chance)
                body = json.dumps(data)
                where = (body, row_checksum(row[2], body), row[2])
                connection.execute(f"UPDATE {table} SET body = ?, sum = ? WHERE {key} = ?", where)
            elif table == "game":
                data = json.loads(row[2])
                _change(data, chance)
                connection.execute("UPDATE game SET header = ?", (json.dumps(data),))
            else:
                connection.execute(f"DELETE FROM {table} WHERE {key} = ?", (row[2],))
        except sqlite3.Error:
            pass
    connection.close()


def _odd_row(connection: sqlite3.Connection, chance: random.Random) -> None:
    """Change something in a store that no checksum protects."""
    game = connection.execute("SELECT id FROM game").fetchone()[0]
    match chance.randrange(4):
        case 0:
            where = (game, "here", chance.choice((-1, 0, 1, 2**62)), "x", "y", "z")
            connection.execute("REPLACE INTO holder VALUES (?, ?, ?, ?, ?, ?)", where)
        case 1:
            connection.execute("REPLACE INTO file VALUES (?, ?, ?)", (game, "../x.glb", chance.randbytes(50)))
        case 2:
            bomb = zlib.compress(bytes(chance.choice((10, 10_000, 60_000_000))))
            connection.execute("UPDATE trace SET body = ?", (chance.choice((b"", bomb, chance.randbytes(99))),))
        case _:
            connection.execute("UPDATE game SET id = ?, result = ?", ("\x1b[31m", chance.choice(("[]", "{", "7"))))


def judged(attempt: Callable[[], object]) -> Found:
    """Return whether an attempt is refused with `BadFile`, and its time. Raise any other error."""
    begun = processor_seconds()
    try:
        attempt()
        refused = False
    except BadFile as bad:
        refused = bool(str(bad))
    return Found(refused, processor_seconds() - begun)


def processor_seconds() -> float:
    """Return the processor time of this process and its ended children (s). A busy machine doesn't change this time."""
    return sum(os.times()[:4])


def try_export(content: bytes) -> Found:
    """Return the result of an attempt to import an export."""
    return judged(lambda: replay_import(read_export(content, "it"), "it"))


def _looked_at(stored: StoredGame) -> None:
    """Read the frames of a stored game, as a replay does."""
    with suppress(ValueError):
        stored.frames()


def try_store(path: Path) -> Found:
    """Return the result of an attempt to list, read and resume the games of a store. Then delete the store."""

    def attempt() -> None:
        with Store(path) as store:
            for game in store.games():
                stored = store.read(game.id, with_traces=True)
                _looked_at(stored)
                store.events(game.id)
                require_fit(stored, str(path)).session.close()

    found = judged(attempt)
    for beside in path.parent.glob(f"{path.name}*"):
        beside.unlink()
    return found


def forget_memory() -> float:
    """Restart the measurement of this process's greatest memory, and return its present memory (MB)."""
    Path("/proc/self/clear_refs").write_text("5")  # Linux: the largest is what there is now
    return memory()


def memory() -> float:
    """Return the greatest memory of this process since `forget_memory` (MB)."""
    status = Path("/proc/self/status").read_text().split()
    return int(status[status.index("VmHWM:") + 1]) / 1000
