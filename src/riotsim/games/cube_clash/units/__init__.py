"""The units of Cube Clash.

- `faces`: the icons and counts. `orientations`: how a die lies, is tipped and is turned.
- `unit`: a unit, and the die that stands for it. `figures`: units and armies as data. `armies`: company files.
"""
