"""An open socket of a room."""

from dataclasses import dataclass

from game.live.connections import Connection, Text
from rooms.live.updates import NOTHING_SENT, Wanted


@dataclass(eq=False, kw_only=True)
class RoomConnection(Connection):
    """The socket of a page or a program in a room: its format, and the versions that were sent to
    it.
    """

    wants_json: bool = False
    tab: str = ""
    sent: tuple[int, int] = NOTHING_SENT
    silent: bool = True

    @property
    def wanted(self) -> Wanted:
        """The needs of this connection for the next update."""
        return self.user_id, self.wants_json, self.sent

    def put(self, text: Text) -> None:
        """Queue ``text``. It also shows the page that the socket is alive."""
        self.silent = False
        super().put(text)

    def put_heartbeat(self, text: Text) -> None:
        """Queue a heartbeat, unless anything was queued since the last heartbeat."""
        if self.silent and not self.wants_json:
            self.put(text)
        self.silent = True
