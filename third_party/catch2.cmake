# Targets: Catch2::Catch2, and the command catch_discover_tests. Version 2 and 3 both serve: tests/catch.hpp hides the difference.
chunkscope_prefer_system(catch2)
if(use_system)
    find_package(Catch2 QUIET)
endif()
if(NOT TARGET Catch2::Catch2)
    FetchContent_Declare(catch2
        GIT_REPOSITORY https://github.com/catchorg/Catch2.git
        GIT_TAG 2b60af89e23d28eefc081bc930831ee9d45ea58b) # 3.8.1
    FetchContent_MakeAvailable(catch2)
    list(APPEND CMAKE_MODULE_PATH ${catch2_SOURCE_DIR}/extras)
endif()
include(Catch)
