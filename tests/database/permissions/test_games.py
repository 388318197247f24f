"""The answers at every URL of a game: during the game, after it, and when a player has
shared it.
"""

import pytest

from tests.database.kit.cast import Cast, wrong_in

pytestmark = pytest.mark.django_db

PHASES = ("playing", "over", "shared")

#: Method and path, and then the letters for each of these three cases.
GAME = [
    ("GET", "", "n00gg0g", "n0+++0+", "+++++++"),
    ("GET", "positions/", "n00gg0g", "n0+++0+", "+++++++"),
    ("GET", "record.json", "n00gg0g", "n0+++0+", "+++++++"),
    ("GET", "preview.png", "+++++++", "+++++++", "+++++++"),
    ("GET", "result.png", "n00gg0g", "n0+++0+", "+++++++"),
    ("GET", "review/", "n00gg0g", "n0+++0+", "+++++++"),
    ("POST", "review/", "n00gg0g", "n0+++0+", "n++++++"),
    ("GET", "review/grid/", "n00gg0g", "n0+++0+", "+++++++"),
    ("GET", "review/mine/", "n00gg0g", "n0+++0+", "+++++++"),
    ("POST", "share/", "n00gg0g", "n0l++0l", "lll++ll"),
    ("POST", "unshare/", "n00gg0g", "n0l++0l", "lll++ll"),
]


@pytest.mark.parametrize("phase", PHASES)
def test_urls_of_a_game(phase):
    at = PHASES.index(phase)
    rows = [(method, f"/games/{{game}}/{path}", {}, letters[at]) for method, path, *letters in GAME]
    assert not wrong_in(Cast().there(phase), rows)
