#!/usr/bin/env bash
# Draws the pictures of README.md anew. Needs a display: `xvfb-run -a scripts/pictures.sh` where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh release chunkscope >&2
program=build/release/chunkscope
XDG_CONFIG_HOME=$(mktemp -d)  # as somebody sees it who starts it for the first time
export XDG_CONFIG_HOME
trap 'rm -rf "$XDG_CONFIG_HOME"' EXIT
$program shot --scene chase --ticks 120 --out docs/pictures/chase.png
$program shot --scene stress --count 5000 --ticks 120 --theme light --workspace Memory --out docs/pictures/stress-light.png
$program layout --scene fragments --view treemap --scale 1 --out docs/pictures/treemap.png
$program lab --compare pattern --scale 1 --out docs/pictures/lab.png
