# How each library is found: the system's package first, else the pinned release. No copies are kept here.
#
# library        pinned          licence   why
# Dear ImGui     v1.92.9b-docking MIT      all panels
# GLFW           3.4             zlib      window and input
# glad           2.0.8           MIT       OpenGL loader, generated at build time
# nlohmann_json  3.12.0          MIT       world files, scripts, settings
# CLI11          2.5.0           BSD-3     command line
# stb            a commit        MIT/PD    writing PNG files, reading those of the manual
# cpp-httplib    0.26.0          MIT       listening for `serve`; optional (0.11 of Debian 12 works too)
# md4c           0.5.3           MIT       reading the manual while building; nothing links it
# Catch2         3.8.1           BSL-1.0   tests (2.13 of Debian 12 works too)
# benchmark      1.9.5           Apache-2  tests/bench (1.7 of Debian 12 works too)
#
# -DFETCHCONTENT_SOURCE_DIR_IMGUI=DIR builds against the Dear ImGui checkout in DIR.
include(FetchContent)
set(FETCHCONTENT_QUIET ON)
find_package(PkgConfig QUIET)

# Sets `use_system` in the caller: ON unless the bundled releases or a checkout of NAME were asked for.
macro(chunkscope_prefer_system NAME)
    string(TOUPPER ${NAME} _upper)
    set(use_system ON)
    if(CHUNKSCOPE_BUNDLED OR FETCHCONTENT_SOURCE_DIR_${_upper})
        set(use_system OFF)
    endif()
endmacro()

if(CHUNKSCOPE_EDITOR)
    include(${CMAKE_CURRENT_LIST_DIR}/glfw.cmake)
endif()
if(CHUNKSCOPE_PANELS OR CHUNKSCOPE_EDITOR)
    include(${CMAKE_CURRENT_LIST_DIR}/imgui.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/md4c.cmake)
endif()
if(CHUNKSCOPE_EDITOR)
    include(${CMAKE_CURRENT_LIST_DIR}/glad.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/small_libraries.cmake)
endif()
if(CHUNKSCOPE_REMOTE)
    include(${CMAKE_CURRENT_LIST_DIR}/nlohmann_json.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/httplib.cmake)
endif()
if(CHUNKSCOPE_TESTS)
    include(${CMAKE_CURRENT_LIST_DIR}/catch2.cmake)
    include(${CMAKE_CURRENT_LIST_DIR}/benchmark.cmake)
endif()
