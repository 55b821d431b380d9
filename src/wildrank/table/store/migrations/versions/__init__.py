"""One module a step from one schema to the next; a step that was released never changes."""
