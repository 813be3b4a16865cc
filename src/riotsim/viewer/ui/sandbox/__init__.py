"""The panels of the sandbox.

- `screen`: all panels together, the tray, trials, and the file dialog.
- `position`: the right side, with the position and the selected piece.
- `model`: the data that they show.
- `commands`: the commands that they return.
"""
