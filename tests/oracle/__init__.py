"""Claims held against answers that are computed from the definition alone."""
