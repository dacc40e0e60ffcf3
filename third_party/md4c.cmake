# Target: md4c::md4c. Only a tool of the build reads Markdown; nothing that is installed links it.
chunkscope_prefer_system(md4c)
# By pkg-config: Debian's package for CMake names a library that is not in it.
if(use_system AND PkgConfig_FOUND)
    pkg_check_modules(SYSTEM_MD4C QUIET IMPORTED_TARGET GLOBAL md4c>=0.4)
endif()
if(TARGET PkgConfig::SYSTEM_MD4C)
    add_library(md4c::md4c ALIAS PkgConfig::SYSTEM_MD4C)
    return()
endif()
if(NOT TARGET md4c)
    set(BUILD_MD2HTML_EXECUTABLE OFF CACHE BOOL "" FORCE)
    FetchContent_Declare(md4c
        GIT_REPOSITORY https://github.com/mity/md4c.git
        GIT_TAG 472c417005c2c71b8617de4f7b8d6b30411d78f4) # 0.5.3
    FetchContent_MakeAvailable(md4c)
endif()
if(NOT TARGET md4c::md4c)
    add_library(md4c::md4c ALIAS md4c)
endif()
