#include "edit_memory.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace ecs {

namespace {

void fit_all(World& world, const std::vector<FitBlocks::Block>& blocks) {
    for (const FitBlocks::Block& block : blocks) world.fit_block(block.archetype, block.bytes);
}

/// The component that stands for these tags; registered when there is none of the name.
ComponentId component_for(World& world, const FoldTags& edit) {
    if (const ComponentType* known = world.types().find(edit.into)) return known->id;
    ComponentType type;
    type.name = edit.into;
    type.description = "Tags that were folded into one component";
    for (const ComponentId tag : edit.tags) {
        Field& field = type.fields.emplace_back();
        field.name = world.types()[tag].name;
        field.kind = FieldKind::Bool;
        field.element_size = 1;
    }
    return *world.types().add_at_run_time(std::move(type));
}

/// The last rows first: closing their holes moves none, and unfolding finds them in the order they once had.
std::vector<Entity> last_rows_first(const Archetype& archetype) {
    std::vector<Entity> entities;
    entities.reserve(archetype.entity_count());
    for (std::size_t c = archetype.chunk_count(); c-- > 0;) {
        const std::span<const Entity> rows = archetype.chunk(c).entities();
        entities.insert(entities.end(), rows.rbegin(), rows.rend());
    }
    return entities;
}

void fold(World& world, Entity entity, std::span<const ComponentId> tags, ComponentId into) {
    std::vector<bool> has(tags.size());
    for (std::size_t i = 0; i < tags.size(); ++i) has[i] = world.has(entity, tags[i]);
    world.change(entity, tags, std::array{into});
    auto* value = static_cast<std::byte*>(world.get_mut(entity, into));
    const std::vector<Field>& fields = world.types()[into].fields;
    for (std::size_t i = 0; i < tags.size(); ++i) value[fields[i].offset] = has[i] ? std::byte{1} : std::byte{0};
}

/// False when none of the fields was true.
bool unfold(World& world, Entity entity, ComponentId from, std::span<const ComponentId> tags) {
    const auto* value = static_cast<const std::byte*>(world.get(entity, from));
    const std::vector<Field>& fields = world.types()[from].fields;
    std::vector<ComponentId> added;
    for (std::size_t i = 0; i < tags.size(); ++i)
        if (value[fields[i].offset] != std::byte{0}) added.push_back(tags[i]);
    world.change(entity, std::array{from}, added);
    return !added.empty();
}

template <class Step, class Back>
void each_or_none(const std::vector<Entity>& entities, Step&& step, Back&& back) {
    std::size_t done = 0;
    try {
        for (; done < entities.size(); ++done) step(entities[done]);
    } catch (...) {
        try {
            while (done > 0) back(entities[--done]);
        } catch (const std::bad_alloc&) {
            // The others stay as they are: there is not even enough memory to put them back.
        }
        throw;
    }
}

}  // namespace

Edit carry_out(World& world, Schedule&, FitBlocks& edit) {
    const CauseScope cause(world, "edit: fit");
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

Edit carry_out(World& world, Schedule&, GatherBlocks& edit) {
    const CauseScope cause(world, "edit: gather");
    if (!edit.undo) world.gather_blocks();
    return GatherBlocks{!edit.undo};
}

Edit carry_out(World& world, Schedule&, FoldTags& edit) {
    const CauseScope cause(world, "edit: fold");
    const ComponentId into = component_for(world, edit);
    std::vector<Entity> entities;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (std::none_of(edit.tags.begin(), edit.tags.end(), [&](ComponentId tag) { return archetype.has(tag); }))
            continue;
        const std::vector<Entity> rows = last_rows_first(archetype);
        entities.insert(entities.end(), rows.begin(), rows.end());
    }
    for (const Entity entity : edit.without) {
        const bool listed =
            std::any_of(edit.tags.begin(), edit.tags.end(), [&](ComponentId tag) { return world.has(entity, tag); });
        if (world.alive(entity) && !listed) entities.push_back(entity);
    }
    UnfoldTags inverse{into, edit.tags};
    each_or_none(
        entities, [&](Entity entity) { fold(world, entity, edit.tags, into); },
        [&](Entity entity) { unfold(world, entity, into, edit.tags); });
    return inverse;
}

Edit carry_out(World& world, Schedule&, UnfoldTags& edit) {
    const CauseScope cause(world, "edit: fold");
    FoldTags inverse{edit.tags, world.types()[edit.from].name, {}};
    std::vector<Entity> entities;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (!archetype.has(edit.from)) continue;
        const std::vector<Entity> rows = last_rows_first(archetype);
        entities.insert(entities.end(), rows.begin(), rows.end());
    }
    inverse.without.reserve(entities.size());
    each_or_none(
        entities,
        [&](Entity entity) {
            if (!unfold(world, entity, edit.from, edit.tags)) inverse.without.push_back(entity);
        },
        [&](Entity entity) { fold(world, entity, edit.tags, edit.from); });
    return inverse;
}

}  // namespace ecs
