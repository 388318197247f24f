#!/bin/sh
# Runs before the proxy starts: copies this release's static files to those of earlier releases, which
# open pages still use. File names with a hash never clash.
set -eu
mkdir -p "$PROXY_STATIC"
cp -R "$PROXY_RELEASE/." "$PROXY_STATIC/"
