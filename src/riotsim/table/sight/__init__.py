"""Lines of sight over solid things. All lengths are in mm.

- `lines`: the nine lines from an eye to a body, and what shuts them.
- `bodies`: pieces as solids, and as bodies that look and are looked for.
- `coarse`: simpler meshes for sight.
- `segments`: the solids in which straight lines run. `solids`: solids in arrays. `polyhedra`: triangles and edges.
"""
