"""nginx in front of the web processes, with the same configuration as in docker-compose.yml."""

import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from cluster.ports import listening
from cluster.process import Process

TEMPLATES = Path(__file__).parent / "nginx" / "templates"

_opener = build_opener(ProxyHandler({}))


class Proxy(Process):
    # Stop at once: pages reconnect automatically, and send unanswered requests again. After
    # SIGQUIT, nginx would refuse all new requests until the last socket is closed.
    stop_signal = signal.SIGTERM

    def __init__(self, folder: Path, port: int, values: Mapping[str, str]) -> None:
        """The ``values`` are for the templates. A connection to ``port`` checks whether the proxy
        is ready.
        """
        super().__init__("nginx", folder)
        self.port = port
        self.folder = folder / "nginx"
        self.values = {
            "PROXY_FOLDER": str(self.folder),
            "PROXY_LOG": str(folder / "nginx-access.log"),
            # nginx does not use this value, because the upstreams have no host names.
            "PROXY_RESOLVER": "127.0.0.1",
            **values,
        }

    def command(self) -> list[str]:
        self.write()
        place = ["-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        # The settings that nginx needs only if it runs as a process on this machine.
        lines = ["daemon off", f"pid {self.folder}/nginx.pid", "error_log stderr warn"]
        if os.geteuid() == 0:
            # nginx's worker processes must read folders that belong to root.
            lines.append("user root")
        return ["nginx", *place, "-g", " ".join(f"{line};" for line in lines)]

    def write(self) -> None:
        """Make the configuration from the templates."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for template in TEMPLATES.glob("*.template"):
            text = Template(template.read_text()).safe_substitute(self.values)
            (self.folder / template.stem).write_text(text)

    def is_well(self) -> bool:
        return listening(self.port)


def servers(addresses: Sequence[str]) -> dict[str, str]:
    """Return the values of PROXY_WEBS and PROXY_WEBS_AGAIN, which list the web servers.

    With ``max_fails=0`` nginx tries a failed server again at once. Without it, in a rolling restart
    the first server might still count as failed when the second server stops. A stopped server
    refuses immediately, so a try costs little. Each server is also a backup, because nginx tries a
    server only once for each request, and the first server may run again when the second server
    stops.
    """
    first = [f"server {address} max_fails=0;" for address in addresses]
    again = [f"server {address} max_fails=0 backup;" for address in addresses]
    return {"PROXY_WEBS": " ".join(first), "PROXY_WEBS_AGAIN": " ".join(again)}


def status_of(url: str, seconds: float = 3) -> int | None:
    """Return the status of the response to a GET request; None if there is no response."""
    try:
        with _opener.open(url, timeout=seconds) as answer:
            return answer.status
    except HTTPError as error:
        return error.code
    except OSError:
        return None
