"""What is said of the package in many places is the same in all of them."""

import re
import sys
import tomllib
from itertools import chain

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import clusterscribe
from tools import changelog
from tools.archives import contents, project, pythons

ROOT = project.ROOT
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
CONDA_NAMES = {"ortools": "ortools-python", "matplotlib": "matplotlib-base"}
EXTRAS = project.declared()["optional-dependencies"]
# those that a channel has under the same name, or one that is known
IN_CONDA = ("plot", "excel", "onnx", "app")


def read_yaml(name):
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def read_toml(name):
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


def bounds(lines):
    """The specifiers of each package, under the names of conda."""
    needed = [Requirement(re.sub(r"^([\w.-]+) ", r"\1", line)) for line in lines]
    return {CONDA_NAMES.get(one.name, one.name): str(one.specifier) for one in needed}


# one version


def test_version_is_the_same_everywhere():
    assert project.version() == clusterscribe.__version__
    assert str(read_yaml("CITATION.cff")["version"]) == clusterscribe.__version__
    assert read_yaml("conda/recipe.yaml")["context"]["version"] == clusterscribe.__version__


def test_newest_section_of_the_changelog_is_of_this_version_or_of_the_next():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[?([^\]\s]+)", text, re.MULTILINE)[1]
    assert newest in (clusterscribe.__version__, "Unreleased")


def test_section_of_the_changelog():
    text = "# All\n\n## [0.2.0] - 2026\n\n- new\n\n### Fixed\n\n- old\n\n## 0.1.0\n\n- first\n"
    assert changelog.section_of("0.2.0", text) == "- new\n\n### Fixed\n\n- old"
    assert changelog.section_of("0.1.0", text) == "- first"
    with pytest.raises(KeyError, match=r"no section for 0\.2"):
        changelog.section_of("0.2", text)


# the same Pythons


def test_pythons_of_the_classifiers_are_tested():
    matrix = read_yaml(".github/workflows/tests.yml")["jobs"]["locked"]["strategy"]["matrix"]
    assert matrix["python"] == project.pythons()
    assert project.declared()["requires-python"] == f">={project.pythons()[0]}"
    assert read_yaml("conda/recipe.yaml")["context"]["python_min"] == project.pythons()[0]
    assert len(matrix["system"]) == 3


def test_oldest_and_newest_python_are_tested_with_lowest_and_newest_dependencies():
    jobs = read_yaml(".github/workflows/tests.yml")["jobs"]
    oldest, newest = project.pythons()[0], project.pythons()[-1]
    for job, python in (("lowest", oldest), ("newest", newest)):
        runs = [step.get("run") for step in jobs[job]["steps"]]
        assert f"uv venv --python {python}" in runs


def test_pythons_of_the_page():
    page = (ROOT / "docs/versions.md").read_text(encoding="utf-8")
    assert f"{project.pythons()[0]} to {project.pythons()[-1]}" in page


# the same dependencies


def test_bounds_of_the_recipe_are_those_of_the_package():
    needed = read_yaml("conda/recipe.yaml")["requirements"]
    optional = [line for name in IN_CONDA for line in EXTRAS[name]]
    assert bounds(needed["run"][1:]) == bounds(project.declared()["dependencies"])
    assert bounds(needed["run_constraints"]) == bounds(optional)
    assert bounds(needed["host"][2:]) == bounds(
        read_toml("pyproject.toml")["build-system"]["requires"]
    )


def locked():
    """The versions of each package in the lock; several where they depend on the Python."""
    versions = {}
    for package in read_toml("uv.lock")["package"]:
        if "version" in package:
            versions.setdefault(package["name"], []).append(Version(package["version"]))
    return versions


def test_lock_is_of_this_pyproject():
    everything = [*project.declared()["dependencies"], *chain(*EXTRAS.values())]
    versions = locked()
    for line in everything:
        needed = Requirement(line)
        found = versions.get(canonicalize_name(needed.name), [])
        if needed.name != "clusterscribe":
            assert found, f"uv.lock lacks {needed.name}: run uv lock"
            assert all(needed.specifier.contains(one, prereleases=True) for one in found), (
                f"uv.lock has {found} for {line}: run uv lock"
            )


def test_lock_names_no_private_registry():
    text = (ROOT / "uv.lock").read_text(encoding="utf-8")
    hosts = set(re.findall(r"(?:https?|file)://([^/\"]*)", text))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}


# files that only a website reads


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_may_do_no_more_than_they_need(path):
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert "concurrency" in workflow
    for job in workflow["jobs"].values():
        assert "uses" in job or "timeout-minutes" in job
        for step in job.get("steps", ()):
            assert re.fullmatch(r"[\w./-]+@[\w./-]+", step.get("uses", "some/action@v1"))


def test_commands_of_the_workflows_are_targets_of_make():
    targets = set(re.findall(r"^(\w[\w-]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    assert set(re.findall(r"\bmake (\w+)", text)) <= targets


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_forms_can_be_filled_in(path):
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    if path.name == "config.yml":
        assert not form["blank_issues_enabled"]
        return
    assert form["name"] and form["description"]
    named = [part for part in form["body"] if part["type"] != "markdown"]
    assert len({part["id"] for part in named}) == len(named)
    assert all(part["attributes"]["label"] for part in named)


def test_false_proof_asks_for_table_and_certificate():
    form = read_yaml(".github/ISSUE_TEMPLATE/false-proof.yml")
    required = {
        part.get("id") for part in form["body"] if part.get("validations", {}).get("required")
    }
    assert {"table", "certificate", "claim", "versions"} <= required


def test_addresses_are_the_same_everywhere():
    urls = project.declared()["urls"]
    citation, about = read_yaml("CITATION.cff"), read_yaml("conda/recipe.yaml")["about"]
    assert citation["repository-code"] == about["repository"] == urls["Repository"]
    assert citation["url"] == about["documentation"] == urls["Documentation"]


# formats as the page lists them


def test_formats_of_the_page_are_those_of_the_code():
    page = (ROOT / "docs/versions.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(clusterscribe-\w+)` \| (\d+) \|", page, re.MULTILINE))
    written = {}
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        name = re.search(r'^FORMAT = "(.+)"', text, re.MULTILINE)
        if name:
            written[name[1]] = re.search(r"^VERSION = (\d+)", text, re.MULTILINE)[1]
    assert listed == written


# the tools


def test_this_python_is_found():
    name = f"3.{sys.version_info.minor}"
    found = pythons.find(name)
    assert found is not None and found.version.startswith(f"{name}.")
    assert pythons.version_of(ROOT / "README.md") is None
    assert pythons.find("3.0") is None


def test_relative_links_are_seen():
    found = contents.RELATIVE_LINK.findall("[a](docs/a.md) [b](https://b) ![c](c.png) [d](#d)")
    assert found == ["docs/a.md", "c.png"]


def test_readme_on_pypi_has_no_relative_links():
    hook = read_toml("pyproject.toml")["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert contents.RELATIVE_LINK.search(text)
    for change in hook["substitutions"]:
        text = re.sub(change["pattern"], change["replacement"], text)
    assert contents.RELATIVE_LINK.findall(text) == []
    repository = project.declared()["urls"]["Repository"]
    places = re.findall(rf"{re.escape(repository)}/blob/v\$HFPR_VERSION/([^)#]+)", text)
    assert places and all((ROOT / place).exists() for place in places)
    assert "](https://raw.githubusercontent.com/" in text
