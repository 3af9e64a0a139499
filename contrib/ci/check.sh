#!/usr/bin/env bash
# Checks several programs with raddle, keeps a SARIF file of each, and fails if one of them is violated. doc/ci.md
# explains it.
#
#     contrib/ci/check.sh [-o FOLDER] [-l LIST] [-p BUILD] [-t TABLE] [-s] [FILE...] [-- OPTION...]
#
# Each FILE is a program of its own; each line of LIST is one, too: the files of the program and its options, in words
# separated by blanks; what follows a # is a comment. A line that is a single pattern, such as test/*.c, stands for the
# files that match, each a program. All get the OPTIONs, and with -p the flags of BUILD/compile_commands.json. Where no
# program is named, it is what BUILD has, or else raddle.toml. -s counts UNKNOWN as a failure, too. TABLE gets a line
# for each program: exit status, program, verdict, separated by tabs. $RADDLE is the raddle to use. Exit status: 1 if
# something is violated, else 2 if something could not be checked, else 3 if something is unknown and -s is given,
# else 0.
set -uo pipefail
shopt -s globstar

raddle=${RADDLE:-raddle}
folder="raddle-sarif"
list=
build=
table=/dev/null
strict=false

complain() {
    echo "check.sh: $1" >&2
    exit 2
}

files=()
options=()
while [ $# -gt 0 ]; do
    case $1 in
    -o | -l | -p | -t)
        [ $# -gt 1 ] || complain "$1 needs a value"
        case $1 in
        -o) folder=$2 ;;
        -l) list=$2 ;;
        -p) build=$2 ;;
        -t) table=$2 ;;
        esac
        shift
        ;;
    -s) strict=true ;;
    --)
        shift
        options=("$@")
        break
        ;;
    -*) complain "unknown option $1; options of raddle stand behind --" ;;
    *) files+=("$1") ;;
    esac
    shift
done
[ -z "$build" ] || options=(-p "$build" "${options[@]}")

lines=()
if [ -n "$list" ]; then
    [ -r "$list" ] || complain "$list cannot be read"
    while IFS= read -r line || [ -n "$line" ]; do
        line=${line%%#*}
        [ -n "${line//[[:space:]]/}" ] && lines+=("$line")
    done <"$list"
fi
whole= # the program if none is named
if [ ${#files[@]} -eq 0 ] && [ -z "$list" ]; then
    if [ -n "$build" ]; then
        whole="-p $build"
    elif [ -e raddle.toml ]; then
        whole=raddle.toml
    fi
fi
[ -n "${files[*]}${lines[*]}$whole" ] || complain "no program to check"
for command in "$raddle" python3; do
    command -v "$command" >/dev/null 2>&1 || complain "there is no $command"
done
mkdir -p "$folder" || exit 2
: >"$table" || exit 2
output=$(mktemp) || exit 2
trap 'rm -f "$output"' EXIT

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

count_program() { # STATUS PROGRAM VERDICT
    number=$((number + 1))
    case $1 in
    0) ;;
    1) violated=$((violated + 1)) ;;
    3) unknown=$((unknown + 1)) ;;
    *) broken=$((broken + 1)) ;;
    esac
    printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$table"
}

check_program() { # PROGRAM WORD...
    local name status verdict="could not be checked"
    name=$(name_program "$1")
    echo "== $1"
    "$raddle" "${options[@]}" --sarif "$folder/$name.sarif" "${@:2}" | tee "$output"
    status=${PIPESTATUS[0]}
    if [ "$status" -eq 0 ] || [ "$status" -eq 1 ] || [ "$status" -eq 3 ]; then
        verdict=$(tail -n 1 "$output" | sed $'s/\e\\[[0-9;]*m//g')
        name_analysis "$folder/$name.sarif" "$name" || broken=$((broken + 1))
    fi
    count_program "$status" "$1" "$verdict"
}

check_line() { # LINE
    local words matches file
    read -r -a words <<<"$1"
    if [ ${#words[@]} -gt 1 ] || [[ ${words[0]} != *[*?[]* ]]; then
        check_program "${words[*]}" "${words[@]}"
        return
    fi
    mapfile -t matches < <(compgen -G "${words[0]}" | sort)
    for file in "${matches[@]}"; do
        check_program "$file" "$file"
    done
    if [ ${#matches[@]} -eq 0 ]; then
        echo "== ${words[0]}"
        echo "check.sh: no file matches ${words[0]}" >&2
        count_program 2 "${words[0]}" "no file matches"
    fi
}

for file in "${files[@]}"; do
    check_program "$file" "$file"
done
for line in "${lines[@]}"; do
    check_line "$line"
done
[ -z "$whole" ] || check_program "$whole"

echo "== $number checked: $violated violated, $unknown unknown, $broken could not be checked; see $folder"
if [ $violated -gt 0 ]; then
    exit 1
elif [ $broken -gt 0 ]; then
    exit 2
elif $strict && [ $unknown -gt 0 ]; then
    exit 3
fi
