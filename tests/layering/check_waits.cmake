# Fails where a test waits for a time. A state is what to wait for; how that is looked at again and again is the business
# of the files named here.
# Run as: cmake -DROOT=... -P check_waits.cmake
# The benchmark and the program that is attached to tick 60 times a second.
set(may_wait tests/app/program/program.py tests/bench/link_looker.cpp tests/bench/rows_link.cpp tests/peers/entt/entt_peer.cpp)
set(problems "")

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/tests/*.hpp ${ROOT}/tests/*.cpp ${ROOT}/tests/*.py)
list(REMOVE_ITEM files ${may_wait})
list(LENGTH files count)
if(count LESS 200)
    string(APPEND problems "only ${count} files were looked at: is the folder right?\n")
endif()
foreach(file IN LISTS files)
    file(STRINGS ${ROOT}/${file} waits REGEX "sleep_for|sleep_until|usleep|nanosleep|time\\.sleep|import sleep")
    foreach(wait IN LISTS waits)
        string(APPEND problems "${file}: ${wait}\n")
    endforeach()
endforeach()

if(problems)
    message(FATAL_ERROR "Tests that wait for a time:\n${problems}")
endif()
message(STATUS "Waits: ${count} files of tests wait for states only")
