"""The process in which a stranger's mesh file is read: little memory, little time, no files and no network.

The content comes on standard input, what became of it goes to standard output: an empty line once all is imported
(what is refused before has none), a line of JSON, then numbers.
"""

import importlib
import json
import sys
from contextlib import suppress
from typing import BinaryIO, Final

from riotsim.files.mesh.headers import check_content
from riotsim.files.mesh.limits import MEMORY, SECONDS
from riotsim.files.mesh.order import Order, Product

MEGABYTE: Final = 1 << 20


NEEDED: Final = ("networkx", "fast_simplification", "riotsim.files.mesh.pieces", "riotsim.files.mesh.sides", "vhacdx")
"""Modules that are imported only where they are needed, when no file can be opened any more."""


def main() -> None:
    """Do what the first line of standard input orders with the rest of it."""
    order = Order.read(json.loads(sys.stdin.buffer.readline()))
    content = sys.stdin.buffer.read()
    bound_memory()
    try:
        notes = check_content(order.ending, content)
        from riotsim.files.mesh.tasks import perform  # which takes a second; what is refused by now needs none of it

        shut_doors()
        tell_ready(sys.stdout.buffer)
        product = perform(order, content).noting(*notes)
    except ValueError as error:
        product = Product(refused=str(error))
    except MemoryError:
        product = Product(refused=f"needs more than {MEMORY // MEGABYTE} MB to be read; simplify it")
    send(sys.stdout.buffer, product)


def bound_memory() -> None:
    """Bound the memory and the processor's time of this process, where the system can."""
    with suppress(ImportError, ValueError, OSError):  # not every system has these limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def shut_doors() -> None:
    """From here on no file and no connection can be opened, and none be written."""
    for module in NEEDED:
        with suppress(ImportError):  # without it something is not mended, or refused with a word on what to install
            importlib.import_module(module)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def tell_ready(stream: BinaryIO) -> None:
    """Say that all is imported: what takes time from now on is the file's doing."""
    stream.write(b"\n")
    stream.flush()


def send(stream: BinaryIO, product: Product) -> None:
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
