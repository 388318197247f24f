"""nginx in front of the web processes, with the configuration that docker-compose.yml uses too."""

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
    # Stop at once: pages reconnect by themselves, and send unanswered requests again. SIGQUIT would
    # refuse everybody until the last socket is closed.
    stop_signal = signal.SIGTERM

    def __init__(self, folder: Path, port: int, values: Mapping[str, str]) -> None:
        """``values`` fill the templates; a request to ``port`` checks whether it is ready."""
        super().__init__("nginx", folder)
        self.port = port
        self.folder = folder / "nginx"
        self.values = {
            "PROXY_FOLDER": str(self.folder),
            "PROXY_LOG": str(folder / "nginx-access.log"),
            "PROXY_RESOLVER": "127.0.0.1",  # never used: the upstreams have no names
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
        """The settings that only a process on this machine needs."""
        lines = ["daemon off", f"pid {self.folder}/nginx.pid", "error_log stderr warn"]
        if os.geteuid() == 0:
            # Its workers must be able to read folders of root.
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
    """The lines of the upstreams, by their names in the templates.

    A failed server is tried again at once (``max_fails=0``): a stopped one refuses immediately, and
    in a rolling restart it would still count as failed when the next one stops. Each server is
    listed as a backup, too: nginx asks a server once for each request, and the first one may be
    back when the second one stops.
    """
    first = [f"server {address} max_fails=0;" for address in addresses]
    again = [f"server {address} max_fails=0 backup;" for address in addresses]
    return {"PROXY_WEBS": " ".join(first), "PROXY_WEBS_AGAIN": " ".join(again)}


def status_of(url: str, seconds: float = 3) -> int | None:
    """The status of the answer to a GET; None without an answer."""
    try:
        with _opener.open(url, timeout=seconds) as answer:
            return answer.status
    except HTTPError as error:
        return error.code
    except OSError:
        return None
