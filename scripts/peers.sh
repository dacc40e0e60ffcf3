#!/usr/bin/env bash
# Attaches to real programs over Bevy, flecs and EnTT (tests/peers): builds those that this machine can build, and runs
# every test against each. It says what it skipped and why; the exit code says whether a test failed.
#
#   scripts/peers.sh [--flecs DIR] [--entt DIR] [--bevy "VERSION..."] [--no-bevy] [--build DIR] [--measure]
#
# FLECS_SOURCE, ENTT_SOURCE and BEVY_VERSIONS mean the same. Bevy is built by cargo, one version after the other; the
# first build of a version takes some minutes. The window tests need xvfb-run and xdotool. CHUNKSCOPE names a program
# that was built already; else the preset release (or CHUNKSCOPE_PRESET) is built.
set -euo pipefail
cd "$(dirname "$0")/.."
flecs=${FLECS_SOURCE:-} entt=${ENTT_SOURCE:-} versions=${BEVY_VERSIONS:-0.16 0.17 0.18 0.19} build=build/peers measures=0
while [ $# -gt 0 ]; do
    case $1 in
        --flecs) flecs=$2 && shift ;;
        --entt) entt=$2 && shift ;;
        --bevy) versions=$2 && shift ;;
        --no-bevy) versions= ;;
        --build) build=$2 && shift ;;
        --measure) measures=1 ;;
        *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
    shift
done
mkdir -p "$build"
build=$(cd "$build" && pwd)

preset=${CHUNKSCOPE_PRESET:-release}
chunkscope=${CHUNKSCOPE:-}
if [ -z "$chunkscope" ]; then
    scripts/build.sh "$preset" chunkscope >&2
    chunkscope=build/$preset/chunkscope
fi

skipped=() failed=() peers=()
skip() {
    echo "skipped: $1"
    skipped+=("$1")
}

# An EnTT that is installed as a package counts, too.
[ -n "$entt" ] || [ ! -e /usr/include/entt/entt.hpp ] || entt=/usr/include
if [ -n "$flecs$entt" ]; then
    launcher=()
    ! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache)
    if cmake -S tests/peers -B "$build/cmake" -G Ninja -DCMAKE_BUILD_TYPE=Release "${launcher[@]}" \
        -DFLECS_SOURCE="$flecs" -DENTT_SOURCE="$entt" >"$build/cmake.log" 2>&1 &&
        cmake --build "$build/cmake" >>"$build/cmake.log" 2>&1; then
        [ -z "$flecs" ] || peers+=("flecs:$build/cmake/flecs_peer" "flecs_probe:$build/cmake/flecs_probe")
        [ -z "$entt" ] || peers+=("entt:$build/cmake/entt_peer")
    else
        tail -n 20 "$build/cmake.log" >&2
        failed+=("the programs over flecs and EnTT cannot be built")
    fi
fi
[ -n "$flecs" ] || skip "flecs: neither --flecs nor FLECS_SOURCE names a folder of it"
[ -n "$entt" ] || skip "EnTT: neither --entt nor ENTT_SOURCE names a folder of it, and none is installed"

for version in $versions; do
    if ! command -v cargo >/dev/null; then
        skip "Bevy $version: there is no cargo"
        continue
    fi
    name=${version//./_}
    features=(--features events)
    case $version in 0.16* | 0.17*) features=() ;; esac
    folder=$build/bevy-$version
    mkdir -p "$folder"
    sed "s|@VERSION@|$version|; s|@NAME@|$name|; s|@SOURCE@|$PWD/tests/peers/bevy|" tests/peers/bevy/Cargo.toml.in \
        >"$folder/Cargo.toml"
    if ! (cd "$folder" && { [ -e Cargo.lock ] || cargo generate-lockfile; } && cargo fetch) >"$folder/fetch.log" 2>&1; then
        skip "Bevy $version: cargo cannot get it: $(grep -m 1 error "$folder/fetch.log" || tail -n 1 "$folder/fetch.log")"
    elif (cd "$folder" && CARGO_TARGET_DIR=$build/bevy-target cargo build --offline "${features[@]}") >"$folder/build.log" 2>&1; then
        peers+=("bevy:$build/bevy-target/debug/bevy_peer_$name")
    elif grep -q "requires rustc" "$folder/build.log"; then
        skip "Bevy $version: $(grep -m 1 "requires rustc" "$folder/build.log")"
    else
        tail -n 20 "$folder/build.log" >&2
        failed+=("Bevy $version cannot be built")
    fi
done
[ -n "$versions" ] || skip "Bevy: it is not wanted"

window=(xvfb-run -a -s "-screen 0 1400x900x24 -noreset")
for need in xvfb-run xdotool; do
    command -v $need >/dev/null && continue
    skip "the windows: there is no $need"
    window=()
done

run() {
    echo "== $1"
    shift
    "$@" || failed+=("$title")
}
tests=0
for peer in "${peers[@]}"; do
    kind=${peer%%:*} program=${peer#*:}
    title="$(basename "$program"): values"
    run "$title" python3 -B tests/peers/values_test.py "$chunkscope" "$kind" "$program"
    title="$(basename "$program"): its past"
    run "$title" python3 -B tests/peers/past_test.py "$chunkscope" "$kind" "$program"
    tests=$((tests + 2))
    [ ${#window[@]} -gt 0 ] || continue
    title="$(basename "$program"): in a window"
    run "$title" env CHUNKSCOPE_UI_PROBE_DRAWS=8 "${window[@]}" \
        python3 -B tests/peers/window_test.py "$chunkscope" "$kind" "$program"
    title="$(basename "$program"): a moment restored"
    run "$title" env CHUNKSCOPE_UI_PROBE_DRAWS=8 "${window[@]}" \
        python3 -B tests/peers/restore_test.py "$chunkscope" "$kind" "$program"
    tests=$((tests + 2))
    if [ $measures = 1 ] && [[ $kind = bevy || $kind = flecs ]]; then
        title="$(basename "$program"): measured"
        run "$title" "${window[@]}" python3 -B tests/peers/measure.py "$chunkscope" "$kind" "$program"
    fi
done

echo
for each in "${skipped[@]}"; do echo "skipped: $each"; done
for each in "${failed[@]}"; do echo "FAILED: $each"; done
echo "${#peers[@]} programs, $tests tests, ${#failed[@]} failed, ${#skipped[@]} skipped"
[ ${#failed[@]} -eq 0 ]
