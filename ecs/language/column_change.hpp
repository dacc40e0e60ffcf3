// A ColumnChange makes a change that only sets fields, over whole columns. All new values are worked out first and wait
// in one list of bytes; they are written when the last one is known to fit. So the change is all or nothing, and no
// value is read that the same change wrote. The lists keep their memory from tick to tick. A TextChange owns it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ecs/language/change_steps.hpp"
#include "ecs/language/evaluator.hpp"

namespace ecs {

class ColumnChange {
public:
    /// Whether the steps set fields only, and none that holds a text.
    static bool fits(const std::vector<BoundStep>& steps);

    /// The evaluator has begun in this world. Returns why nothing was written; empty when all of it was.
    std::string run(World& world, const std::vector<BoundStep>& steps, Evaluator& evaluator, std::uint64_t& visited);

private:
    /// Up to 256 neighbouring rows of a chunk, some of which match.
    struct Target {
        ArchetypeId archetype = no_archetype;
        std::uint32_t chunk = 0, first = 0, count = 0;
        std::size_t mask = 0;  // in masks_
    };
    void find_targets(const World& world, Evaluator& evaluator, std::uint64_t& visited);
    std::string work_out(const World& world, const Target& target, const BoundWrite& write, Evaluator& evaluator);
    const std::byte* write_down(World& world, const Target& target, const BoundWrite& write,
                                const std::byte* values) const;

    std::vector<Target> targets_;
    std::vector<std::uint8_t> masks_;
    std::vector<std::byte> values_;  // of each target, of each step, of each match
};

}  // namespace ecs
