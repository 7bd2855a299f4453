"""How much length each error saved costs: descriptions for every useful error budget."""
