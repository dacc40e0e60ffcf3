// A HookPlace puts a ScheduleHook among those of a schedule, as long as it lives. One schedule may have any number of
// hooks; they are called in the order in which they came. They take stages only while all of them do.
//
//     Schedule::hook ──► list ──► first hook, second hook, …     null while there is none
//
// A hook that somebody set in Schedule::hook without a place is called, too: first. Code that sets one over the list
// must call what was there, and go before the places do.
#pragma once

#include <memory>
#include <span>

#include "ecs/schedule/schedule.hpp"

namespace ecs {

class HookList;

class HookPlace {
public:
    HookPlace() = default;
    ~HookPlace() { leave(); }
    HookPlace(const HookPlace&) = delete;
    HookPlace& operator=(const HookPlace&) = delete;

    /// Both must stay until leave(). Does nothing when the hook is there already.
    void take(Schedule& schedule, ScheduleHook& hook);
    void leave();
    bool taken() const { return hook_ != nullptr; }

private:
    Schedule* schedule_ = nullptr;
    ScheduleHook* hook_ = nullptr;
    std::shared_ptr<HookList> list_;  // also after leave(), while another hook covers it
};

}  // namespace ecs
