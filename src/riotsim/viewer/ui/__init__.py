"""Panels: what the window shows as text and buttons, over plain data, and what the player wishes by them.

A window makes a `gui.Gui` once. Each time it has drawn the scene, it opens a frame and calls the function of
its screen with what there is to show; it gets back what was wished, and sees to it:

    with gui.frame(seconds, settings.keymap, settings.ui_scale) as ui:
        for wish in game_screen(ui, model):
            ...

`start.start_screen`, `game.game_screen` and `game.replay_screen` are the screens, `models` is what they show, `wishes`
what they give back. `pages` sees to those wishes that change nothing but the start screen and the settings.

Actions that are no panel's, such as those of the camera, are asked for: `ui.hearing(*heard(model)).fired(action)` tells
whether the key of one was pressed, `gui.holds` whether it is down. A log that is the same tuple as before is not looked
at again. `models`, `wishes` and `pages` need neither pyglet nor ImGui.
"""
