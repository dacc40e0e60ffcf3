# Target: httplib, only where cpp-httplib is found; without it there is no `serve`. The system's by pkg-config: it is
# compiled with options that change its classes, and its .pc file has them. That one needs OpenSSL, so the downloads do
# not have it: they take a checkout, which is only a header (-DFETCHCONTENT_SOURCE_DIR_HTTPLIB=DIR).
chunkscope_prefer_system(httplib)
if(use_system AND PkgConfig_FOUND AND NOT WIN32 AND NOT CHUNKSCOPE_PACKAGE)
    pkg_check_modules(SYSTEM_HTTPLIB QUIET IMPORTED_TARGET cpp-httplib>=0.11)
endif()
if(TARGET PkgConfig::SYSTEM_HTTPLIB)
    add_library(httplib INTERFACE)
    target_link_libraries(httplib INTERFACE PkgConfig::SYSTEM_HTTPLIB)
elseif(NOT use_system)
    foreach(part OPENSSL ZLIB BROTLI ZSTD)
        set(HTTPLIB_USE_${part}_IF_AVAILABLE OFF CACHE BOOL "" FORCE)
    endforeach()
    set(HTTPLIB_INSTALL OFF CACHE BOOL "" FORCE)
    FetchContent_Declare(httplib SYSTEM
        GIT_REPOSITORY https://github.com/yhirose/cpp-httplib.git
        GIT_TAG 89c932f313c6437c38f2982869beacc89c2f2246) # 0.26.0
    FetchContent_MakeAvailable(httplib)
endif()
if(NOT TARGET httplib)
    message(STATUS "Without cpp-httplib nothing can `serve` (Debian: libcpp-httplib-dev)")
endif()
