#!/usr/bin/env bash
# Makes the downloads in dist/: scripts/package.sh [deb|tar|all] [OPTIONS OF CMAKE...]
#
#   chunkscope_VERSION_amd64.deb              for Debian and Ubuntu, with dependencies
#   chunkscope-VERSION-linux-x86_64.tar.gz    runs from any folder, on any distribution with the glibc that it names
#
# -DFETCHCONTENT_SOURCE_DIR_GLFW=DIR puts the GLFW of a checkout into the program, instead of the system's. GLFW 3.4
# opens X11 windows and Wayland windows, whichever the desktop has. It needs to be built: libwayland-dev libxkbcommon-dev
# libxrandr-dev libxinerama-dev libxcursor-dev libxi-dev.
# tests/package/package_test.py starts what this makes where nothing else is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-all}
[ $# -gt 0 ] && shift
case "$what" in
    deb | tar | all) ;;
    *) echo "usage: scripts/package.sh [deb|tar|all] [OPTIONS OF CMAKE...]" >&2; exit 2 ;;
esac
scripts/setup.sh --package
# The same commit gives the same files, except for what the compiler does.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH

build=build/package
source scripts/units.sh
cmake --preset package --fresh "${units[@]}" "$@" >/dev/null  # not with the options of the last time
scripts/build.sh package chunkscope icons
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' $build/CMakeCache.txt)
mkdir -p dist

if [ "$what" != tar ]; then
    rm -f dist/chunkscope_*.deb
    rm -rf $build/_CPack_Packages
    (umask 022 && cpack --config $build/CPackConfig.cmake -B $build/deb >/dev/null)
    mv $build/deb/*.deb dist/
fi
if [ "$what" != deb ]; then
    rm -f dist/chunkscope-*.tar.gz
    name=chunkscope-$version-linux-$(uname -m)
    stage=$build/archive/$name
    rm -rf $build/archive
    (
        umask 022
        for component in editor archive; do
            cmake --install $build --prefix $stage --component $component --strip >/dev/null
        done
    )
    # What the program calls of glibc decides how old a distribution may be.
    find $stage -type f \( -path '*/bin/*' -o -path '*/lib/*' \) -exec objdump -T {} + >$build/archive/symbols
    glibc=$(grep -o 'GLIBC_[0-9.]*' $build/archive/symbols | sed s/GLIBC_// | sort -uV | tail -1)
    sed -i "s/@GLIBC@/$glibc/" $stage/README.txt
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C $build/archive -c "$name" |
        gzip -9n >"dist/$name.tar.gz"
    echo "The archive needs glibc $glibc or newer"
fi
ls -l dist
