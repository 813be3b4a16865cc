"""Files that people write: rules in YAML, and meshes.

- `yaml`, `yaml_composer`: YAML read safely, with the lines of its values.
- `validation`: pydantic's errors in words, and the meaning of each field. `rules`: rules files with options.
- `companies`: files of armies and the like that players bring.
- `problems`: descriptions of what is wrong with a file, and where. `atomic`: files written whole or not at all.
- `resources`: the files that come with the program.
- `deferred_interrupts`: protection of imports that would swallow Ctrl-C.
- `assets/`: dice, figures and scenery from meshes. `mesh/`: the isolated process that reads mesh files.
"""
