#!/bin/sh
# backup.sh FOLDER NUMBER [HOURS]: backs up the database at DATABASE_URL to a new file in FOLDER, and deletes all but
# the newest NUMBER of these files. With HOURS it never ends: it makes a backup when the newest is older than this.
set -eu
umask 077
folder=$1 number=$2 hours=${3-}

back_up() {
    draft=$folder/unfinished
    pg_dump --format=custom --file="$draft" "$DATABASE_URL" || { rm -f "$draft"; return 1; }
    mv "$draft" "$folder/literature-$(date -u +%Y-%m-%dT%H%M%SZ).dump" &&
        ls -r "$folder"/literature-*.dump | tail -n "+$((number + 1))" | xargs -r rm
}

new_enough() {
    find "$folder" -name 'literature-*.dump' -mmin "-$((hours * 60))" | grep -q .
}

if [ -z "$hours" ]; then back_up; exit; fi
while true; do
    new_enough || back_up || echo "The backup failed. It is tried again after five minutes." >&2
    sleep 300
done
