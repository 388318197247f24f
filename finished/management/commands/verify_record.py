from game.management.door import Door
from literature.terminal import verify


class Command(Door):
    command = verify
