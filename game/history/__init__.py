"""Games that are over, as people find them again: lists, filters and statistics.

``results`` writes each person's result in the transaction that ends a game; ``games`` lists
them a page at a time, ``statistics`` adds them up, ``charts`` draws that.
"""
