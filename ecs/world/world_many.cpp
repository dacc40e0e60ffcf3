// The part of World that adds a component to listed entities, or removes it, and moves rows that lie side by side together.

#include <algorithm>
#include <cstring>

#include "ecs/storage/dead_rows.hpp"
#include "ecs/world/row_steps.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

void World::add_to_many(std::span<const Entity> entities, ComponentId component, std::byte* values) {
    if (may_change("add_to_many")) move_listed(entities, component, true, values);
}

void World::take_from_many(std::span<const Entity> entities, ComponentId component, std::byte* values) {
    if (may_change("take_from_many")) move_listed(entities, component, false, values);
}

// Rows that leave stay where they are until all have left: so the order of rows is that of the list, and no row moves
// twice. No archetype is both left and entered.
void World::move_listed(std::span<const Entity> entities, ComponentId component, bool adding, std::byte* values) {
    check_access(*this, component, Access::Write);
    const ComponentType& type = types_[component];
    std::vector<Archetype::Edge*> steps;  // by the archetype that is left
    std::vector<Archetype*> left;
    std::vector<PendingRoom> rooms;
    for (const Entity entity : entities) {
        Archetype& from = *chunks_[index_.chunk_id(entity)].archetype;
        if (steps.size() <= from.id_) steps.resize(std::size_t{from.id_} + 1);
        if (steps[from.id_] == nullptr) {
            left.push_back(&from);
            steps[from.id_] = &edge(from, component, adding);
            rooms.resize(archetypes_.size());
        }
        ++rooms[steps[from.id_]->target->id_].rows;
    }
    DeadRows gone(chunks_.size());
    const BlockPool::Hold hold(blocks_);
    reserve_rooms(rooms, hold);

    // From here on nothing can fail.
    for (std::size_t done = 0; done < entities.size();) {
        const auto [chunk_id, first] = index_.place_of(entities[done]);
        const ChunkHome& home = chunks_[chunk_id];
        Archetype& from = *home.archetype;
        Archetype::Edge& step = *steps[from.id_];
        Archetype& to = *step.target;
        make_pending_room(to, rooms[to.id_]);
        ensure_room(to);
        if (step.from_block_bytes != from.layout_.block_bytes || step.to_block_bytes != to.layout_.block_bytes)
            Archetype::refresh_offsets(from, step, component);
        const Chunk& source = *home.chunk;
        Chunk& target = *to.last_;
        const std::size_t most =
            std::min<std::size_t>({entities.size() - done, source.rows - first, target.capacity - target.rows});
        std::uint32_t count = 0;
        while (count < most && source.entities()[first + count] == entities[done + count])
            gone.mark(chunk_id, first + count++);

        if (!type.is_tag() && !adding) {
            std::byte* const former = home.chunk->at(from.column_start(component)) + std::size_t{first} * type.size;
            if (!type.trivial && heard_)
                for (std::uint32_t i = 0; i < count; ++i)
                    report_leaving(entities[done + i], type, former + std::size_t{i} * type.size);
            relocate_values(type, values + done * type.size, former, count);
        }
        std::memcpy(target.entity_column() + target.rows, entities.data() + done, count * sizeof(Entity));
        for (std::uint32_t i = 0; i < count; ++i) index_.place(entities[done + i], target.id, target.rows + i);
        for (const Archetype::ColumnCopy& copy : step.copies)
            relocate_values(*from.types_[copy.from_column], target.at(copy.to) + std::size_t{target.rows} * copy.size,
                            home.chunk->at(copy.from) + std::size_t{first} * copy.size, count);
        if (!type.is_tag() && adding)
            relocate_values(type, target.at(step.added_start) + std::size_t{target.rows} * type.size,
                            values + done * type.size, count);
        const std::uint32_t entered = target.rows;
        target.rows += count;
        to.entity_count_ += count;
        target.versions[0] = begin_change(from.has_name_ || to.has_name_);
        structural_changes_ += count;
        if (heard_)
            for (std::uint32_t i = 0; i < count; ++i) {
                report({.kind = ChangeKind::Moved,
                        .entity = entities[done + i],
                        .from = location_of(source, first + i),
                        .to = location_of(target, entered + i),
                        .component = component,
                        .added = adding,
                        .bytes_copied = step.bytes_copied});
                if (adding) settle();
            }
        done += count;
    }
    for (Archetype* const archetype : left) close_holes(*archetype, gone);
}

}  // namespace ecs
