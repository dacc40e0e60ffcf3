#!/usr/bin/env bash
# Sets up, builds and opens the editor. Arguments go to the program: ./run.sh --scene stress --count 100000
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/scripts/setup.sh"
"$here/scripts/build.sh" release chunkscope
program="$here/build/release/chunkscope"

if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]; then
    exec "$program" "$@"
fi
if [ $# -gt 0 ] && { [[ "$1" != --* && "$1" != *.json ]] || [[ "$1" =~ ^--(help|version)$ ]]; }; then
    exec "$program" "$@" # subcommands without a window: run, stats, layout, check, edit
fi
picture="$PWD/chunkscope.png"
scene=(--scene chase)
[ $# -gt 0 ] && scene=("$@")
[[ " ${scene[*]} " == *" --ticks "* ]] || scene+=(--ticks 120)
xvfb-run -a -s "-screen 0 1920x1080x24" "$program" shot "${scene[@]}" --out "$picture"
echo "There is no display, so here is a picture of the editor instead: $picture"
