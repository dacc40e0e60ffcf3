// The part of World that moves rows out to TakenRows, and puts them back where they were.

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "ecs/storage/dead_rows.hpp"
#include "ecs/world/row_steps.hpp"
#include "ecs/world/taken_rows.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

namespace {

/// Calls visit(chunk, first, count) for the dead rows of an archetype that follow each other.
template <class Visit>
void each_dead_run(const Archetype& archetype, const DeadRows& dead, Visit&& visit) {
    for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
        const Chunk& chunk = archetype.chunk(position);
        if (chunk.rows == 0 || dead.count(chunk.id) == 0) continue;
        if (dead.count(chunk.id) == chunk.rows) {
            visit(chunk, std::uint32_t{0}, chunk.rows);
            continue;
        }
        for (std::uint32_t row = dead.next(chunk.id, 0, chunk.rows); row < chunk.rows;) {
            std::uint32_t end = row + 1;
            while (end < chunk.rows && dead.is_dead(chunk.id, end)) ++end;
            visit(chunk, row, end - row);
            row = dead.next(chunk.id, end, chunk.rows);
        }
    }
}

/// Where the rows lay before that are left after World::close_holes: it drops chunks without live rows, and then fills
/// each hole with the last row.
std::vector<std::uint32_t> places_of_the_others(const TakenRows::Group& group) {
    std::vector<bool> gone(group.rows_before);
    for (const TakenRows::Places& run : group.places) std::fill_n(gone.begin() + run.first, run.count, true);
    std::vector<std::uint32_t> left;
    left.reserve(group.rows_before);
    for (std::size_t first = 0; first < group.rows_before; first += group.chunk_rows) {
        const std::size_t end = std::min<std::size_t>(first + group.chunk_rows, group.rows_before);
        if (std::find(gone.begin() + static_cast<std::ptrdiff_t>(first),
                      gone.begin() + static_cast<std::ptrdiff_t>(end),
                      false) == gone.begin() + static_cast<std::ptrdiff_t>(end))
            continue;
        for (std::size_t row = first; row < end; ++row) left.push_back(static_cast<std::uint32_t>(row));
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (!gone[left[i]]) continue;
        while (left.size() > i && gone[left.back()]) left.pop_back();
        if (left.size() == i) break;
        left[i] = left.back();
        left.pop_back();
    }
    return left;
}

}  // namespace

/// The steps of take_rows() and put_rows_back().
class World::RowTaking {
public:
    explicit RowTaking(World& world) : world_(world), dead_(world.chunks_.size()) {}

    // Out of the world

    /// What is left of a family afterwards, in order.
    using Families = std::vector<std::vector<Entity>>;

    void mark(std::span<const Entity> entities) {
        dying_.resize(world_.archetypes_.size());
        for (const Entity entity : entities) {
            const auto [chunk_id, row] = world_.index_.place_of(entity);
            dead_.mark(chunk_id, row);
            ++dying_[world_.chunks_[chunk_id].archetype->id_];
        }
    }
    bool dies(ArchetypeId archetype) const { return dying_[archetype] != 0; }
    bool dies(Entity entity) const {
        const auto [chunk_id, row] = world_.index_.place_of(entity);
        return dead_.is_dead(chunk_id, row);
    }

