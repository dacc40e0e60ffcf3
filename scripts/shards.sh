#!/usr/bin/env bash
# Runs test executables that were built with a sanitizer: scripts/shards.sh EXECUTABLE...
# Each runs whole, in as many parts at a time as there are cores. Under a sanitizer, starting a program takes longer
# than most test cases do, so ctest's way of one program a case would take several times as long.
set -euo pipefail
cd "$(dirname "$0")/.."
parts=$(nproc 2>/dev/null || echo 2)
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
status=0
for program in "$@"; do
    name=$(basename "$program")
    # Catch2 3 has its own parts. Catch2 2 is told the names of each; when it lists them, it ends with their number.
    shards=1
    "$program" --shard-count 1 --list-tags >/dev/null 2>&1 || shards=0
    [ $shards = 1 ] || "$program" --list-test-names-only >"$logs/names" || [ -s "$logs/names" ]
    running=()
    for ((part = 0; part < parts; ++part)); do
        if [ $shards = 1 ]; then
            choice=(--shard-count "$parts" --shard-index "$part")
        else
            awk -v parts="$parts" -v part="$part" 'NR % parts == part' "$logs/names" |
                sed 's/[],\\[]/\\&/g' >"$logs/names.$part"
            choice=(-f "$logs/names.$part")
        fi
        timeout 1500 scripts/sanitized.sh "$program" --warn NoAssertions "${choice[@]}" >"$logs/$part" 2>&1 &
        running+=($!)
    done
    cases=0
    for ((part = 0; part < parts; ++part)); do
        if wait "${running[$part]}"; then
            said=$(grep '^All tests passed' "$logs/$part")
            echo "$name, part $((part + 1)) of $parts: $said"
            cases=$((cases + $(sed -E 's/.* in ([0-9]+) test cases?.*/\1/' <<<"$said")))
        else
            status=1
            tail -150 "$logs/$part" >&2
            echo "$name, part $((part + 1)) of $parts, failed or took longer than 25 minutes" >&2
        fi
    done
    if [ $status = 0 ] && [ $shards = 0 ] && [ "$cases" != "$(wc -l <"$logs/names")" ]; then
        status=1
        echo "$name ran $cases test cases of $(wc -l <"$logs/names")" >&2
    fi
done
exit $status
