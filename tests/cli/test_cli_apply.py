"""`apply`: every cell comes back, with the cluster behind it."""

from __future__ import annotations

import gzip
import json

import pyarrow as pa
import pytest
from pyarrow import parquet

from clusterscribe.description import Description, HalfSpace, Polyhedron, Term
from clusterscribe.description.words.naming import unlike
from clusterscribe.feature import Feature

NEW = 'id,age,note\n007,20,"a, b"\n8, 45 ,\n9,,"say ""hi"""\n'


@pytest.fixture
def new(people):
    path = people / "new.csv"
    path.write_text(NEW)
    return path


def test_label_is_added_and_cells_stay_as_they_are(run, saved, new):
    done = run("apply", saved, new)
    assert done.code == 0
    assert done.err == ""
    assert done.out == ('id,age,note,cluster\n007,20,"a, b",young\n8, 45 ,,old\n9,,"say ""hi""",\n')


def test_membership_is_a_column_a_cluster(run, saved, new):
    done = run("apply", saved, new, "--membership")
    assert done.out.splitlines() == [
        "id,age,note,in_old,in_young",
        '007,20,"a, b",false,true',
        "8, 45 ,,true,false",
        '9,,"say ""hi""",false,false',
    ]


def test_output_of_describe_is_read_as_well(run, saved, new):
    content = {"version": 1, "description": json.loads(saved.read_text()), "result": {}}
    saved.write_text(json.dumps(content))
    assert run("apply", saved, new).out.count("young") == 1


def test_file_is_written_and_named(run, saved, new, people):
    done = run("apply", saved, new, "--out", "labelled.csv")
    assert (done.code, done.out) == (0, "")
    assert done.err == "clusterscribe: wrote labelled.csv: 3 rows\n"
    assert (people / "labelled.csv").read_text() == run("apply", saved, new).out


