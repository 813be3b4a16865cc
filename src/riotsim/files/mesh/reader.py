"""Has a stranger's file read by a process of its own, which may use little memory and little time."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Timer
from typing import Final

import numpy as np

import riotsim
from riotsim.files.mesh.limits import MEMORY, PATIENCE, SECONDS, START
from riotsim.files.mesh.order import Order, Product

_HOME: Final = str(Path(riotsim.__file__).resolve().parents[1])
"""Where this program's code is; the process has to find the same."""

_ONE_THREAD: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Each thread of the linear algebra would take from the memory."""


class _NeverReadyError(Exception):
    """The process did not get as far as to look at the file."""


def read_apart(order: Order, content: bytes) -> Product:
    """Have it done; a product that is refused says why."""
    paths = os.pathsep.join(filter(None, (_HOME, os.environ.get("PYTHONPATH"))))
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "riotsim.files.mesh.work"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **_ONE_THREAD, "PYTHONPATH": paths},
    ) as process:
        try:
            data, errors = _answer(process, json.dumps(order.written).encode() + b"\n" + content)
        except subprocess.TimeoutExpired:
            process.kill()
            return Product(
                refused=f"can't be read within {PATIENCE:g} s; simplify it in a modelling program, or try again when "
                "this machine has less to do"
            )
        except _NeverReadyError:
            return Product(
                refused=f"was not looked at: what reads meshes did not start within {START:g} s; try again when this "
                "machine has less to do"
            )
        except BaseException:
            process.kill()
            raise
    head, _, data = data.removeprefix(b"\n").partition(b"\n")
    if process.returncode != 0 or not head:
        return Product(refused=_why(process.returncode, errors))
    return _product(json.loads(head), data)


def _answer(process: "subprocess.Popen[bytes]", question: bytes) -> tuple[bytes, bytes]:
    """Ask, and give what it writes and complains of. Raises `TimeoutExpired` if it takes too long once it is ready.

    The first thing that it writes says that it has imported what reads meshes: on a busy machine that takes most of the
    time. Raises `_NeverReadyError` if it takes too long for that.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    late = Event()

    def give_up() -> None:
        late.set()
        process.kill()

    waiting = Timer(START, give_up)
    waiting.start()
    try:
        with suppress(BrokenPipeError):  # one that has died says why on its standard error
            process.stdin.write(question)
            process.stdin.close()
        process.stdin = None
        first = os.read(process.stdout.fileno(), 1)  # one byte: what a buffer took, `communicate` would not see
    finally:
        waiting.cancel()
    if late.is_set():
        raise _NeverReadyError
    rest, errors = process.communicate(timeout=PATIENCE)
    return first + rest, errors


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
