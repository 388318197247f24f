"""Games that are over, as people find them again: lists, filters and statistics.

``parts`` writes what each person's part was, in the transaction that ends a game; ``games`` lists
them a page at a time, ``statistics`` adds them up, ``charts`` draws that.
"""
