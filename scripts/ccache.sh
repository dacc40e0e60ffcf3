# Sourced by the scripts that compile: what one clone, one preset or one test has compiled serves every other that
# compiles the same with the same options. Precompiled headers and ccache get along only when both are told.
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
CCACHE_BASEDIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export CCACHE_BASEDIR CCACHE_NOHASHDIR=1
