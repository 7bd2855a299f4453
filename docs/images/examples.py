"""Draw the pictures of pages whose examples save them: run these examples here.

python docs/images/examples.py
"""

import re
from contextlib import chdir
from pathlib import Path

HERE = Path(__file__).parent
PAGES = (HERE.parent / "several-features.md", HERE.parent / "unions.md")
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def draw(page: Path, folder: Path) -> None:
    """Run the examples of a page in a folder, in order and in one namespace."""
    code = "\n".join(EXAMPLE.findall(page.read_text(encoding="utf-8")))
    with chdir(folder):
        exec(compile(code, page.name, "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    for page in PAGES:
        draw(page, HERE)
