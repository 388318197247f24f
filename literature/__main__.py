"""The game in the terminal: ``python -m literature play|verify|review|selfplay|bot|puzzle``."""

import sys
from argparse import ArgumentParser

from literature.terminal import Failed, bot, play, puzzle, review, selfplay, verify


def main() -> None:
    """Run the command that the arguments name."""
    parser = ArgumentParser(prog="literature", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (play, verify, review, selfplay, bot, puzzle):
        name = command.__name__.rpartition(".")[2]
        added = commands.add_parser(name, help=command.__doc__, description=command.__doc__)
        command.add_arguments(added)
        added.set_defaults(run=command.run)
    options = vars(parser.parse_args())
    try:
        for line in options.pop("run")(**options):
            print(line, flush=True)
    except Failed as error:
        sys.exit(str(error))
    except (KeyboardInterrupt, BrokenPipeError):
        sys.exit(1)


if __name__ == "__main__":
    main()
