"""The best description so far: counted on all rows, the better one shown, and in words."""

import threading
from dataclasses import asdict

import pandas as pd

from clusterscribe import describe
from clusterscribe.app.so_far import ClusterSoFar, Counter, Share, Showing, SoFar, is_better
from clusterscribe.app.trace import MOST, Trace
from clusterscribe.parameters import LabelledTable
from clusterscribe.progress import Snapshot

TABLE = pd.DataFrame({"age": [20, 25, 31, 50, 60, 29], "plan": list("aabbba")})
LABELS = ["young", "young", "young", "old", "old", "old"]


def snapshot(answer=None, stage="fewest errors", best=1.0, bound=0.0):
    return Snapshot(stage, 6, 0, best, bound, 0.0, answer)


def so_far(errors, complexity, name="", recall=1.0):
    share = Share(recall, "")
    return SoFar([ClusterSoFar(name, "", [], 6, share, share)], errors, 100, complexity)


def test_figures_are_counted_on_all_rows():
    description = describe(TABLE, LABELS, max_conditions=1).description
    counted = Counter(LabelledTable(TABLE, LABELS), None)(description)
    assert (counted.errors, counted.rows) == (1, 6)
    by_name = {cluster.name: cluster for cluster in counted.clusters}
    young = by_name["young"]
    tally = description.tally_of("young")
    assert young.recall.part == tally.inside / tally.rows
    assert young.precision.part == tally.inside / (tally.inside + tally.wrongly_inside)
    assert young.sentence.startswith("Rows with age of")
    assert SoFar.from_dict(asdict(counted)) == counted


def test_only_what_is_better_replaces_what_is_on_the_page():
    shown = so_far(10, 8)
    assert is_better(so_far(99, 1), None, snapshot(), 0)
    assert is_better(so_far(9, 20), shown, snapshot(), 0)
    assert not is_better(so_far(11, 4), shown, snapshot(best=3.0), 99)  # few rows said 3
    lacking = so_far(10, 8, recall=0.4)
    assert is_better(so_far(11, 4), lacking, snapshot(), 0, 0.5)
    assert not is_better(so_far(100, 4), lacking, snapshot(), 0, 0.5)  # everything is wrong
    assert not is_better(so_far(1, 4, recall=0.4), shown, snapshot(), 0, 0.5)
    shorter = snapshot(stage="shortest description", best=4.0)
    assert is_better(so_far(11, 4), shown, shorter, 11)
    assert not is_better(so_far(12, 4), shown, shorter, 11)
    assert not is_better(so_far(10, 8), shown, shorter, 11)


def test_answers_are_counted_in_another_thread_and_faults_end_nothing(capsys):
    description = describe(TABLE, LABELS).description
    shown, done, threads = [], threading.Event(), []

    def show(answer):
        threads.append(threading.current_thread())
        shown.append(answer)
        done.set()

    def fail():
        raise ValueError

    showing = Showing(Counter(LabelledTable(TABLE, LABELS), None), show, interval=0.0)
    showing.hear(snapshot())  # without an answer
    showing.hear(snapshot(fail))
    while "no preview (ValueError)" not in capsys.readouterr().err:
        threading.Event().wait(0.01)
    showing.hear(snapshot(lambda: description))
    assert done.wait(10)
    showing.close()
    assert threads[0] is not threading.current_thread()
    assert shown[0]["errors"] == sum(tally.errors for tally in description.tallies)


def test_a_trace_holds_bounds_of_all_descriptions_only_and_is_never_long():
    trace = Trace()
    trace.hear(snapshot(stage="fewest errors, one feature each", bound=5.0), 1.0)
    assert (trace.bound, trace.moments) == (0.0, [])
    trace.hear(snapshot(bound=2.0), 1.0)
    trace.hear(snapshot(bound=1.0), 2.0)  # of fewer rows
    assert trace.moments == [(1.0, None, 2.0)]
    for second in range(1000):
        trace.count(2000 - second, second)
    assert len(trace.moments) <= MOST
    assert trace.moments[-1] == (999, 1001, 2.0)
