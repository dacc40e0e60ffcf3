#!/usr/bin/env bash
# Sets up, builds and runs every test. CHUNKSCOPE_PRESET takes another preset than dev; arguments go to ctest.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
preset=${CHUNKSCOPE_PRESET:-dev}
"$here/scripts/setup.sh"
"$here/scripts/build.sh" "$preset"
cd "$here"
ctest --preset "$preset" "$@"
