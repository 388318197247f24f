"""All refusals of requests: the code, the HTTP status, and a sentence that says what to do next.

The codes of illegal moves are those of ``literature.rules.legality``. A record with an illegal
move gets other sentences (``finished.record_error_text``).
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

SENTENCES = {
    # Illegal moves, in the order of docs/rules.md.
    "game_over": _("The game is over. Play again, or watch the replay."),
    "not_your_turn": _(
        "It is not your turn. For example, your turn comes when somebody asks you for a card that "
        "you don’t have, or when a teammate passes the turn to you."
    ),
    "must_pass": _("You have no cards left. Pass the turn to a player with cards."),
    "must_claim": _("The other team has no cards left, so there is nobody to ask. Claim a set."),
    "unknown_card": _("That card is not in this deck. Choose another card."),
    "target_teammate": _("You can ask only opponents. Choose a player of the other team."),
    "set_resolved": _("That set was already claimed. Choose another set."),
    "target_empty": _("This player has no cards left. Ask another opponent."),
    "no_card_of_set": _(
        "You hold no card of that set. Ask for a card of a set in which you hold another card."
    ),
    "asking_held_card": _("You hold that card yourself. Ask for a card that you don’t have."),
    "unknown_set": _("That set is not in this deck. Choose a set that is in play."),
    "bad_holders": _(
        "That claim is not complete. Name exactly one holder for each card of the set."
    ),
    "holder_not_teammate": _(
        "You can name only players of your own team. Choose one of them for each card."
    ),
    "repeated_claim": _(
        "Your team has already made this claim, and no card has moved since. Place the cards "
        "differently."
    ),
    "may_not_pass": _(
        "You still have cards, so you can’t pass the turn now. Ask for a card, or claim a set."
    ),
    "bad_pass": _(
        "The turn can’t go to this player. Choose a teammate with cards. If your team has no "
        "cards, choose an opponent with cards."
    ),
    # Other sentences for ``not_your_turn``: for claims out of turn, which some rules allow.
    "claim_own_turn": _("Here only the player to move may claim. Wait for your turn."),
    "claim_team_turn": _("Here only the team to move may claim. Wait for your team’s turn."),
    "claim_endgame": _("Only one team has cards left. Now only the player to move may claim."),
    # Other refusals of requests during a game.
    "stale": _("Another move came first. Look at the table, then choose again."),
    "paused": _("Another player is claiming. The game goes on after the claim."),
    "other_tab": _("You are playing in another tab. Go on there, or choose “Play on this page”."),
    "your_turn": _("It is your turn, so the table waits for you anyway. Make your move."),
    "no_pause": _("This table does not wait for claims out of turn. Claim the set at once."),
    "too_many_pauses": _(
        "The table has waited twice for you, but you did not claim. In this game it will not wait "
        "again. Claim the set at once."
    ),
    "not_held": _("Your hand has changed. Look at it, then move the card again."),
    "not_alone": _("Other people play here, too. You can pause the bots only when you play alone."),
    "not_away": _("This player may still be thinking. Wait a minute, then try again."),
    "request_reused": _("Two different requests had the same id. Reload the page, then try again."),
    "bad_request": _(
        "Something is missing or wrong in this request. Reload the page, then try again."
    ),
    # Other refusals.
    "no_name": _("The other players don’t know your name yet. Enter your name to continue."),
    "bad_name": _("You can’t use that name. Choose another name with 1 to 20 visible characters."),
    "not_seated": _("You have no seat at this table. Take a seat when no game is running."),
    "not_of_room": _("Only the players of this table can see its games. Sit down first."),
    "not_watching": _("This person is no longer watching. Look at the list of spectators again."),
    "not_host": _("Only the host can make this change. Ask the host."),
    "no_room": _("No table has that code. Check the code with the person who sent it."),
    "no_spectators": _("Only the players can see this game. Ask the host to allow spectators."),
    "everybody_gone": _("Everybody has left this table. Sit down to become its host."),
    "room_full": _("Every seat is taken. Ask the host for a seat."),
    "room_locked": _(
        "The host has closed this table to newcomers. Ask the host to open it to newcomers."
    ),
    "unkind_name": _(
        "Your name, or a name at this table, has a word that is not allowed at open tables. Choose "
        "another name."
    ),
    "stays_open": _("Other people sit at this table, so it stays open. Play, or stand up."),
    "stays_private": _("This table can’t be opened to everybody now. Open another table."),
    "unkind_message": _(
        "This text has a word that is not allowed at open tables. Write it in other words."
    ),
    "not_here": _("You can’t sit down at this table. Choose another table."),
    "reason_needed": _("At an open table a ban needs a reason. Write it for the other players."),
    "vote_rejected": _("The other players have just rejected a ban. Ask again in some minutes."),
    "no_vote": _("There is nothing to decide now. Look at the table, and play on."),
    "not_agreed": _("At an open table all people agree to the start. Wait for the others."),
    "table_gone": _("This table is no longer open. Choose another table."),
    "new_guest": _(
        "Guests can open a table to everybody an hour after they came. Create an account, or send "
        "the code to friends."
    ),
    "room_closed": _("This table was closed for good. Open another table."),
    "removed": _("You were banned from this table. Play at another table."),
    "name_in_game": _("You can’t change your name during a game. Change it when the game is over."),
    "name_taken": _("Another player at this table has that name. Try %(suggestion)s."),
    "seat_changed": _(
        "That player no longer has the seat, so nobody was removed. Look at the seats again."
    ),
    "seat_taken": _("That seat is taken. Choose an empty seat."),
    "odd_players": _(
        "The teams must have the same number of players. Add a bot, or wait for one more player."
    ),
    "uneven_teams": _(
        "One team has more players than the other. Change seats, or shuffle the teams."
    ),
    "too_few": _("The game needs at least four players. Invite friends, or add bots."),
    "not_ready": _("This is not possible now. Finish the game, or return to the lobby first."),
    "not_playing": _("No game is running here. The host can start a game."),
    "game_running": _("This game is still running. You can watch its replay when it is over."),
    "not_played": _("Only a player of this game can share it. Ask one of the players."),
    "no_game": _(
        "This game is not shared, or it does not exist. Sign in as a person who played in it, or "
        "ask one of its players to share it."
    ),
    "damaged": _(
        "The stored data of this game is damaged, so the game can’t be shown. Ask the "
        "staff of this site to check the game."
    ),
    "no_files": _("No file was chosen. Choose the game records that you want to import."),
    "many_files": _("You chose too many files. The limit is %(most)s."),
    "many_games": ngettext_lazy(
        "You can import only %(most)s game in total. With these files you would have more.",
        "You can import at most %(most)s games in total. With these files you would have more.",
        "most",
    ),
    "many_running": ngettext_lazy(
        "You have %(most)s running game. Finish it, or wait until the bots have finished it.",
        "You have %(most)s running games. Finish some of them, or wait until the bots have "
        "finished the games that you left.",
        "most",
    ),
    "many_running_here": ngettext_lazy(
        "Only %(most)s game can run at tables that were opened from your internet address. Wait "
        "until it is over.",
        "Only %(most)s games can run at tables that were opened from your internet address. Wait "
        "until some of them are over.",
        "most",
    ),
    "many_waiting_here": ngettext_lazy(
        "%(most)s person from your internet address waits at an open table. Wait until a game "
        "starts there, or play at a table with a code.",
        "%(most)s people from your internet address wait at open tables. Wait until a game starts "
        "there, or play at a table with a code.",
        "most",
    ),
    "many_rules": ngettext_lazy(
        "You can save rules under only %(most)s name. Use this name again to replace the rules.",
        "You can save rules under at most %(most)s names. Use one of these names again to "
        "replace its rules.",
        "most",
    ),
    "no_person": _("You can’t see this person’s games. You can see your own games."),
    # Another sentence for ``no_person``.
    "no_profile": _("This profile is not open to you, or there is none. Check the address."),
    "unknown_preset": _("No house rules have that name. Choose house rules from the list."),
    "unnamed_rules": _("These rules need a name. Enter a name."),
    "bad_rules": _("“%(option_title)s” can’t have that value. Choose a value from the list."),
    "help_needs_log": _(
        "Players can have help only if all asks stay visible and card counts are public. Choose "
        "both options, or turn help off."
    ),
    "seats_taken": ngettext_lazy(
        "%(name)s sits on one of the seats that you want to remove. Keep at least %(least)s seat, "
        "or move %(name)s first.",
        "%(name)s sits on one of the seats that you want to remove. Keep at least %(least)s "
        "seats, or move %(name)s first.",
        "least",
    ),
    "too_few_seats": ngettext_lazy(
        "This table has only %(seats)s seat. Choose fewer players, or add seats.",
        "This table has only %(seats)s seats. Choose fewer players, or add seats.",
        "seats",
    ),
    "no_help": _("Help is off in this game. The host can allow it for the next game."),
    "help_late": _("Help is not ready yet. Try again in a moment."),
    "no_talk": _("Chat is closed during a game. You can write when the game is over."),
    "muted": _(
        "The host has muted you, so nobody sees your messages, reactions and new names. Ask the "
        "host to unmute you."
    ),
    "muted_by_staff": _(
        "The staff of this site have muted you for some time, so nobody sees your messages, "
        "reactions and new names. You can still play."
    ),
    "bad_message": _("That message can’t be sent. Write 1 to 280 characters."),
    "newer_rules": _(
        "This game uses newer rules than this server knows. Reload the page in a minute."
    ),
    "too_long": ngettext_lazy(
        "This game has no moves, or more than %(most)d move, so it can’t be reviewed. Choose "
        "another game.",
        "This game has no moves, or more than %(most)d moves, so it can’t be reviewed. Choose "
        "another game.",
        "most",
    ),
    "rate_limited": _("Too many requests. Wait a moment, then try again."),
    # Failures of the site (``literature_site/errors.py``).
    "unavailable": _(
        "The server can’t be reached. Your game is saved, and this page reconnects automatically."
    ),
}

_STATUS = {
    "stale": 409,
    "paused": 409,
    "other_tab": 409,
    "rate_limited": 429,
    "unavailable": 503,
    "newer_rules": 503,
    "help_late": 429,
    "no_name": 403,
    "not_seated": 403,
    "not_of_room": 403,
    "not_host": 403,
    "no_spectators": 403,
    "everybody_gone": 403,
    "room_locked": 403,
    "not_here": 403,
    "new_guest": 403,
    "room_closed": 403,
    "removed": 403,
    "muted": 403,
    "muted_by_staff": 403,
    "no_help": 403,
    "game_running": 403,
    "not_played": 403,
    "no_room": 404,
    "table_gone": 404,
    "no_person": 404,
    "no_game": 404,
}


class Refused(Exception):
    """A refused request. The request changed nothing.

    ``context`` fills the placeholders of the sentence. The JSON answer includes it. ``sentence`` is
    the key of a sentence that is more exact than that of the code.
    """

    def __init__(self, code: str, sentence: str = "", /, **context: object) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence or code
        self.context = context

    @property
    def status(self) -> int:
        """The HTTP status. Most refusals have 422."""
        return _STATUS.get(self.code, 422)

    @property
    def message(self) -> str:
        """The sentence in the reader's language."""
        return SENTENCES[self.sentence] % self.context
