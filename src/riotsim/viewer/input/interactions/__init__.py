"""How a person answers with the mouse on the table: one module for each kind of decision; no OpenGL."""
