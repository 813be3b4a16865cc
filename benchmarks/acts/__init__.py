"""The cost of acts in crowds and with towers.

- `crowded`: throws among towers, and throws that hit one. `carrying`: carries and stacks.
- `floor`: the engine's own steps in all of these, below which nothing can go.
"""
