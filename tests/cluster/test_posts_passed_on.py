"""A POST that does not belong to a room is passed on to another web process, too."""

import httpx
import pytest

from tests.cluster.proxied import Echo, proxy_before, served

pytestmark = pytest.mark.cluster


class Gone(Echo):
    """Reads a request, and exits before it answers."""

    def do_POST(self) -> None:
        self.close_connection = True


def test_a_process_goes_before_it_has_answered(tmp_path):
    path = "/rooms/new/"
    with (
        served(Gone) as gone,
        served(Echo) as other,
        proxy_before([gone, other], tmp_path) as (http, _),
    ):
        url = f"http://127.0.0.1:{http}{path}"
        for _ in range(2):  # One of the two requests begins with the process that exits.
            answer = httpx.post(url, content=b"name=Asha", timeout=30, trust_env=False)
            assert answer.json() == {"method": "POST", "body": "name=Asha", "path": path}
        assert " 502, 200 " in (tmp_path / "nginx-access.log").read_text()
