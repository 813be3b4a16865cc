"""What MuJoCo said of the throws of the quick size.

MuJoCo takes fifteen times as long for a throw as our engine does, and always says the same of it. So only the long size
asks it anew. `test_what_is_stored_is_what_it_says` holds the first throws to it each time.
"""

from typing import Final

ROLL_THROWS: Final = 60
"""Throws of three d6s on felt by `tables.throw`, from seed 0 on."""

ROLL_FACES: Final = (
    "361555433316363244364151125145253151464615236156453242546515214252356545456234152443446231"
    "341542213144656355331151443561532323122354666446262151253542431631632356165126434565133526"
)
"""The number that each die showed."""

# fmt: off
ROLL_TRAVELS: Final = (
    235, 175, 265, 389, 330, 415, 134, 362, 61, 71, 382, 373, 180, 370, 361, 210, 215, 386, 227, 240, 181, 164, 335,
    353, 328, 262, 239, 202, 70, 199, 195, 193, 351, 436, 232, 227, 155, 203, 107, 333, 473, 412, 179, 273, 259,
    393, 269, 356, 453, 158, 138, 159, 311, 159, 380, 441, 189, 106, 104, 224, 159, 388, 559, 279, 239, 34, 79, 87,
    205, 71, 399, 167, 236, 117, 257, 82, 302, 297, 244, 98, 327, 285, 330, 265, 237, 229, 158, 253, 288, 259, 262,
    123, 58, 135, 235, 253, 168, 256, 356, 83, 81, 321, 173, 344, 254, 177, 507, 61, 398, 241, 287, 5, 308, 259,
    131, 174, 138, 128, 120, 137, 226, 74, 289, 135, 171, 324, 336, 153, 194, 239, 62, 203, 59, 169, 343, 240, 206,
    78, 231, 356, 231, 195, 81, 148, 397, 301, 138, 272, 275, 372, 121, 291, 302, 490, 157, 178, 150, 388, 80, 292,
    205, 332, 259, 389, 248, 275, 269, 375, 360, 165, 362, 278, 244, 250, 159, 105, 282, 275, 285, 372,
)
# fmt: on
"""How far each had come (mm)."""

CUBOID_THROWS: Final = 15
"""Throws of three cuboids at each of some ratios, which `SQUARE_FACES` names by their place."""

SQUARE_FACES: Final = {1: 32, 5: 11, 6: 9, 9: 5}
"""How many of the cuboids showed a square face."""

FRICTION_TRAVELS: Final = (300.2, 182.8)
"""Mean travels (mm) by `cases.friction.travel_in_mujoco` at the lowest and the highest friction: 25 throws, seed 7."""

STOOD: Final = (True, True, False, False, True, True, False, True)
"""Which of the first stacks of `cases.towers.random_stacks` by seed 97 stood. Two overhangs are tried each time."""
