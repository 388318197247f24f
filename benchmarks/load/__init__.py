"""What the site does under load: many tables, six sockets at each, and a bare floor beside it."""
