"""The proxy sends a POST to another web process if the first one fails, even if the POST is not
about a room.
"""

import httpx
import pytest

from tests.cluster.kit.proxied import Echo, proxy_before, served
from tests.waiting import PATIENCE

pytestmark = pytest.mark.cluster


class Gone(Echo):
    """Closes the connection without an answer, like a web process that exits."""

    def do_POST(self) -> None:
        self.close_connection = True


def test_a_process_exits_before_it_answers(tmp_path):
    path = "/rooms/new/"
    with (
        served(Gone) as gone,
        served(Echo) as other,
        proxy_before([gone, other], tmp_path) as (http, _),
    ):
        url = f"http://127.0.0.1:{http}{path}"
        # The proxy sends one of these two requests first to the process that exits.
        for _ in range(2):
            answer = httpx.post(url, content=b"name=Asha", timeout=PATIENCE, trust_env=False)
            assert answer.json() == {"method": "POST", "body": "name=Asha", "path": path}
        assert " 502, 200 " in (tmp_path / "nginx-access.log").read_text()
