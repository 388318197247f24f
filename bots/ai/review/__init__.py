"""The review of a finished game: the knowledge at each move, and a verdict on the move.

A move is judged by the mover's knowledge at that time, never by the hidden cards. A chance is the
share of all deals that fit that knowledge.

- ``view`` has the chances of one seat, and ``passes`` the verdict on a pass.
- ``game`` goes through a game, move by move: a ``Step`` for each, of plain values.
- ``judge`` is the verdict on a move, ``reasons`` why a seat can or can't hold a card.
- ``summary`` is made of all steps: of each player, of the game, and the sentence for each seat.
- ``grid`` packs what every seat could know, card by card.
- ``advice`` is help at the table: a hint and the grid of one seat, while the game is on.
- ``worker`` makes some moves of a review, or help, in the process that it is called in.

``game``, ``judge``, ``passes``, ``view`` and ``advice`` count with numpy; the others are read by
processes that do without.
"""

from typing import Final

#: Stored reviews name their engine; a review by another engine is made again.
ENGINE: Final = 3
