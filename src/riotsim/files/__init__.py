"""Files that people write: rules in YAML, and meshes.

- `yaml`, `yaml_composer`: YAML read safely, with the line of every value.
- `validation`: pydantic's errors in words, and the meaning of each field. `rules`: rules files with options.
- `problems`: what is wrong with a file, and where. `atomic`: files written whole or not at all.
- `resources`: the files of the program. `deferred_interrupts`: Ctrl-C during imports that would swallow it.
- `assets/`: dice, figures and scenery from meshes. `mesh/`: the isolated process that reads mesh files.
"""
