// What must hold of every storage at every step of whatever scenario: every byte has one role and the roles add up,
// traced and untraced runs have the same bytes, and all that was done can be taken back, step by step. And scenarios to
// try it on: bounded copies of large ones, and random ones.
#pragma once

#include <cstdint>
#include <string>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace lab_test {

/// The first thing that does not hold, with the step at which it does not; empty when all do. `operations` grows by
/// those that were run.
std::string broken_promise(const ecs::lab::Scenario& scenario, ecs::lab::StorageKind kind, ecs::lab::Mode mode,
                           const ecs::lab::StorageOptions& options, std::uint64_t& operations);

/// The first moment, in the midst of operations, too, at which what is described of memory is not what is there: bytes
/// without a role or with two, values where none was written, something else where one was. What was written where is
/// told by the texts of the events. Empty when there is none; `moments` grows by those that were looked at.
std::string false_moment(const ecs::lab::Scenario& scenario, ecs::lab::StorageKind kind, ecs::lab::Mode mode,
                         const ecs::lab::StorageOptions& options, std::uint64_t& moments);

/// Makes each step that creates create at most `most` entities, plays at most `max_ticks`, and lets the other steps
/// name those that are left.
void bound(ecs::lab::Scenario& scenario, std::uint64_t most, std::uint64_t max_ticks);

/// Steps of every kind, on entities that live, were destroyed or are created later; some are refused or go wrong.
ecs::lab::Scenario random_scenario(std::uint64_t seed, std::size_t steps);

}  // namespace lab_test
