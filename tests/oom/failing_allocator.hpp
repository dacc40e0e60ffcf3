// Replaces operator new in the program that links this, in all its forms, so that a test can make memory run out at
// any one allocation and can count what is left over.
#pragma once

#include <cstddef>

namespace test {

/// While one lives, the allocation number `first` from now on fails, counted from 1: alone, or with all after it.
class AllocationsFail {
public:
    explicit AllocationsFail(std::size_t first, bool all_after = false);
    ~AllocationsFail();
    AllocationsFail(const AllocationsFail&) = delete;
    AllocationsFail& operator=(const AllocationsFail&) = delete;

    /// Whether any has failed so far.
    static bool happened();
};

/// Blocks that are allocated now.
std::ptrdiff_t live_allocations();

}  // namespace test
