"""Finds the answer to a question about a situation, and the shortest argument for the answer.

- ``situation``: the game as one seat has seen it.
- ``steps``: the possible steps of an argument. ``argument`` finds the shortest argument.
- ``finder`` finds the questions that have exactly one answer. ``rating`` rates a puzzle.
"""
