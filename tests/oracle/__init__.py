"""Claims compared with answers that are computed from the definition alone."""
