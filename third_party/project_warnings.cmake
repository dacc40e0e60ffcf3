# project_warnings: what our own targets are compiled with. Linked as $<BUILD_INTERFACE:project_warnings>, so that
# nobody who links our libraries gets our warnings.
add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Wold-style-cast
    -Wcast-qual -Woverloaded-virtual -Wimplicit-fallthrough
    $<$<BOOL:${CHUNKSCOPE_WERROR}>:-Werror>
    # Notes about how GCC 4.6 passed over-aligned parameters.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>
    # False alarms of GCC 12 about std::string and std::variant, when it optimises.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict$<SEMICOLON>-Wno-maybe-uninitialized$<SEMICOLON>-Wno-stringop-overflow$<SEMICOLON>-Wno-array-bounds$<SEMICOLON>-Wno-stringop-overread>
    # The same ticks must give the same bits in Debug and Release, on every CPU: no fused multiply-add.
    -ffp-contract=off)
