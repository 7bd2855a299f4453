"""The pages from the first to the last, without a browser."""

import gzip
import io
import json
import re
import shutil
import zipfile
from typing import ClassVar

import openpyxl
import pytest

from clusterscribe import Description
from clusterscribe.app.choices import Choices, fields_of
from clusterscribe.app.so_far import ClusterSoFar, Share, SoFar
from clusterscribe.app.trace import Trace

from .conftest import PEOPLE, Browser

HOSTILE = '"<script>alert(1)</script>","a\'b ""c""",عمر\n' + "".join(
    f"{i},{'x' if i < 5 else '<img src=x onerror=alert(1)>'},{'أ' if i < 5 else '</select>'}\n"
    for i in range(10)
)


def filled(workspace, **changes):
    fields = fields_of(workspace.preview.suggested(5.0))
    left_out = changes.pop("left_out", fields.left_out)
    columns = [column.name for column in workspace.preview.columns]
    used = [name for name in columns if name not in left_out]
    return {**fields.text, "use": used, **changes}


@pytest.fixture
def described(browser, workspace):
    """A browser that looks at the report of the people."""
    browser.upload(PEOPLE)
    form = filled(workspace, left_out=["name"], time_limit="5")
    assert browser.post("describe", data=form).url.path.endswith("/result")
    return browser


def test_the_first_page_asks_for_a_table(browser):
    page = browser.get("")
    assert page.url.path.endswith("/file")
    assert "What are your clusters?" in page.text
    assert "up to\n0.02 MB" in page.text


def test_what_was_read_is_shown_with_suggestions(browser):
    page = browser.upload(PEOPLE)
    assert page.url.path.endswith("/table")
    assert "6 rows,\n4 columns." in page.text
    assert '<option value="segment" selected>segment</option>' in page.text


def test_the_example_is_there_without_a_file(browser):
    page = browser.post("example")
    assert page.url.path.endswith("/table")
    assert "178 rows,\n14 columns." in page.text
    assert '<option value="cluster" selected>' in page.text


def test_the_report_is_shown_in_a_frame_of_its_own_policy(described):
    page = described.get("result")
    assert '<iframe src="report?answer=1"' in page.text
    report = described.get("report")
    assert "What the clusters of people.csv are" in report.text
    assert "frame-ancestors 'self'" in report.headers["content-security-policy"]
    assert "connect-src" not in report.headers["content-security-policy"]  # none, by default


def test_everything_can_be_saved(described):
    saved = {
        name: described.get(name)
        for name in ("report.html", "description.json", "description.sql", "labelled.csv")
    }
    names = [answer.headers["content-disposition"] for answer in saved.values()]
    assert names == [
        f"attachment; filename*=utf-8''people-{rest}"
        for rest in ("report.html", "description.json", "ansi.sql", "labelled.csv")
    ]
    found = Description.from_json(saved["description.json"].text)
    assert found.predict({"age": 22, "job": "cook"}).tolist() == ["young"]
    assert 'FROM "people"' in saved["description.sql"].text
    assert saved["labelled.csv"].text.splitlines()[1].endswith('"young"')


@pytest.mark.parametrize(
    "asked",
    [
        "description.json?point=7",
        "description.json?point=00000000099",
        f"description.sql?point={'0' * 5000}",
        "description.json?point=../x",
        "description.json?point=-1",
        "description.sql?dialect=../../x",
        "description.sql?point=²",
    ],
)
def test_what_is_not_there_is_said(described, asked):
    answer = described.get(asked)
    assert answer.status_code == 422
    assert "There is no point" in answer.text or "The dialect must be one of" in answer.text


@pytest.mark.parametrize(
    "page",
    [
        "report",
        "report.html",
        "description.json",
        "description.sql",
        "description.xlsx",
        "labelled.csv",
    ],
)
def test_files_that_something_else_deleted_are_said_to_be_gone(described, workspace, page):
    shutil.rmtree(workspace.outputs)
    answer = described.get(page)
    assert answer.status_code in (410, 422)
    assert "The files of this description are gone; describe the table again." in answer.text


def test_workbook_has_a_sheet_for_each_cluster(described):
    answer = described.get("description.xlsx?point=0")
    assert answer.status_code == 200
    assert "people-description.xlsx" in answer.headers["content-disposition"]
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames[0] == "Overview"
    assert len(book.sheetnames) > 2


