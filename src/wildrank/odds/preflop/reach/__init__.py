"""Exact odds between two players of Texas Reach Around.

Start reading at `wildrank.odds.preflop.reach.solve`.
"""
