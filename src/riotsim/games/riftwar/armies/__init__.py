"""Armies as data: unit types with their traits, army files, and the verdict of the rules on an army.

- `unit_types.py`: the types of units, and what their traits do.
- `figures.py`: unit types and armies in files, and their errors. `verdict.py`: the cost of an army, and the limits that
  it breaks.
"""
