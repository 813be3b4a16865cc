"""The turns of Cube Clash.

- `options`: what a player can choose in a turn. `actions`: the actions of faces. `spells`: the five colours of magic.
- `turn`: a turn as a value, from its start to its end, one choice after the other. `ending`: how turns and games end.
"""
