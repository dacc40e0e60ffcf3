#include "probe/run/shown_worlds.hpp"

#include <algorithm>
#include <utility>

#include "probe/wire/picture.hpp"

namespace probe {

std::vector<ShownWorld>::iterator ShownWorlds::find(std::string_view name) {
    return std::find_if(worlds_.begin(), worlds_.end(), [&](const ShownWorld& each) { return each.name == name; });
}

bool ShownWorlds::add(ShownWorld world) {
    const auto known = find(world.name);
    if (known == worlds_.end()) {
        worlds_.push_back(std::move(world));
        return worlds_.size() == 1;
    }
    *known = std::move(world);
    return known == worlds_.begin() + static_cast<std::ptrdiff_t>(chosen_);
}

bool ShownWorlds::remove(std::string_view name) {
    const auto known = find(name);
    if (known == worlds_.end()) return false;
    const auto position = static_cast<std::size_t>(known - worlds_.begin());
    const bool was_chosen = position == chosen_;
    worlds_.erase(known);
    if (was_chosen)
        chosen_ = 0;
    else if (position < chosen_)
        --chosen_;
    return was_chosen;
}

void ShownWorlds::clear() {
    worlds_.clear();
    chosen_ = 0;
}

bool ShownWorlds::choose(std::string_view name) {
    const auto known = find(kept_name(name));
    auto position = static_cast<std::size_t>(known - worlds_.begin());
    if (position >= std::min(worlds_.size(), most_worlds)) position = 0;
    if (worlds_.empty() || position == chosen_) return false;
    chosen_ = position;
    return true;
}

ecs::OwnerWorlds ShownWorlds::names() const {
    ecs::OwnerWorlds names;
    if (worlds_.size() == 1 && worlds_.front().name.empty()) return names;
    // Worlds in front of the chosen one only go, so it is among these.
    for (std::size_t i = 0; i < worlds_.size() && i < most_worlds; ++i) names.names.push_back(worlds_[i].name);
    names.shown = chosen_;
    return names;
}

}  // namespace probe
