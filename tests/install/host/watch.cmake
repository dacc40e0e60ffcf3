# Included behind the CMakeLists.txt of README.md: the program is as it stands there, this ends it and looks at what it
# draws.
if(TARGET ecs_lab)
    message(FATAL_ERROR "A game that shows panels gets the Storage Lab, which it did not ask for")
endif()
target_sources(game PRIVATE ${CMAKE_CURRENT_LIST_DIR}/watch.cpp)
target_link_options(game PRIVATE -Wl,--wrap=glfwWindowShouldClose -Wl,--wrap=glfwSwapBuffers)
