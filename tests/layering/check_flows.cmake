# Fails where a Flow (editor/base/flow.hpp) has a form for which GCC 12.2 makes wrong code: a co_await in a condition, and
# braces or ?: in what is awaited.
# Run as: cmake -DROOT=... -P check_flows.cmake
set(problems "")
set(count 0)

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/editor/*.hpp ${ROOT}/editor/*.cpp ${ROOT}/tests/editor/*.hpp
    ${ROOT}/tests/editor/*.cpp)
foreach(file IN LISTS files)
    file(READ ${ROOT}/${file} text)
    if(NOT text MATCHES "co_await")
        continue()
    endif()
    math(EXPR count "${count} + 1")
    string(REGEX REPLACE "//[^\n]*" "" text "${text}")
    string(REGEX REPLACE "\"([^\"\\]|\\\\.)*\"" "text" text "${text}")
    string(REPLACE "operator co_await" "" text "${text}")
    string(REPLACE ";" "$" text "${text}")  # which begins no new item of a list
    string(REGEX MATCHALL "[^\n$]*co_await[^$]*" awaits "${text}")
    foreach(await IN LISTS awaits)
        if(await MATCHES "(if|while|switch) \\([^)]*co_await" OR await MATCHES "co_await.*[{?]")
            string(APPEND problems "${file}: ${await}\n")
        endif()
    endforeach()
endforeach()
if(count LESS 3)
    string(APPEND problems "only ${count} files have a Flow: is the folder right?\n")
endif()

if(problems)
    message(FATAL_ERROR "What GCC 12.2 cannot do in a Flow:\n${problems}")
endif()
message(STATUS "Flows: ${count} files await in plain statements")
