"""The process in which strangers' mesh files are read: little memory, little time, no files and no network.

They come on standard input: for each a line of JSON with the order and the size, then the content. What became of it
goes to standard output: a line of JSON, then numbers, and before the first of them an empty line once all is imported
(what is refused before has none).
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
"""Modules that are imported only where they are needed, when no file can be opened any more."""


def main() -> None:
    """Do what standard input orders, one after the other."""
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
        ValueError: It can't be done; the message says why.
    """
    notes = check_content(order.ending, content)
    from riotsim.files.mesh.tasks import run_task  # which takes a second; what is refused by now needs none of it

    prepare()
    return run_task(order, content).noting(*notes)


@cache
def prepare() -> None:
    """Shut all doors and say so, once."""
    drop_file_access()
    send_ready(sys.stdout.buffer)


def limit_resources(seconds: int) -> None:
    """Bound the memory and the processor's time of this process, where the system can."""
    with suppress(ImportError, ValueError, OSError):  # not every system has these limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def drop_file_access() -> None:
    """Forbid this process to open files and connections, and to write, from now on."""
    for module in LAZY_MODULES:
        with suppress(ImportError):  # without it something is not mended, or refused with a word on what to install
            importlib.import_module(module)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def send_ready(stream: BinaryIO) -> None:
    """Write the signal that all imports are done; from then on only the file takes time."""
    stream.write(b"\n")
    stream.flush()


def send(stream: BinaryIO, product: MeshResult) -> None:
    """Write what came of it."""
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
