"""What the log of a table tells about its past: hands to be looked at again, files, accounts.

Nothing here changes a table or waits for one. Start reading at `wildrank.table.past.history`.
"""
