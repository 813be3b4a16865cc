"""The owner of a piece can be recognised by its colour, even by colour-blind people, and by its symbol."""

import itertools

import numpy as np
import numpy.typing as npt
import pytest
from skimage.color import deltaE_ciede2000, rgb2lab

from riotsim.replay.recording import SEATS, Seat
from riotsim.table.pieces import Die, Hull, Model, Round
from riotsim.table.state import Table
from riotsim.viewer.scene.marks import linear
from riotsim.viewer.scene.scene import Scene
from riotsim.viewer.ui.widgets.theme import ink_on

Array = npt.NDArray[np.float64]

SEES: dict[str, Array] = {
    "all colours": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""Linear sRGB as people with each kind of vision see it: Machado, Oliveira and Fernandes, A physiologically-based
model for simulation of color vision deficiency (IEEE TVCG 15(6), 2009), severity 1.0 of their table.
"""

APART = 18.0
"""Least difference of two bosses' colours, in CIEDE2000; 2.3 is just noticeable (Mahy, Van Eycken and Oosterlinck,
1994). The palette of Okabe and Ito, of which these are shades, has 12 for its blue, orange, green and pink."""


def as_seen(colour: str, eyes: Array) -> Array:
    """Return a colour in CIELAB (D65), as eyes with a kind of vision see it."""
    light = np.clip(eyes @ np.array(linear(colour)), 0.0, 1.0)
    srgb = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    out: Array = rgb2lab(srgb[None, None])[0, 0]
    return out


@pytest.mark.parametrize("eyes", SEES)
def test_colours_of_bosses_are_apart(eyes: str) -> None:
    """For each kind of colour vision, any two bosses' colours differ by more than `APART`."""
    seen = {colour: as_seen(colour, SEES[eyes]) for colour, _ in SEATS}
    apart = {(a, b): float(deltaE_ciede2000(seen[a], seen[b])) for a, b in itertools.combinations(seen, 2)}
    assert len(apart) == 6
    assert min(apart.values()) > APART, apart


@pytest.mark.parametrize("base", [Round(25.0), Hull(60.0, 30.0)])
def test_bases_carry_their_boss_s_symbol(base: Round | Hull) -> None:
    """If two models differ only in their boss, the shapes of their bases differ too, because of the boss's symbol."""
    shapes = []
    for colour, symbol in SEATS:
        stage = Scene((Seat("Ada", colour, symbol),), {"m": "Ada"}, {})
        stage.show(Table(300.0, 300.0).with_pieces(Model("m", "Ada", (100.0, 100.0), base)))
        (shape,) = (batch.shape for batch in stage.batches() if "m" in batch.ids)
        shapes.append(shape.vertices["position"].tobytes())
    assert len(set(shapes)) == len(SEATS)


def test_dice_carry_their_boss_s_symbol() -> None:
    """Each die's data for the shader contain its boss's symbol, which replaces the 1 of a cube. Four bosses have four
    symbols.
    """
    told = []
    for colour, symbol in SEATS:
        stage = Scene((Seat("Ada", colour, symbol),), {}, {})
        stage.show(Table(300.0, 300.0).with_pieces(Die("d", size=16.0, owner="Ada")))
        (batch,) = (batch for batch in stage.batches() if "d" in batch.ids)
        told.append(int(batch.rows[0][11]))
    assert told == [0, 1, 2, 3]


def test_symbols_are_read_on_their_colour() -> None:
    """The ink of a symbol on panels has a contrast of over 3 to 1 to its boss's colour, as WCAG 2.1 asks of signs."""
    for colour, _ in SEATS:
        shades = [float(np.array(linear(tone)) @ (0.2126, 0.7152, 0.0722)) for tone in (colour, ink_on(colour))]
        assert (max(shades) + 0.05) / (min(shades) + 0.05) > 3.0
