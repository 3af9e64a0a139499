#!/usr/bin/env bash
# The second step of action.yml: gives the inputs, which stand in the environment, to contrib/ci/check.sh, and writes
# outputs and a summary of the job. The exit status is that of check.sh.
set -uo pipefail

contrib=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${INPUT_SARIF:-raddle-sarif}
temporary=$(mktemp -d) || exit 2
trap 'rm -rf "$temporary"' EXIT

arguments=(-o "$folder" -t "$temporary/table")
if [[ ${INPUT_FILES:-} =~ [^[:space:]] ]]; then
    printf '%s\n' "$INPUT_FILES" >"$temporary/list"
    arguments+=(-l "$temporary/list")
fi
[ -z "${INPUT_BUILD:-}" ] || arguments+=(-p "$INPUT_BUILD")
[ "${INPUT_FAIL_ON_UNKNOWN:-}" != true ] || arguments+=(-s)

options=(--annotations=-)
[ -z "${INPUT_TIMEOUT:-}" ] || options+=("--timeout=$INPUT_TIMEOUT")
[ -z "${INPUT_PROPERTIES:-}" ] || options+=("--property=$INPUT_PROPERTIES")
[ -z "${INPUT_BASELINE:-}" ] || options+=("--baseline=$INPUT_BASELINE")
read -r -d '' -a words <<<"${INPUT_OPTIONS:-}"

: >"$temporary/table"
"$contrib/ci/check.sh" "${arguments[@]}" -- "${options[@]}" "${words[@]}"
result=$?

# In the table of a summary.
code() { # TEXT
    local text=${1//\`/\'}
    printf "\`%s\`" "${text//|/\\|}"
}

# In a command for the runner.
escape() { # TEXT
    local text=${1//%/%25}
    printf '%s' "${text//$'\r'/%0D}"
}

holds=0
violated=0
unknown=0
broken=0
rows=
while IFS=$'\t' read -r status program verdict; do
    case $status in
    0) holds=$((holds + 1)) ;;
    1) violated=$((violated + 1)) ;;
    3) unknown=$((unknown + 1)) ;;
    *)
        broken=$((broken + 1))
        echo "::error title=raddle::$(escape "$program: $verdict")"
        ;;
    esac
    rows+="| $(code "$program") | $(code "$verdict") |"$'\n'
done <"$temporary/table"

cat >>"${GITHUB_STEP_SUMMARY:-/dev/null}" <<SUMMARY
## raddle

$((holds + violated + unknown + broken)) checked: $violated violated, $unknown unknown, $broken could not be checked

| program | verdict |
| --- | --- |
$rows
SUMMARY
{
    echo "holds=$holds"
    echo "violated=$violated"
    echo "unknown=$unknown"
    echo "broken=$broken"
    ! compgen -G "$folder/*.sarif" >/dev/null || echo "sarif=$folder"
} >>"${GITHUB_OUTPUT:-/dev/null}"
exit $result