    /// Copies what memcpy can move, and takes the memory for the rest.
    TakenRows::Group group_of(const Archetype& archetype) {
        TakenRows::Group group;
        group.types = archetype.types_;
        group.rows_before = archetype.entity_count_;
        group.chunk_rows = archetype.layout_.capacity;
        group.made_at_ticks.reserve(archetype.chunks_.size());
        for (const Chunk* chunk : archetype.chunks_) group.made_at_ticks.push_back(chunk->made_at_tick);
        each_dead_run(archetype, dead_, [&](const Chunk& chunk, std::uint32_t first, std::uint32_t count) {
            for (std::uint32_t row = first; row < first + count; ++row) group.entities.push_back(chunk.entities()[row]);
            const std::uint32_t place = chunk.position * group.chunk_rows + first;
            if (!group.places.empty() && group.places.back().first + group.places.back().count == place)
                group.places.back().count += count;
            else
                group.places.push_back({place, count});
        });
        for (std::size_t i = 0; i < group.types.size(); ++i) {
            const ComponentType& type = *group.types[i];
            group.columns.push_back(type.is_tag() ? nullptr
                                                  : std::make_shared<TakenRows::Column>(type, group.entities.size()));
            if (!type.is_tag() && type.trivial) move_column(archetype, i, *group.columns[i]);
        }
        return group;
    }
    void move_other_values(const Archetype& archetype, const TakenRows::Group& group) noexcept {
        for (std::size_t i = 0; i < group.types.size(); ++i)
            if (!group.types[i]->trivial && !group.types[i]->is_tag()) move_column(archetype, i, *group.columns[i]);
    }

    /// The families that lose children, as they are; returns what will be left of them.
    Families families_of(std::span<const Entity> entities, std::vector<TakenRows::Family>& families) {
        std::unordered_set<Entity> known;
        Families left;
        const auto add = [&](Entity parent, bool dies_too) {
            const std::span<const Entity> children = world_.hierarchy_.children(parent);
            families.push_back({parent, {children.begin(), children.end()}});
            left.emplace_back();
            if (dies_too) return;
            std::copy_if(children.begin(), children.end(), std::back_inserter(left.back()),
                         [&](Entity child) { return !dies(child); });
        };
        Entity last;
        for (const Entity entity : entities) {
            if (!world_.hierarchy_.children(entity).empty()) add(entity, true);
            const Entity parent = world_.parent_of(entity);
            if (!parent || parent == last || dies(parent)) continue;
            last = parent;
            if (known.insert(parent).second) add(parent, false);
        }
        return left;
    }

    void tell_of_leaving(const Archetype& archetype) const {
        each_dead_run(archetype, dead_, [&](const Chunk& chunk, std::uint32_t first, std::uint32_t count) {
            for (std::uint32_t row = first; row < first + count; ++row) {
                const Entity entity = chunk.entities()[row];
                if (!archetype.trivial_)
                    world_.report_leaving(entity, archetype, {archetype.chunks_[chunk.position], row});
                world_.report_destroyed(entity, location_of(chunk, row));
            }
        });
    }
    void drop_rows(Archetype& archetype, const TakenRows::Group& group) {
        group.entities.each([&](Entity entity) { world_.index_.park(entity); });
        world_.index_.count_alive(-static_cast<std::ptrdiff_t>(group.entities.size()));
        world_.structural_changes_ += group.entities.size();
        world_.close_holes(archetype, dead_);
    }

    // Back into the world

    Archetype& archetype_of(const TakenRows::Group& group) {
        std::vector<ComponentId> components;
        for (const ComponentType* type : group.types) components.push_back(type->id);
        return world_.add_archetype(std::move(components));
    }

    void put_back(Archetype& archetype, const TakenRows::Group& group, std::span<const std::uint32_t> others) {
        const std::size_t before = archetype.entity_count_, count = group.entities.size();
        const bool exact =
            before == group.rows_before - count && (before == 0 || archetype.layout_.capacity == group.chunk_rows);
        add_raw_rows(archetype, count);
        const std::uint64_t now = world_.begin_change(archetype.has_name_);
        if (exact && before != 0) make_way(archetype, others, now);
        std::size_t next = 0;  // in the columns
        if (!exact) {
            fill(archetype, group, before, next, count, now);
        } else {
            for (const TakenRows::Places& run : group.places) {
                fill(archetype, group, run.first, next, run.count, now);
                next += run.count;
            }
            if (archetype.chunks_.size() == group.made_at_ticks.size())
                for (std::size_t i = 0; i < archetype.chunks_.size(); ++i)
                    archetype.chunks_[i]->made_at_tick = group.made_at_ticks[i];
        }
        std::size_t row = 0;
        std::size_t run = 0, in_run = 0;
        group.entities.each([&](Entity entity) {
            const std::size_t at = exact ? group.places[run].first + in_run : before + row;
            const Row place = row_at(archetype, at);
            world_.index_.acquire(entity);
            place.chunk->entity_column()[place.row] = entity;
            world_.index_.place(entity, place.chunk->id, place.row);
            ++row;
            if (exact && ++in_run == group.places[run].count) {
                ++run;
                in_run = 0;
            }
        });
        world_.index_.count_alive(static_cast<std::ptrdiff_t>(count));
        world_.structural_changes_ += count;
        if (!world_.heard_) return;
        group.entities.each([&](Entity entity) {
            const auto [chunk_id, at] = world_.index_.place_of(entity);
            world_.report_created(entity, {world_.chunks_[chunk_id].chunk, at});
            world_.settle();
        });
    }

