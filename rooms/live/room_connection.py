"""An open socket of a room."""

from dataclasses import dataclass, field

from game.live.consumer import Connection
from rooms.live.updates import NOTHING_SENT, Wanted


@dataclass(eq=False, kw_only=True)
class RoomConnection(Connection):
    """The socket of a page or a program in a room. It has a format, and knows which versions were
    sent.
    """

    wants_json: bool = False
    tab: str = ""
    sent: tuple[int, int] = NOTHING_SENT
    #: Whether no update was sent in this heartbeat interval. (An update, too, shows the page that
    #: the socket works.)
    silent: bool = True
    #: The hashed password when the socket was opened. A new password makes the session invalid.
    password: str | None = field(default=None, repr=False)

    @property
    def wanted(self) -> Wanted:
        """The person, the format and the versions sent. They decide the content of the next
        update.
        """
        return self.user_id, self.wants_json, self.sent

    def end_interval(self) -> bool:
        """End the interval between two heartbeats. Return whether the connection needs a heartbeat:
        no update was sent in this interval. Sockets that want JSON get no heartbeats.
        """
        silent, self.silent = self.silent, True
        return silent and not self.wants_json
