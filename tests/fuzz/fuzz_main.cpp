// The entry that libFuzzer calls. What a target throws ends the program here, so that libFuzzer keeps the input.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "fuzz_targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        test::FUZZ_TARGET({data, size});
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "%s\n", exception.what());
        std::abort();
    }
    return 0;
}
