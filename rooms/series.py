"""The score of a room's series, as numbers and as sentences, and the seats of its players."""

from collections.abc import Iterable
from itertools import groupby

from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.models import Game, Player
from game.presentation.end import score_text
from game.presentation.move_text import team_name
from literature.rules.options import Rules
from literature.rules.series import Standing, standing
from rooms.models import Room, SeriesGame


def series_standing(room: Room) -> Standing:
    """Return the score of the present series after its finished games. The rules of its latest game
    decide how it is counted.
    """
    rounds = room.series_games.filter(series=room.series).select_related("game")
    games = [each.game for each in rounds]
    return standing(games[-1].rules if games else room.rules, _finished(games))


def latest_seats(room: Room) -> dict[int, int]:
    """Return the latest seat of each person in the present series, also of people who have left.
    The keys are user ids.
    """
    played = Player.objects.filter(
        game__series_game__room=room, game__series_game__series=room.series
    )
    had = played.annotate(person=Coalesce("user_id", "left_user_id")).exclude(person=None)
    return dict(had.order_by("game__series_game").values_list("person", "seat"))


def sentences_of(room: Room, series: Iterable[int]) -> dict[int, str]:
    """Return the ``series_sentence`` of each of these series."""
    rounds = (
        SeriesGame.objects.filter(room=room, series__in=set(series))
        .select_related("game")
        .defer("game__source")
        .order_by("series", "pk")
    )
    found = {}
    for number, of_series in groupby(rounds, lambda each: each.series):
        games = [each.game for each in of_series]
        rules = games[-1].rules
        found[number] = series_sentence(rules, standing(rules, _finished(games)))
    return found


def series_headline(rules: Rules, stands: Standing, team: int | None) -> str:
    """Return the result of a series of several games, for a player of ``team`` or for a spectator.
    It is empty before the end of the series.
    """
    if not stands.over or stands.games == 1:
        return ""
    totals = stands.points if rules.series == "first_to" else stands.won
    won, score = stands.winner, score_text(max(totals), min(totals))
    if won is None:
        return _("The series is drawn %(score)s") % {"score": score}
    if team is None:
        return _("%(team)s wins the series %(score)s") % {"team": team_name(won), "score": score}
    if won == team:
        return _("Your team wins the series %(score)s") % {"score": score}
    score = score_text(min(totals), max(totals))
    return _("Your team loses the series %(score)s") % {"score": score}


def series_sentence(rules: Rules, stands: Standing) -> str:
    """Return a sentence about the score of a series. It is empty for a single game, and before a
    game is finished.
    """
    if rules.series == "single" or not stands.games:
        return ""
    red, blue = stands.points if rules.series == "first_to" else stands.won
    said = {"red": team_name(0), "blue": team_name(1), "r": red, "b": blue}
    if stands.over and stands.winner is not None:
        said["team"] = team_name(stands.winner)
        return _("%(team)s wins the series. %(red)s %(r)d, %(blue)s %(b)d.") % said
    if stands.over:
        return _("The series is drawn. %(red)s %(r)d, %(blue)s %(b)d.") % said
    if rules.series == "first_to":
        said["points"] = rules.series_points
        # The last number in the sentence decides between singular and plural.
        sentence = ngettext(
            "First to %(points)d: %(red)s %(r)d, %(blue)s %(b)d point.",
            "First to %(points)d: %(red)s %(r)d, %(blue)s %(b)d points.",
            blue,
        )
        return sentence % said
    return _("Games won: %(red)s %(r)d, %(blue)s %(b)d.") % said


def _finished(games: Iterable[Game]) -> list[tuple[int, int]]:
    return [each.scores for each in games if each.status == Game.Status.FINISHED]
