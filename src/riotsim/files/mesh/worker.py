"""The process that reads untrusted mesh files, with limits on memory and time and without access to files or network.

Each file arrives on standard input: a line of JSON with the task and the size, then the content. The result goes to
standard output: a line of JSON, then numbers. An empty line before the first result says that all imports are done;
it is missing if the file is refused earlier.
"""

import importlib
import json
import sys
from contextlib import suppress
from functools import cache
from typing import BinaryIO, Final

from riotsim.files.mesh.headers import check_content
from riotsim.files.mesh.protocol import MEMORY_LIMIT, MeshResult, MeshTask

MEGABYTE: Final = 1 << 20


LAZY_MODULES: Final = (
    "networkx",
    "fast_simplification",
    "riotsim.files.mesh.decomposition",
    "riotsim.files.mesh.sides",
    "vhacdx",
)
"""Modules that are imported only when they are needed, after the process has lost access to files."""


def main() -> None:
    """Perform the tasks from standard input one after the other."""
    bounded = False
    while line := sys.stdin.buffer.readline():
        asked = json.loads(line)
        content = sys.stdin.buffer.read(asked["size"])
        if not bounded:
            limit_resources(asked["processor"])
            bounded = True
        try:
            product = handle(MeshTask.read(asked["order"]), content)
        except ValueError as error:
            product = MeshResult(refused=str(error))
        except MemoryError:
            product = MeshResult(refused=f"needs more than {MEMORY_LIMIT // MEGABYTE} MB to be read; simplify it")
        send(sys.stdout.buffer, product)


def handle(order: MeshTask, content: bytes) -> MeshResult:
    """Perform one task.

    Raises:
        ValueError: The task can't be done; the message says why.
    """
    notes = check_content(order.ending, content)
    from riotsim.files.mesh.tasks import run_task  # which takes a second; what is refused by now needs none of it

    prepare()
    return run_task(order, content).noting(*notes)


@cache
def prepare() -> None:
    """Drop access to files and network and send the ready signal, once."""
    drop_file_access()
    send_ready(sys.stdout.buffer)


def limit_resources(seconds: int) -> None:
    """Limit the memory and the processor time of this process, where the system supports it."""
    with suppress(ImportError, ValueError, OSError):  # not every system has these limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def drop_file_access() -> None:
    """Forbid this process from now on to open files or connections, and to write files."""
    for module in LAZY_MODULES:
        with suppress(ImportError):  # without it something is not mended, or refused with a word on what to install
            importlib.import_module(module)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def send_ready(stream: BinaryIO) -> None:
    """Write the signal that all imports are done. The time limit for the file begins then."""
    stream.write(b"\n")
    stream.flush()


def send(stream: BinaryIO, product: MeshResult) -> None:
    """Write the result of a task."""
    head = {
        "refused": product.refused,
        "notes": product.notes,
        "arrays": [(array.dtype.str, array.shape) for array in product.arrays],
    }
    stream.write(json.dumps(head).encode() + b"\n")
    for array in product.arrays:
        stream.write(array.tobytes())
    stream.flush()


if __name__ == "__main__":
    main()
