"""Evidence for what is proved, which `clusterscribe.checker` can check."""
