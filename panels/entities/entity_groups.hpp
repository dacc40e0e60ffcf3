// The groups of the Entities panel: entities of one archetype, or with names that begin alike ("Enemy 1" and
// "Enemy 2" are of the group "Enemy"). A group is a header, and below it its entities if it is open.
//
// EntityList owns it and makes the rows in slices. Groups of archetypes need no walk: an archetype knows how many
// entities it has, and only open groups list them, in the order of their rows. Groups of names are made from all
// names, in the order of ids. Numbers of groups stay the same until forget().
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "ecs/world/world.hpp"
#include "panels/entities/entity_filter.hpp"

namespace panels {

struct EntityRow {
    static constexpr std::uint32_t no_group = static_cast<std::uint32_t>(-1);

    ecs::Entity entity = {};  // null: the header of a group
    std::uint16_t depth = 0;
    bool hit = true;          // false: a header, or shown only because an entity below it matches
    bool hits_below = false;  // with a filter: an entity below it matches
    std::uint32_t group = no_group;

    bool is_group() const { return group != no_group && !entity; }
};

class EntityGroups {
public:
    enum class By : std::uint8_t { Archetype, Name };
    /// More beginnings of names than that are one group.
    static constexpr std::size_t most_names = 65'536;

    EntityGroups() = default;
    EntityGroups(EntityGroups&&) = default;  // copies would point into the names of the original
    EntityGroups& operator=(EntityGroups&&) = default;

    /// The beginning of a name, by which it is grouped: the name without the number at its end.
    static std::string_view beginning_of(std::string_view name);

    /// Begins a new list. The counts of the last one stay until finish().
    void begin(By by);
    /// Adds a row, or looks at one entity. Returns false when nothing is left to do.
    template <class Matches>
    bool list_next(const ecs::World& world, EntityFilter& filter, Matches matches, std::vector<EntityRow>& rows);
    /// Of groups by name: after all entities were added.
    bool list_next(std::vector<EntityRow>& rows);
    void add(const ecs::World& world, ecs::Entity entity);
    void finish();
    /// Entities in groups of the list that is being made.
    std::size_t counted() const { return counted_; }
    float progress(const ecs::World& world) const;

    bool open(std::uint32_t group) const { return searches_ ? !folded().contains(group) : opened().contains(group); }
    void set_open(std::uint32_t group, bool open_now);
    /// Returns whether it was folded.
    bool open_group_of(const ecs::World& world, ecs::Entity entity, By by);
    /// A filter that searches opens all groups unless a person folds them.
    void filter_changed(bool searches);
    void forget() { *this = EntityGroups(); }

    By by() const { return by_; }
    /// What matches in the group, as of the last list.
    std::size_t count(std::uint32_t group) const { return group < counts_.size() ? counts_[group] : 0; }
    /// Of groups by name: the beginning. Empty for the entities without a name, and for other_names().
    std::string_view name(std::uint32_t group) const {
        return group < texts_.size() ? std::string_view(*texts_[group]) : std::string_view();
    }
    static constexpr std::uint32_t without_name = 0, other_names = 1;

private:
    using Names = std::map<std::string, std::uint32_t, std::less<>>;

    std::uint32_t group_of(std::string_view name);
    void count_one(std::uint32_t group);
    const std::unordered_set<std::uint32_t>& folded() const { return folded_[static_cast<std::size_t>(by_)]; }
    const std::unordered_set<std::uint32_t>& opened() const { return opened_[static_cast<std::size_t>(by_)]; }

    By by_ = By::Archetype;
    bool searches_ = false;
    std::unordered_set<std::uint32_t> opened_[2], folded_[2];  // by `By`
    std::vector<std::size_t> counts_, next_counts_;            // by group
    std::size_t counted_ = 0;

    // By archetype: where the walk is.
    ecs::ArchetypeId archetype_ = 0;
    bool in_archetype_ = false;
    std::size_t chunk_ = 0, row_ = 0;

    // By name.
    Names names_;
    std::vector<const std::string*> texts_;          // by group
    std::vector<std::vector<ecs::Entity>> members_;  // by group, of those that are open
    std::vector<std::uint32_t> order_;               // of the groups in the list; made when the listing begins
    std::size_t listed_ = 0, member_ = 0;
    bool ordered_ = false, in_group_ = false;
};

template <class Matches>
bool EntityGroups::list_next(const ecs::World& world, EntityFilter& filter, Matches matches,
                             std::vector<EntityRow>& rows) {
    if (archetype_ >= world.archetype_count()) return false;
    const ecs::Archetype& archetype = world.archetype(archetype_);
    const bool is_open = open(archetype_);
    if (!in_archetype_) {
        const auto verdict = filter.verdict_of(world, archetype);
        if (archetype.entity_count() == 0 || verdict == EntityFilter::Verdict::Never) {
            ++archetype_;
            return true;
        }
        rows.push_back({.hit = false, .group = archetype_});
        if (!is_open && verdict == EntityFilter::Verdict::Always) {
            if (archetype_ >= next_counts_.size()) next_counts_.resize(world.archetype_count());
            next_counts_[archetype_] = archetype.entity_count();
            counted_ += archetype.entity_count();
            ++archetype_;
            return true;
        }
        in_archetype_ = true;
        chunk_ = row_ = 0;
        return true;
    }
    if (chunk_ >= archetype.chunk_count()) {
        if (archetype_ >= next_counts_.size() || next_counts_[archetype_] == 0) rows.pop_back();
        in_archetype_ = false;
        ++archetype_;
        return true;
    }
    const auto entities = archetype.chunk(chunk_).entities();
    if (row_ >= entities.size()) {
        ++chunk_;
        row_ = 0;
        return true;
    }
    const ecs::Entity entity = entities[row_++];
    if (!matches(entity)) return true;
    count_one(archetype_);
    if (is_open) rows.push_back({.entity = entity, .depth = 1, .group = archetype_});
    return true;
}

}  // namespace panels
