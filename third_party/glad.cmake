# Target: glad (OpenGL 3.3 core loader), generated at build time by the `glad` program; nothing generated is committed.
find_program(GLAD_PROGRAM glad)
if(NOT GLAD_PROGRAM)
    message(FATAL_ERROR "Needs the glad 2 generator: install the package python3-glad (Debian) or `pip install glad2`")
endif()
set(glad_dir ${CMAKE_CURRENT_BINARY_DIR}/glad)
add_custom_command(
    OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
    COMMAND ${GLAD_PROGRAM} --api gl:core=3.3 --extensions "" --reproducible --out-path ${glad_dir} c
    COMMENT "Generating the OpenGL 3.3 loader" VERBATIM)
add_library(glad STATIC ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h)
target_include_directories(glad SYSTEM PUBLIC ${glad_dir}/include)
target_link_libraries(glad PUBLIC ${CMAKE_DL_LIBS})
