# chunkscope_rooms(TARGET PREFIX ROOMS...): the sources and headers of these rooms, which are folders beside the calling
# CMakeLists.txt. ROOM/*.cpp and ROOM/*.hpp are the target's own; include/PREFIX/ROOM/*.hpp are for everybody. New files
# are found by themselves; a new room also needs a line in tests/layering/rooms.txt.
# A private header is included by its path from the project's folder ("panels/chunks/chunk_map.hpp"), a public one by the
# same path without `include/`: who makes one of the other changes no include.
function(chunkscope_rooms target prefix)
    foreach(room IN LISTS ARGN)
        file(GLOB private CONFIGURE_DEPENDS ${room}/*.cpp ${room}/*.hpp)
        file(GLOB public CONFIGURE_DEPENDS include/${prefix}/${room}/*.hpp)
        if(NOT private AND NOT public)
            message(FATAL_ERROR "${target}: the room ${room} is empty")
        endif()
        target_sources(${target} PRIVATE ${private} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${public})
    endforeach()
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()
