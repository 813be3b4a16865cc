"""The units of Cube Clash.

- `faces`: the icons and counts. `orientations`: how a die lies, is tipped and is turned.
- `unit`: a unit, and the die that stands for it. `armies`: files of units and the army made of them.
"""
