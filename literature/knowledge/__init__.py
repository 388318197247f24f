"""What one seat can know: certain facts by deduction, and the chances of the rest.

Only ``arrangements``, ``coupling`` and ``posterior``, which compute chances, need numpy.
"""

from literature.knowledge.knowledge import Knowledge

__all__ = ["Knowledge"]
