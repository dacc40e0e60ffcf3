# Runs the benchmark as a person would, small and quick: no time is asserted, only that everything runs and is said.
# Run as: cmake -DPROGRAM=... -DWORLD_FILES=ON -P check_program.cmake
set(rows iterate iterate32 frame7 create create_batch add add_batch remove remove_batch get destroy destroy_batch churn
    bytes iterate_untyped create_untyped add_untyped get_untyped query_compare query_collect query10k doctor10k archetypes10k
    undo_destroy debugger_iterate debugger_record debugger_create debugger_add debugger_get debugger_destroy observers_idle observers_elsewhere snapshot snapshot_1pct
    restore iterate_2threads)
if(WORLD_FILES)
    list(APPEND rows save load timeline_record timeline_bytes timeline_seek_ms timeline_recent_ms)
endif()

# run(EXIT_CODE ARGUMENTS...): sets `output` and `errors`.
macro(run exit_code)
    execute_process(COMMAND ${PROGRAM} ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
    if(NOT result EQUAL ${exit_code})
        message(FATAL_ERROR "${ARGN}: exit code ${result} instead of ${exit_code}\n${output}${errors}")
    endif()
endmacro()

run(0 --json --quick --n 1000)
string(REGEX REPLACE "\n$" "" output "${output}")
string(REPLACE "\n" ";" lines "${output}")
set(number "[0-9]+(\\.[0-9]+)?(e[+-][0-9]+)?")
set(names "")
foreach(line IN LISTS lines)
    string(JSON row ERROR_VARIABLE problem GET "${line}" row)
    if(problem OR NOT line MATCHES
       "^{\"row\": \"[a-z0-9_]+\", \"n\": 1000, \"ns\": ${number}, \"floor_ns\": ${number}, \"ratio\": ${number}}$")
        message(FATAL_ERROR "not a line of the form that was promised: ${line} ${problem}")
    endif()
    foreach(member ns floor_ns ratio)
        string(JSON value GET "${line}" ${member})
        if(NOT value GREATER 0)
            message(FATAL_ERROR "${row}: ${member} is ${value}, which is no measurement")
        endif()
    endforeach()
    list(APPEND names ${row})
endforeach()
if(NOT names STREQUAL rows)
    message(FATAL_ERROR "rows: ${names}\ninstead of: ${rows}")
endif()

run(0 --quick --n 1000 --row get,bytes --row churn)
foreach(part "row +n +ns +floor ns +ratio" "get +1k +[0-9.]+" "bytes +1k +[0-9.]+" "churn +1k +[0-9.]+")
    if(NOT output MATCHES "${part}")
        message(FATAL_ERROR "the table lacks \"${part}\":\n${output}")
    endif()
endforeach()
if(output MATCHES "iterate")
    message(FATAL_ERROR "--row does not pick rows:\n${output}")
endif()

run(0 --benchmark_format=json --quick --n 1000 --row get)
string(JSON name GET "${output}" benchmarks 0 name)
string(JSON ratio GET "${output}" benchmarks 0 ratio)
if(NOT name MATCHES "^get/1000/" OR NOT ratio GREATER 0)
    message(FATAL_ERROR "Google Benchmark's own report is wrong: ${output}")
endif()

# One clear sentence and exit code 2.
foreach(arguments "--row;fly" "--n;0" "--n;many" "--row" "--fast" "--repetitions;x" "--benchmark_unknown=1")
    run(2 ${arguments})
    string(REGEX MATCHALL "\n" ends "${errors}")
    list(LENGTH ends count)
    if(NOT count EQUAL 1 OR output)
        message(FATAL_ERROR "${arguments} should say one sentence, and says:\n${output}${errors}")
    endif()
endforeach()
