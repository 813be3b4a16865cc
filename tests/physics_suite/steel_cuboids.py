"""Real cuboids of steel, x × y × y, thrown by people: how often a square face came up."""

RATIOS = (0.47, 0.63, 0.75, 0.81, 0.93, 0.97, 1.16, 1.23, 1.44, 1.55, 1.60, 1.71, 1.87, 2.12, 2.65)
"""The ratio x/y of each cuboid. This and the next two are from Mathematical Gazette 97.16 (2013)."""

REAL = (0.916, 0.738, 0.548, 0.496, 0.399, 0.385, 0.148, 0.154, 0.052, 0.040, 0.017, 0.031, 0.009, 0.007, 0.006)
"""Share of throws of each cuboid after which a square face was up."""

THROWS = (332, 840, 799, 740, 516, 530, 1011, 532, 654, 606, 702, 609, 680, 275, 503)
"""Number of throws of each cuboid."""

SQUARE = (2, 5)
"""The numbers that `table.prisms.cuboid(x, y, y)` puts on the square faces."""