def test_quiet_says_nothing(run, saved, new):
    done = run("apply", saved, new, "--out", "labelled.csv", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")


def test_taken_name_gets_a_number(run, saved, people):
    (people / "new.csv").write_text("age,cluster,Cluster_2\n20,x,y\n")
    assert run("apply", saved, "new.csv").out == "age,cluster,Cluster_2,cluster_3\n20,x,y,young\n"


def test_names_that_differ_in_case_only_get_numbers():
    assert unlike(["a", "A", "b"], ["B"]) == ["a", "A_2", "b_2"]


def test_delimiter_is_kept(run, saved, people):
    (people / "new.csv").write_text("age;note\n20;a,b\n50;c\n")
    assert run("apply", saved, "new.csv").out == "age;note;cluster\n20;a,b;young\n50;c;old\n"


def test_tsv_to_csv_changes_the_delimiter(run, saved, people):
    (people / "new.tsv").write_text("age\tnote\n20\ta,b\n")
    run("apply", saved, "new.tsv", "--out", "new.csv")
    assert (people / "new.csv").read_text() == 'age,note,cluster\n20,"a,b",young\n'


def test_csv_to_tsv_changes_the_delimiter(run, saved, new, people):
    run("apply", saved, new, "--out", "new.tsv")
    assert (people / "new.tsv").read_text().splitlines()[1] == "007\t20\ta, b\tyoung"


def test_compressed_text(run, saved, new, people):
    run("apply", saved, new, "--out", "new.csv.gz")
    text = gzip.decompress((people / "new.csv.gz").read_bytes()).decode()
    assert text == run("apply", saved, new).out


def test_csv_to_parquet_keeps_the_text_of_cells(run, saved, new, people):
    run("apply", saved, new, "--out", "new.parquet")
    table = parquet.read_table(people / "new.parquet")
    assert table.column("id").to_pylist() == ["007", "8", "9"]
    assert table.column("cluster").to_pylist() == ["young", "old", None]


def test_parquet_to_parquet_keeps_types(run, saved, people):
    table = pa.table({"age": [20, 50, None], "list": [[1], [2, 3], []]})
    parquet.write_table(table, people / "new.parquet")
    assert run("apply", saved, "new.parquet", "--out", "out.parquet").code == 0
    written = parquet.read_table(people / "out.parquet")
    assert written.drop_columns(["cluster"]).equals(table)
    assert written.column("cluster").to_pylist() == ["young", "old", None]


def test_parquet_to_csv(run, saved, people):
    table = pa.table({"age": [20, None], "share": [0.1, 1e300], "ok": [True, None]})
    parquet.write_table(table, people / "new.parquet")
    done = run("apply", saved, "new.parquet")
    assert done.out == "age,share,ok,cluster\n20,0.1,true,young\n,1e+300,,\n"


def test_lists_have_no_place_in_a_text_file(run, saved, people):
    parquet.write_table(pa.table({"age": [20], "list": [[1]]}), people / "new.parquet")
    done = run("apply", saved, "new.parquet", "--out", "out.csv")
    assert done.code == 1
    assert "the column 'list' holds list<" in done.err
    assert sorted(path.name for path in people.iterdir()) == [
        "new.parquet", "people.csv", "segments.json",
    ]  # fmt: skip


def test_integer_labels_use_minus_one(run, people):
    x = Feature("age")
    parts = tuple(
        Polyhedron(label, (HalfSpace((Term(x, sign),), sign * 40.0),))
        for label, sign in ((0, 1), (1, -1))
    )
    (people / "d.json").write_text(Description(("age",), parts).to_json())
    (people / "new.csv").write_text("age\n30\n40\n\n50\n")
    done = run("apply", "d.json", "new.csv")
    assert done.out == "age,cluster\n30,0\n40,-1\n50,1\n"


@pytest.mark.parametrize(
    ("labels", "written"),
    [
        ((0, "b"), ["0", "b"]),
        ((2**70, 1), [str(2**70), "1"]),
        (((1, "a"), (2, "b")), ["(1, 'a')", "(2, 'b')"]),
        ((False, True), [False, True]),
        ((0.5, 2), [0.5, 2.0]),
    ],
)
def test_labels_of_any_type(run, people, labels, written):
    x = Feature("age")
    parts = tuple(
        Polyhedron(label, (HalfSpace((Term(x, sign),), sign * 40.5),))
        for label, sign in zip(labels, (1, -1), strict=True)
    )
    (people / "d.json").write_text(Description(("age",), parts).to_json())
    (people / "new.csv").write_text("age\n30\n50\n")
    assert run("apply", "d.json", "new.csv", "--out", "new.parquet").code == 0
    assert parquet.read_table("new.parquet").column("cluster").to_pylist() == written
    assert run("apply", "d.json", "new.csv").code == 0


def test_file_without_rows_gives_a_header(run, saved, people):
    (people / "new.csv").write_text("age,note\n")
    assert run("apply", saved, "new.csv").out == "age,note,cluster\n"


def test_many_pieces_are_one_file(run, saved, people):
    """Several times the size of the pieces that are read at a time."""
    rows = 150_000
    with (people / "new.csv").open("w") as file:
        file.write("age,filler\n")
        file.writelines(f"{row % 80},{'x' * 150}\n" for row in range(rows))
    run("apply", saved, "new.csv", "--out", "out.csv")
    with (people / "out.csv").open() as file:
        lines = file.read().splitlines()
    assert len(lines) == rows + 1
    assert all(
        line.endswith(",young" if row % 80 <= 37 else ",old") for row, line in enumerate(lines[1:])
    )


# what can be wrong


def test_missing_column(run, saved, people):
    (people / "new.csv").write_text("Age,note\n20,a\n")
    done = run("apply", saved, "new.csv")
    assert (done.code, done.out) == (1, "")
    assert done.err == "clusterscribe: column 'age' is not in the table. Did you mean 'Age'?\n"


def test_cell_that_is_no_number(run, saved, people):
    (people / "new.csv").write_text("age\n20\nold\n")
    done = run("apply", saved, "new.csv", "--out", "out.csv")
    assert done.code == 1
    assert done.err.startswith("clusterscribe: column 'age', row 2: 'old' is not a number")
    assert not (people / "out.csv").exists()


@pytest.mark.parametrize("text", ["", "no json", "[]", "{}", '{"description": 3}', "null", "\x00"])
def test_description_that_is_none(run, people, text):
    (people / "d.json").write_text(text)
    done = run("apply", "d.json", "people.csv")
    assert done.code == 1
    assert done.err.startswith("clusterscribe: 'd.json' is not what `describe --json` writes.")
    assert done.err.count("\n") == 1


def test_description_that_is_missing(run, people):
    done = run("apply", "d.json", "people.csv")
    assert (done.code, done.err) == (1, "clusterscribe: there is no file 'd.json'\n")


def test_description_that_is_a_folder(run, people):
    done = run("apply", ".", "people.csv")
    assert done.code == 1
    assert done.err == "clusterscribe: cannot read '.': Is a directory\n"


def test_description_that_is_not_text(run, people):
    (people / "d.json").write_bytes(b"\xff\xfe\x00")
    done = run("apply", "d.json", "people.csv")
    assert (done.code, done.err) == (1, "clusterscribe: 'd.json' is not a text file in UTF-8\n")


def test_output_of_an_unknown_kind(run, saved, new):
    done = run("apply", saved, new, "--out", "out.xlsx")
    assert done.code == 1
    assert "--out 'out.xlsx' has an unknown format; name it .csv, .tsv or .parquet" in done.err


@pytest.mark.parametrize("target", ["new.csv", "segments.json"])
def test_output_over_an_input(run, saved, new, people, target):
    before = (people / target).read_text()
    done = run("apply", saved, new, "--out", target)
    assert done.code == 1
    assert "would overwrite" in done.err or "unknown kind" in done.err
    assert (people / target).read_text() == before
