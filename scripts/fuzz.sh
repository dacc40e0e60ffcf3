#!/usr/bin/env bash
# Builds the fuzzers and runs each for so many seconds, from the corpus in tests/fuzz/corpus: scripts/fuzz.sh [SECONDS]
# What is new goes to build/fuzz/corpus; `scripts/fuzz.sh --merge` adds the part of it that reaches new code to the
# corpus that is kept. An input that breaks something is left as build/fuzz/TARGET-…: put it into the corpus, where a
# test replays it, and mend the fault.
set -euo pipefail
cd "$(dirname "$0")/.."
targets=(operations world_file language link_editor link_program)
scripts/build.sh asan "${targets[@]/#/fuzz_}"

if [ "${1:-}" = "--merge" ]; then
    for target in "${targets[@]}"; do
        "build/asan/tests/fuzz/fuzz_$target" -merge=1 "tests/fuzz/corpus/$target" "build/fuzz/corpus/$target"
    done
    exit
fi

seconds=${1:-60}
running=()
for target in "${targets[@]}"; do
    mkdir -p "build/fuzz/corpus/$target"
    options=(-max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1
        -artifact_prefix="build/fuzz/$target-" -max_len=4096)
    seeds=("tests/fuzz/corpus/$target")
    case $target in
        world_file) options+=(-dict=tests/fuzz/json.dict) ;;
        # No peer may take more memory than it sends, by much. Recordings of each protocol are what to begin with.
        link_*) options+=(-malloc_limit_mb=512) seeds+=(tests/data/link) ;;
    esac
    log=build/fuzz/$target.log
    "build/asan/tests/fuzz/fuzz_$target" "${options[@]}" "build/fuzz/corpus/$target" "${seeds[@]}" \
        >"$log" 2>&1 &
    running+=("$!:$target")
done
status=0
for each in "${running[@]}"; do
    target=${each#*:}
    if wait "${each%%:*}"; then
        echo "$target: $(grep -o 'number_of_executed_units: .*' "build/fuzz/$target.log") inputs, nothing found"
    else
        tail -40 "build/fuzz/$target.log" >&2
        echo "fuzz_$target found a fault, see above and build/fuzz/$target-*" >&2
        status=1
    fi
done
exit $status
