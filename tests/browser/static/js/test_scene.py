"""``motion/scene.js``: the times of a scene."""

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

ELEMENTS = """() => {
  for (const id of ["flights", "room", "table", "mine", "hand"]) {
    if (!document.getElementById(id)) document.body.append(Object.assign(document.createElement("div"), { id }));
  }
}"""  # noqa: E501

#: A part laid out at once, and parts laid out in later frames.
PARTS = """async ({ Scene }) => {
  const scene = new Scene();
  const part = () => scene.at(5000, () => {});
  part();
  scene.build([part, part, part, part]);
  const frame = () => new Promise((shown) => {
    requestAnimationFrame(() => requestAnimationFrame(shown));
  });
  for (let number = 0; number < 8; number += 1) await frame();
  const starts = document.getAnimations().map(({ startTime }) => startTime);
  scene.end();
  return starts;
}"""


def test_parts_that_are_laid_out_later_keep_the_time_of_the_scene(script, empty_page: Page):
    empty_page.evaluate(ELEMENTS)
    starts = script("table/motion/scene").run(PARTS)
    assert len(starts) == 6
    assert max(starts) - min(starts) < 1, starts
