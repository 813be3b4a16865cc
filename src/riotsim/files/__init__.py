"""What lasts: rules files and meshes."""
