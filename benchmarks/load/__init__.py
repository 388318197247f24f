"""Measures the site under load: many tables with six sockets each, compared with a bare server."""
