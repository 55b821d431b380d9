"""The parts of the bench of the server: its process, and the clients that load it."""
