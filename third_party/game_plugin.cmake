# chunkscope_opens_games(EXECUTABLE): libraries that it opens with `--game` find every function of ecs and of Game in it,
# also those that it does not call itself. Nothing else of it is exported, so a library with an ImGui or a JSON reader of
# its own does not get the program's.
set(chunkscope_exported_to_games ${CMAKE_CURRENT_LIST_DIR}/exported_to_games.txt)
function(chunkscope_opens_games executable)
    if(WIN32)
        return()
    endif()
    set_target_properties(${executable} PROPERTIES LINK_LIBRARY_OVERRIDE_ecs WHOLE_ARCHIVE)
    if(APPLE)
        set_target_properties(${executable} PROPERTIES ENABLE_EXPORTS ON)
    else()
        target_link_options(${executable} PRIVATE LINKER:--dynamic-list=${chunkscope_exported_to_games})
        set_property(TARGET ${executable} APPEND PROPERTY LINK_DEPENDS ${chunkscope_exported_to_games})
    endif()
endfunction()
