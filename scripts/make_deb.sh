#!/usr/bin/env bash
# Builds the Debian packages of what is committed into the folder that is given, and has lintian look at them.
set -euo pipefail

folder=$1
version=$(sed -n 's/^project(raddle VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
packaged=$(sed -n '1s/^raddle (\([^)]*\)).*/\1/p' debian/changelog)
if [ "$version" != "$packaged" ]; then
    echo "make_deb.sh: debian/changelog is about version $packaged, CMakeLists.txt about $version" >&2
    exit 1
fi
rm -rf "$folder"
mkdir -p "$folder"
commit=$(git rev-parse --short=10 HEAD)
git archive --prefix="raddle-$version/" --add-virtual-file="raddle-$version/COMMIT:$commit" HEAD | tar -x -C "$folder"
(cd "$folder/raddle-$version" && dpkg-buildpackage -b -us -uc >../build.log 2>&1) || {
    tail -n 30 "$folder/build.log" >&2
    exit 1
}
rm -rf "${folder:?}/raddle-$version"
lintian --fail-on error --tag-display-limit 0 "$folder"/*.changes
ls "$folder"/*.deb
