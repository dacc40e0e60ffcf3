// FitBlocks and GatherBlocks, which are their own inverses.
#include <algorithm>
#include <new>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"

namespace ecs {

namespace {

void fit_all(World& world, const std::vector<FitBlocks::Block>& blocks) {
    for (const FitBlocks::Block& block : blocks) world.fit_block(block.archetype, block.bytes);
}

std::string why_not(const World& world, const Schedule&, const FitBlocks& edit) {
    for (const FitBlocks::Block& block : edit.blocks)
        if (block.archetype >= world.archetype_count())
            return phrase("there is no archetype {}", std::to_string(block.archetype));
    return {};
}

Edit execute(World& world, Schedule&, FitBlocks& edit) {
    FitBlocks inverse;
    inverse.blocks.reserve(edit.blocks.size());
    for (const FitBlocks::Block& block : edit.blocks) {
        const Archetype& archetype = world.archetype(block.archetype);
        const bool has_block = archetype.chunk_count() > 0;
        inverse.blocks.push_back({block.archetype, has_block ? archetype.layout().block_bytes : 0});
    }
    std::reverse(inverse.blocks.begin(), inverse.blocks.end());
    try {
        fit_all(world, edit.blocks);
    } catch (...) {
        try {
            fit_all(world, inverse.blocks);
        } catch (const std::bad_alloc&) {
            // Blocks of other sizes hold the same rows.
        }
        throw;
    }
    return inverse;
}

std::string describe(const World&, const FitBlocks& edit) {
    return phrase("Fit the blocks of {}", count_phrase(std::to_string(edit.blocks.size()),
                                                       edit.blocks.size() == 1 ? "archetype" : "archetypes"));
}

std::string why_not(const World&, const Schedule&, const GatherBlocks&) { return {}; }

Edit execute(World& world, Schedule&, GatherBlocks& edit) {
    if (!edit.undo) world.gather_blocks();
    return GatherBlocks{!edit.undo};
}

std::string describe(const World&, const GatherBlocks&) { return tr("Gather chunks"); }

}  // namespace

constinit const EditKind<FitBlocks> FitBlocks::kind{
    .name = "fit_blocks", .cause = "edit: fit", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<GatherBlocks> GatherBlocks::kind{
    .name = "gather_blocks", .cause = "edit: gather", .why_not = why_not, .execute = execute, .describe = describe};

}  // namespace ecs
