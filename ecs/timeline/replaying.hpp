// What a Timeline does while ticks run again.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ecs/timeline/timeline.hpp"
#include "ecs/world/observers.hpp"

namespace ecs {

/// While ticks run again, nobody is told of them, and the keys are those of then.
class Timeline::Replaying {
public:
    explicit Replaying(Timeline& timeline)
        : timeline_(timeline),
          hook_(std::exchange(timeline.schedule_.hook, timeline.replay_hook)),
          journal_(timeline.world_.journal()) {
        timeline_.replaying_ = true;
        for (TickListener* const each : timeline_.schedule_.listeners()) listeners_.push_back(each);
        for (TickListener* const each : listeners_) timeline_.schedule_.remove_listener(*each);
        if (timeline_.inputs_ != nullptr) held_ = timeline_.inputs_->read();
        if (timeline_.world_.find_observers() != nullptr)
            hook_listener_ = std::exchange(timeline_.world_.observers().listener, nullptr);
    }
    ~Replaying() {
        if (hook_listener_ != nullptr) timeline_.world_.observers().listener = hook_listener_;
        if (timeline_.inputs_ != nullptr) timeline_.inputs_->write(held_);
        timeline_.world_.observe(journal_);
        for (TickListener* const each : listeners_) timeline_.schedule_.add_listener(*each);
        timeline_.schedule_.hook = hook_;
        timeline_.replaying_ = false;
    }
    Replaying(const Replaying&) = delete;
    Replaying& operator=(const Replaying&) = delete;

    /// The journal told of the jump: what led there is long past.
    void silence_journal() { timeline_.world_.observe(nullptr); }

private:
    Timeline& timeline_;
    ScheduleHook* hook_;
    Journal* journal_;
    HookListener* hook_listener_ = nullptr;
    std::vector<TickListener*> listeners_;
    std::string held_;
};

}  // namespace ecs
