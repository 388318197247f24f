"""The game of Literature: cards, rules, moves and records. Standard library only.

Nothing here depends on the web site. Only ``apply`` makes a new state, only ``information_state``
and ``observation`` turn a state into a viewer's knowledge, and ``record`` reads and writes games.
"""
