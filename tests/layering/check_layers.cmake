# Fails on an include that points to a layer further right than the file's own:
#     third_party -> ecs -> probe -> adapters, files, figures, remote -> panels -> editor_core -> editor
# Run as: cmake -DROOT=... -P check_layers.cmake
set(problems "")

function(forbid pattern)
    foreach(glob IN LISTS ARGN)
        file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${glob}/*.hpp ${ROOT}/${glob}/*.cpp)
        if(NOT files)
            string(APPEND problems "${glob} has no sources: is the list of folders in check_layers.cmake right?\n")
        endif()
        if(glob STREQUAL editor)
            list(FILTER files EXCLUDE REGEX "^editor/(app/|main.cpp)")  # the program itself
        endif()
        if(glob STREQUAL adapters)
            list(FILTER files EXCLUDE REGEX "^adapters/[a-z]+/example/")  # programs
        endif()
        foreach(file IN LISTS files)
            file(STRINGS ${ROOT}/${file} includes REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"](${pattern})")
            foreach(include IN LISTS includes)
                string(APPEND problems "${file}: ${include}\n")
            endforeach()
        endforeach()
    endforeach()
    set(problems "${problems}" PARENT_SCOPE)
endfunction()

forbid("files/|figures/|remote/|panels/|editor/|imgui|GLFW|glad|nlohmann|CLI|stb|httplib|probe/" ecs)
forbid("files/|figures/|remote/|panels/|editor/|imgui|GLFW|glad|nlohmann|CLI|stb|httplib" probe)
forbid("files/|figures/|remote/|panels/|editor/|imgui|GLFW|glad|nlohmann|CLI|stb|httplib" adapters)
forbid("probe/|figures/|remote/|panels/|editor/|imgui|GLFW|glad|nlohmann|CLI|stb|httplib" files)
forbid("files/|remote/|panels/|editor/|imgui|GLFW|glad|nlohmann|CLI|httplib" figures)
forbid("files/|figures/|panels/|editor/|imgui|GLFW|glad|CLI|stb" remote)
forbid("remote/|editor/|GLFW|glad|nlohmann|CLI|stb|httplib" panels)
forbid("panels/|imgui|GLFW|glad|stb|httplib" editor)

if(problems)
    message(FATAL_ERROR "Includes that point the wrong way:\n${problems}")
endif()
message(STATUS "Layers: every include points to the left")
