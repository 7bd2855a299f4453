"""Certificates: evidence for what is proved, made so that `clusterscribe.checker` can check it."""
