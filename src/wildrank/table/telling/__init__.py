"""What leaves a table: views, events and proofs, for each client no more than it may see.

`shapes` says how they stand on the wire, `views` and `events` fill them for one client with the
help of the modules beside, and `audience` sends them out. Nothing else of a table is ever told to
anybody. Start reading at `wildrank.table.telling.views`.
"""
