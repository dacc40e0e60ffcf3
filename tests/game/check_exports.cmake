# Fails when LIBRARY has a function that PROGRAM does not export.
# Run as: cmake -DNM=... -DPROGRAM=... -DLIBRARY=... -P check_exports.cmake
function(functions_of variable)
    execute_process(COMMAND ${NM} --format=posix --defined-only ${ARGN}
        OUTPUT_VARIABLE lines ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+ T " lines "${lines}")
    list(TRANSFORM lines REPLACE " T $" "")
    set(${variable} "${lines}" PARENT_SCOPE)
endfunction()
functions_of(wanted --extern-only ${LIBRARY})
functions_of(exported --dynamic ${PROGRAM})
list(LENGTH wanted count)
if(count LESS 200)
    message(FATAL_ERROR "found only ${count} functions in ${LIBRARY}")
endif()
list(REMOVE_ITEM wanted ${exported})
if(wanted)
    message(FATAL_ERROR "the program does not export:\n${wanted}")
endif()
