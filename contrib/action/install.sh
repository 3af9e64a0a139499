#!/usr/bin/env bash
# The first step of action.yml: sees to it that raddle is on the path. $INPUT_PACKAGE, the path or URL of a Debian
# package, is installed; without it raddle may be there already, or is built from the source that this script belongs to.
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

install_packages() { # PACKAGE...: names, or files with a / in their name
    local root=()
    [ "$(id -u)" -eq 0 ] || root=(sudo)
    "${root[@]}" apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@"
}

if [ -n "${INPUT_PACKAGE:-}" ]; then
    case $INPUT_PACKAGE in
    http://* | https://*)
        command -v curl >/dev/null 2>&1 || install_packages ca-certificates curl
        package=$(mktemp -d)/raddle.deb
        curl --fail --silent --show-error --location --output "$package" "$INPUT_PACKAGE"
        ;;
    *) package=$(realpath "$INPUT_PACKAGE") ;;
    esac
    install_packages "$package" python3 # which check.sh needs
elif ! command -v raddle >/dev/null 2>&1; then
    make -C "$source" release
    echo "$source/build" >>"$GITHUB_PATH"
    PATH=$source/build:$PATH
fi
raddle --version
