"""Several polyhedra for one cluster: a row inside any of them is inside."""
