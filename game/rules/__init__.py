"""Literature itself: cards, rules, moves and records, with the standard library alone.

Nothing here knows of a web site. ``apply`` is the one way from a state to the next, ``witness`` and
``screen`` the one way from a state to what somebody may see, ``record`` the game on paper.
"""
