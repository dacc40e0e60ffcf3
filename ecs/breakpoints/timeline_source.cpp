// How a search for the last write runs recorded time again.
#include <utility>

#include "ecs/breakpoints/last_write.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/timeline/timeline.hpp"

namespace ecs {

namespace {

/// The hook of what runs again, for as long as this lives: a system may throw.
class ReplayHook {
public:
    ReplayHook(Timeline& timeline, ScheduleHook& hook) : timeline_(timeline) { timeline_.replay_hook = &hook; }
    ~ReplayHook() { timeline_.replay_hook = nullptr; }
    ReplayHook(const ReplayHook&) = delete;
    ReplayHook& operator=(const ReplayHook&) = delete;

private:
    Timeline& timeline_;
};

/// Calls a function where a tick begins.
class TickBegins final : public ScheduleHook {
public:
    TickBegins(std::uint64_t tick, const std::function<void()>& begun) : tick_(tick), begun_(begun) {}

    void before_system(const World&, const System&) override {}
    void after_system(const World&, const System&) override {}
    bool takes_stages() const override { return true; }
    // Also where a tick begins that has no systems.
    void between_stages(const World& world) override { look(world); }

private:
    void look(const World& world) {
        if (std::exchange(tick_, world.tick()) != world.tick()) begun_();
    }
    std::uint64_t tick_;
    const std::function<void()>& begun_;
};

/// Calls a function behind each system.
class SystemEnds final : public ScheduleHook {
public:
    using Ran = std::function<void(WriterKind kind, std::string_view name)>;
    explicit SystemEnds(const Ran& ran) : ran_(ran) {}

    void before_system(const World&, const System&) override {}
    void after_system(const World&, const System& system) override {
        ran_(WriterKind::BySystem, system.description.name);
    }

private:
    const Ran& ran_;
};

}  // namespace

std::uint64_t TimelineSource::first_tick() const { return timeline_.first_tick(); }
std::uint64_t TimelineSource::last_tick() const { return timeline_.last_tick(); }
bool TimelineSource::seek(std::uint64_t tick) { return timeline_.seek(tick).empty(); }
bool TimelineSource::run_tick() {
    if (timeline_.by_states()) return timeline_.step_on().empty();
    return timeline_.run_on(world_.tick() + 1).empty() || seek(world_.tick() + 1);
}

bool TimelineSource::run_to(std::uint64_t tick, const std::function<void()>& begun) {
    if (timeline_.by_states()) return TimeSource::run_to(tick, begun);
    while (world_.tick() < tick) {
        TickBegins hook(world_.tick(), begun);
        bool there = [&] {
            const ReplayHook replayed(timeline_, hook);
            return timeline_.run_on(tick).empty();
        }();
        // Where a branch leaves another one, tick by tick.
        if (!there) there = seek(world_.tick() + 1);
        if (!there) return false;
        begun();
    }
    return true;
}

bool TimelineSource::run_tick_in_steps(const std::function<void(WriterKind kind, std::string_view name)>& ran) {
    if (timeline_.by_states()) {
        const bool there = run_tick();
        if (there) ran(WriterKind::Direct, {});
        return there;
    }
    SystemEnds hook(ran);
    const bool there = [&] {
        const ReplayHook replayed(timeline_, hook);
        return run_tick();
    }();
    // What differs still was an edit between this tick and the next one.
    if (there) ran(WriterKind::ByStep, {});
    return there;
}

}  // namespace ecs
