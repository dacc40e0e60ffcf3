# Included by find_package(chunkscope COMPONENTS panels). The panels were compiled against one Dear ImGui; a target
# `imgui` of the project must be the same version.
if(NOT TARGET imgui)
    find_dependency(PkgConfig)
    pkg_check_modules(CHUNKSCOPE_IMGUI QUIET IMPORTED_TARGET imgui>=1.86)
    if(NOT TARGET PkgConfig::CHUNKSCOPE_IMGUI)
        set(chunkscope_FOUND FALSE)
        set(chunkscope_NOT_FOUND_MESSAGE "The panels need a target `imgui`, or Dear ImGui 1.86 or newer on this system.")
        return()
    endif()
    add_library(imgui INTERFACE IMPORTED)
    target_link_libraries(imgui INTERFACE PkgConfig::CHUNKSCOPE_IMGUI)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/chunkscopePanelsTargets.cmake)
