# Target: httplib, only where cpp-httplib is found; without it there is no `serve`. By pkg-config: the library is
# compiled with options that change its classes, and its .pc file has them.
if(PkgConfig_FOUND AND NOT WIN32)
    pkg_check_modules(SYSTEM_HTTPLIB QUIET IMPORTED_TARGET cpp-httplib>=0.11)
endif()
if(TARGET PkgConfig::SYSTEM_HTTPLIB)
    add_library(httplib INTERFACE)
    target_link_libraries(httplib INTERFACE PkgConfig::SYSTEM_HTTPLIB)
else()
    message(STATUS "cpp-httplib was not found: the program is built without `serve` (Debian: libcpp-httplib-dev)")
endif()
