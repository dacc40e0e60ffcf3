#!/usr/bin/env bash
# Runs a program that was built with a sanitizer, so that its findings end it and say where: scripts/sanitized.sh PROGRAM…
set -euo pipefail
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
# Kernels that move memory maps around more than the thread sanitizer of GCC 12 expects.
runner=()
command -v setarch >/dev/null && setarch -R true 2>/dev/null && runner=(setarch -R)
exec "${runner[@]}" "$@"
