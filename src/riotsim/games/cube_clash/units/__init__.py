"""The units of Cube Clash: `faces` has the icons and counts, `orientations` how a die lies and how it is tipped."""
