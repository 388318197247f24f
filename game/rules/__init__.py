"""The game of Literature: cards, rules, moves and records.

This package needs only Python's standard library, not Django. Only ``apply`` makes the state after
a move. Only ``information_state`` and ``observation`` turn a state into a viewer's knowledge.
``record`` reads and writes games.
"""
