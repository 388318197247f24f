"""The commands of ``python -m literature``.

Each module is a command: its docstring is the help, ``add_arguments`` adds its arguments to a
parser, and ``run`` yields the lines of its output. It raises ``Failed`` with a message, or
``SystemExit`` with a code.
"""


class Failed(Exception):
    """The command can't do its work. The text says why."""
