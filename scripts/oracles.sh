#!/usr/bin/env bash
# Asks programs that are not ours whether ours is right (tests/oracles): valgrind about the cache lines of queries and
# other operations, a second simulated cache about ours, pahole about the layouts of components. Installs nothing.
# scripts/oracles.sh [ENTITIES]; CHUNKSCOPE_PRESET takes another preset than release.
set -euo pipefail
cd "$(dirname "$0")/.."
entities=${1:-2000}
preset=${CHUNKSCOPE_PRESET:-release}
for need in python3:python3 valgrind:valgrind pahole:pahole; do
    command -v "${need%:*}" >/dev/null && continue
    echo "oracles.sh needs ${need%:*}: apt-get install ${need#*:}" >&2
    exit 1
done
scripts/build.sh "$preset" lab_oracle layout_oracle >&2
programs=build/$preset/tests/oracles
failed=0
ask() {
    echo "== $1"
    shift
    "$@" || failed=1
}
ask "Layouts, by pahole" python3 tests/oracles/compare_layouts.py "$programs/layout_oracle"
ask "Simulated cache, by a second one" python3 tests/oracles/compare_cache.py "$programs/lab_oracle" "$entities"
ask "Cache lines of queries, by valgrind's lackey" \
    python3 tests/oracles/compare_lines.py "$programs/lab_oracle" queries "$entities"
ask "Cache lines of other operations, by the same" \
    python3 tests/oracles/compare_lines.py "$programs/lab_oracle" operations
ask "Cold misses of queries, by valgrind's callgrind" \
    python3 tests/oracles/compare_misses.py "$programs/lab_oracle" "$entities"
exit $failed
