"""Literature itself: cards, rules, moves and records, with the standard library alone.

Nothing here knows of a web site. ``apply`` is the one way from a state to the next,
``information_state`` and ``observation`` are the one way from a state to what somebody may see, and
``record`` is the game on paper.
"""
