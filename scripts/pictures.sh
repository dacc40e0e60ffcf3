#!/usr/bin/env bash
# Draws the pictures of README.md and of the manual anew: all of them, or `scripts/pictures.sh manual` those of the manual. Needs a display: `xvfb-run -a scripts/pictures.sh` where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build.sh release chunkscope >&2
program=build/release/chunkscope
XDG_CONFIG_HOME=$(mktemp -d)  # as somebody sees it who starts it for the first time
export XDG_CONFIG_HOME
trap 'rm -rf "$XDG_CONFIG_HOME"' EXIT

# Each in the dark theme, and in the light one as NAME-light.png: the manual shows the one that suits its own theme.
manual_picture() {
    local name=$1 size=$2
    shift 2
    for theme in dark light; do
        local suffix=""
        [ $theme = light ] && suffix=-light
        $program shot --ticks "${ticks:-60}" --theme $theme --size "$size" --out "docs/manual/pictures/$name$suffix.png" "$@"
    done
}
manual_picture inspect 1000x640 --scene chase
manual_picture inspector 340x400 --scene chase --panel Inspector --alone
manual_picture chunk 640x400 --scene chase --panel Chunks --alone
manual_picture archetypes 640x360 --scene fragments --workspace Memory --panel Archetypes --alone
manual_picture doctor 640x400 --scene fragments --workspace Memory --panel Doctor --alone
manual_picture systems 640x300 --scene chase --panel Systems --alone
ticks=2000 manual_picture debug 1280x720 --scene bullets --workspace Debug --panel Step --break 'Health.hp < 2' --step-systems 1
manual_picture schedule 640x260 --scene stress --count 100000 --panel Schedule:ticks --alone
manual_picture conflicts 640x300 --scene bullets --panel Schedule:matrix --alone
ticks=2000 manual_picture breakpoints 640x200 --scene bullets --panel Breakpoints --alone --break 'Health.hp < 2'
manual_picture step 640x300 --scene chase --panel Step --alone --step-systems 4
manual_picture lab 640x400 --scene chase --workspace Learn --panel "Storage Lab" --alone
scripts/smaller_png.py docs/manual/pictures/*.png
[ "${1:-all}" = manual ] && exit 0

$program shot --scene chase --ticks 120 --out docs/pictures/chase.png
$program shot --scene chase --ticks 60 --workspace Author --out docs/pictures/author.png
$program shot --scene stress --count 5000 --ticks 120 --theme light --workspace Memory --out docs/pictures/stress-light.png
$program layout --scene fragments --view treemap --scale 1 --out docs/pictures/treemap.png
$program lab --compare pattern --scale 1 --out docs/pictures/lab.png
