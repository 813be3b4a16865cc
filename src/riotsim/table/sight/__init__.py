"""Lines of sight, and the solid things that block them. All lengths are in mm.

- `lines`: the nine lines from an eye to a body, and what blocks them.
- `path`: the stretches of a straight path where watchers see a moving body.
- `bodies`: the solids for pieces that block lines of sight, and the cylinders of watchers and targets.
- `coarse`: simpler meshes for sight.
- `segments`: tests whether lines run through the inside of solids.
- `solids`: solids in arrays. `polyhedra`: closed polyhedra with their triangles and edges.
- `moving`: upright cylinders that move while a watched body moves.
- `shadows`: functions of a moving body's place. They are zero where a line to the body may enter or leave a solid.
- `roots`: the roots of many such functions, found together.
"""
