"""A person who plays by taps only, in any engine."""

from collections.abc import Mapping
from typing import Any

from tests.browser.kit.engines import Engine
from tests.waiting import wait_until

#: Returns the point at which a person can tap an element; null while it is invisible or covered.
POINT = """(selector) => {
  const element = document.querySelector(selector);
  if (!element?.checkVisibility()) return null;
  const shown = element.labels?.[0] ?? element;
  shown.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { left, top, width, height } = shown.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  return width && shown.contains(hit) ? [x, y] : null;
}"""

#: Returns whether all animations have ended, except endless animations and those of hidden content,
#: which never end in Firefox.
STANDS_STILL = """() => document.getAnimations().every(({ playState, effect }) =>
  playState !== "running" || effect.getComputedTiming().endTime === Infinity
  || !effect.target.checkVisibility())"""


class Tapper:
    """One tab, in which a person only taps."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def tap(self, selector: str) -> None:
        """Wait until an element can be tapped and nothing moves. Then tap the element."""

        def point() -> list[float] | None:
            at = self.engine.call(POINT, selector)
            # An element may slide in. Tap it only at its final position.
            still = at and self.engine.call(STANDS_STILL)
            return self.engine.call(POINT, selector) if still else None

        self.engine.press(*wait_until(f"{selector} can be tapped", point, seen=self.text))

    def wait_for(self, function: str, *arguments: Any) -> None:
        """Wait until a function in the page returns true. The page may be loading meanwhile."""
        wait_until(f"{function} {arguments}", lambda: self.holds(function, *arguments))

    def holds(self, function: str, *arguments: Any) -> Any:
        """Return the result of a function in the page; None while the browser loads another
        page.
        """
        try:
            return self.engine.call(function, *arguments)
        except AssertionError:
            return None

    def text(self) -> str:
        return self.engine.call("() => document.body.innerText.slice(0, 600)")

    def state(self) -> dict[str, Any]:
        """Return the document ``state.json`` of the page's room."""
        return self.engine.call("() => fetch('state.json').then((answer) => answer.json())")

    def wait_for_connection(self, state: str) -> None:
        """Wait until the page shows this state of its connection."""
        self.wait_for(
            "(state) => document.getElementById('connection')?.dataset.state === state", state
        )

    def wait_for_version(self, version: int) -> None:
        """Wait until the page shows this version of the game, or a newer one."""
        self.wait_for(
            "(version) => Number(document.getElementById('versions')?.dataset.game) >= version",
            version,
        )

    def move(self, move: Mapping[str, Any]) -> None:
        """Make a move, which is given in the form of a record."""
        if "ask" in move:
            self.tap(f"#of-{move['of']}")
            self.tap(f"#card-{move['ask']}")
        elif "claim" in move:
            self.claim(move["claim"], move["holders"])
        else:
            self.tap(f"#pass-{move['pass']}")

    def claim(self, name: str, holders: Mapping[str, int]) -> None:
        self.tap("#claims-button")
        if self.engine.call(
            "(form) => Boolean(document.querySelector(form))", f"form#claim-form-{name}.claim-all"
        ):
            self.tap(f"#claim-form-{name} button.pick")
            return
        self.tap(f"#claim-{name} > summary")
        for card, seat in holders.items():
            field = f'#claim-form-{name} [name="holder-{card}"]'
            if self.engine.call("(field) => document.querySelector(field).type", field) == "radio":
                self.tap(f'{field}[value="{seat}"]')
        self.tap(f"#claim-form-{name} .look")
        self.tap(f"#claim-form-{name} .confirm")
