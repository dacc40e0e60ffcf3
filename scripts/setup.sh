#!/usr/bin/env bash
# Installs what building and testing need. On Debian and Ubuntu with apt; elsewhere it says what to install.
# Quick when everything is there. With --fuzz also what the fuzzers need, with --package what scripts/package.sh
# needs, with --ci all that .ci/run needs.
set -euo pipefail

packages=(
    g++ cmake ninja-build ccache pkg-config git
    libimgui-dev libmd4c-dev libstb-dev libglfw3-dev libgl-dev python3-glad nlohmann-json3-dev libcli11-dev libcpp-httplib-dev catch2
    libbenchmark-dev
    fonts-inter fonts-jetbrains-mono fonts-droid-fallback fonts-nanum fonts-dejavu-core fonts-symbola libfribidi0
    xvfb xauth libgl1-mesa-dri xdotool python3 python3-xlib
)
# What makes the downloads, and what checks them.
for_packages=(dpkg-dev file binutils desktop-file-utils appstream libxml2-utils shared-mime-info)
case "${1:-}" in
    --ci) packages+=(clang-format clang libclang-rt-dev pahole "${for_packages[@]}") ;;
    --package) packages+=("${for_packages[@]}") ;;
    --fuzz) packages+=(clang libclang-rt-dev) ;;
esac

if ! command -v apt-get >/dev/null; then
    for tool in cmake ninja c++ glad pkg-config; do
        command -v "$tool" >/dev/null && continue
        cat >&2 <<'HELP'
This script installs packages on Debian and Ubuntu only. Please install:
  a C++20 compiler, CMake 3.25, Ninja, GLFW 3.3, Dear ImGui 1.86 or newer (optional: fetched when missing),
  nlohmann-json, CLI11, cpp-httplib (optional), Catch2, Google Benchmark, stb, md4c, and the glad 2 generator (pip install glad2)
  macOS:  brew install cmake ninja glfw nlohmann-json cli11 cpp-httplib catch2 md4c && pip install glad2
  Arch:   pacman -S cmake ninja glfw nlohmann-json cli11 cpp-httplib catch2 stb md4c python-glad
  Fedora: dnf install cmake ninja-build glfw-devel json-devel cli11-devel cpp-httplib-devel catch-devel stb-devel md4c-devel glad
HELP
        exit 1
    done
    exit 0
fi

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "Needs root to install: ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
fi
echo "Installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -q >/dev/null
"${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}" >/dev/null
