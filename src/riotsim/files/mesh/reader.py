"""Has a stranger's file read by a process of its own, which may use little memory and little time."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import numpy as np

import riotsim
from riotsim.files.mesh.limits import MEMORY, PATIENCE, SECONDS
from riotsim.files.mesh.order import Order, Product

_HOME: Final = str(Path(riotsim.__file__).resolve().parents[1])
"""Where this program's code is; the process has to find the same."""

_ONE_THREAD: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Each thread of the linear algebra would take from the memory."""


def read_apart(order: Order, content: bytes) -> Product:
    """Have it done; a product that is refused says why."""
    paths = os.pathsep.join(filter(None, (_HOME, os.environ.get("PYTHONPATH"))))
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "riotsim.files.mesh.work"],
            input=json.dumps(order.written).encode() + b"\n" + content,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            env={**os.environ, **_ONE_THREAD, "PYTHONPATH": paths},
        )
    except subprocess.TimeoutExpired:
        return Product(
            refused=f"can't be read within {PATIENCE:g} s; simplify it in a modelling program, or try again when this "
            "machine has less to do"
        )
    head, _, data = done.stdout.partition(b"\n")
    if done.returncode != 0 or not head:
        return Product(refused=_why(done.returncode, done.stderr))
    return _product(json.loads(head), data)


def _product(head: dict[str, object], data: bytes) -> Product:
    """Take an answer apart."""
    notes, arrays, listed = [], [], head["arrays"]
    if isinstance(head["notes"], list):
        notes = [str(note) for note in head["notes"]]
    start = 0
    for kind, shape in listed if isinstance(listed, list) else ():
        array = np.frombuffer(data, dtype=np.dtype(kind), count=int(np.prod(shape)), offset=start).reshape(shape)
        start += array.nbytes
        arrays.append(array.copy())
    return Product(tuple(arrays), tuple(notes), str(head["refused"]))


def _why(code: int, errors: bytes) -> str:
    """What stopped the process that read."""
    last = errors.decode("utf-8", "replace").strip().rpartition("\n")[2][:150]
    if code < 0 or "memory" in last.lower():
        allowed = f"{MEMORY >> 20} MB of memory and {SECONDS} s of a processor's time"
        return f"can't be read with {allowed}; simplify it in a modelling program"
    return f"can't be read: {last or f'its reader left with {code}'}"
