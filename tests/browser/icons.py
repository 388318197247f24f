"""Makes the icons of the installed site from ``static/img/icon.svg``:
``python -m tests.browser.icons``.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import ROOT
from tests.conftest import CHROMIUM

IMAGES = ROOT / "static" / "img"
#: The colour of the square in the icon
GREEN = "#2b4844"
#: For each icon its size, the part of it that the drawing takes, and its background. A system cuts
#: a maskable icon into any shape, which has at least a circle of 80 %.
ICONS = {
    "icon-192": (192, 1.0, "transparent"),
    "icon-512": (512, 1.0, "transparent"),
    "icon-maskable": (512, 0.78, GREEN),
    "icon-touch": (180, 0.9, GREEN),
}


def make_icons(folder: Path) -> None:
    """Write all icons to a folder."""
    drawing = (IMAGES / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**CHROMIUM)
        for name, (size, part, background) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0; display: grid; place-items: center; height: 100vh;"
                f" background: {background} }} svg {{ width: {part:%} }}</style>{drawing}"
            )
            page.screenshot(path=folder / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    make_icons(IMAGES)
