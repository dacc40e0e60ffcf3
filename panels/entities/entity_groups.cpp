#include "panels/entities/entity_groups.hpp"

#include <algorithm>

namespace panels {

std::string_view EntityGroups::beginning_of(std::string_view name) {
    std::size_t end = name.find_last_not_of("0123456789()[]# _.-:");
    // A bracket or a dot without a number before it belongs to the name.
    if (end != std::string_view::npos && name.find_first_of("0123456789", end) == std::string_view::npos) return name;
    return end == std::string_view::npos ? std::string_view("0") : name.substr(0, end + 1);
}

void EntityGroups::begin(By by) {
    by_ = by;
    archetype_ = 0;
    in_archetype_ = in_group_ = ordered_ = false;
    listed_ = member_ = counted_ = 0;
    next_counts_.clear();
    for (auto& members : members_) members.clear();
    if (by != By::Name) return;
    // Names come and go; those that went are forgotten once they take the room of others.
    if (names_.size() >= most_names) {
        names_.clear();
        texts_.clear();
        counts_.clear();
        opened_[1].clear();
        folded_[1].clear();
    }
    static const std::string nothing;
    if (texts_.empty()) texts_ = {&nothing, &nothing};
}

void EntityGroups::count_one(std::uint32_t group) {
    if (group >= next_counts_.size()) next_counts_.resize(std::size_t{group} + 1);
    ++next_counts_[group];
    ++counted_;
}

std::uint32_t EntityGroups::group_of(std::string_view name) {
    if (name.empty()) return without_name;
    const std::string_view beginning = beginning_of(name);
    const auto known = names_.find(beginning);
    if (known != names_.end()) return known->second;
    if (names_.size() >= most_names) return other_names;
    const auto added = names_.emplace(beginning, static_cast<std::uint32_t>(texts_.size())).first;
    texts_.push_back(&added->first);
    return added->second;
}

void EntityGroups::add(const ecs::World& world, ecs::Entity entity) {
    const std::uint32_t group = group_of(world.name(entity));
    count_one(group);
    if (!open(group)) return;
    if (group >= members_.size()) members_.resize(std::max<std::size_t>(texts_.size(), std::size_t{group} + 1));
    members_[group].push_back(entity);
}

bool EntityGroups::list_next(std::vector<EntityRow>& rows) {
    if (!ordered_) {
        ordered_ = true;
        order_.clear();
        const auto there = [&](std::uint32_t group) { return group < next_counts_.size() && next_counts_[group] > 0; };
        for (const auto& [text, group] : names_)
            if (there(group)) order_.push_back(group);
        for (const std::uint32_t group : {other_names, without_name})
            if (there(group)) order_.push_back(group);
        return true;
    }
    if (listed_ == order_.size()) return false;
    const std::uint32_t group = order_[listed_];
    if (!in_group_) {
        rows.push_back({.hit = false, .group = group});
        in_group_ = true;
        member_ = 0;
        return true;
    }
    if (group < members_.size() && member_ < members_[group].size()) {
        rows.push_back({.entity = members_[group][member_++], .depth = 1, .group = group});
        return true;
    }
    in_group_ = false;
    ++listed_;
    return true;
}

void EntityGroups::finish() { counts_.swap(next_counts_); }

float EntityGroups::progress(const ecs::World& world) const {
    return static_cast<float>(counted_) / static_cast<float>(std::max<std::size_t>(world.entity_count(), 1));
}

void EntityGroups::set_open(std::uint32_t group, bool open_now) {
    auto& noted = (searches_ ? folded_ : opened_)[static_cast<std::size_t>(by_)];
    if (open_now == searches_)
        noted.erase(group);
    else
        noted.insert(group);
}

bool EntityGroups::open_group_of(const ecs::World& world, ecs::Entity entity, By by) {
    if (by_ != by || (by == By::Name && texts_.empty())) begin(by);
    const std::uint32_t group = by == By::Archetype ? world.location(entity).archetype : group_of(world.name(entity));
    if (open(group)) return false;
    set_open(group, true);
    return true;
}

void EntityGroups::filter_changed(bool searches) {
    searches_ = searches;
    for (auto& folded : folded_) folded.clear();
}

}  // namespace panels
