"""Why a row is inside a cluster, or outside."""
