#!/usr/bin/env bash
# Checks several programs with raddle, keeps a SARIF file of each, and fails if one of them is violated. doc/ci.md
# explains it.
#
#     contrib/ci/check.sh [-o FOLDER] [-l LIST] [-s] [FILE...] [-- OPTION...]
#
# Each FILE is a program of its own; each line of LIST is one, too: the files of the program and its options, in words
# separated by blanks; what follows a # is a comment. The OPTIONs are given to all. -s counts UNKNOWN as a failure, too.
# $RADDLE is the raddle to use. Exit status: 1 if something is violated, else 2 if something could not be checked, else
# 3 if something is unknown and -s is given, else 0.
set -uo pipefail

raddle=${RADDLE:-raddle}
folder="raddle-sarif"
list=
strict=false

complain() {
    echo "check.sh: $1" >&2
    exit 2
}

programs=()
options=()
while [ $# -gt 0 ]; do
    case $1 in
    -o | -l)
        [ $# -gt 1 ] || complain "$1 needs a value"
        [ "$1" = -o ] && folder=$2 || list=$2
        shift
        ;;
    -s) strict=true ;;
    --)
        shift
        options=("$@")
        break
        ;;
    -*) complain "unknown option $1; options of raddle stand behind --" ;;
    *) programs+=("$1") ;;
    esac
    shift
done

if [ -n "$list" ]; then
    [ -r "$list" ] || complain "$list cannot be read"
    while IFS= read -r line || [ -n "$line" ]; do
        line=${line%%#*}
        [ -n "${line//[[:space:]]/}" ] && programs+=("$line")
    done <"$list"
fi
[ ${#programs[@]} -gt 0 ] || complain "no program to check"
command -v "$raddle" >/dev/null 2>&1 || complain "there is no $raddle"
mkdir -p "$folder" || exit 2

# The beginning of the text, and a number that tells it from others that begin alike.
name_program() { # PROGRAM
    printf '%s-%s' "$(printf '%s' "$1" | tr -cs 'A-Za-z0-9._\n' '-' | sed 's/^-*//' | cut -c 1-60)" \
        "$(printf '%s' "$1" | cksum | cut -d ' ' -f 1)"
}

# Code hosts keep the results of one analysis apart from those of another by this name.
name_analysis() { # FILE NAME
    python3 - "$1" "$2" <<'PYTHON'
import json
import sys

path, name = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    log = json.load(file)
for run in log["runs"]:
    run["automationDetails"] = {"id": f"raddle/{name}/"}
with open(path, "w", encoding="utf-8") as file:
    json.dump(log, file, indent=1)
PYTHON
}

violated=0
unknown=0
broken=0
number=0
for program in "${programs[@]}"; do
    number=$((number + 1))
    read -r -a words <<<"$program"
    name=$(name_program "$program")
    echo "== $program"
    "$raddle" "${options[@]}" --sarif "$folder/$name.sarif" "${words[@]}"
    status=$?
    case $status in
    0) ;;
    1) violated=$((violated + 1)) ;;
    3) unknown=$((unknown + 1)) ;;
    *) broken=$((broken + 1)) ;;
    esac
    if [ "$status" -eq 0 ] || [ "$status" -eq 1 ] || [ "$status" -eq 3 ]; then
        name_analysis "$folder/$name.sarif" "$name" || broken=$((broken + 1))
    fi
done

echo "== $number checked: $violated violated, $unknown unknown, $broken could not be checked; see $folder"
if [ $violated -gt 0 ]; then
    exit 1
elif [ $broken -gt 0 ]; then
    exit 2
elif $strict && [ $unknown -gt 0 ]; then
    exit 3
fi
