#!/usr/bin/env python3
"""Django's command line for this site."""

import os
import sys

#: Commands whose files a web server under another user must be able to read.
PUBLIC = ("collectstatic", "proxy_pages")


def main() -> None:
    if not set(PUBLIC) & set(sys.argv[1:2]):
        # Databases and backups contain sessions and hands: no other user may read our files.
        os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "literature_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
