#!/bin/sh
# Before the proxy's container answers: this release's static files come to those of the releases
# before, which pages that are open still name. Files with a hash in their name never clash.
set -eu
mkdir -p "$PROXY_STATIC"
cp -R "$PROXY_RELEASE/." "$PROXY_STATIC/"
