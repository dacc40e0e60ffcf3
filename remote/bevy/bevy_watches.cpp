#include "remote/bevy/bevy_watches.hpp"

#include <algorithm>
#include <utility>

#include "remote/bevy/bevy_dialect.hpp"

namespace remote {

void BevyWatches::want(std::span<const ecs::OwnerKey> keys) {
    wanted_.assign(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(std::min(keys.size(), most)));
}

void BevyWatches::end(Watch& watch) {
    newer_.erase(watch.key);
    watch.stream->end();
    ending_.push_back(std::move(watch.stream));
}

void BevyWatches::close() {
    for (Watch& each : watches_) end(each);
    watches_.clear();
    std::erase_if(ending_, [](const auto& each) { return each->ended(); });
}

void BevyWatches::keep_up(Clock::time_point now, const std::string& method, const LinkOptions& options,
                          const PathsOf& paths_of) {
    std::erase_if(ending_, [](const auto& each) { return each->ended(); });
    if (now < next_) return;
    std::map<ecs::OwnerKey, std::vector<std::string>> paths;
    if (!method.empty())
        for (const ecs::OwnerKey key : wanted_)
            if (std::vector<std::string> has = paths_of(key); !has.empty() && has.size() <= most_components)
                paths.emplace(key, std::move(has));
    bool changed = false;
    std::erase_if(watches_, [&](Watch& each) {
        const auto wanted = paths.find(each.key);
        if (wanted != paths.end() && wanted->second == each.paths && !each.stream->ended()) {
            paths.erase(wanted);
            return false;
        }
        end(each);
        changed = true;
        return true;
    });
    for (auto& [key, has] : paths) {
        const LinkRequest request = call_text(method, {{"entity", key}, {"components", has}, {"strict", false}});
        watches_.push_back({key, std::move(has), std::make_unique<EventStream>(options, request)});
        changed = true;
    }
    if (changed) next_ = now + settle;
}

std::vector<BevyWatches::Change> BevyWatches::take() {
    std::vector<Change> changes;
    for (Watch& watch : watches_) {
        const bool ended = watch.stream->ended();
        for (const std::string& event : watch.stream->take()) {
            const BevyReply said = reply_in({.outcome = LinkReply::Outcome::Answered, .status = 200, .body = event});
            if (!said.result || !said.result->is_object()) {
                watch.stream->end();  // the entity is gone, for example: the program would say so in each frame
                continue;
            }
            const auto values = said.result->find("components"), gone = said.result->find("removed");
            if (values != said.result->end() && values->is_object())
                for (const auto& [path, value] : values->items()) changes.push_back({watch.key, path, value});
            if (gone != said.result->end() && gone->is_array())
                for (const Json& path : *gone)
                    if (path.is_string()) changes.push_back({watch.key, path.get<std::string>(), {}});
        }
        // An ended one does not say what changed after it.
        if (ended) newer_.erase(watch.key);
        for (const Change& each : changes)
            if (!ended && each.key == watch.key) newer_[each.key][each.path] = each.value;
    }
    return changes;
}

void BevyWatches::round_begins() { newer_.clear(); }

const std::optional<Json>* BevyWatches::newer(ecs::OwnerKey key, const std::string& path) const {
    const auto found = newer_.find(key);
    if (found == newer_.end()) return nullptr;
    const auto value = found->second.find(path);
    return value == found->second.end() ? nullptr : &value->second;
}

}  // namespace remote
