#!/usr/bin/env bash
# Sets up, builds and runs every test, with what ./run.sh builds. CHUNKSCOPE_PRESET takes another preset than release;
# arguments go to ctest.
# With --bench first: builds the benchmark instead and prints its table; arguments go to chunkscope_bench.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/scripts/setup.sh"
if [ "${1:-}" = --bench ]; then
    shift
    "$here/scripts/build.sh" bench chunkscope_bench >&2
    exec "$here/build/bench/tests/bench/chunkscope_bench" "$@"
fi
preset=${CHUNKSCOPE_PRESET:-release}
"$here/scripts/build.sh" "$preset"
cd "$here"
source scripts/ccache.sh  # some tests compile
ctest --preset "$preset" -j "$(($(nproc) + 1))" "$@"  # window tests wait a lot
