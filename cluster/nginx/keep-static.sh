#!/bin/sh
# Runs before the proxy starts. Adds the static files of this release to those of earlier releases, which
# open pages still use. Pages use file names with hashes, so a new file never replaces one that they need.
set -eu
mkdir -p "$PROXY_STATIC"
cp -R "$PROXY_RELEASE/." "$PROXY_STATIC/"
