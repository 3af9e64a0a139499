#!/usr/bin/env bash
# Installs what is missing for the parts named as arguments: build, test, mpi, deb, csmith, fuzz, foreign, format. Each need
# is probed for what it provides (a command, a header), so nothing is installed twice and systems without apt can bring
# their own.
set -euo pipefail

missing=()

need_command() { # COMMAND PACKAGE
    command -v "$1" >/dev/null 2>&1 || missing+=("$2")
}

need_file() { # PACKAGE PATH...: one of the paths (patterns allowed) must exist
    local package=$1
    shift
    compgen -G "$1" >/dev/null && return
    local path
    for path in "${@:2}"; do
        compgen -G "$path" >/dev/null && return
    done
    missing+=("$package")
}

need_module() { # MODULE PACKAGE: a module of Python
    python3 -c "import $1" >/dev/null 2>&1 || missing+=("$2")
}

need_build() {
    need_command cc gcc
    need_command cmake cmake
    need_command ninja ninja-build
    need_command python3 python3
    need_command clang-19 clang-19
    need_command llvm-link-19 llvm-19
    need_file libc6-dev '/usr/include/stdio.h'
    need_file llvm-19-dev '/usr/lib/llvm-19/include/llvm-c/Core.h' '/usr/include/llvm-c-19/llvm-c/Core.h'
    need_file libjansson-dev '/usr/include/jansson.h' '/usr/local/include/jansson.h'
    need_file libyaml-dev '/usr/include/yaml.h' '/usr/local/include/yaml.h'
    need_file libcadical-dev '/usr/include/ccadical.h' '/usr/local/include/ccadical.h'
    need_file g++ '/usr/lib/gcc/*/*/libstdc++.so' '/usr/lib*/libstdc++.so' '/usr/lib/*/libstdc++.so' # linked with CaDiCaL
}

need_test() {
    need_file libcmocka-dev '/usr/include/cmocka.h' '/usr/local/include/cmocka.h'
    need_file libclang-rt-19-dev '/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.asan-*.a' \
        '/usr/lib/llvm-19/lib/clang/19/lib/*/libclang_rt.asan.a'
    need_command z3 z3
    need_command chromium chromium
    need_command pkg-config pkg-config
    need_command groff groff-base
    need_command zsh zsh
    need_command fish fish
    need_command nvim neovim
    need_module jsonschema python3-jsonschema
    need_module yaml python3-yaml
}

need_mpi() {
    need_command mpirun openmpi-bin
    need_file libopenmpi-dev '/usr/include/*/mpi.h' '/usr/lib/*/openmpi/include/mpi.h' '/usr/include/mpi.h' \
        '/usr/local/include/mpi.h' '/usr/include/*/*/mpi.h'
}

need_deb() {
    need_command dh debhelper
    need_command lintian lintian
    need_command debootstrap debootstrap
}

need_csmith() {
    need_command csmith csmith
    need_file libcsmith-dev '/usr/include/csmith/csmith.h' '/usr/include/csmith-*/csmith.h'
}

need_fuzz() {
    need_command afl-clang-fast afl++
}

need_foreign() { # a compiler, with its runtime of C++, and an emulator for the architecture that this machine has not
    local other=x86_64 package=x86-64
    [ "$(uname -m)" != x86_64 ] || other=aarch64 package=aarch64
    need_command $other-linux-gnu-gcc gcc-$package-linux-gnu
    need_file g++-$package-linux-gnu "/usr/lib/gcc-cross/$other-linux-gnu/*/libstdc++.so"
    need_command qemu-$other qemu-user
    need_file libcmocka-dev '/usr/include/cmocka.h' '/usr/local/include/cmocka.h'
}

need_format() {
    need_command clang-format-19 clang-format-19
}

for part in "${@:-build}"; do
    case $part in
    build | test | mpi | deb | csmith | fuzz | foreign | format) "need_$part" ;;
    *)
        echo "setup.sh: unknown part '$part' (build, test, mpi, deb, csmith, fuzz, foreign, format)" >&2
        exit 2
        ;;
    esac
done

[ ${#missing[@]} -eq 0 ] && exit 0

cannot() {
    echo "setup: $1; please install these packages (names as in Debian 12): ${missing[*]}" >&2
    exit 1
}

command -v apt-get >/dev/null 2>&1 || cannot "this system has no apt-get"
root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || cannot "not root and no sudo"
    root=(sudo)
fi

echo "setup: installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}"
}
if ! { "${root[@]}" apt-get update -qq && install; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    cannot "apt-get failed"
fi
