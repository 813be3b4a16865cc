"""The sandbox's logic: a position that is set up by hand.

- `document`: the position, its undo history, the selected piece, and what a game implements to have a sandbox.
- `edits`: changes to a table, and the check whether a table is allowed.
- `holding`: the piece that is held at the mouse, and the tray.
- `files`: opening and saving scenario files.

The screen itself is `riotsim.viewer.screens.sandbox`.
"""
