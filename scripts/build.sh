#!/usr/bin/env bash
# Configures and builds a preset: scripts/build.sh PRESET [TARGET...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
launcher=()
if command -v ccache >/dev/null; then
    # Precompiled headers and ccache get along only when both are told.
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    # What one clone, or one preset, has compiled serves every other that compiles it with the same options.
    export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset "$preset" "${launcher[@]}" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
cmake --build --preset "$preset" ${@:+--target "$@"}
