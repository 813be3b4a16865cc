"""Settings of MuJoCo for dice: the lengths of its steps and contacts, with the measurements behind them."""

from typing import Final

STEP: Final = 1e-4
"""Length of a step if dice bounce (s): a contact has ten. With five, restitutions are off by up to 0.08, with ten by
0.04."""

CONTACT: Final = 1e-3
"""Duration of a bounce (s).

After a fall of 100 mm (1.4 m/s), a die sinks in by 0.4 mm. From a corner it rises with 0.95 of the speed that a hard
die would have. With twice this duration the share is 0.9, because the die turns during the bounce.
"""

FIRM: Final = 1e-3
"""Time constant of contacts that don't bounce (s)."""

FIRM_STEP: Final = 5e-4
"""Length of a step if dice stand or slide (s). With this step and `FIRM`, all of 40 towers stood or fell as statics
says. With both four times as long, 3 of 34 towers fell that had a margin of up to 1.8 mm."""
