"""Lines of sight, and the solid things that block them. All lengths are in mm.

- `lines`: the nine lines from an eye to a body, and what blocks them.
- `path`: the stretches of a straight path on which watchers see a moving body.
- `bodies`: the shapes of pieces that block lines of sight, and of watchers and targets.
- `coarse`: simpler meshes for sight.
- `segments`: tests whether lines run through the inside of solids.
- `solids`: solids in arrays. `polyhedra`: closed polyhedra with their triangles and edges.
- `moving`: upright cylinders that move while a watched body moves.
- `shadows`: functions that are zero where a line to a moving body enters or leaves a solid.
- `roots`: the roots of many such functions, found together.
"""
