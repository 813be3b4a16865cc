"""What a mesh file may be at the most, so that one is refused within five seconds in under 1 GB.

The seconds are those of a machine that has time for it: see `START`.
"""

from typing import Final

KINDS: Final = ("glb", "obj", "stl")
"""The files that can be read, by their endings."""

LARGEST_FILE: Final = 20_000_000
"""Bytes. An STL of that size has 400,000 triangles, more than are read; text is read at 7 MB a second."""

MOST_TRIANGLES: Final = 250_000
"""Triangles in a file. They are read, welded and simplified in 2 to 3 s; a figure on sale for printing has 50,000 to
500,000, and any modelling program makes fewer of them."""

FARTHEST: Final = 1e6
"""The largest coordinate (in the file's unit): beyond it a double has too few digits left for the shape."""

MEMORY: Final = 850 << 20
"""Address space of the process that reads (bytes); the one that asks has some 100 MB itself."""

SECONDS: Final = 4
"""How much of a processor's time that process may take (s)."""

START: Final = 20.0
"""How long it is waited for until that process has read the file's header and is ready for the rest (s by the clock):
half a second, but a machine may be busy. The limit above ends it too."""

PATIENCE: Final = 3.5
"""How long it is waited for from then on (s by the clock), then it is killed: whoever brought the file is told within
five seconds. A die of a few sides needs a tenth of a second, so that a busy machine reads it as well."""

TOGETHER: Final = PATIENCE
"""How long all meshes of a stored game may take together (s by the clock): as one of them in rules of one's own. A mesh
of 5,000 triangles takes 0.04 s."""

STARTING: Final = 3
"""How much of a processor's time a process that reads several files has beside those (s): it takes half of that to
import what reads, and the clock shall be what ends it."""

MOST_NODES: Final = 10_000
"""Nodes of a glTF scene."""

JSON_SHARE: Final = 4_000_000
"""The longest description a GLB may begin with (bytes): half a megabyte describes a thousand parts."""
