"""In the window, a die with signs shows the icon and the count of each sign upright."""

import math
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pytest

from riotsim.replay.recording import seats
from riotsim.table.dice.custom import with_signs
from riotsim.table.dice.icons import DRAWINGS
from riotsim.table.dice.kinds import D6, DieKind
from riotsim.table.dice.signs import COUNT_PLACE, Sign
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.input.camera import Camera
from riotsim.viewer.render.images import OffscreenRenderer
from riotsim.viewer.scene.dice import die_shape
from riotsim.viewer.scene.scene import Scene
from riotsim.viewer.scene.textures import ICON_REACH, ICON_SIZE, ICONS, icon_atlas

Picture = npt.NDArray[np.float64]
Take = Callable[[DieKind, int], Picture]

SIZE = 160
"""Width and height of a picture (pixels)."""


@pytest.fixture(scope="module")
def take() -> Iterator[Take]:
    """Take a picture of a die's face from straight above, in grey, with rows from the top down."""
    renderer = OffscreenRenderer(SIZE, SIZE, "low")

    def picture(kind: DieKind, value: int) -> Picture:
        die = Die("x", kind, pose=Pose((50.0, 50.0, 8.0), kind.orientation_showing(value)), owner="Ada")
        scene = Scene(seats({"Ada": "", "Bea": ""}), {}, {})
        scene.show(Table(100.0, 100.0).with_pieces(die))
        camera = Camera.above_table(((42.0, 42.0), (58.0, 58.0)), pitch=math.radians(89.9))
        corners = [camera.project((50 + a * 7.5, 50 + b * 7.5, 16.0), SIZE, SIZE) for a, b in ((-1, 1), (1, -1))]
        (left, top, *_), (right, bottom, *_) = (corner for corner in corners if corner is not None)
        seen = renderer.render(scene, camera)[round(top) : round(bottom), round(left) : round(right)]
        grey: Picture = seen.astype(np.float64).mean(axis=2)
        return grey

    yield picture
    renderer.close()


def ink(face: Picture) -> npt.NDArray[np.bool_]:
    """Return the pixels of a blue die's face that are white."""
    bright: npt.NDArray[np.bool_] = face > (face.min() + face.max()) / 2
    return bright


def test_only_dice_with_signs_are_drawn_anew() -> None:
    """Ordinary dice are drawn with their usual materials, and dice with signs with a material for signs."""
    assert die_shape(D6).material == "cube"
    assert die_shape(with_signs(D6, "herald", {1: Sign("id")})).material == "signs"


def test_the_texture_has_each_icon() -> None:
    """In the texture, a target has ink in its middle and its outer ring, and none between. The texture's rows go from
    the bottom up: a ghost has gaps at its hem, and none at its head.
    """
    atlas = icon_atlas()[..., 0]
    assert len(atlas) == len(DRAWINGS)

    def at(name: str, x: float, y: float) -> bool:
        row, column = (int((part / ICON_REACH + 1) / 2 * ICON_SIZE) for part in (y, x))
        return bool(atlas[ICONS[name], row, column] > 128)

    assert [at("bulls_eye", x, 0.0) for x in (0.0, 0.22, 0.45, 0.66, 0.88, 1.1)] == [True, False] * 3
    assert [at("vanish", 0.0, y) for y in (-0.85, 0.85)] == [False, True]


def test_the_sign_is_seen_with_its_count(take: Take) -> None:
    """If the count of a sign changes, only the corner of the face changes. If the icon changes, other parts of the face
    change.
    """
    kinds = [
        with_signs(D6, str(k), {1: sign}) for k, sign in enumerate((Sign("saves", 1), Sign("saves", 8), Sign("fly", 1)))
    ]
    one, eight, wing = (take(kind, 1) for kind in kinds)
    side = len(one)
    row, column = (int((1 + part * 0.92) / 2 * side) for part in (-COUNT_PLACE[1], COUNT_PLACE[0]))
    changed = np.abs(one - eight) > 40.0
    corner = changed[row - side // 4 : row + side // 4, column - side // 4 :]
    assert corner.sum() > 20
    assert corner.sum() == changed.sum()
    assert (np.abs(one - wing) > 40.0)[: side // 2, : side // 2].sum() > 25


@pytest.mark.parametrize("value", range(1, 7))
def test_a_sign_stands_the_same_way_on_each_side(take: Take, value: int) -> None:
    """On each face of a die, a sign looks like the sign on face 1, turned by quarters. A sign is never mirrored."""
    kind = with_signs(D6, "x", {number: Sign("melee", 7) for number in range(1, 7)})
    first, here = ink(take(kind, 1)), ink(take(kind, value))
    size = min(*first.shape, *here.shape)
    alike = [float((first[:size, :size] == np.rot90(here[:size, :size], k)).mean()) for k in range(4)]
    assert max(alike) > 0.93
