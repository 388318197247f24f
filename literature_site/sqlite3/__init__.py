"""Django's backend for SQLite, with a line in which the threads of a process wait for their turn to
write.
"""
