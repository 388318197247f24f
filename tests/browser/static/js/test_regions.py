"""``regions.js``: reads and compares versions, and handles the regions in a response."""

import pytest

pytestmark = pytest.mark.browser

#: Two pairs of a room's version and a game's version, and whether the first pair is older.
PAIRS = [
    ((3, 5), (3, 5), False),
    ((3, 5), (3, 6), True),
    ((3, 6), (3, 5), False),
    ((3, 5), (4, 5), True),
    ((4, 5), (3, 5), False),
    # The room's version decides first, because a new game begins at 0.
    ((3, 40), (4, 0), True),
    ((4, 0), (3, 40), False),
    ((0, 0), (0, 1), True),
    # Versions are compared as numbers, not as texts.
    ((9, 5), (10, 5), True),
    ((10, 5), (9, 5), False),
    ((3, 9), (3, 10), True),
    # If there is no game, the game's version is -1.
    ((3, -1), (3, 0), True),
    ((3, 0), (3, -1), False),
    # A missing version is neither older nor newer.
    ((None, None), (3, 5), False),
    ((3, 5), (None, None), False),
    ((None, None), (None, None), False),
    ((3, None), (3, 5), False),
    ((3, 5), (3, None), False),
    # If the rooms' versions differ, they decide.
    ((3, None), (4, None), True),
    ((4, None), (3, None), False),
]

COMPARED = """({ isOlder, versionsOf }, pairs) => {
  const element = ([room, game]) => {
    const made = document.createElement("div");
    if (room !== null) made.dataset.room = room;
    if (game !== null) made.dataset.game = game;
    return made;
  };
  return pairs.map((pair) => isOlder(...pair.map((each) => versionsOf(element(each)))));
}"""


def test_older_versions(script):
    found = script("table/regions").run(COMPARED, [[one, other] for one, other, _ in PAIRS])
    assert dict(zip(((a, b) for a, b, _ in PAIRS), found, strict=True)) == {
        (one, other): older for one, other, older in PAIRS
    }


def test_the_pages_versions_are_read_each_time(script):
    found = script("table/regions").run(
        """({ shown }) => {
          document.body.innerHTML = '<div id="versions" data-room="3" data-game="12"></div>';
          const before = shown();
          document.getElementById("versions").dataset.game = "13";
          const after = shown();
          document.body.replaceChildren();
          return [before, after];
        }"""
    )
    assert found == [[3, 12], [3, 13]]


def test_a_response_without_its_regions(script):
    found = script("table/regions").run(
        """({ withoutRegions }) => withoutRegions(
          '<p role="alert">No.</p><div id="versions" hx-swap-oob="true"></div>' +
          '<div id="refusal" hx-swap-oob="true">No.</div>' +
          '<main id="table" hx-swap-oob="true"><b>old</b></main>')"""
    )
    assert found == '<p role="alert">No.</p><div id="refusal" hx-swap-oob="true">No.</div>'


def test_parsed_regions_are_not_part_of_the_page(script):
    found = script("table/regions").run(
        """({ parsed, versionsOf }) => {
          const regions = parsed(
            '<div id="versions" data-room="7" data-game="-1"></div>' +
            '<img src="x" onerror="window.harm = 1"><script>window.harm = 1</' + 'script>');
          return [
            versionsOf(regions.getElementById("versions")),
            parsed("<tr><td>alone</td></tr>").querySelector("tr").textContent,
            document.getElementById("versions"),
            window.harm ?? 0,
          ];
        }"""
    )
    assert found == [[7, -1], "alone", None, 0]
