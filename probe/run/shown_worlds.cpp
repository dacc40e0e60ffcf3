#include "probe/run/shown_worlds.hpp"

#include <algorithm>
#include <utility>

#include "probe/wire/picture.hpp"

namespace probe {

const ShownWorld* ShownWorlds::find(std::string_view name) const {
    const auto found =
        std::find_if(worlds_.begin(), worlds_.end(), [&](const ShownWorld& each) { return each.name == name; });
    return found != worlds_.end() ? &*found : nullptr;
}

const ShownWorld* ShownWorlds::find_told(std::string_view name) const {
    const ShownWorld* const found = find(name);
    return found != nullptr && found < worlds_.data() + most_worlds ? found : nullptr;
}

bool ShownWorlds::add(ShownWorld world) {
    const ShownWorld* const known = find(world.name);
    if (known == nullptr) {
        worlds_.push_back(std::move(world));
        return worlds_.size() == 1;
    }
    const auto position = static_cast<std::size_t>(known - worlds_.data());
    worlds_[position] = std::move(world);
    return position == chosen_;
}

bool ShownWorlds::remove(std::string_view name) {
    const ShownWorld* const known = find(name);
    if (known == nullptr) return false;
    const auto position = static_cast<std::size_t>(known - worlds_.data());
    const bool was_chosen = position == chosen_;
    worlds_.erase(worlds_.begin() + static_cast<std::ptrdiff_t>(position));
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
    const ShownWorld* const known = find_told(kept_name(name));
    const std::size_t position = known != nullptr ? static_cast<std::size_t>(known - worlds_.data()) : 0;
    if (worlds_.empty() || position == chosen_) return false;
    chosen_ = position;
    return true;
}

ecs::OwnerWorlds ShownWorlds::names(const ShownWorld& shown) const {
    ecs::OwnerWorlds names;
    if (worlds_.size() == 1 && worlds_.front().name.empty()) return names;
    // Worlds in front of the one that is looked at only go, so it is among these.
    for (std::size_t i = 0; i < worlds_.size() && i < most_worlds; ++i) names.names.push_back(worlds_[i].name);
    names.shown = static_cast<std::size_t>(&shown - worlds_.data());
    return names;
}

}  // namespace probe
