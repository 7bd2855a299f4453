"""Draw the pictures of docs/tutorial.md: run its examples, and photograph the report that they write.

python docs/images/tutorial.py
"""

import runpy
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
PAGE = HERE.parent / "tutorial.md"
SIZE = {"width": 1280, "height": 900}
COLOURS = 256  # enough for charts and text, and half the bytes


def main() -> None:
    """Run the page in a folder of its own, and keep its pictures with few colours."""
    shop = runpy.run_path(str(HERE.parent / "examples" / "shop.py"))["shop"]
    draw = runpy.run_path(str(HERE / "examples.py"))["draw"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shop().to_csv(folder / "customers.csv", index=False)
        draw(PAGE, folder)
        photograph(folder / "report.html", folder / "tutorial-report.png")
        for picture in folder.glob("*.png"):
            with Image.open(picture) as whole:
                few = whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(HERE / picture.name, optimize=True)


def photograph(page: Path, picture: Path) -> None:
    """Take the first screen of a page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        shown = browser.new_page(viewport=SIZE)
        shown.goto(page.as_uri())
        shown.screenshot(path=picture)
        browser.close()


def chromium() -> str | None:
    """Return the system's own browser, where there is one."""
    return shutil.which("chromium") or shutil.which("google-chrome")


if __name__ == "__main__":
    main()
