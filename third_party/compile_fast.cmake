option(CHUNKSCOPE_UNITY "Compile several files of a library at once: a clean build takes less than half as long" ON)
set(CHUNKSCOPE_UNITY_FILES 24 CACHE STRING "How many files are compiled at once; scripts take 96 on few cores")

# chunkscope_compile_together(TARGET): compiles the files of TARGET several at a time, CHUNKSCOPE_UNITY_FILES of them.
# With 96 instead of 24, GCC computes a quarter less for editor_core and panels_tests, an eighth less for panels and
# nothing less for ecs; it takes up to 2.4 GB a process, not 1.6, and after an edit it compiles more files again. GCC
# collects its garbage later than by default, which takes a tenth less time and a tenth more memory.
function(chunkscope_compile_together target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${CHUNKSCOPE_UNITY}
        UNITY_BUILD_BATCH_SIZE ${CHUNKSCOPE_UNITY_FILES})
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-expand=200
        --param=ggc-min-heapsize=500000>)
endfunction()

# chunkscope_compile_fast(TARGET HEADERS...): parses the headers of the standard library that nearly every file reads,
# and those named besides, once for the whole target, and compiles its files several at a time. Files still include all
# they use: public headers are compiled alone, too. What a file has in its unnamed namespace needs a name of its own in
# the library.
function(chunkscope_compile_fast target)
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional> <span> <string> <string_view>
        <unordered_map> <utility> <variant> <vector> ${ARGN})
    chunkscope_compile_together(${target})
endfunction()

# chunkscope_link_what_is_used(TARGET): for libraries that other programs link. Each function has a section of its own, so
# that a program which is linked with -Wl,--gc-sections takes those that it calls, and not all of a unit.
function(chunkscope_link_what_is_used target)
    target_compile_options(${target} PRIVATE
        $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-ffunction-sections -fdata-sections>)
endfunction()

# chunkscope_optimize_lightly(TARGET): for what draws, asks and answers; its loops over many entities are in ecs. GCC
# compiles it in three quarters of the time of -O3, and a frame takes some 5 % longer (chunkscope_panels_bench). Small
# functions must still be inlined, and loops that fill memory become memset. Packages are optimized in full.
function(chunkscope_optimize_lightly target)
    if(NOT CHUNKSCOPE_PACKAGE)
        target_compile_options(${target} PRIVATE
            $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>,$<COMPILE_LANGUAGE:CXX>>:-O1 -finline-small-functions
            -findirect-inlining -fpartial-inlining -ftree-loop-distribute-patterns>)
    endif()
endfunction()
