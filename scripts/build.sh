#!/usr/bin/env bash
# Configures and builds a preset: scripts/build.sh PRESET [TARGET...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
launcher=()
if command -v ccache >/dev/null; then
    source scripts/ccache.sh
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache)
fi
# A folder that is there keeps what it has: another size of units would compile everything again.
source scripts/units.sh
[ ! -f "build/$preset/CMakeCache.txt" ] || units=()
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset "$preset" "${launcher[@]}" "${units[@]}" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
cmake --build --preset "$preset" ${@:+--target "$@"}
