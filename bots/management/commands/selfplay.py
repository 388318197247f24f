from game.management.door import Door
from literature.terminal import selfplay


class Command(Door):
    command = selfplay
