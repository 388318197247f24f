#!/bin/sh
# Runs before the proxy starts. Adds the static files of this release to those of earlier releases, which
# open pages still use. File names contain hashes, so different files never have the same name.
set -eu
mkdir -p "$PROXY_STATIC"
cp -R "$PROXY_RELEASE/." "$PROXY_STATIC/"
