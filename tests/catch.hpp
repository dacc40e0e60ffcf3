// Catch2 2 and 3 behind one include.
#pragma once

#include <string>

// An exception in the expression of a REQUIRE ends the test and is told with its text, as one between two of them is. In
// return each assertion has no try block, and the tests compile in a tenth less time.
#define CATCH_CONFIG_FAST_COMPILE

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#define CHUNKSCOPE_CATCH_CONTAINS Catch::Matchers::ContainsSubstring
#else
#include <catch2/catch.hpp>
#define CHUNKSCOPE_CATCH_CONTAINS Catch::Matchers::Contains
#endif

namespace test {

/// For CHECK_THROWS_WITH and CHECK_THAT: the text holds `part`.
inline auto contains(const std::string& part) { return CHUNKSCOPE_CATCH_CONTAINS(part); }

}  // namespace test
