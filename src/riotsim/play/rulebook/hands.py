"""The section `hands` of the rules files of all games: the hands that throw dice, stack dice and carry models."""

from functools import cached_property
from typing import Annotated, TypeAlias

from pydantic import PrivateAttr

from riotsim.play.rulebook import bounds
from riotsim.play.rulebook.sections import Section, name_in
from riotsim.table import acts

HandName: TypeAlias = Annotated[str, name_in("hands", "hand")]


class PaceFigures(Section):
    """A pace of a hand: the highest speed and acceleration while the hand carries a model.

    The movement is a minimum-jerk movement.
    """

    speed: bounds.CarrySpeed
    """Peak speed of the movement."""
    acceleration: bounds.CarryAcceleration
    """Peak acceleration of the movement."""

    @property
    def pace(self) -> acts.Pace:
        """The same pace as a `Pace`, the type that acts use."""
        return acts.Pace(self.speed, self.acceleration)


class Paces(Section):
    """The paces of a hand's carries."""

    normal: PaceFigures
    """The usual pace."""
    slow: PaceFigures
    """A slower and safer pace. A game may charge for the time that it takes."""


class HandFigures(Section):
    """The accuracy and strength of a person's hand. The program draws the errors of each act at random."""

    place_sigma: bounds.PlacementError
    """Standard deviation of the place where the hand puts a die, along x and along y. It applies at a tower's foot."""
    unbraced: bounds.UnbracedFactor
    """The standard deviation of a die's place at this height above a tower's foot is twice `place_sigma`."""
    yaw_sigma: bounds.Turn
    """Standard deviation of a released die's rotation about the vertical axis."""
    tremor: bounds.Tremor
    """Size of the tremor during a carry: root mean square of the displacement along x and along y."""
    tremor_hz: bounds.TremorRate
    """Frequency of the tremor (Hz)."""
    aim_sigma: bounds.AimError
    """Standard deviation of the point that thrown dice are aimed at, along x and along y."""
    speed: bounds.ThrowSpeed
    """Usual horizontal speed of a throw."""
    speed_sigma: bounds.ThrowSpeed
    """Standard deviation of the horizontal speed of a throw."""
    spin: bounds.Spin
    """Standard deviation of each component of the spin of a thrown die."""
    paces: Paces
    """The hand's paces for carrying a model with its tower, in games with towers."""

    _name: str = PrivateAttr(default="")

    @cached_property
    def hand(self) -> acts.Hand:
        """The same hand as a `Hand`, the type that acts use."""
        return acts.Hand(
            name=self._name,
            place_sigma=self.place_sigma,
            unbraced=self.unbraced,
            yaw_sigma=self.yaw_sigma,
            tremor=self.tremor,
            tremor_hz=self.tremor_hz,
            aim_sigma=self.aim_sigma,
            speed=self.speed,
            speed_sigma=self.speed_sigma,
            spin=self.spin,
            paces=(("normal", self.paces.normal.pace), ("slow", self.paces.slow.pace)),
        )

    def with_name(self, name: str) -> "HandFigures":
        """Return a copy of these figures. The copy's `hand` has the given name."""
        hand = self.model_copy()
        hand._name = name
        hand.__dict__.pop("hand", None)  # a cached hand would keep the old name
        return hand
