"""Column generation over whole polyhedra of few conditions, where clusters touch."""
