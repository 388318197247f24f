"""Checks that a page fits screens of several sizes: nothing is wider than the screen, no target is
too small for a finger, and no part of the header is too full.
"""

from playwright.sync_api import Page

# The first size is a small phone, the last a laptop at a zoom of 200 %.
SIZES = [(320, 640), (390, 844), (768, 1024), (1280, 800), (1920, 1080), (640, 400)]
TARGET = 44

# Returns the width of the page, targets that are too small, and parts of the header that are too
# full. Links within text need not be taller than the text.
PROBLEMS = """
(least) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const small = all('a, button, summary, select, input, label.avatar')
    .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((e) => !e.matches('p a:not(.button), dd a, [type=radio], [type=checkbox]'))
    .filter((e) => !e.closest('[popover]') && !e.matches('.skip-link'))
    .map((e) => [e.getBoundingClientRect(), e.outerHTML.slice(0, 120)])
    .filter(([box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
    .map(([box, html]) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${html}`);
  const crowded = all('.site-header > *')
    .filter((e) => e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.outerHTML.slice(0, 120));
  return [document.documentElement.scrollWidth, small, crowded];
}
"""


def assert_it_fits(page: Page) -> None:
    """Check that the page fits at every size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        whole, too_small, crowded = page.evaluate(PROBLEMS, TARGET)
        assert whole <= width
        assert too_small == [], width
        assert crowded == [], width


def assert_easy_to_hit(page: Page, links: str) -> None:
    """Check that on a phone these links, which are not within text, are large enough."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.getElementById('rules')?.showPopover()")
    found = page.locator(links).all()
    assert found
    for link in found:
        box = link.bounding_box()
        assert box and box["height"] >= 40, link.inner_text()
