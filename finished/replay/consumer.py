"""The socket of a replay: the people who watch it, and the leader's position."""

from functools import partial

from accounts.models import User
from accounts.rate_limits import seconds_to_wait
from finished.access import may_see
from finished.replay import shared
from finished.replay.registry import ReplayRegistry
from finished.replay.replay import Place
from finished.replay.shared import ReplayConnection
from game.models import Game
from live.consumer import (
    NO_RIGHT,
    NO_SESSION,
    NOTHING_HERE,
    TRY_AGAIN,
    SocketConsumer,
    cleaned_tab_id,
    parsed,
    request_of,
    user_of,
)
from live.threads import sockets

LONGEST_MESSAGE = 200
SOCKETS_A_MINUTE = 60


class ReplayConsumer(SocketConsumer):
    """``/ws/games/ID/`` sends and receives JSON.

    It sends ``{"people": […], "lead": {…}}`` at each change and at each heartbeat. It accepts
    ``{"move": 37, "eyes": 3}``, optionally with ``"lead": true`` or ``"lead": false``.
    """

    connection: ReplayConnection | None = None
    registry: ReplayRegistry | None = None

    async def enter(self) -> int | None:
        game_id = self.scope["url_route"]["kwargs"]["game_id"]
        tab = cleaned_tab_id(self.query("tab"))

        def open_page() -> tuple[Game, User, int] | int:
            """Open the page, or return the close code if the socket is refused."""
            user = user_of(self.scope)
            if user is None:
                return NO_SESSION
            if seconds_to_wait(request_of(self.scope), "replay-socket", SOCKETS_A_MINUTE):
                return TRY_AGAIN
            game = Game.objects.filter(pk=game_id).first()
            if game is None or not may_see(game, user):
                return NOTHING_HERE
            return (game, user, shared.open_page(game, user, tab)) if game.is_over else NO_RIGHT

        opened = await sockets.run(open_page)
        if isinstance(opened, int):
            return opened
        game, user, viewing_id = opened
        self.moves, self.players = game.version, game.rules.players
        self.connection = ReplayConnection(
            **self.connection_fields(user), game_id=game.pk, viewing_id=viewing_id
        )
        self.registry = ReplayRegistry.of_this_loop()
        await self.registry.join(self.connection)
        return None

    async def leave(self, code: int) -> None:
        connection, self.connection = self.connection, None
        if connection is None:
            return
        try:
            if self.registry:
                await self.registry.leave(connection)
        finally:
            await sockets.run(shared.close_page, connection.viewing_id)

    async def receive(self, text_data: object = None, **_other: object) -> None:
        """Let the page take or end the lead, or store the leader's position. Ignore invalid
        messages.
        """
        if self.connection is None:
            return
        said = parse_message(text_data, self.moves, self.players)
        if said is None:
            return
        number, (place, lead) = self.connection.viewing_id, said
        if lead:
            await sockets.run(shared.take_lead, number, place)
        elif lead is False:
            await sockets.run(partial(shared.change_lead, number, leads=False))
        else:
            await sockets.run(partial(shared.change_lead, number, move=place.move, eyes=place.eyes))


def parse_message(text: object, moves: int, players: int) -> tuple[Place, bool | None] | None:
    """Parse a message of a page: its position, and whether the page takes (True) or ends (False)
    the lead; None if the lead does not change.

    Return None if the message is not valid for a game with this number of moves and players.
    """
    said = parsed(text, LONGEST_MESSAGE)
    if said is None:
        return None
    move, eyes, lead = said.get("move"), said.get("eyes"), said.get("lead")
    if type(move) is not int or not 0 <= move <= moves or lead not in (None, True, False):
        return None
    if eyes is not None and (type(eyes) is not int or not 0 <= eyes < players):
        return None
    return Place(move, eyes), lead
