# Target: glfw
chunkscope_prefer_system(glfw)
if(use_system)
    find_package(glfw3 3.3 QUIET)
endif()
if(NOT TARGET glfw)
    foreach(part DOCS TESTS EXAMPLES INSTALL)
        set(GLFW_BUILD_${part} OFF CACHE BOOL "" FORCE)
    endforeach()
    FetchContent_Declare(glfw
        GIT_REPOSITORY https://github.com/glfw/glfw.git
        GIT_TAG 7b6aead9fb88b3623e3b3725ebb42670cbe4c579) # 3.4
    FetchContent_MakeAvailable(glfw)
endif()
