"""Where a file of the repository is in the site, and the pages that come from outside docs/.

The README, the changelog, the contributing guide and the benchmark results stay where people look
for them; the site takes them from there whenever it is built.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

DOCS = "docs/"
RESULTS = "benchmarks/results"
BROUGHT_IN = {
    "README.md": "overview.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    f"{RESULTS}/README.md": "benchmarks/index.md",
}


def root_of(config: MkDocsConfig) -> Path:
    """Return the folder of the repository."""
    return Path(config.config_file_path).parent


def brought_in(root: Path) -> dict[str, str]:
    """Return the places in the site of pages and pictures from outside docs/."""
    results = [*(root / RESULTS).glob("*.md"), *(root / RESULTS).glob("*.png")]
    found = {f"{RESULTS}/{path.name}": f"benchmarks/{path.name}" for path in sorted(results)}
    return found | BROUGHT_IN


def places(root: Path, files: Files) -> dict[str, str]:
    """Return the place in the site of all that is there, by paths in the repository."""
    there = [file.src_uri for file in files if not file.inclusion.is_excluded()]
    own = {f"{DOCS}{place}": place for place in there}
    notebooks = {f"{path.removesuffix('.md')}.ipynb": place for path, place in own.items()}
    notebooks = {path: place for path, place in notebooks.items() if (root / path).is_file()}
    return {RESULTS: BROUGHT_IN[f"{RESULTS}/README.md"]} | own | notebooks | brought_in(root)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Bring in what stands outside docs/."""
    for source, place in brought_in(root_of(config)).items():
        files.append(File.generated(config, place, abs_src_path=str(root_of(config) / source)))
    return files
