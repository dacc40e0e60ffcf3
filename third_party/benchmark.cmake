# Target: benchmark::benchmark (Google Benchmark)
chunkscope_prefer_system(benchmark)
if(use_system)
    find_package(benchmark 1.7 QUIET)
endif()
if(NOT TARGET benchmark::benchmark)
    foreach(part TESTING INSTALL GTEST_TESTS WERROR)
        set(BENCHMARK_ENABLE_${part} OFF CACHE BOOL "" FORCE)
    endforeach()
    FetchContent_Declare(benchmark
        GIT_REPOSITORY https://github.com/google/benchmark.git
        GIT_TAG 192ef10025eb2c4cdd392bc502f0c852196baa48) # 1.9.5
    FetchContent_MakeAvailable(benchmark)
endif()