@pytest.mark.parametrize("dialect", ["duckdb", "postgresql", "bigquery", "spark", "sqlite"])
def test_sql_in_any_dialect(described, dialect):
    answer = described.get(f"description.sql?point=0&dialect={dialect}")
    assert answer.status_code == 200
    assert f"people-{dialect}.sql" in answer.headers["content-disposition"]


@pytest.mark.parametrize(
    ("content", "name", "sentence"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0", "photo.csv",
         "&#39;photo.csv&#39; is not a table: it holds binary data."),
        (b"", "empty.csv",
         "&#39;empty.csv&#39; is empty; it must hold a header line and rows."),
        (b"a,b\n1,2\n3\n", "ragged.csv",
         "Row 2 of &#39;ragged.csv&#39; (line 3) has 1 cells and the header has 2; correct this "
         "line."),
        (b"nonsense", "broken.parquet",
         "&#39;broken.parquet&#39; is damaged or not a Parquet file; write it again."),
        (b"a\n1\n", "book.xlsx",
         "&#39;book.xlsx&#39; is damaged, protected or not an Excel workbook; save it again as "
         ".xlsx."),
        (b"a\n1\n", "book.pdf",
         "&#39;book.pdf&#39; has an unknown format; choose a .csv, .tsv or .txt file (also with "
         ".gz or .zst), a .parquet, .arrow or .feather file, or an .xlsx workbook."),
        (b"x" * 20_001, "large.csv", "The file is larger than the limit of 0.02 MB;"),
    ],
)  # fmt: skip
def test_a_broken_file_is_one_sentence_and_a_good_one_works_after_it(
    browser, workspace, content, name, sentence
):
    page = browser.upload(content, name)
    assert sentence in page.text
    assert "Traceback" not in page.text
    assert str(workspace.folder) not in page.text
    assert list(workspace.folder.rglob("*")) == []
    assert browser.upload(PEOPLE).url.path.endswith("/table")


