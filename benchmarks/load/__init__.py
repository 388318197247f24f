"""Measures the site under load: many tables with six sockets each, beside a bare floor."""