    void put_families_back(const std::vector<TakenRows::Family>& families, const std::vector<bool>& back) {
        for (const TakenRows::Family& family : families) {
            const auto is_back = [&](Entity child) { return back[child.index]; };
            const std::span<const Entity> present = world_.hierarchy_.children(family.parent);
            auto at = present.begin();
            const bool as_it_was =
                std::all_of(family.children.begin(), family.children.end(),
                            [&](Entity child) { return is_back(child) || (at != present.end() && *at++ == child); }) &&
                at == present.end();
            if (as_it_was) {
                world_.hierarchy_.set_children(family.parent, family.children);
                continue;
            }
            for (const Entity child : family.children)
                if (is_back(child)) world_.hierarchy_.link(child, family.parent);
        }
    }

private:
    static Row row_at(const Archetype& archetype, std::size_t place) {
        const std::size_t capacity = archetype.layout_.capacity;
        return {archetype.chunks_[place / capacity], static_cast<std::uint32_t>(place % capacity)};
    }
    void move_column(const Archetype& archetype, std::size_t column, TakenRows::Column& to) noexcept {
        const ComponentType& type = *archetype.types_[column];
        const std::uint32_t start = archetype.layout_.offsets[column];
        std::size_t next = 0;
        each_dead_run(archetype, dead_, [&](const Chunk& chunk, std::uint32_t first, std::uint32_t count) {
            std::byte* const from = archetype.chunks_[chunk.position]->at(start) + std::size_t{first} * type.size;
            relocate_values(type, to.at(next), from, count);
            next += count;
        });
        to.set_count(next);
    }
    void add_raw_rows(Archetype& archetype, std::size_t count) {
        while (count > 0) {
            world_.ensure_room(archetype);
            Chunk& chunk = *archetype.last_;
            const auto added = static_cast<std::uint32_t>(std::min<std::size_t>(count, chunk.capacity - chunk.rows));
            chunk.rows += added;
            archetype.entity_count_ += added;
            count -= added;
        }
    }
    /// Moves each row to where it lay before. It moves towards the end, or stays.
    void make_way(Archetype& archetype, std::span<const std::uint32_t> others, std::uint64_t now) {
        for (std::size_t i = others.size(); i-- > 0;) {
            if (others[i] == i) continue;
            const Row from = row_at(archetype, i), to = row_at(archetype, others[i]);
            const Entity entity = from.chunk->entity_column()[from.row];
            to.chunk->entity_column()[to.row] = entity;
            relocate_row(archetype, from, to);
            world_.index_.place(entity, to.chunk->id, to.row);
            from.chunk->versions[0] = to.chunk->versions[0] = now;
            if (world_.journal_) world_.report_filled_hole(archetype, entity, from, location_of(to));
        }
    }
    /// Values of `count` rows from `next` on in the columns, into rows that follow each other in the archetype.
    void fill(Archetype& archetype, const TakenRows::Group& group, std::size_t place, std::size_t next,
              std::size_t count, std::uint64_t now) {
        while (count > 0) {
            const Row row = row_at(archetype, place);
            const std::size_t some = std::min<std::size_t>(count, row.chunk->capacity - row.row);
            for (std::size_t i = 0; i < group.types.size(); ++i) {
                const ComponentType& type = *group.types[i];
                if (type.is_tag()) continue;
                relocate_values(type, row.value(archetype.layout_.offsets[i], type.size), group.columns[i]->at(next),
                                some);
            }
            row.chunk->versions[0] = now;
            place += some;
            next += some;
            count -= some;
        }
    }

