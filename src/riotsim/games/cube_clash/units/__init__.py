"""The units of Cube Clash.

- `faces`: the icons and counts. `orientations`: the orientations of a die, its tips and its turns.
- `unit`: a unit, and its die. `figures`: units and armies as data. `armies`: company files.
"""
