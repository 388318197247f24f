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
    # Stop at once: pages reconnect automatically, and send unanswered requests again. With SIGQUIT
    # everybody would be refused until the last socket is closed.
    stop_signal = signal.SIGTERM

    def __init__(self, folder: Path, port: int, values: Mapping[str, str]) -> None:
        """``values`` fill in the templates. A request to ``port`` checks whether the proxy is
        ready.
        """
        super().__init__("nginx", folder)
        self.port = port
        self.folder = folder / "nginx"
        self.values = {
            "PROXY_FOLDER": str(self.folder),
            "PROXY_LOG": str(folder / "nginx-access.log"),
            # This is never used, because the upstreams have no host names.
            "PROXY_RESOLVER": "127.0.0.1",
            **values,
        }

    def command(self) -> list[str]:
        self.write()
        return [
            "nginx",
            "-p",
            str(self.folder),
            "-c",
            str(self.folder / "nginx.conf"),
            "-g",
            self.globals,
        ]

    @property
    def globals(self) -> str:
        """The settings that are needed only for a process on this machine."""
        lines = ["daemon off", f"pid {self.folder}/nginx.pid", "error_log stderr warn"]
        if os.geteuid() == 0:
            # nginx's workers must be able to read folders that belong to root.
            lines.append("user root")
        return " ".join(f"{line};" for line in lines)

    def write(self) -> None:
        """Write the configuration from the templates."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for template in TEMPLATES.glob("*.template"):
            text = Template(template.read_text()).safe_substitute(self.values)
            (self.folder / template.stem).write_text(text)

    def is_well(self) -> bool:
        return listening(self.port)


def servers(addresses: Sequence[str]) -> dict[str, str]:
    """The lines for the upstreams, by their names in the templates.

    With ``max_fails=0`` a failed server is tried again at once: a stopped server refuses
    immediately, and in a rolling restart it would still count as failed when the next one stops.
    Each server is also listed as a backup: nginx tries a server only once for each request, and the
    first server may be back when the second one stops.
    """
    first = [f"server {address} max_fails=0;" for address in addresses]
    again = [f"server {address} max_fails=0 backup;" for address in addresses]
    return {"PROXY_WEBS": " ".join(first), "PROXY_WEBS_AGAIN": " ".join(again)}


def status_of(url: str, seconds: float = 3) -> int | None:
    """The status of the response to a GET request; None without a response."""
    try:
        with _opener.open(url, timeout=seconds) as answer:
            return answer.status
    except HTTPError as error:
        return error.code
    except OSError:
        return None
