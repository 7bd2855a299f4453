"""The documentation site is whole, and needs no other host; what is broken fails its build."""

from __future__ import annotations

import inspect
import re
import shutil
from collections import Counter
from html import unescape
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

import pytest

import clusterscribe

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
FORGE = "https://github.com/clusterscribe/clusterscribe/blob/main/"
LOADS = re.compile(
    r"<(?:script|img|iframe|source|video|audio|embed|object|link\b(?![^>]*rel=\"?canonical))\b[^>]*?"
    r"\b(?:src|href|data)=[\"']?((?:https?:)?//[^\"' >]+)",
    re.I,
)
STYLES = re.compile(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')]+)")
LINK = re.compile(r"<(?:a|img|link|script)\b[^>]*?\s(?:href|src)=(?:\"([^\"]*)\"|([^\s>\"]+))")
ANCHOR = re.compile(r"\sid=(?:\"([^\"]+)\"|([^\s>\"]+))")

pytestmark = pytest.mark.xdist_group("browser")  # whose tests look at the same site


def text_of(path):
    return path.read_text(encoding="utf-8")


def first_of(pattern, text):
    return [unescape(quoted or plain) for quoted, plain in pattern.findall(text)]


def test_every_link_of_the_built_site_leads_somewhere(site):
    """MkDocs checks Markdown; what notebooks and templates have written is checked here too."""
    pages = {path: text_of(path) for path in site.rglob("*.html")}
    anchors = {path: {*first_of(ANCHOR, text), ""} for path, text in pages.items()}
    broken = []
    for path, text in pages.items():
        for link in set(first_of(LINK, text)):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or path.name == "404.html":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchor = unquote(parts.fragment)
            if not target.exists() or (target in anchors and anchor not in anchors[target]):
                broken.append((str(path.relative_to(site)), link))
    assert broken == []


def test_nothing_is_loaded_from_another_host(site):
    pages = {path: LOADS.findall(text_of(path)) for path in site.rglob("*.html")}
    styles = {path: STYLES.findall(text_of(path)) for path in site.rglob("*.css")}
    assert {path: found for path, found in (pages | styles).items() if found} == {}
    assert len(pages) > 40


@pytest.mark.parametrize(
    ("html", "is_loaded"),
    [
        ('<script src="https://cdn.example/x.js">', True),
        ("<link rel=stylesheet href=//fonts.example/css>", True),
        ('<img alt="a" src="http://example.org/a.png">', True),
        ('<link rel="canonical" href="https://example.org/">', False),
        ('<a href="https://example.org/">', False),
        ('<img src="images/a.png">', False),
    ],
)
def test_what_a_page_loads_is_noticed(html, is_loaded):
    assert bool(LOADS.findall(html)) == is_loaded


def test_pages_from_outside_docs_are_there(site):
    for page, words in {
        "overview": "Here are 178 wines",
        "changelog": "All notable changes",
        "contributing": "Knowledge flows in one direction",
        "benchmarks/core": "Axis-parallel half-spaces",
    }.items():
        assert words in text_of(site / page / "index.html")
    pictures = {path.name for path in (ROOT / "benchmarks" / "results").glob("*.png")}
    assert pictures <= {path.name for path in (site / "benchmarks").iterdir()}


@pytest.mark.parametrize("path", sorted(DOCS.glob("notebooks/*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_is_a_page_with_what_its_cells_have_shown(path, site):
    page = text_of(site / "notebooks" / path.stem / "index.html")
    notebook = text_of(path)
    assert page.count('<div class="shown" tabindex="0">') == notebook.count('"text/html"')
    assert page.count("What the cell has drawn") == notebook.count('"image/png"')
    assert "[[shown" not in page


def test_formulas_are_mathml(site):
    for path in site.rglob("*.html"):
        assert "arithmatex" not in text_of(path)


# the reference


def public_names():
    for name in clusterscribe.__all__:
        value = getattr(clusterscribe, name)
        if isinstance(value, ModuleType):
            yield from (f"clusterscribe.{name}.{member}" for member in value.__all__)
        else:
            yield f"clusterscribe.{name}"


def test_the_reference_has_every_public_name_once():
    """And below them types that nobody imports, as calls return them."""
    pages = [text_of(path).split("\n## What they consist of\n") for path in DOCS.glob("api/*.md")]
    names = Counter(re.findall(r"(?m)^::: (\S+)", "\n".join(named for named, *_ in pages)))
    assert names == Counter(public_names())


def test_the_reference_has_every_method(site):
    pages = "".join(text_of(path) for path in (site / "api").rglob("*.html"))
    there = set(first_of(ANCHOR, pages))
    assert set(public_names()) <= there
    for name in ("Description", "PolyhedralDescriber", "NestedDescription", "Frontier", "Result"):
        for method, value in inspect.getmembers(getattr(clusterscribe, name)):
            is_ours = (getattr(value, "__module__", None) or "").startswith("clusterscribe")
            if not method.startswith("_") and inspect.isfunction(value) and is_ours:
                assert f"clusterscribe.{name}.{method}" in there


# what is broken fails the build: a small repository, with one fault each


INDEX = """# Home

A [page](other.md#a-part), a [readme](../README.md), [results](../benchmarks/results), a
[notebook](notebooks/short.ipynb), a [file](hooks/pages.py) and `[code](is left alone.md)`.
Let $x \\le 1$.

$$
\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}
$$

::: clusterscribe.describe
"""
PACKAGE = '''"""A package."""

__all__ = ["describe"]


def describe(x: int) -> int:
    """Describe it.

    Parameters
    ----------
    x : int
        A number.

    Returns
    -------
    int
        Another.

    """
'''
NOTEBOOK = """{"cells": [{"cell_type": "markdown", "source": ["# Short"]}, {"cell_type": "code",
"source": ["1"], "outputs": [{"output_type": "execute_result", "data": {"text/plain": ["1"],
"text/html": ["<b>1</b>\\n\\n    <i>2</i>"]}}]}]}"""
NAV = (
    "nav: [index.md, other.md, notebooks/short.md, overview.md, changelog.md, contributing.md, "
    "benchmarks/index.md]"
)


@pytest.fixture
def small(tmp_path):
    """A repository with the site's own settings and few pages."""
    for folder in ("docs/hooks", "docs/theme", "docs/assets"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    settings = text_of(ROOT / "mkdocs.yml").split("\nnav:")[0]
    pages = {
        "mkdocs.yml": f"{settings}\n{NAV}\n",
        "docs/index.md": INDEX,
        "docs/other.md": "# Other\n\n## A part\n\nBack [home](index.md).\n",
        "docs/notebooks/short.ipynb": NOTEBOOK,
        "src/clusterscribe/__init__.py": PACKAGE,
        "README.md": "# Readme\n\n[Home](docs/index.md), [other](docs/other.md#a-part).\n",
        "CHANGELOG.md": "# Changelog\n",
        "CONTRIBUTING.md": "# Contributing\n",
        "benchmarks/results/README.md": "# Results\n",
    }
    for path, text in pages.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def build(folder):
    """Build the site of a folder; a fault ends it with an exception."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    config = load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "site"))
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return text_of(folder / "site" / "index.html")


def add(path, words):
    path.write_text(text_of(path) + words, encoding="utf-8")


def test_a_small_site_is_built(small):
    pytest.importorskip("mkdocs")
    page = build(small)
    for place in ("other/#a-part", "overview/", "benchmarks/", "notebooks/short/"):
        assert f'href="{place}"' in page
    assert f'href="{FORGE}docs/hooks/pages.py"' in page
    assert "<code>[code](is left alone.md)</code>" in page
    assert page.count("<math") == 2
    assert page.count("<mtr>") == 2
    assert 'id="clusterscribe.describe"' in page
    readme = text_of(small / "site" / "overview" / "index.html")
    assert 'href="../other/#a-part"' in readme
    notebook = text_of(small / "site" / "notebooks" / "short" / "index.html")
    assert '<div class="shown" tabindex="0"><b>1</b>\n\n    <i>2</i></div>' in notebook


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("docs/other.md", "[gone](gone.md)"),
        ("docs/other.md", "[no such part](index.md#no-such-part)"),
        ("docs/other.md", "[no such part here](#no-such-part)"),
        ("docs/other.md", "![no picture](images/gone.png)"),
        ("docs/other.md", "[outside](../GONE.md)"),
        ("README.md", "[gone](docs/gone.md)"),
        ("docs/orphan.md", "# In no menu\n"),
        ("benchmarks/results/new.md", "# In no menu\n"),
        ("docs/other.md", "\n::: clusterscribe.gone\n"),
        ("docs/other.md", "A formula: $\\nonsense{x}$.\n"),
        ("src/clusterscribe/__init__.py", "\n\ndef wrong(x):\n" + '    """Do.\n\n    Parameters\n'
         + "    ----------\n    y : int\n        Not x.\n\n    " + '"""\n'),
    ],
    ids=lambda value: value.strip()[:30] if isinstance(value, str) else None,
)  # fmt: skip
def test_what_is_broken_fails_the_build(path, words, small):
    exceptions = pytest.importorskip("mkdocs.exceptions")
    (small / path).touch()
    add(small / path, words)
    if words.startswith("\n\ndef wrong"):
        add(small / "docs" / "other.md", "\n::: clusterscribe.wrong\n")
    with pytest.raises((exceptions.Abort, exceptions.BuildError, SystemExit)):
        build(small)


def test_a_menu_with_a_page_that_is_not_there_fails_the_build(small):
    exceptions = pytest.importorskip("mkdocs.exceptions")
    settings = text_of(small / "mkdocs.yml")
    (small / "mkdocs.yml").write_text(settings.replace("[index.md,", "[index.md, gone.md,"))
    with pytest.raises((exceptions.Abort, SystemExit)):
        build(small)
