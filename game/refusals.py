"""Every way a request can be refused: its code, its HTTP status, and what to do next, in words.

This is the one table from codes to sentences. The codes of a move are those of RULES.md.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    # Moves, in the order of RULES.md.
    "game_over": _("The game is over. Play again, or look how it went."),
    "not_your_turn": _(
        "It is not your turn. It comes when you are asked for a card that you don't have, or when "
        "a partner passes."
    ),
    "must_pass": _("You have no cards left. Pass the turn to somebody who has."),
    "must_claim": _("The other team has no cards left. Claim a set now; there is nobody to ask."),
    "unknown_card": _("That card is not in this deck. Choose one that is."),
    "target_teammate": _("You can only ask the other team. Choose an opponent."),
    "set_resolved": _("That set has been claimed already. Choose another."),
    "target_empty": _("They have no cards left. Ask another opponent."),
    "no_card_of_set": _("You hold no card of that set. Ask for a card of a set that you hold."),
    "asking_held_card": _("You hold that card yourself. Ask for one that you do not have."),
    "unknown_set": _("There is no such set in this deck. Choose one that is in play."),
    "bad_holders": _(
        "That leaves a card out, or has one too many. Name one holder for each card of the set."
    ),
    "holder_not_teammate": _("A claim names people of your own team only. Place each card there."),
    "repeated_claim": _(
        "Your team made this very claim, and nothing has moved since. Place the cards differently."
    ),
    "may_not_pass": _(
        "You can pass only without cards, or right after a correct claim. Ask for a card."
    ),
    "bad_pass": _("The turn can't go to them. Choose somebody of your team who has cards."),
    # Requests about a move.
    "stale": _("The table has moved on since. Look again, then choose."),
    "paused": _("Somebody is claiming. The game goes on when they have finished."),
    "other_tab": _("You play here on another page. Go on there, or choose to play on this page."),
    "your_turn": _("It is your turn. Do it straight away."),
    "no_pause": _("This table does not wait. Claim straight away."),
    "declared_enough": _("The table has waited for you twice. Claim straight away next time."),
    "not_alone": _("Other people play here, too. Bots wait only for somebody who plays alone."),
    "not_away": _("They may still be thinking. Give them a minute."),
    "request_reused": _(
        "That was sent before for something else. Load the page again, then choose."
    ),
    "bad_request": _("Something is missing. Load the page again and try once more."),
    # People and rooms.
    "no_name": _("Say what you are called; then you can go on."),
    "bad_name": _("That name can't be used. Take one to twenty letters that can be seen."),
    "not_seated": _("You have no seat here. Take an empty one, or watch."),
    "not_of_room": _("Only those who play here see the games of this table. Sit down first."),
    "not_host": _("Only the host can do that. Ask them to."),
    "no_room": _("There is no room with that code. Check it with whoever sent it."),
    "no_spectators": _("Only the players may see this game. Ask the host to let others watch."),
    "everybody_gone": _("Everybody has left this table. Sit down, and it is yours."),
    "room_full": _("Every seat is taken. Ask the host to make room."),
    "room_locked": _("The host has closed this room to newcomers. Ask them to open it."),
    "room_closed": _("This table has been closed. Open another one."),
    "removed": _("The host has asked you to leave this table. Play at another one."),
    "name_taken": _("Somebody here is called that already. How about %(suggestion)s?"),
    "seat_taken": _("That seat is taken. Choose an empty one."),
    "odd_players": _("An odd number can't form two teams. Add a bot, or ask somebody to leave."),
    "uneven_teams": _("One side has more people than the other. Change sides, or shuffle."),
    "too_few": _("The game needs four players at least. Invite friends, or add bots."),
    "not_ready": _("That can be done only before the cards are dealt. Finish this game first."),
    "not_playing": _("No game is on here. Wait until the host starts one."),
    "game_running": _("The game is still on. It can be seen here when it is over."),
    "not_played": _("Only somebody who played this game can share it. Ask one of them."),
    "no_game": _("There is no such game that you may see. Check the address with whoever sent it."),
    "damaged": _(
        "What is stored of this game does not fit together, so it can't be shown. An administrator "
        "can check it."
    ),
    "no_files": _("No file was chosen. Choose the records that you want to bring in."),
    "many_files": _("That was too many files at once. Choose at most %(most)s."),
    "no_person": _("There is nobody here whose games you may see. Look at your own."),
    "unknown_preset": _("There are no house rules of that name. Choose from the list."),
    "unnamed_rules": _("Rules are kept under a name. Give them one."),
    "bad_rules": _("That can't be set so: %(option)s. Choose one of the values of the list."),
    "seats_taken": _(
        "So few seats would leave %(name)s standing. Keep %(least)s at least, or ask them to "
        "change places."
    ),
    "too_few_seats": _(
        "%(players)s can't play where at most %(seats)s may sit. Choose fewer players, or more "
        "seats."
    ),
    "no_talk": _("Nobody talks while a game is on. Write when it is over."),
    "muted": _("The host has muted you. Ask them."),
    "bad_message": _("That can't be sent. Write something, of at most 280 letters."),
    "newer_rules": _(
        "This game is played by newer rules than this part of the site knows. Load the page again "
        "in a minute."
    ),
    "rate_limited": _("That was a little fast. Wait a moment, then try again."),
    # Nobody's fault: see errors.py of the site.
    "unavailable": _("The table is resting. Nothing is lost; it comes back by itself."),
}

_STATUS = {
    "stale": 409,
    "paused": 409,
    "other_tab": 409,
    "rate_limited": 429,
    "unavailable": 503,
    "newer_rules": 503,
    "no_name": 403,
    "not_seated": 403,
    "not_of_room": 403,
    "not_host": 403,
    "no_spectators": 403,
    "everybody_gone": 403,
    "room_locked": 403,
    "room_closed": 403,
    "removed": 403,
    "muted": 403,
    "game_running": 403,
    "not_played": 403,
    "no_room": 404,
    "no_person": 404,
    "no_game": 404,
}


class Refused(Exception):
    """A request that is refused; nothing has changed.

    ``context`` fills the sentence and goes into the JSON answer beside the code.
    """

    def __init__(self, code: str, **context: Any) -> None:
        super().__init__(code)
        self.code = code
        self.context = context

    @property
    def status(self) -> int:
        """The HTTP status: 422 unless the code says otherwise."""
        return _STATUS.get(self.code, 422)

    @property
    def message(self) -> str:
        """The sentence, in the reader's language."""
        return str(SENTENCES[self.code]) % self.context
