#!/usr/bin/env bash
# Makes in FOLDER what is needed to build and run raddle for the architecture that this machine does not have: its
# libraries as Debian packages them, unpacked and not installed, a toolchain file for CMake, and a clang that compiles for
# it, for tests that load programs. usage: foreign.sh FOLDER
set -euo pipefail

folder=$(realpath -m "$1")
case $(uname -m) in
aarch64) processor=x86_64 debian=amd64 ;;
x86_64) processor=aarch64 debian=arm64 ;;
*)
    echo "foreign.sh: no other architecture is known for $(uname -m)" >&2
    exit 1
    ;;
esac
triple=$processor-linux-gnu
root=$folder/root
[ -f "$folder/toolchain.cmake" ] && exit 0

# An apt of its own: no package counts as installed, so all that the libraries need is fetched, too.
mkdir -p "$folder"/{lists,cache/archives/partial,root}
: >"$folder/status"
cat >"$folder/apt.conf" <<END
APT::Architecture "$debian";
APT::Architectures "$debian";
Dir::State::Lists "$folder/lists";
Dir::State::Status "$folder/status";
Dir::Cache "$folder/cache";
APT::Sandbox::User "root";
Debug::NoLocking "true";
END
get() {
    APT_CONFIG=$folder/apt.conf apt-get -qq "$@" >"$folder/log" 2>&1 || {
        tail -n 20 "$folder/log" >&2
        echo "foreign.sh: apt-get $1 failed" >&2
        exit 1
    }
}
get update
get install -y --no-install-recommends --download-only \
    libc6-dev libstdc++6 libllvm19 libjansson-dev libyaml-dev libcmocka-dev libcadical-dev
for package in "$folder"/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$root"
done
# Links to absolute paths would lead to the libraries of this machine.
find "$root" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
    ln -sfrn "$root$(readlink "$link")" "$link"
done

cat >"$folder/clang" <<END
#!/bin/sh
exec clang-19 --target=$triple --sysroot=$root "\$@" -idirafter $root/usr/include/$triple
END
chmod +x "$folder/clang"

cat >"$folder/toolchain.cmake" <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $processor)
set(CMAKE_C_COMPILER $triple-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE $triple)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-$processor -L $root)
set(CMAKE_FIND_ROOT_PATH $root)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,-rpath-link,$root/usr/lib/$triple:$root/lib/$triple)
set(LLVM19_LIBRARY $(compgen -G "$root/usr/lib/$triple/libLLVM*.so*" | head -1) CACHE FILEPATH "")
END
