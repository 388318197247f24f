"""The games of a room, and the series that they are played in."""

from django.db import models


class SeriesGame(models.Model):
    """A game of a room: which series it belongs to. In the order in which they were dealt."""

    room = models.ForeignKey("rooms.Room", on_delete=models.CASCADE, related_name="series_games")
    game = models.OneToOneField("game.Game", on_delete=models.CASCADE, related_name="round")
    series = models.PositiveIntegerField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(name="round_of_series", fields=["room", "series"])]

    def __str__(self) -> str:
        return f"{self.room_id} {self.series} {self.game_id}"
