"""The methods that polyhedra are compared with, described in the same terms."""
