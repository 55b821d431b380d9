"""Lets ``python -m wildrank.cli`` run the command line."""

from wildrank.cli import main

main()
