"""The documentation is true: every example runs and prints what the page says.

The blocks of one page run in order, in one namespace and one temporary folder.

    ```python    is executed; a ```text block that follows directly is what it prints
    ```console   lines that start with `$ clusterscribe`, or with `$ python` and a script of
                 docs/examples, are run; the lines below them, if any, are what they print
                 (other commands are for the reader alone)

In expected output a line `...` stands for any number of lines, and times ("in 0.3 s") are
all the same time.
"""

from __future__ import annotations

import io
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import textwrap
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
SLOW = {"after.md", "frontier.md", "large-tables.md", "report.md", "tutorial.md"}  # up to a minute
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)[^\n]*$")


@dataclass(frozen=True)
class Block:
    language: str
    text: str
    line: int  # of its first line on the page
    end: int  # line of its closing fence


def blocks_of(page):
    """All fenced blocks of a page, in order."""
    blocks, opened, body = [], None, []
    for number, line in enumerate(page.splitlines(), start=1):
        fence = FENCE.match(line)
        if opened is None and fence:
            opened, body = (fence["language"], number + 1), []
        elif opened is not None and line.strip() == "```":
            text = textwrap.dedent("\n".join(body))
            blocks.append(Block(opened[0], text, opened[1], number))
            opened = None
        elif opened is not None:
            body.append(line)
    assert opened is None, f"a block that starts on line {opened[1]} is never closed"
    return blocks


def follows_directly(page_lines, block, following):
    return not "".join(page_lines[block.end : following.line - 2]).strip()


def normalised(text):
    text = re.sub(r"\b\d+(\.\d+)? s\b", "N s", text)
    text = re.sub(r"\b\d+(\.\d+)? seconds?\b", "N seconds", text)
    text = re.sub(r'"seconds": [\d.e-]+', '"seconds": N', text)
    # the last column of a comparison
    text = re.sub(r"(?m)^(\S.* [\d.]+ %.*?) +\d+\.\d$", r"\1 N", text)
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def matches(printed, expected):
    """Whether the output is the expected one, `...` standing for any lines."""
    pieces = re.split(r"(?m)^\s*\.\.\.$\n?", normalised(expected) + "\n")
    pattern = r"(?:.*\n)*?".join(map(re.escape, pieces))
    return re.fullmatch(pattern, normalised(printed) + "\n") is not None


def compare(printed, expected, place):
    if not matches(printed, expected):
        pytest.fail(
            f"{place}: the page says\n{textwrap.indent(expected, '    ')}\n"
            f"but the example prints\n{textwrap.indent(printed, '    ')}",
            pytrace=False,
        )


def run_python(block, expected, namespace, name):
    printed = io.StringIO()
    # blank lines in front, so that a traceback names the line of the page
    source = "\n" * (block.line - 1) + block.text
    with redirect_stdout(printed):
        exec(compile(source, name, "exec"), namespace)
    if expected is not None:
        compare(printed.getvalue(), expected.text, f"{name}:{block.line}")


def commands_of(block):
    """Pairs of a command and the output that is shown for it, None where none is."""
    command, shown = None, []
    for line in [*block.text.splitlines(), "$ "]:
        if line.startswith("$ "):
            if command is not None:
                yield command, "\n".join(shown) if shown else None
            command, shown = line[2:], []
        elif command is not None and command.endswith("\\"):
            command = f"{command}\n{line}"
        else:
            shown.append(line)


EXAMPLES = ROOT / "docs" / "examples"
SCRIPTS = "|".join(re.escape(path.name) for path in EXAMPLES.glob("*.py"))
RUN = re.compile(rf"clusterscribe|python (?:{SCRIPTS})(?: |$)")
PLACES = {"PYTHON": sys.executable, "EXAMPLES": str(EXAMPLES)}
FUNCTIONS = """\
clusterscribe() { "$PYTHON" -m clusterscribe "$@"; }
python() { "$PYTHON" "$EXAMPLES/$@"; }
"""

DEMO = "clusterscribe demo --out wines"  # on many pages, and always the same


@cache
def demo():
    """Run the demo once, and return how it ended and where its files are."""
    folder = tempfile.TemporaryDirectory()  # until the tests end
    return run_command(DEMO, folder.name), folder


