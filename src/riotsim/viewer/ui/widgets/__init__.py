"""The building blocks of panels.

- `gui`: the connection of panels with a pyglet window, its mouse and its keyboard.
- `layer`: an ImGui context over the window.
- `drawn`: the places of all texts and panels of a frame, for checks of the layout.
- `layout`: the frame in which panels, cards and gaps are laid out, and the keyboard keys for panels.
- `text`: text, badges, key caps and tooltips.
- `controls`: buttons, switches, sliders and fields.
- `signs`: the icon and the count that stand on a face of a die.
- `dice`: whole dice with their numbers.
- `pictures`: pictures from files.
- `fonts`, `theme`: fonts, icons and colours.
"""
