#include "panels/watch/recording.hpp"

#include <algorithm>
#include <unordered_set>

#include "ecs/mirror/mirror.hpp"
#include "ecs/record/owner_writes.hpp"

namespace panels {

void Recording::start(ecs::World& world, ecs::Schedule& schedule, ecs::History& history) {
    components_.clear();
    followed_ = {};
    recorder_.attach(world, schedule, &history);
    choose(what_);
}

std::vector<ecs::Entity> looked_at(const Selection& selection, const Watches& watches, std::size_t most) {
    const std::vector<ecs::Entity>& selected = selection.entities();
    const auto count = static_cast<std::ptrdiff_t>(std::min(selected.size(), most));
    std::vector<ecs::Entity> entities(selected.rbegin(), selected.rbegin() + count);
    // An entity may have many watches.
    std::unordered_set<ecs::Entity> listed(entities.begin(), entities.end());
    for (const Pin& pin : watches.pins())
        if (pin.entity && entities.size() < most && listed.insert(pin.entity).second) entities.push_back(pin.entity);
    return entities;
}

void Recording::follow(const ecs::Mirror* mirror) {
    mirror_ = mirror;
    recorder_.name_direct(mirror == nullptr ? std::string() : mirror->owner().name());
}

void Recording::look() {
    if (ecs::OwnerWrites* const told = mirror_ == nullptr ? nullptr : mirror_->writes())
        recorder_.look_now(*told);
    else
        recorder_.look_now();
}

bool Recording::lacks_some() const {
    const ecs::OwnerWrites* const told = mirror_ == nullptr ? nullptr : mirror_->writes();
    return recorder_.refused() || (told != nullptr && told->lacks_some());
}

void Recording::follow(const Selection& selection, const Watches& watches) {
    // A thousand watches are not read in each frame.
    const Followed now{&selection, selection.revision(), watches.revision(), what_};
    if (now == followed_) return;
    followed_ = now;
    entities_.clear();
    if (what_ == What::Selected) entities_ = looked_at(selection, watches, ecs::FieldRecorder::most_entities);
    recorder_.choose_entities(entities_);
}

void Recording::choose(What what) {
    what_ = what;
    followed_ = {};
    recorder_.choose_everything(what == What::Everything);
    if (what == What::Nothing) {
        components_.clear();
        recorder_.choose_components(components_);
        recorder_.choose_entities({});
    }
}

bool Recording::has(ecs::ComponentId component) const {
    return std::find(components_.begin(), components_.end(), component) != components_.end();
}

void Recording::choose(ecs::ComponentId component, bool recorded) {
    std::erase(components_, component);
    if (recorded) components_.push_back(component);
    recorder_.choose_components(components_);
}

std::string_view Recording::save() const {
    return what_ == What::Nothing ? "nothing" : what_ == What::Everything ? "everything" : "selected";
}

void Recording::load(std::string_view word) {
    if (word == "nothing") choose(What::Nothing);
    if (word == "selected") choose(What::Selected);
    if (word == "everything") choose(What::Everything);
}

}  // namespace panels
