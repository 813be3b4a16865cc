"""The turns of Cube Clash.

- `options`: the choices of a player in a turn. `actions`: the actions of faces. `spells`: the five colours of magic.
- `turn`: a turn as a value, from its start to its end, one choice after the other. `ending`: the end of turns and
  games.
"""
