"""The section `hands` of the rules files of all games: the hands that throw, stack and carry."""

from functools import cached_property
from typing import Annotated, TypeAlias

from pydantic import PrivateAttr

from riotsim.play.rulebook import bounds
from riotsim.play.rulebook.sections import Section, name_in
from riotsim.table import acts

HandName: TypeAlias = Annotated[str, name_in("hands", "hand")]


class PaceFigures(Section):
    """The limits of the minimum-jerk movement with which a hand carries."""

    speed: bounds.CarrySpeed
    """Peak speed."""
    acceleration: bounds.CarryAcceleration
    """Peak acceleration."""

    @property
    def pace(self) -> acts.Pace:
        """The same values as a `Pace` of the physics."""
        return acts.Pace(self.speed, self.acceleration)


class Paces(Section):
    """The paces at which a hand can carry."""

    normal: PaceFigures
    """The usual pace."""
    slow: PaceFigures
    """A safer pace. It takes more time, which a game may charge."""


class HandFigures(Section):
    """The accuracy and strength of a person's hand. The errors themselves are random."""

    place_sigma: bounds.PlacementError
    """Standard deviation of the place where a die is released, along x and along y, at the foot of a tower."""
    unbraced: bounds.UnbracedFactor
    """The height at which that standard deviation has doubled."""
    yaw_sigma: bounds.Turn
    """Standard deviation of the angle at which a die is released."""
    tremor: bounds.Tremor
    """Root mean square of the tremor while carrying."""
    tremor_hz: bounds.TremorRate
    """Frequency of the tremor (Hz)."""
    aim_sigma: bounds.AimError
    """Standard deviation of the middle of a throw, along x and along y."""
    speed: bounds.ThrowSpeed
    """Horizontal speed of a throw."""
    speed_sigma: bounds.ThrowSpeed
    """Standard deviation of that speed."""
    spin: bounds.Spin
    """Standard deviation of each component of the spin of a thrown die."""
    paces: Paces
    """The paces at which the hand carries a model with its tower, in games with towers."""

    _name: str = PrivateAttr(default="")

    @cached_property
    def hand(self) -> acts.Hand:
        """The same values as a `Hand` of the physics."""
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
        """Return the same values with the name that the rules file gives the hand."""
        hand = self.model_copy()
        hand._name = name
        hand.__dict__.pop("hand", None)  # it has the name too
        return hand
