"""All measurements, in the order in which they are made."""

from benchmarks.carrying import CARRYING
from benchmarks.crowded import CROWDED
from benchmarks.figures import Measurement
from benchmarks.floor import FLOOR
from benchmarks.games import GAMES
from benchmarks.lab import LAB
from benchmarks.opening import OPENING
from benchmarks.peers.compare import PEERS
from benchmarks.start import START
from benchmarks.throws import THROWS_VS_CPP
from benchmarks.window import WINDOW
from benchmarks.worst_act import WORST_ACT

MEASUREMENTS: tuple[Measurement, ...] = (
    THROWS_VS_CPP, PEERS, CROWDED, CARRYING, FLOOR, WORST_ACT, GAMES, LAB, START, OPENING, WINDOW,
)  # fmt: skip
