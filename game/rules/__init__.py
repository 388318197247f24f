"""The game of Literature: cards, rules, moves and records. Standard library only.

This package does not depend on Django. Only ``apply`` makes a new state. Only ``information_state``
and ``observation`` turn a state into a viewer's knowledge. ``record`` reads and writes games.
"""
