#!/usr/bin/env bash
# The packages in the folder that is given, in a bare Debian 12: they install, raddle checks an example and says which
# clang it uses, a program is built with libraddle; when they are removed nothing of them is left. Needs root and Debian's
# archive.
set -euo pipefail

folder=$(realpath "$1")
root=$folder/root
release=bookworm

inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

list_files() {
    (cd "$root" && find usr etc opt -xdev \( -type f -o -type l \) ! -path 'usr/share/man/man1/*' | sort)
}

rm -rf "$root"
debootstrap --variant=minbase "$release" "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$folder/root.log" 2>&1
cp "$folder"/*.deb "$root/tmp/"
inside apt-get update -qq
list_files >"$folder/before.txt"
inside sh -c 'apt-get install -qq -y --no-install-recommends /tmp/raddle_*.deb /tmp/libraddle*.deb gcc pkg-config' >>"$folder/root.log" 2>&1

inside sh -c 'zcat -f /usr/share/doc/raddle/examples/bank.c* >/tmp/bank.c; raddle --version; raddle --timeout=60 /tmp/bank.c || test $? = 1' |
    tee "$folder/example.txt" | tail -n 1
grep -qx 'FALSE(assertion) /tmp/bank.c:[0-9]*' "$folder/example.txt"

cat >"$root/tmp/use.c" <<'C'
#include <raddle.h>
#include <stdio.h>

int main(void)
{
    const char *file = "/tmp/bank.c";
    raddle *handle = raddle_create();
    if (!raddle_load(handle, 1, &file) || !raddle_verify(handle))
        return 1;
    puts(raddle_verdict(handle));
    raddle_free(handle);
    return 0;
}
C
inside sh -c 'gcc /tmp/use.c $(pkg-config --cflags --libs raddle) -o /tmp/use && /tmp/use' | grep -x 'FALSE(assertion) /tmp/bank.c:[0-9]*'

inside sh -c 'apt-get purge -qq -y raddle libraddle0 libraddle-dev gcc pkg-config && apt-get autoremove -qq -y --purge' >>"$folder/root.log" 2>&1
list_files >"$folder/after.txt"
left=$(comm -13 "$folder/before.txt" "$folder/after.txt" | grep -i raddle || true)
if [ -n "$left" ]; then
    echo "left behind:" >&2
    echo "$left" >&2
    exit 1
fi
echo "installed, used and removed in a bare $release: nothing is left"