def run_command(command, folder):
    return subprocess.run(
        ["bash", "-c", f"{FUNCTIONS}\n{command}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, **PLACES, "COLUMNS": "80", "PYTHONUTF8": "1"},
        cwd=folder,
        timeout=120,
        check=False,
    )


def run_console(block, name):
    for command, expected in commands_of(block):
        if not RUN.match(command):
            continue
        if command == DEMO:
            done, folder = demo()
            shutil.copytree(folder.name, ".", dirs_exist_ok=True)
        else:
            done = run_command(command, ".")
        place = f"{name}:{block.line}: {command}"
        # a page may show an error on purpose, and then shows its line
        fails_on_purpose = bool(re.search(r"(?m)^clusterscribe: ", expected or ""))
        if done.returncode and not fails_on_purpose:
            pytest.fail(f"{place}\nexits with {done.returncode}:\n{done.stdout}", pytrace=False)
        if expected is not None:
            compare(done.stdout, expected, place)


def run_page(text, name, folder):
    lines = text.splitlines()
    blocks = blocks_of(text)
    namespace = {"__name__": "__main__"}
    with chdir(folder):
        for block, following in zip_longest(blocks, blocks[1:]):
            if block.language == "python":
                shown = following is not None and following.language == "text"
                shown = shown and follows_directly(lines, block, following)
                run_python(block, following if shown else None, namespace, name)
            elif block.language == "console":
                run_console(block, name)


def with_marks(page):
    return pytest.param(page, marks=[pytest.mark.slow] if page.name in SLOW else [], id=page.name)


# `make gallery` runs the cases of the gallery, which takes minutes; test_gallery.py compares them
RUN_HERE = [page for page in PAGES if page.parent.name != "gallery"]


@pytest.mark.skipif(sys.platform == "win32", reason="commands of the pages need a shell of POSIX")
@pytest.mark.parametrize("page", [with_marks(page) for page in RUN_HERE])
def test_examples_of_the_page_run_and_print_what_it_says(page, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))  # not the reader's own
    monkeypatch.delenv("CLUSTERSCRIBE_DATA", raising=False)
    run_page(page.read_text(encoding="utf-8"), page.name, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_other_pages_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not re.match(r"[a-z]+:", target):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


PICTURES = runpy.run_path(str(ROOT / "docs" / "images" / "examples.py"))


@pytest.mark.parametrize("page", PICTURES["PAGES"], ids=lambda page: page.name)
def test_pictures_that_examples_draw_are_shown(page):
    text = page.read_text(encoding="utf-8")
    drawn = re.findall(r'savefig\("([^"]+)"', text)
    assert drawn
    assert re.findall(r"!\[[^]]+\]\(images/([^)]+)\)", text) == drawn


def test_pictures_of_the_tutorial_are_those_that_it_draws_and_its_report():
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    drawn = [*re.findall(r'savefig\("([^"]+)"', text), "tutorial-report.png"]
    assert re.findall(r"!\[[^]]+\]\(images/([^)]+)\)", text) == drawn


def test_pictures_are_drawn_where_they_belong(tmp_path):
    page, folder = tmp_path / "page.md", tmp_path / "images"
    folder.mkdir()
    first, second = "from pathlib import Path", "Path('a.png').touch()"
    page.write_text(f"```python\n{first}\n```\n```text\n```\n```python\n{second}\n```\n")
    PICTURES["draw"](page, folder)
    assert [path.name for path in folder.iterdir()] == ["a.png"]


# the tester itself


def page_of(*parts):
    return "\n".join(parts) + "\n"


SAYS_TWO = "```python\nprint(1 + 1)\n```"


def test_right_output_passes(tmp_path):
    run_page(page_of(SAYS_TWO, "```text\n2\n```"), "page", tmp_path)


def test_wrong_output_fails(tmp_path):
    with pytest.raises(pytest.fail.Exception, match=r"page:2: the page says\s+3\s+but .*\s+2"):
        run_page(page_of(SAYS_TWO, "```text\n3\n```"), "page", tmp_path)


def test_output_that_is_cut_short_fails(tmp_path):
    page = page_of("```python\nprint('a\\nb')\n```", "```text\na\n```")
    with pytest.raises(pytest.fail.Exception):
        run_page(page, "page", tmp_path)


def test_text_block_further_down_is_not_the_output(tmp_path):
    run_page(page_of(SAYS_TWO, "Some words.", "```text\n3\n```"), "page", tmp_path)


def test_blocks_share_names_and_folder(tmp_path):
    page = page_of(
        "```python\nfrom pathlib import Path\nPath('a').touch()\n```",
        "```python\nprint(Path('a').exists())\n```",
        "```text\nTrue\n```",
    )
    run_page(page, "page", tmp_path)
    assert (tmp_path / "a").exists()


def test_error_in_a_block_fails(tmp_path):
    with pytest.raises(ZeroDivisionError):
        run_page("```python\n1 / 0\n```", "page", tmp_path)


def test_dots_stand_for_any_lines():
    assert matches("a\nb\nc\nd", "a\n...\nd")
    assert matches("a\nd", "a\n...\nd")
    assert matches("a\nb", "...")
    assert not matches("a\nb\nc", "a\n...\nd")
    assert not matches("ab", "a...")


def test_times_are_all_the_same_time():
    assert matches("proved in 0.3 s", "proved in 12 s")
    assert not matches("3 errors in 0.3 s", "4 errors in 0.3 s")


def test_trailing_whitespace_does_not_matter():
    assert matches("a  \nb\n\n", "a\nb")


def test_command_with_right_output_passes(tmp_path):
    run_page(
        "```console\n$ clusterscribe --version | cut -d' ' -f1\nclusterscribe\n```", "p", tmp_path
    )


def test_command_with_wrong_output_fails(tmp_path):
    with pytest.raises(pytest.fail.Exception, match="the page says"):
        run_page("```console\n$ clusterscribe --version\nnonsense\n```", "page", tmp_path)


def test_failing_command_fails(tmp_path):
    with pytest.raises(pytest.fail.Exception, match="exits with 2"):
        run_page("```console\n$ clusterscribe nonsense\n```", "page", tmp_path)


def test_script_of_the_examples_is_run(tmp_path):
    run_page("```console\n$ python shop.py few.csv 5\n```", "page", tmp_path)
    assert len((tmp_path / "few.csv").read_text().splitlines()) == 1 + 5


def test_other_commands_are_for_the_reader():
    assert list(commands_of(Block("console", "$ a \\\n  b\nx\ny\n$ c", 1, 5))) == [
        ("a \\\n  b", "x\ny"),
        ("c", None),
    ]


def test_unclosed_block_fails():
    with pytest.raises(AssertionError, match="never closed"):
        blocks_of("```python\nx = 1\n")
