"""Files that people write: rules in YAML, and meshes.

- `yaml`, `yaml_composer`: the safe reading of YAML, which also finds the line of each value.
- `validation`: pydantic's errors in words, and the meaning of each field. `rules`: rules files with options.
- `companies`: files that players bring to a game, such as armies.
- `problems`: descriptions of a file's problems, each with its line. `atomic`: files written whole or not at all.
- `resources`: the files that come with the program.
- `deferred_interrupts`: a context manager that holds back Ctrl-C during imports, because some imports would ignore
  Ctrl-C.
- `assets/`: dice, figures and scenery from meshes. `mesh/`: the isolated process that reads mesh files.
"""