    World& world_;
    DeadRows dead_;
    std::vector<std::size_t> dying_;  // by archetype
};

std::shared_ptr<TakenRows> World::take_rows(std::span<const Entity> entities) {
    if (!may_change("take_rows")) return nullptr;
    RowTaking taking(*this);
    taking.mark(entities);
    auto taken = std::make_shared<TakenRows>();
    std::vector<Archetype*> archetypes;
    for (const auto& archetype : archetypes_) {
        if (!taking.dies(archetype->id_)) continue;
        taken->groups.push_back(taking.group_of(*archetype));
        archetypes.push_back(archetype.get());
    }
    RowTaking::Families left;
    if (!hierarchy_.empty()) left = taking.families_of(entities, taken->families);

    // From here on nothing can fail.
    if (heard_)
        for (const Archetype* archetype : archetypes) taking.tell_of_leaving(*archetype);
    for (std::size_t i = 0; i < left.size(); ++i) hierarchy_.set_children(taken->families[i].parent, left[i]);
    for (std::size_t i = 0; i < archetypes.size(); ++i) {
        taking.move_other_values(*archetypes[i], taken->groups[i]);
        taking.drop_rows(*archetypes[i], taken->groups[i]);
    }
    return taken;
}

void World::put_rows_back(TakenRows& rows) {
    if (!may_change("put_rows_back")) return;
    RowTaking putting(*this);
    std::vector<Archetype*> archetypes;
    std::vector<std::vector<std::uint32_t>> others;
    for (const TakenRows::Group& group : rows.groups) {
        archetypes.push_back(&putting.archetype_of(group));
        const bool some_left = group.entities.size() < group.rows_before;
        others.push_back(some_left ? places_of_the_others(group) : std::vector<std::uint32_t>());
    }
    std::vector<bool> back(slot_count());
    std::uint32_t last_child = 0;
    for (const TakenRows::Group& group : rows.groups)
        group.entities.each([&](Entity each) { back[each.index] = true; });
    for (const TakenRows::Family& family : rows.families)
        for (const Entity child : family.children) last_child = std::max(last_child, child.index);
    if (back.size() <= last_child) back.resize(std::size_t{last_child} + 1);
    for (const TakenRows::Family& family : rows.families)
        hierarchy_.reserve_children(family.parent, children(family.parent).size() + family.children.size(), last_child);
    std::vector<PendingRoom> rooms(archetypes_.size());
    for (std::size_t i = 0; i < archetypes.size(); ++i) {
        std::size_t& needed = rooms[archetypes[i]->id_].rows;
        needed += rows.groups[i].entities.size();
        // Its first block had room for so many.
        if (archetypes[i]->entity_count_ == 0)
            needed = std::max<std::size_t>(needed, std::min(rows.groups[i].chunk_rows, archetypes[i]->full_capacity_));
    }
    const BlockPool::Hold hold(blocks_);
    reserve_rooms(rooms, hold);

    // From here on nothing can fail.
    for (std::size_t i = 0; i < archetypes.size(); ++i) {
        make_pending_room(*archetypes[i], rooms[archetypes[i]->id_]);
        putting.put_back(*archetypes[i], rows.groups[i], others[i]);
        // What memcpy cannot move has left the columns.
        for (std::size_t c = 0; c < rows.groups[i].types.size(); ++c)
            if (!rows.groups[i].types[c]->trivial && rows.groups[i].columns[c]) rows.groups[i].columns[c]->set_count(0);
    }
    putting.put_families_back(rows.families, back);
}

}  // namespace ecs
