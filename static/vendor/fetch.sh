#!/usr/bin/env bash
# Fetches the front-end libraries that this folder keeps. To take a new version, name it here and in
# README.md, run this, and commit what changed.
set -euo pipefail
cd "$(dirname "$0")"

fetch() {
    local name=$1 version=$2 folder=$3
    shift 3
    local draft
    draft=$(mktemp -d)
    (cd "$draft" && npm pack --silent "$name@$version" >/dev/null && tar -xzf ./*.tgz)
    mkdir -p "$folder"
    for file in "$@"; do
        cp "$draft/package/$file" "$folder/"
        chmod 644 "$folder/$(basename "$file")"
    done
    rm -r "$draft"
}

fetch htmx.org 2.0.11 htmx dist/htmx.min.js LICENSE
fetch htmx-ext-ws 2.0.4 htmx-ext-ws dist/ws.min.js LICENSE
fetch @fontsource/literata 5.3.0 ../fonts files/literata-latin-400-normal.woff2 \
    files/literata-latin-700-normal.woff2 LICENSE
fetch @expo-google-fonts/literata 0.4.3 ../../previews/fonts 400Regular/Literata_400Regular.ttf \
    700Bold/Literata_700Bold.ttf LICENSE_FONT
fetch axe-core 4.14.1 ../../tests/browser/vendor/axe-core axe.min.js LICENSE
