"""The rules: cards, options, states and moves.

Only ``apply`` makes the state after a move. Only ``information_state`` and ``observation`` turn a
state into a viewer's knowledge.
"""
