# Sourced by the scripts that make a build folder: `units` has the option for how many files are compiled at once. With
# more of them a build from nothing computes less; but many cores need as many units, and each takes up to 2.5 GB.
units=()
memory_gb=$(awk '/^MemTotal/ { print int($2 / 1000000) }' /proc/meminfo 2>/dev/null || echo 0)
cores=$(getconf _NPROCESSORS_ONLN)
if [ -n "${CHUNKSCOPE_UNITY_FILES:-}" ]; then
    units=("-DCHUNKSCOPE_UNITY_FILES=$CHUNKSCOPE_UNITY_FILES")
elif [ "$cores" -le 4 ] && [ "$memory_gb" -ge $((cores * 5 / 2 + 1)) ]; then
    units=(-DCHUNKSCOPE_UNITY_FILES=96)
fi
