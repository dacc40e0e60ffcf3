#include "remote/bevy/bevy_watches.hpp"

#include <algorithm>
#include <utility>

#include "remote/bevy/bevy_dialect.hpp"

namespace remote {

void BevyWatches::end(Watch& watch) {
    newer_.erase(watch.key);
    if (!watch.refused && !watch.stream->ended()) backoffs_.erase(watch.key);
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
            if (std::vector<std::string> has = paths_of(key);
                paths.size() < most && !has.empty() && has.size() <= most_components)
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
    std::erase_if(backoffs_, [&](const auto& each) {
        return std::find(wanted_.begin(), wanted_.end(), each.first) == wanted_.end();
    });
    for (auto& [key, has] : paths) {
        Backoff& backoff = backoffs_.try_emplace(key, settle, most_wait).first->second;
        if (!backoff.due(now)) continue;
        backoff.failed(now);  // until it says something
        const LinkRequest request = call_text(method, {{"entity", key}, {"components", has}, {"strict", false}});
        watches_.push_back({key, std::move(has), std::make_unique<EventStream>(options, request)});
        changed = true;
    }
    if (changed) next_ = now + settle;
}

bool BevyWatches::any_news() const {
    return std::any_of(watches_.begin(), watches_.end(), [](const Watch& each) { return each.stream->has_events(); });
}

std::vector<BevyWatches::Change> BevyWatches::take() {
    std::vector<Change> changes;
    for (Watch& watch : watches_) {
        const bool ended = watch.stream->ended();
        Change change;
        change.key = watch.key;
        for (const std::string& event : watch.stream->take()) {
            const BevyReply said = reply_in({.outcome = LinkReply::Outcome::Answered, .status = 200, .body = event});
            if (!said.result || !said.result->is_object()) {
                watch.refused = true;
                watch.stream->end();  // the entity is gone, for example: the program would say so in each frame
                break;
            }
            backoffs_.erase(watch.key);
            const auto values = said.result->find("components"), gone = said.result->find("removed");
            if (values != said.result->end() && values->is_object())
                for (const auto& [path, value] : values->items()) change.values[path] = value;
            if (gone == said.result->end() || !gone->is_array()) continue;
            for (const Json& path : *gone) {
                if (!path.is_string()) continue;
                change.removed = true;
                change.values.erase(path.get<std::string>());
                if (const auto newer = newer_.find(watch.key); newer != newer_.end())
                    newer->second.erase(path.get<std::string>());
            }
        }
        // An ended one does not say what changed after it.
        if (ended)
            newer_.erase(watch.key);
        else
            for (const auto& [path, value] : change.values) newer_[watch.key][path] = value;
        if (change.removed || !change.values.empty()) changes.push_back(std::move(change));
    }
    return changes;
}

const Json* BevyWatches::newer(ecs::OwnerKey key, const std::string& path) const {
    const auto found = newer_.find(key);
    if (found == newer_.end()) return nullptr;
    const auto value = found->second.find(path);
    return value == found->second.end() ? nullptr : &value->second;
}

}  // namespace remote