def test_workbooks_of_any_cells_are_previewed_and_described(browser, workspace):
    openpyxl = pytest.importorskip("openpyxl")
    book, content = openpyxl.Workbook(), io.BytesIO()
    for row in [["age", "<b>", "segment"], *([20 + i, "=1+1", "ab"[i // 5]] for i in range(10))]:
        book.active.append(row)
    book.save(content)
    page = browser.upload(content.getvalue(), "book.xlsx")
    assert page.url.path.endswith("/table")
    assert "&lt;b&gt;" in page.text
    form = filled(workspace, source="column", label_column="segment")
    assert browser.post("describe", data=form).url.path.endswith("/result")
    assert "age" in browser.get("report").text


def test_a_form_that_is_wrong_is_shown_again_as_it_was_filled_in(browser, workspace):
    browser.upload(PEOPLE)
    page = browser.post("describe", data=filled(workspace, time_limit="soon", noise_label="-7"))
    assert page.status_code == 422
    assert "The time limit must be a number of seconds above 0, not &#39;soon&#39;." in page.text
    assert 'value="-7"' in page.text


def test_what_stands_in_fields_out_of_sight_does_not_matter(browser, workspace):
    browser.upload(PEOPLE)
    form = filled(workspace, left_out=["name"], clusters="99", smallest="0")
    assert browser.post("describe", data=form).url.path.endswith("/result")


def test_columns_with_line_ends_and_blanks_in_their_names_can_be_chosen(browser, workspace):
    browser.upload('"a\nb"," label ",x\n' + "".join(f"{i},{'uv'[i // 5]},{i}\n" for i in range(10)))
    form = filled(workspace, source="column", label_column=" label ", use=["x"])
    assert browser.post("describe", data=form).url.path.endswith("/result")
    assert workspace.choices.left_out == ("a\nb",)
    assert workspace.choices.label_column == " label "


def test_a_form_larger_than_any_page_sends_is_refused(browser, workspace, monkeypatch):
    monkeypatch.setattr("clusterscribe.app.routes.MOST_FORM_BYTES", 100)
    browser.upload(PEOPLE)
    page = browser.post("describe", data=filled(workspace))
    assert page.status_code == 422
    assert "The form is too large" in page.text


def test_a_form_with_files_is_none_of_ours(browser, workspace):
    browser.upload(PEOPLE)
    page = browser.post("describe", files={"source": ("secret.csv", b"1")})
    assert page.status_code == 422
    assert "The source of the clusters must be one of column, k-means, hdbscan" in page.text
    assert "secret.csv" not in page.text


def test_how_cells_were_read_is_remarked_on_both_pages(browser, workspace):
    table = "x;y;label\n" + "".join(f"0{i}.01.2024;{i};{'ab'[i // 5]}\n" for i in range(1, 10))
    page = browser.upload(gzip.compress(table.encode()), "comma.csv.gz")
    assert "text read as dates, such as 09.01.2024" in page.text
    form = filled(workspace, source="column", label_column="label")
    remark = "ext read as dates: &#39;x&#39; (&#39;09.01.2024&#39;)"
    assert remark in browser.post("describe", data=form).text


def test_a_budget_that_is_not_met_is_remarked_on_beside_the_description(browser, workspace):
    browser.upload("x,label\n1,a\n1,b\n2,c\n")
    form = filled(workspace, source="column", label_column="label", budget="rows", amount="0")
    page = browser.post("describe", data=form)
    assert page.url.path.endswith("/result")
    assert "max_errors=0 cannot be met" in page.text
    report = browser.get("report").text
    assert "0 errors allowed, and not met" in report


def test_another_choice_is_another_answer_beside_the_first(described, workspace):
    form = filled(workspace, left_out=["name"], objective="sparsity")
    page = described.post("describe", data=form)
    assert page.url.path.endswith("/result")
    assert [answer.number for answer in workspace.history.newest_first] == [2, 1]
    assert described.get("report?answer=1").status_code == 200
    page = described.post("delete", data={"answer": "2"})
    assert 'src="report?answer=1"' in page.text
    assert described.get("report?answer=2").status_code == 422
    assert described.post("delete", data={"answer": "1"}).url.path.endswith("/table")


def test_two_answers_are_compared_by_conditions_and_rows(described, workspace):
    described.post("again", data={"max_conditions": "1", "errors": "50 %"})
    page = described.get("compare?answer=1&answer=2").text
    assert "At most 50 % wrong, at most 1 condition per cluster" in page
    assert re.search(r"\d rows? described differently", page)
    assert "choose two different answers" in described.get("compare?answer=1").text.lower()


def test_everything_is_in_one_file(described):
    with zipfile.ZipFile(io.BytesIO(described.get("everything.zip").content)) as packed:
        names = packed.namelist()
        assert Description.from_json(packed.read("people-description.json").decode())
    endings = ("report.html", "description.xlsx", "sqlite.sql", "labelled.csv")
    assert {f"people-{ending}" for ending in endings} <= set(names)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("max_conditions", "-1", "The number of conditions per cluster must be an integer"),
        ("errors", "many", "The wrong rows that are allowed must be a number such as 120"),
        ("time_limit", "soon", "The time limit must be a number of seconds above 0"),
        ("offered", "age", "No column is left to describe the clusters with"),
    ],
)
def test_wishes_that_cannot_be_are_said_on_the_page_of_the_report(
    described, workspace, field, value, sentence
):
    answer = described.post("again", data={field: value})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert len(workspace.history) == 1


def test_k_means_finds_clusters(browser, workspace):
    browser.upload("x,y\n" + "".join(f"{i % 2 * 50 + i / 10},{i}\n" for i in range(20)))
    form = filled(workspace, source="k-means", clusters="2", left_out=["y"])
    page = browser.post("describe", data=form)
    assert page.url.path.endswith("/result")
    assert 'x,"y"' in browser.get("labelled.csv").text.replace('"x"', "x")


def test_starting_again_forgets_the_table(described, workspace):
    assert described.post("restart").url.path.endswith("/file")
    assert described.get("report.html").url.path.endswith("/file")
    assert described.get("table").url.path.endswith("/file")


def test_names_of_strangers_do_no_harm(browser, workspace):
    page = browser.upload(HOSTILE, '"><script>alert(1)</script>.csv')
    assert page.url.path.endswith("/table")
    form = filled(workspace, source="column", label_column="عمر")
    result = browser.post("describe", data=form)
    assert result.url.path.endswith("/result")
    for text in (page.text, result.text, browser.get("report").text):
        assert "<script>alert" not in text
        assert "<img src=x" not in text
    saved = browser.get("description.json")
    assert "\n" not in saved.headers["content-disposition"]
    assert json.loads(saved.text)


@pytest.mark.parametrize("page", ["table", "progress", "result", "report", "report.html"])
def test_pages_out_of_turn_lead_to_where_one_stands(browser, page):
    assert browser.get(page).url.path.endswith("/file")


@pytest.mark.parametrize("action", ["describe", "stop"])
def test_buttons_out_of_turn_lead_to_where_one_stands(browser, action):
    assert browser.post(action).url.path.endswith("/file")


def test_a_named_file_can_be_used_again_only_if_there_is_one(browser):
    page = browser.post("named")
    assert "No file was named when the app was started." in page.text


def test_progress_is_told_while_it_lasts(browser, workspace):
    from clusterscribe.progress import Snapshot

    browser.upload(PEOPLE)

    class Busy:
        running = True
        stopping = False
        seconds = 12.34
        ready = value = None
        task = type("Task", (), {"choices": Choices()})
        current = Snapshot("fewest errors", 6, 3, 2.0, 1.0, 3.0)
        began: ClassVar = {"describing them": 2.34}
        trace = Trace()
        answer = SoFar(
            [ClusterSoFar("<a>", "Rows", ["x > 1"], 4.0, Share(0.5, "50 %"), Share(1, "100 %"))],
            errors=2,
            rows=6,
            complexity=2,
        )
        answers = 1

        def kill(self):
            pass

    Busy.trace.hear(Busy.current, 3.0)
    Busy.trace.count(2, 4.0)
    workspace.job = Busy()
    told = browser.get("status?seen=0").json()
    assert told.pop("html").count("&lt;a&gt;") == 1
    assert told == {
        "next": "progress",
        "newest": 0,
        "folder": "",
        "running": True,
        "doing": "Looking for the fewest wrong rows",
        "found": "2 wrong rows of 6 so far, length 2; fewer than 1 wrong rows are impossible.",
        "time": "10 of 60 s",
        "part": 0.1667,
        "stopping": False,
        "answers": 1,
        "trace": [[0.66, None, 1.0], [1.66, 2, 1.0]],
        "seconds": 10.0,
        "chart": "Wrong rows over time: 2 at first; fewer than 1 wrong rows are impossible.",
    }
    assert "html" not in browser.get("status?seen=1").json()  # the page has it already
    page = browser.get("progress").text
    assert "Looking for the fewest wrong rows" in page
    assert '<rect class="part" width="50.00%"' in page
    assert "&lt;a&gt;" in page
    assert "Stop with the best so far" in page
    assert "data-abandon hidden" in page
    Busy.stopping = True
    page = browser.get("progress").text
    assert "disabled>\nStopping with the best so far" in page
    assert "data-abandon>" in page
    Busy.stopping, Busy.answer, Busy.answers = False, None, 0  # nothing to stop with yet
    page = browser.get("progress").text
    assert "disabled>\nStop with the best so far" in page
    assert "data-abandon>" in page


def test_every_tab_shows_the_same_table_and_the_same_report(described, guarded, access):
    other = Browser(guarded, access)
    assert other.get("").url.path.endswith("/result")
    assert other.get("report").text == described.get("report").text
    assert other.post("example").url.path.endswith("/table")
    assert "178 rows" in described.get("table").text
    assert described.get("report.html").url.path.endswith("/table")


def test_one_cluster_can_be_asked_for_and_all_of_them_again(described, workspace):
    assert (
        '<option value="1" data-label="young">only young</option>' in described.get("result").text
    )
    page = described.post("again", data={"cluster": "1", "against": ""})
    assert page.url.path.endswith("/result")
    assert '<option value="1" data-label="young" selected>only young</option>' in page.text
    assert "What sets young apart from all others in people.csv" in described.get("report").text
    described.post("again", data={"cluster": "0", "against": "1"})
    assert "What sets old apart from young in people.csv" in described.get("report").text
    described.post("again", data={"cluster": "", "against": "1"})
    assert "What the clusters of people.csv are" in described.get("report").text
    assert workspace.choices.against == ""


@pytest.mark.parametrize("pair", [{"cluster": "1", "against": "1"}, {"cluster": "7"}])
def test_a_pair_that_is_none_is_refused(described, pair):
    answer = described.post("again", data=pair)
    assert answer.status_code == 422
    assert ("two different clusters" in answer.text) or ("no such cluster" in answer.text)


def test_wishes_that_are_in_force_are_said_and_those_refused_are_kept(described):
    asked = {"constraints": "require = ['nothing']", "max_conditions": "7", "offered": "x"}
    page = described.post("again", data={**asked, "use": "x"})
    assert page.status_code == 422
    assert "not in the table" in page.text
    assert 'name="max_conditions" min="1" value="7"' in page.text
    assert "require = [&#39;nothing&#39;]" in page.text
    assert '<li dir="auto">At least 50 % of each cluster inside</li>' in page.text
