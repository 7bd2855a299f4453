"""The methods, each run as its authors mean it, in a process of its own.

A runner is a generator: it loads its libraries, yields None when it is ready, and then one offer
for each setting. It knows numbers and labels only, and nothing of the other runners. Those of
other packages run in their own environment, where clusterscribe is not installed.
"""
