#!/usr/bin/env bash
# The long proof: 10,000,000 operations of the model test under the address and undefined-behaviour sanitizers, the same
# under the thread sanitizer, and each fuzzer for ten minutes. scripts/prove.sh [OPERATIONS [FUZZ_SECONDS]]
set -euo pipefail
cd "$(dirname "$0")/.."
export CHUNKSCOPE_MODEL_OPERATIONS=${1:-10000000}
scripts/setup.sh --fuzz

for preset in asan tsan; do
    echo "== Model test under $preset, $CHUNKSCOPE_MODEL_OPERATIONS operations"
    scripts/build.sh "$preset" ecs_tests
    time scripts/sanitized.sh "build/$preset/tests/ecs/ecs_tests" "[model]"
done
echo "== Fuzzers"
scripts/fuzz.sh "${2:-600}"
