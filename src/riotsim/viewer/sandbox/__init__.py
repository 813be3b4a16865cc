"""The sandbox's logic: a position that is set up by hand, and trials of throws and carries.

- `game`: the interface that a game implements to have a sandbox.
- `document`: the position, its undo history, and the selected piece.
- `edits`: changes to a table, and why a table is not allowed.
- `holding`: the piece that hangs at the mouse, and the tray.
- `trials`: trying a throw or a carry in a host process.
- `files`: opening and saving scenario files.
- `panel_model`: the data of the sandbox's panels.

The screen itself is `riotsim.viewer.screens.sandbox`.
"""
