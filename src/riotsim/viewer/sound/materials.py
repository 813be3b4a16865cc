"""Sound properties of materials: tones, noise, and softness."""

from dataclasses import dataclass
from typing import Final

from riotsim.table.impacts import Collider
from riotsim.table.pieces import PieceId
from riotsim.table.state import Surface, Table


@dataclass(frozen=True, slots=True)
class Partial:
    """A decaying tone of a struck body."""

    hertz: float
    decay: float
    """The tone decays to 1/e in this time (s)."""
    gain: float


@dataclass(frozen=True, slots=True)
class SoundMaterial:
    """The sound of a struck material. All tones and times were chosen by ear and by their spectrum.

    Two examples: the lowest tone of a board of a few decimetres has about 100 Hz. A die of 16 mm has only high tones
    that fade at once. It is heard as a click.
    """

    partials: tuple[Partial, ...]
    rustle: tuple[float, float]
    """Lower and upper limit of the frequencies of the noise (Hz). An impact makes this noise besides the tones."""
    rustle_decay: float
    """The noise of an impact decays to 1/e in this time (s)."""
    rustle_gain: float
    contact: float
    """Contact time with a hard body that hits the material at 1 m/s (s).

    Soft materials have a longer contact, which damps high tones.
    """
    loudness: float
    """Loudness, as a multiple of the loudness of bare wood."""


def _partials(*those: tuple[float, float, float]) -> tuple[Partial, ...]:
    return tuple(Partial(*one) for one in those)


DIE: Final = SoundMaterial(
    _partials((2650.0, 0.0065, 0.6), (4310.0, 0.005, 1.0), (6870.0, 0.004, 0.8), (9740.0, 0.003, 0.5)),
    (2500.0, 12000.0), 0.0022, 0.5, 0.00007, 0.85,
)  # fmt: skip

TOKEN: Final = SoundMaterial(
    _partials((3320.0, 0.014, 0.8), (5230.0, 0.011, 1.0), (7850.0, 0.007, 0.6), (11200.0, 0.004, 0.3)),
    (3000.0, 12000.0), 0.002, 0.3, 0.00006, 0.8,
)  # fmt: skip

PLASTIC: Final = SoundMaterial(
    _partials((940.0, 0.014, 0.7), (1760.0, 0.011, 1.0), (2890.0, 0.008, 0.7), (4620.0, 0.005, 0.4)),
    (1400.0, 8000.0), 0.003, 0.4, 0.00018, 0.8,
)  # fmt: skip

CARD: Final = SoundMaterial(
    _partials((330.0, 0.022, 0.8), (625.0, 0.016, 1.0), (1110.0, 0.011, 0.7), (1930.0, 0.007, 0.4)),
    (500.0, 4500.0), 0.006, 0.5, 0.0004, 0.75,
)  # fmt: skip
"""The sound of scenery made of foam board or hollow prints."""

WOOD: Final = SoundMaterial(
    _partials(
        (184.0, 0.045, 0.45), (412.0, 0.03, 0.75), (768.0, 0.022, 1.0),
        (1330.0, 0.016, 0.9), (2260.0, 0.011, 0.7), (3720.0, 0.007, 0.5),
    ),
    (900.0, 7000.0), 0.004, 0.6, 0.0001, 1.0,
)  # fmt: skip

FELT: Final = SoundMaterial(
    _partials((138.0, 0.04, 0.45), (262.0, 0.028, 0.8), (471.0, 0.019, 1.0), (823.0, 0.013, 0.8), (1510.0, 0.008, 0.5)),
    (300.0, 3200.0), 0.008, 0.6, 0.0003, 0.6,
)  # fmt: skip
"""The sound of felt on a wooden board. The board rings, and the felt softens the blow."""

FOAM: Final = SoundMaterial(
    _partials((96.0, 0.035, 0.9), (178.0, 0.026, 1.0), (331.0, 0.016, 0.6), (607.0, 0.01, 0.25)),
    (150.0, 1300.0), 0.011, 0.45, 0.0008, 0.45,
)  # fmt: skip
"""The sound of a neoprene mat."""

SURFACES: Final = {"felt": FELT, "wood": WOOD, "neoprene": FOAM}

HARD_RESTITUTION, SOFT_RESTITUTION = 0.85, 0.6
"""Two limits of the restitution. They determine the sound of a surface with an unknown name.

At or above `HARD_RESTITUTION`, it sounds like wood. At or below `SOFT_RESTITUTION`, it sounds like foam. Between the
limits, it sounds like felt.
"""


def material_of(hit: Collider, table: Table) -> SoundMaterial:
    """Return the sound material of one of the two bodies in an impact.

    Args:
        hit: The body.
        table: The table of the impact.
    """
    match hit.kind:
        case "die":
            return DIE
        case "token":
            return TOKEN
        case "model":
            return PLASTIC
        case "terrain":
            return CARD
        case "wall":
            return WOOD
        case "tray":
            return surface_material(table.surface if table.tray is None else table.tray.surface)
        case "table":
            return surface_material(table.surface)


def surface_material(covering: Surface) -> SoundMaterial:
    """Return the sound material of a surface by its name. If the name is unknown, choose one by the restitution."""
    known = SURFACES.get(covering.name)
    if known is not None:
        return known
    return (
        WOOD if covering.restitution >= HARD_RESTITUTION else FOAM if covering.restitution <= SOFT_RESTITUTION else FELT
    )


def size_of(piece: PieceId, table: Table) -> float:
    """Return the size of a die (mm). For any other piece, or if the die has left the table, return 16."""
    die = table.dice.get(piece)
    return 16.0 if die is None else die.size
