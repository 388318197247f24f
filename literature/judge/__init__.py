"""The review of a finished game: what could be known before each move, and a verdict on the move.

A move is judged by the mover's knowledge at that time. If it was an unnecessary risk, its result
counts, too. The chance of a fact is the share of deals in which it is true, among all deals that
fit that knowledge.

- ``findings`` are the results: typed values, which ``literature/stored.py`` can store.
- ``seat_knowledge`` computes the chances of one seat, and the worth of an ask.
- ``game`` goes through a game and reviews each move.
- ``judge`` gives the verdict on a move; ``passes`` gives it for a pass.
- ``reasons`` explains why a seat can or can't hold a card.
- ``summary`` sums up all steps: each player, the game, and the lessons of each seat.
- ``deciding`` says what decided a game, from its record alone.
- ``grid`` makes a grid: what a seat could know, card by card.
- ``advice`` is help during a game: a hint for one seat.
- ``worker`` makes a part of a review, or help. It runs in the background processes.

``game``, ``judge``, ``passes``, ``seat_knowledge`` and ``advice`` use numpy. Processes
without numpy import only the others.
"""

from typing import Final

#: Stored reviews name their engine. A review by another engine is not shown. It is made again when
#: somebody requests it.
ENGINE: Final = 11
