"""The paper's experiment on grouping against sub-sampling, with two further lines.

design     what is measured: mixtures, standard deviations, sample sizes, time limits
instances  the rows of one instance, and their groups by complete linkage
solving    the fewest errors on boxes, and the error rate of that on all rows
measure    one instance, in a process of its own
report     tables; plots: two pictures
run        all instances, two at a time; a run that was cut short is taken up again
"""
