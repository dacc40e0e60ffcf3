#include "ecs/edit/edit_memory.hpp"

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
    type.made_by_edit = true;
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

}  // namespace

Edit execute(World& world, Schedule&, FitBlocks& edit) {
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

Edit execute(World& world, Schedule&, GatherBlocks& edit) {
    const CauseScope cause(world, "edit: gather");
    if (!edit.undo) world.gather_blocks();
    return GatherBlocks{!edit.undo};
}

Edit execute(World& world, Schedule&, FoldTags& edit) {
    const CauseScope cause(world, "edit: fold");
    const ComponentId into = component_for(world, edit);
    std::vector<Entity> entities;
    std::vector<std::byte> values;  // a byte for each tag, of each entity
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (std::none_of(edit.tags.begin(), edit.tags.end(), [&](ComponentId tag) { return archetype.has(tag); }))
            continue;
        for (const Entity entity : last_rows_first(archetype)) {
            entities.push_back(entity);
            for (const ComponentId tag : edit.tags) values.push_back(std::byte{archetype.has(tag)});
        }
    }
    for (const Entity entity : edit.without) {
        const bool listed =
            std::any_of(edit.tags.begin(), edit.tags.end(), [&](ComponentId tag) { return world.has(entity, tag); });
        if (!world.alive(entity) || listed) continue;
        entities.push_back(entity);
        values.resize(values.size() + edit.tags.size());
    }
    const std::array added{into};
    std::vector<RowChange> changes;
    changes.reserve(entities.size());
    for (const Entity entity : entities) changes.push_back({entity, edit.tags, added});
    UnfoldTags inverse{into, edit.tags};

    world.change_many(changes);  // the last that can fail
    const std::vector<Field>& fields = world.types()[into].fields;
    const std::byte* value = values.data();
    for (const Entity entity : entities) {
        auto* folded = static_cast<std::byte*>(world.get_mut(entity, into));
        for (const Field& field : fields) folded[field.offset] = *value++;
    }
    return inverse;
}

Edit execute(World& world, Schedule&, UnfoldTags& edit) {
    const CauseScope cause(world, "edit: fold");
    FoldTags inverse{edit.tags, world.types()[edit.from].name, {}};
    const std::vector<Field>& fields = world.types()[edit.from].fields;
    std::vector<Entity> entities;
    std::vector<ComponentId> added;  // of all of them
    std::vector<std::size_t> ends;   // where those of each end
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (!archetype.has(edit.from)) continue;
        for (const Entity entity : last_rows_first(archetype)) {
            const auto* value = static_cast<const std::byte*>(world.get(entity, edit.from));
            const std::size_t before = added.size();
            for (std::size_t i = 0; i < fields.size(); ++i)
                if (value[fields[i].offset] != std::byte{0}) added.push_back(edit.tags[i]);
            if (added.size() == before) inverse.without.push_back(entity);
            entities.push_back(entity);
            ends.push_back(added.size());
        }
    }
    const std::array removed{edit.from};
    std::vector<RowChange> changes;
    changes.reserve(entities.size());
    for (std::size_t i = 0; i < entities.size(); ++i) {
        const std::size_t start = i == 0 ? 0 : ends[i - 1];
        changes.push_back({entities[i], removed, std::span(added).subspan(start, ends[i] - start)});
    }
    world.change_many(changes);
    return inverse;
}

}  // namespace ecs
