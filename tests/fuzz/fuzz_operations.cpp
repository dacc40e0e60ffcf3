#include "ecs/model/world_model.hpp"
#include "ecs/support/tracked.hpp"
#include "fuzz_targets.hpp"

namespace test {

void fuzz_operations(std::span<const std::uint8_t> bytes) {
    const TrackedScope scope;
    {
        ByteChoices choices(bytes);
        ModelOptions options;
        // Few kinds at first: a world of two archetypes finds what one of a thousand hides.
        constexpr std::uint32_t sets[] = {0b11u, 0b1011u, 0b0000'1000'1010'1000u, ~0u};
        options.kinds = sets[choices.below(4)];
        options.tree = choices.one_in(2);
        constexpr std::size_t sizes[] = {60, 300, 3000};
        options.max_entities = sizes[choices.below(3)];
        options.check_versions_one_in = 1;
        WorldModel model(choices, options);
        for (std::size_t step = 0; !choices.finished() && step < 2000; ++step) {
            model.step();
            if (step % 64 == 0) model.compare();
        }
        model.compare();
    }
    if (!scope.clean()) throw ModelFailure("values were left over or mishandled at the end");
}

}  // namespace test
