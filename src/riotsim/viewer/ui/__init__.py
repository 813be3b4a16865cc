"""The panels of the window: functions of plain data that draw with Dear ImGui and return commands.

A window makes one `widgets.gui.Gui`. After it has drawn the scene, it opens a frame, calls the function of the current
screen, and carries out the commands that this returns:

    with gui.frame(seconds, settings.keymap, settings.ui_scale) as ui:
        for command in game_screen(ui, model):
            ...

- `game_screen`, `sandbox_screen`, `start_screen`: all panels of a game or replay, of the sandbox, of the start screen.
- `models`, `start_model`, `commands`: the data that panels show, and the commands that they return. They need neither
pyglet nor ImGui.
- `panels/`: the panels that the screens are put together from.
- `widgets/`: controls, text, layout, fonts, colours, and the link to ImGui.

To query keys that belong to no panel, such as those of the camera, use
`ui.with_scopes(*open_scopes(model)).frame.action_pressed(action)` for a press and `Gui.holds` for a key that is down.
"""
