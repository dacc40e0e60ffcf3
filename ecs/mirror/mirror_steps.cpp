// The end of steps that were sent to the owner: what it refused is taken back, and told.
#include <algorithm>
#include <string>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/mirror/mirror.hpp"

namespace ecs {

void Mirror::end_steps() {
    for (Waiting& waiting : requests_)
        if (std::exchange(waiting.asked_again, false)) waiting.asked = false;
    // What was to happen to an entity that the owner does not have, and will not get, cannot happen any more.
    for (Waiting& waiting : requests_) {
        if (waiting.asked || resolve(waiting)) continue;
        const auto creates = [&](const Waiting& each) {
            return each.request.kind == OwnerRequest::Kind::Create && each.step != 0 &&
                   (each.entity == waiting.entity || each.entity == waiting.parent) && &each != &waiting;
        };
        if (std::any_of(requests_.begin(), requests_.end(), creates)) continue;
        settle(waiting, OwnerReply::refused(std::string(tr("the entity is gone"))));
    }
    std::erase_if(requests_, [](const Waiting& each) { return each.step == 0; });

    std::vector<Step> ended;
    for (Step& step : steps_)
        if (step.open == 0) ended.push_back(std::move(step));
    std::erase_if(steps_, [&](const Step& step) { return step.open == 0; });
    for (const Step& step : ended)
        if (!step.refused.empty()) step.is_partial() ? take_back_refused(step) : take_back(step);

    note_waiting();
    std::vector<OwnerKey> keys;
    for (const OwnerKey key : held_back_)
        if (!waiting_.contains(entity_of(key))) keys.push_back(key);
    if (keys.empty()) return;
    owner_.send_again(keys);
    for (const OwnerKey key : keys) held_back_.erase(key);
}

std::string Mirror::refusal_of(const Step& step) const {
    return phrase("{} refused \"{}\": {}", owner_.name(), step.label, step.refused);
}

void Mirror::take_back(const Step& step) {
    if (!step.quiet) news_.messages.push_back(refusal_of(step));
    if (history_ != nullptr && !step.quiet && !step.forgotten && history_->state() == step.state) {
        taken_back_ = &step;
        if (step.direction == StepDirection::Undone)
            (void)history_->redo();
        else if (!history_->give_up_gesture())
            (void)history_->undo();
        taken_back_ = nullptr;
    }
    // Later steps may depend on this one: the owner's truth settles what the inverse edits could not.
    ask_again(step.entities);
}

void Mirror::refuse(Step& step, Entity entity, const std::string& why) {
    if (step.refused.empty()) step.refused = why;
    if (step.may_be_partial) step.refused_entities.push_back(entity);
}

std::string Mirror::partial_refusal_of(const Step& step) const {
    const std::size_t refused = step.refused_entities.size();
    return phrase("{} did \"{}\", but refused {} of {} changes: {}", owner_.name(), step.label, std::to_string(refused),
                  std::to_string(refused + step.done.size()), step.refused);
}

void Mirror::take_back_refused(const Step& step) {
    if (!step.quiet) news_.messages.push_back(partial_refusal_of(step));
    ask_again(step.refused_entities);
}

void Mirror::ask_again(std::span<const Entity> entities) {
    std::vector<OwnerKey> keys;
    std::vector<Entity> gone;  // as far as is known: if the owner has it, it says so
    for (const Entity entity : entities) {
        if (entity.index < known_.size() && known_[entity.index].entity == entity)
            keys.push_back(known_[entity.index].key);
        if (world_.alive(entity) && key_of(entity) == no_owner_key && !comes_back(entity)) gone.push_back(entity);
    }
    const CauseId former = world_.set_cause(cause_);
    (void)destroy_here(gone);
    world_.set_cause(former);
    owner_.send_again(keys);
}

}  // namespace ecs
