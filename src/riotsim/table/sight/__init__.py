"""Lines of sight, and the solid things that block them. All lengths are in mm.

- `lines`: the nine lines from an eye to a body, and what blocks them.
- `path`: the stretches of a straight path on which watchers see a moving body.
- `bodies`: pieces as solids, and as watchers and targets of lines of sight.
- `coarse`: simpler meshes for sight.
- `segments`: the solids in which straight lines run. `solids`: solids in arrays. `polyhedra`: triangles and edges.
- `moving`: upright cylinders that move while a watched body moves.
- `shadows`: where lines to a moving body may enter or leave a solid. `roots`: roots of many functions at once.
"""
