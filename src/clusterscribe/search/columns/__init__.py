"""Several features per condition: column generation."""
