// Tries an operation with its first allocation failing, then with its second, and so on until none is left to fail:
// each alone, and with all after it. What must hold after each failure is checked before the next try, on the same
// world.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <string>

#include "catch.hpp"
#include "ecs/support/world_state.hpp"
#include "failing_allocator.hpp"

namespace test {

/// How often the operation failed. `make` gives a fixture with a member `world`; `operation(fixture)` is what is tried;
/// `failed(fixture, before)` returns what is wrong after a failure, and `done(fixture)` what is wrong after it all went
/// well, both empty when nothing is. An operation that gets along without the memory counts as done, and is tried on a
/// fresh fixture with the next allocation failing.
template <class Make, class Operation, class Failed, class Done>
std::size_t run_out_of_memory(Make make, Operation operation, Failed failed, Done done, bool alone_only = false) {
    std::size_t failures = 0;
    for (const bool all_after : {false, true}) {
        if (all_after && alone_only) break;
        auto fixture = make();
        for (std::size_t allocation = 1;; ++allocation) {
            const WorldState before = state_of(fixture->world);
            bool threw = false;
            {
                const AllocationsFail fail(allocation, all_after);
                try {
                    operation(*fixture);
                } catch (const std::bad_alloc&) {
                    threw = true;
                }
            }
            std::string fault = threw ? failed(*fixture, before) : done(*fixture);
            if (fault.empty()) fault = storage_fault(fixture->world);
            INFO("allocation " << allocation << (all_after ? " and all after it" : "") << ": " << fault);
            REQUIRE(fault.empty());
            failures += threw;
            if (threw) continue;
            if (!AllocationsFail::happened()) break;
            fixture = make();
        }
    }
    return failures;
}

/// The world is exactly as it was after each failure.
template <class Make, class Operation, class Done>
std::size_t all_or_nothing(Make make, Operation operation, Done done) {
    return run_out_of_memory(
        make, operation,
        [](const auto& fixture, const WorldState& before) { return difference(before, state_of(fixture.world)); },
        done);
}

}  // namespace test
