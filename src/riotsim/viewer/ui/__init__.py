"""The panels of the window: functions that take plain data, draw with Dear ImGui and return the user's commands.

A window makes one `widgets.gui.Gui`. After it has drawn the scene, it opens a frame, calls the function of the current
screen, and carries out the commands that the function returns:

    with gui.frame(seconds, settings.keymap, settings.ui_scale) as ui:
        for command in game_screen(ui, model):
            ...

- `game_screen`, `sandbox_screen`, `start_screen`: all panels of a game or replay, of the sandbox, and of the start
  screen.
- `models`, `start_model`, `sandbox_model`, `lesson_model`, `rules_model`, `scene_model`: the data that panels show.
  These modules need neither pyglet nor ImGui.
- `commands`: the commands that panels return. It needs neither pyglet nor ImGui.
- `places`: the areas of the window under panels, so that the camera can avoid them.
- `panels/`: the panels of the screens.
- `widgets/`: controls, text, layout, fonts, colours, and the link to ImGui.

Some keys belong to no panel, such as those of the camera. To ask whether such a key was pressed, use
`ui.with_scopes(*open_scopes(model)).frame.action_pressed(action)`. For a key that is held down, use `Gui.holds`.
"""
