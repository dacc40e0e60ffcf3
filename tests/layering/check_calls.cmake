# Fails where something is done beside the one place that does it for all:
#     tooltips in panels/base/tooltip.cpp, which knows when they come and where they stand,
#     buttons that are not drawn in panels/widgets/widgets.cpp, where a panel without room does not end the program,
#     rows that can be selected in panels/widgets/widgets.cpp, which shows them selected under the mouse, too.
# Run as: cmake -DROOT=... -P check_calls.cmake
set(problems "")

function(only_in place pattern)
    set(found FALSE)
    foreach(folder panels editor/app)
        file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${folder}/*.hpp ${ROOT}/${folder}/*.cpp)
        foreach(file IN LISTS files)
            file(STRINGS ${ROOT}/${file} calls REGEX "${pattern}")
            if(calls AND file STREQUAL place)
                set(found TRUE)
            elseif(calls)
                string(APPEND problems "${file}: ${calls}\n")
            endif()
        endforeach()
    endforeach()
    if(NOT found)
        string(APPEND problems "${place} has no such call: is the pattern ${pattern} right?\n")
    endif()
    set(problems "${problems}" PARENT_SCOPE)
endfunction()

only_in(panels/base/tooltip.cpp "ImGui::(Begin|Set)(Item)?Tooltip")
only_in(panels/widgets/widgets.cpp "ImGui::Selectable\\(")
only_in(panels/widgets/widgets.cpp "ImGui::InvisibleButton\\(")

if(problems)
    message(FATAL_ERROR "Calls that belong elsewhere:\n${problems}")
endif()
message(STATUS "Tooltips and rows are drawn in one place")
