from game.management.door import Door
from literature.terminal import bot


class Command(Door):
    command = bot
