"""The building blocks of panels.

- `gui`: panels on a pyglet window, with mouse and keyboard.
- `layer`: an ImGui context over the window.
- `drawn`: the places of all texts and panels of a frame, for checks of the layout.
- `layout`: the frame in which panels, cards and gaps are laid out, with the keys of the keyboard that panels react to.
- `text`: text, badges, key caps and tooltips.
- `controls`: buttons, switches, sliders and fields.
- `signs`: icons and counts of faces of dice. `dice`: whole dice with their numbers.
- `pictures`: pictures from files.
- `fonts`, `theme`: fonts, icons and colours.
"""
