#include "ecs/schedule/hook_place.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ecs {

class HookList final : public ScheduleHook, public std::enable_shared_from_this<HookList> {
public:
    explicit HookList(ScheduleHook* foreign) : foreign_(foreign) {
        if (foreign != nullptr) hooks_.push_back(foreign);
    }

    void add(ScheduleHook& hook) { hooks_.push_back(&hook); }
    void drop(ScheduleHook& hook) { std::erase(hooks_, &hook); }
    bool empty() const { return hooks_.size() == (foreign_ == nullptr ? 0 : 1); }
    ScheduleHook* foreign() const { return foreign_; }

    void before_system(const World& world, const System& system) override {
        tell([&](ScheduleHook& hook) { hook.before_system(world, system); });
    }
    void after_system(const World& world, const System& system) override {
        tell([&](ScheduleHook& hook) { hook.after_system(world, system); });
    }
    void before_commands(const World& world, const System& system) override {
        tell([&](ScheduleHook& hook) { hook.before_commands(world, system); });
    }
    bool takes_stages() const override {
        return std::all_of(hooks_.begin(), hooks_.end(), [](const ScheduleHook* hook) { return hook->takes_stages(); });
    }
    void before_stage(const World& world, std::span<const System* const> systems) override {
        tell([&](ScheduleHook& hook) { hook.before_stage(world, systems); });
    }
    void after_stage(const World& world, std::span<const System* const> systems) override {
        tell([&](ScheduleHook& hook) { hook.after_stage(world, systems); });
    }
    void after_commands(const World& world, const System& system) override {
        tell([&](ScheduleHook& hook) { hook.after_commands(world, system); });
    }
    void between_stages(const World& world) override {
        tell([&](ScheduleHook& hook) { hook.between_stages(world); });
    }

private:
    template <class F>
    void tell(F&& call) {
        for (ScheduleHook* hook : hooks_) call(*hook);
    }

    ScheduleHook* foreign_;  // was there before, without a place
    std::vector<ScheduleHook*> hooks_;
};

void HookPlace::take(Schedule& schedule, ScheduleHook& hook) {
    if (taken()) return;
    if (auto* present = dynamic_cast<HookList*>(schedule.hook))
        list_ = present->shared_from_this();
    else if (list_ == nullptr || schedule_ != &schedule || schedule.hook == nullptr)
        list_ = std::make_shared<HookList>(schedule.hook);
    // Else this one's list stands below somebody's hook still.
    if (schedule.hook == nullptr || schedule.hook == list_->foreign()) schedule.hook = list_.get();
    schedule_ = &schedule;
    hook_ = &hook;
    list_->add(hook);
}

void HookPlace::leave() {
    if (!taken()) return;
    list_->drop(*std::exchange(hook_, nullptr));
    if (schedule_->hook != list_.get()) return;
    if (list_->empty()) schedule_->hook = list_->foreign();
    list_.reset();
}

}  // namespace ecs
