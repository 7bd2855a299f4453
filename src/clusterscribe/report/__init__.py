"""The report: one self-contained page for a browser that says everything about a description."""
