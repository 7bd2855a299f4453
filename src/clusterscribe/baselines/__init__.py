"""The methods that polyhedra are compared with, each in the same words."""
