"""Tags: disjoint sets of them that cover each cluster, as few as can be (DTDM)."""
