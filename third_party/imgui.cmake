# Targets: imgui (the library alone, what panels link) and, for the editor, imgui_backends (GLFW and OpenGL 3).
# A project that puts the panels into a game brings its own `imgui` target, so that both are one Dear ImGui.
if(TARGET imgui)
    # Its headers are not ours to warn of.
    get_target_property(own_imgui imgui ALIASED_TARGET)
    if(NOT own_imgui)
        set(own_imgui imgui)
    endif()
    set_target_properties(${own_imgui} PROPERTIES SYSTEM ON)
    return()
endif()
chunkscope_prefer_system(imgui)
if(use_system AND PkgConfig_FOUND)
    pkg_check_modules(SYSTEM_IMGUI QUIET IMPORTED_TARGET imgui>=1.86)
endif()
if(TARGET PkgConfig::SYSTEM_IMGUI)
    add_library(imgui INTERFACE)
    target_link_libraries(imgui INTERFACE PkgConfig::SYSTEM_IMGUI)
    # Debian's static library already holds the GLFW and OpenGL 3 back ends.
    if(CHUNKSCOPE_EDITOR)
        add_library(imgui_backends INTERFACE)
        target_include_directories(imgui_backends SYSTEM INTERFACE ${SYSTEM_IMGUI_INCLUDE_DIRS}/backends)
        target_link_libraries(imgui_backends INTERFACE imgui glfw ${CMAKE_DL_LIBS})
    endif()
else()
    FetchContent_Declare(imgui
        GIT_REPOSITORY https://github.com/ocornut/imgui.git
        GIT_TAG b48d1afbe8ee8b238e2961dc363a949dd7304e23) # v1.92.9b-docking
    FetchContent_MakeAvailable(imgui)
    add_library(imgui STATIC ${imgui_SOURCE_DIR}/imgui.cpp ${imgui_SOURCE_DIR}/imgui_draw.cpp
        ${imgui_SOURCE_DIR}/imgui_tables.cpp ${imgui_SOURCE_DIR}/imgui_widgets.cpp
        ${imgui_SOURCE_DIR}/misc/cpp/imgui_stdlib.cpp)
    target_include_directories(imgui SYSTEM PUBLIC ${imgui_SOURCE_DIR} ${imgui_SOURCE_DIR}/misc/cpp)
    target_compile_features(imgui PUBLIC cxx_std_17)
    if(CHUNKSCOPE_EDITOR)
        add_library(imgui_backends STATIC ${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp
            ${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp)
        target_include_directories(imgui_backends SYSTEM PUBLIC ${imgui_SOURCE_DIR}/backends)
        target_link_libraries(imgui_backends PUBLIC imgui glfw ${CMAKE_DL_LIBS})
    endif()
endif()
