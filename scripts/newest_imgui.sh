#!/usr/bin/env bash
# Builds everything with the Dear ImGui checkout in DIR (a docking branch, too) and runs the tests of all that it draws,
# in build/imgui beside the usual builds: scripts/newest_imgui.sh DIR
#
#     git clone --depth 1 --branch docking https://github.com/ocornut/imgui.git ../imgui
#     scripts/newest_imgui.sh ../imgui
set -euo pipefail
[ -f "${1:-}/imgui.h" ] || { echo "usage: scripts/newest_imgui.sh DIR, where DIR is a checkout of Dear ImGui" >&2; exit 2; }
imgui=$(realpath "$1")
cd "$(dirname "$0")/.."
launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache)
source scripts/units.sh
cmake --preset dev -B build/imgui "${launcher[@]}" "${units[@]}" -DCHUNKSCOPE_WERROR=ON -DCMAKE_CXX_FLAGS_DEBUG=-g1 \
    "-DFETCHCONTENT_SOURCE_DIR_IMGUI=$imgui" >/dev/null
cmake --build build/imgui --target chunkscope panels_tests app_tests
build/imgui/tests/panels/panels_tests
build/imgui/tests/app/app_tests
cd build/imgui
ctest --output-on-failure -R '^program: (docks|pictures)'
