"""Everything that can be taken home, from a table of six people."""

import csv
import json
from dataclasses import asdict

import pyarrow as pa
import pytest

from clusterscribe import Description, describe
from clusterscribe.app.choices import Choices
from clusterscribe.app.describing import Interrupts, News, describe_table
from clusterscribe.app.keeping import keeps
from clusterscribe.app.task import DESCRIPTION, FIRST, LABELLED, REPORT, Outcome, TableFile, Task
from clusterscribe.progress import silent

from .conftest import hard_table

WHOLE = pa.table(
    {
        "age": [21, 25, 30, 45, 50, 61, None],
        "job": ["admin", "cook", "admin", "cook", "admin", "cook", "cook"],
        "segment": ["young"] * 3 + ["old"] * 4,
    }
)


@pytest.fixture
def run(tmp_path):
    def begin(whole=WHOLE, interrupts=None, tell=silent, news=News(), start=None, **choices):  # noqa: B008
        given = {"label_column": "segment", "incomplete": "rows", "time_limit": 5.0, **choices}
        chosen = Choices(**given)
        task = Task(TableFile(tmp_path / "people.csv", "people.csv"), tmp_path, chosen, start)
        return describe_table(whole, task, chosen, interrupts or Interrupts(), tell, news=news)

    return begin


def labelled_rows(folder):
    with (folder / LABELLED).open(newline="") as file:
        return list(csv.DictReader(file))


def test_points_are_said_and_each_has_its_description(run, tmp_path):
    outcome = run()
    assert outcome.points == ["0 errors, complexity 4, proved"]
    assert outcome.chosen == 0
    found = Description.from_json((tmp_path / DESCRIPTION.format(0)).read_text())
    assert found.predict({"age": 22, "job": "cook"}).tolist() == ["young"]


def test_the_report_is_a_page_about_this_table(run, tmp_path):
    run()
    page = (tmp_path / REPORT).read_text()
    assert "<!doctype html>" in page
    assert "What the clusters of people.csv are" in page
    assert 'from the column <bdi class="source">segment</bdi>' in page


def test_the_labelled_table_has_every_row_and_nothing_for_those_left_out(run, tmp_path):
    outcome = run()
    rows = labelled_rows(tmp_path)
    assert [row["described_as"] for row in rows] == ["young"] * 3 + ["old"] * 3 + [""]
    assert "cluster" not in rows[0]
    assert "1 of 7 rows are left out because a number or date is missing." in outcome.remarks


def test_clusters_that_were_found_are_a_column_of_the_labelled_table(run, tmp_path):
    run(whole=WHOLE.slice(0, 6).select(["age"]), source="k-means", label_column="", clusters=2)
    rows = labelled_rows(tmp_path)
    assert [row["cluster"] for row in rows] == ["1"] * 3 + ["2"] * 3
    assert [row["described_as"] for row in rows] == ["1"] * 3 + ["2"] * 3


def test_cells_that_text_cannot_hold_leave_out_the_table_alone(run, tmp_path):
    nested = WHOLE.append_column("list", pa.array([[1]] * 7))
    outcome = run(whole=nested, left_out=("list",))
    assert not outcome.is_labelled
    assert not (tmp_path / LABELLED).exists()
    assert outcome.points


def test_stages_are_told_in_order(run):
    stages = []
    run(tell=lambda snapshot: stages.append(snapshot.stage), samples=2)
    told = list(dict.fromkeys(stages))
    in_any_case = [
        "finding the clusters", "describing them", "fewest errors", "writing the report",
        "frontier", "frontier: fewest errors", "sample 1 of 2", "sample 2 of 2",
    ]  # fmt: skip
    assert [stage for stage in told if stage in in_any_case] == in_any_case
    inside = {stage.removeprefix("frontier: ") for stage in told if stage not in in_any_case}
    assert inside <= {"shortest description", "ties"}  # what is proved at once is not told
    assert stages[-1] == "writing the report"  # with the frontier, once more


def test_a_report_is_there_before_the_frontier(run, tmp_path):
    ready = []

    def take(outcome):
        ready.append((outcome, (tmp_path / FIRST / REPORT).read_text(encoding="utf-8")))

    outcome = run(news=News(ready=take))
    [(first, page)] = ready
    assert "What the clusters of people.csv are" in page
    assert (first.folder, len(first.points), outcome.folder) == (FIRST, 1, "")
    assert first.points[0] == outcome.points[outcome.chosen]


def test_a_start_is_shown_at_once_if_it_keeps_to_the_limits(run, tmp_path):
    run()
    start = tmp_path / "start.json"
    start.write_text((tmp_path / DESCRIPTION.format(0)).read_text(encoding="utf-8"))
    for asked, is_start in (({"max_conditions": 1}, True), ({"left_out": ("age",)}, False)):
        shown = []
        run(news=News(show=shown.append), start=start, **asked)
        assert (bool(shown) and shown[0]["errors"] == 0) is is_start


def test_limits_that_a_description_keeps_to():
    table = [[1, 0], [2, 0], [3, 0], [4, 0], [5, 1]]
    description = describe(table, list("abbbc")).description
    assert keeps(description, Choices(max_conditions=2), None)
    assert not keeps(description, Choices(max_conditions=1), None)
    assert keeps(description, Choices(), 0)
    worse = describe(table, list("abbab"), max_conditions=1).description
    assert not keeps(worse, Choices(), 0)


def test_an_interrupt_in_the_search_gives_the_best_so_far_and_begins_nothing_else(run, tmp_path):
    interrupts, stages = Interrupts(), []

    def tell(snapshot):
        stages.append(snapshot.stage)
        if snapshot.best is not None and not interrupts.asked:
            interrupts.interrupt()

    outcome = run(hard_table(), interrupts, tell, label_column="label", samples=5)
    assert interrupts.asked
    assert len(outcome.points) == 1
    assert "frontier" not in stages
    assert not any(stage.startswith("sample") for stage in stages)
    assert (tmp_path / REPORT).exists()
    assert any("interrupted" in remark for remark in outcome.remarks)


@pytest.mark.slow
def test_an_interrupt_on_the_frontier_keeps_its_points_so_far(run, tmp_path):
    interrupts = Interrupts()

    def tell(snapshot):
        if snapshot.stage.startswith("frontier: ") and not interrupts.asked:
            interrupts.interrupt()

    outcome = run(hard_table(), interrupts, tell, label_column="label", time_limit=6.0, samples=5)
    assert interrupts.asked
    assert outcome.points
    assert "interrupted: these are the points so far" in outcome.remarks
    assert (tmp_path / REPORT).exists()


def test_an_interrupt_before_the_search_ends_everything(run, tmp_path):
    interrupts = Interrupts()

    def tell(snapshot):
        interrupts.interrupt()

    with pytest.raises(KeyboardInterrupt):
        run(interrupts=interrupts, tell=tell)
    assert not (tmp_path / REPORT).exists()


def test_an_interrupt_while_the_report_is_written_is_only_noted(run, tmp_path):
    interrupts = Interrupts()

    def tell(snapshot):
        if snapshot.stage == "writing the report":
            interrupts.interrupt()

    run(interrupts=interrupts, tell=tell)
    assert interrupts.asked
    assert (tmp_path / REPORT).exists()


def test_an_outcome_survives_the_way_to_the_server(run):
    outcome = run()
    assert Outcome(**json.loads(json.dumps(asdict(outcome)))) == outcome
