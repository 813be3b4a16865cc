"""Files that people write: rules in YAML, and meshes.

- `yaml`, `yaml_composer`: read YAML safely, and find the line of each value.
- `validation`: puts pydantic's errors into words, and finds the meaning of each field.
- `rules`: rules files with options.
- `companies`: files that players bring to a game, such as armies.
- `problems`: descriptions of a file's problems, each with its line.
- `atomic`: writes a file whole or not at all.
- `resources`: the files that come with the program.
- `deferred_interrupts`: holds back Ctrl-C during imports that would ignore it.
- `assets/`: dice, figures and scenery from meshes.
- `mesh/`: the isolated process that reads mesh files.
"""
