#include "probe/run/zones.hpp"

#include <algorithm>
#include <utility>

#include "ecs/base/utf8.hpp"

namespace probe {

void Zones::begin_tick() {
    for (Known& each : zones_) {
        if (!std::exchange(each.ran, false)) continue;
        each.last_secs = std::exchange(each.secs, 0);
        each.min_secs = each.runs == 0 ? each.last_secs : std::min(each.min_secs, each.last_secs);
        each.max_secs = std::max(each.max_secs, each.last_secs);
        each.sum_secs += each.last_secs;
        ++each.runs;
    }
    former_order_ = std::exchange(order_, {});
}

void Zones::begin(std::string_view name) {
    running_ = ecs::whole_characters(name, most_name_bytes);
    const auto found =
        std::find_if(zones_.begin(), zones_.end(), [&](const Known& each) { return each.name == running_; });
    running_zone_.reset();
    if (found != zones_.end())
        running_zone_ = static_cast<std::size_t>(found - zones_.begin());
    else if (zones_.size() < most) {
        running_zone_ = zones_.size();
        zones_.emplace_back().name = running_;
    }
}

void Zones::end(double secs) {
    running_.clear();
    if (!running_zone_) return;
    const std::size_t zone = *std::exchange(running_zone_, std::nullopt);
    zones_[zone].ran = true;
    zones_[zone].secs += secs;
    if (order_.size() < most_in_tick) order_.push_back(zone);
}

std::optional<std::size_t> Zones::place_behind() const {
    const std::size_t ran = order_.size();
    // As far as both ticks are alike, else behind the place where the last one ran first.
    if (ran == 0 || (ran <= former_order_.size() && former_order_[ran - 1] == order_.back())) return ran;
    const auto last = std::find(former_order_.begin(), former_order_.end(), order_.back());
    if (last == former_order_.end()) return std::nullopt;
    return static_cast<std::size_t>(last - former_order_.begin()) + 1;
}

std::string_view Zones::next() const {
    if (running_zone_) return running_;
    const std::optional<std::size_t> place = place_behind();
    return place && *place < former_order_.size() ? std::string_view(zones_[former_order_[*place]].name)
                                                  : std::string_view();
}

void Zones::wrote(std::span<const std::uint32_t> types) {
    if (!running_zone_) return;
    std::vector<std::uint32_t>& writes = zones_[*running_zone_].writes;
    for (const std::uint32_t type : types)
        if (std::find(writes.begin(), writes.end(), type) == writes.end()) writes.push_back(type);
}

std::vector<ecs::OwnerSystem> Zones::systems(std::span<const ecs::OwnerSystem> others) const {
    std::vector<ecs::OwnerSystem> all(others.begin(), others.end());
    for (const Known& zone : zones_) {
        const auto has_name = [&](const ecs::OwnerSystem& each) { return each.name == zone.name; };
        if (std::any_of(others.begin(), others.end(), has_name)) continue;
        ecs::OwnerSystem& made = all.emplace_back();
        made.name = zone.name;
        made.description = "a zone of the program's own loop";
        made.why_not_switch = "it is a part of the program's own loop, which only the program can leave out";
        for (const std::uint32_t type : zone.writes) made.accesses.push_back({type, true});
        made.runs = zone.runs;
        if (zone.runs == 0) continue;
        made.last_secs = zone.last_secs;
        made.mean_secs = zone.sum_secs / static_cast<double>(zone.runs);
        made.min_secs = zone.min_secs;
        made.max_secs = zone.max_secs;
    }
    return all;
}

}  // namespace probe
