"""The process that reads untrusted mesh files. Its memory and time are limited, and it can't open files or connections.

- The process gets the content of mesh files from standard input. A file comes as a line of JSON with its task and size,
  followed by its content.
- The process writes results to standard output. A result goes out as a line of JSON, followed by the bytes of its
  arrays.

All modules are imported after the checks of the first file's header. Then the process writes an empty line as a signal.
"""

import importlib
import json
import signal
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
"""Optional or slow modules that a task may need. They are imported before the process gives up access to files."""


def main() -> None:
    """Perform the tasks from standard input one after the other, and write their results to standard output."""
    bounded = False
    while line := sys.stdin.buffer.readline():
        asked = json.loads(line)
        content = sys.stdin.buffer.read(asked["size"])
        if not bounded:
            limit_memory()
            limit_cpu_time(asked["processor"])
            bounded = True
        try:
            product = handle(MeshTask.read(asked["order"]), content)
        except ValueError as error:
            product = MeshResult(refused=str(error))
        except MemoryError:
            product = MeshResult(refused=f"needs more than {MEMORY_LIMIT // MEGABYTE} MB to be read; simplify it")
        send(sys.stdout.buffer, product)


def handle(order: MeshTask, content: bytes) -> MeshResult:
    """Check the content of a file, then perform one task on it, and return the result.

    The first call also prepares the process (see `prepare`).

    Raises:
        ValueError: The task can't be done; the message says why.
    """
    notes = check_content(order.ending, content)
    prepare()  # this takes a second, so bad files are refused before it
    from riotsim.files.mesh.tasks import run_task

    return run_task(order, content).noting(*notes)


@cache
def prepare() -> None:
    """Import everything, give up access to files and network, and signal that all imports are done.

    Only the first call does this. The time that imports take doesn't count towards the limit of processor time.
    """
    left = limit_cpu_time(0.0)
    import_everything()
    drop_file_access()
    limit_cpu_time(left)
    send_ready(sys.stdout.buffer)


def import_everything() -> None:
    """Import all modules for reading any file. A module of `LAZY_MODULES` is left out if it isn't installed."""
    importlib.import_module("riotsim.files.mesh.tasks")
    for module in LAZY_MODULES:
        with suppress(ImportError):  # without it, some faults stay, or a message says what to install
            importlib.import_module(module)


def limit_memory() -> None:
    """Limit the memory of this process to `MEMORY_LIMIT`, where the system supports it."""
    with suppress(ImportError, ValueError, OSError):  # not every system has this limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))


def limit_cpu_time(seconds: float) -> float:
    """Limit the further processor time of this process, where the system supports it.

    Args:
        seconds: The processor time after which the system ends the process (s); 0 for no limit.

    Returns:
        The remaining processor time under the old limit (s); 0 if there was no old limit.
    """
    with suppress(AttributeError, ValueError, OSError):  # Windows has no such timer
        # A timer, because `RLIMIT_CPU` is in whole seconds.
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        return signal.setitimer(signal.ITIMER_PROF, seconds)[0]
    return 0.0


def drop_file_access() -> None:
    """Forbid this process to open any file or connection, and to write to files that are open already.

    Nothing is forbidden where the system doesn't support it.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def send_ready(stream: BinaryIO) -> None:
    """Write the signal that all imports are done.

    From this signal on, the parent process measures the real time for the first file.

    Args:
        stream: Standard output of the process.
    """
    stream.write(b"\n")
    stream.flush()


def send(stream: BinaryIO, product: MeshResult) -> None:
    """Write the result of a task.

    Args:
        stream: Standard output of the process.
        product: The result.
    """
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
