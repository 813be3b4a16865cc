"""Characters of Buskit.

- `ladder`: the dice d4 to d12 and their notation. `equipment`: weapons and armour as data.
- `figures`: characters as data, and their faults. `character`: characters in play.
"""
