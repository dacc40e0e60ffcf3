// What a debugger costs, and what observers cost. Here the "floor" is the same world with nothing attached. Attached
// means: a journal that records every structural change, and for loops a schedule that times its systems and tells a
// hook about each. Observers without hooks must cost nothing; with a hook on another component, each change asks once.
#include <memory>

#include "ecs/record/field_recorder.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/journal.hpp"
#include "ecs/world/observers.hpp"
#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

enum class Debugger { Detached, Attached, ObserversWithoutHooks, HookOnAnother };

struct NeverAdded {};

/// Remembers what a stepping debugger would look at.
struct Watch : ecs::ScheduleHook {
    void before_system(const ecs::World&, const ecs::System& system) override { current = &system; }
    void after_system(const ecs::World&, const ecs::System& system) override { secs += system.stats.last_secs; }
    const ecs::System* current = nullptr;
    double secs = 0;
};

struct WatchedSide : EcsSide {
    WatchedSide(std::size_t count, Debugger debugger) : EcsSide(count), debugger_(debugger) {
        reset();
        fill();
    }

    void reset() {
        EcsSide::reset();
        if (debugger_ == Debugger::Attached) world->observe(&journal_);
        if (debugger_ == Debugger::ObserversWithoutHooks || debugger_ == Debugger::HookOnAnother) world->observers();
        if (debugger_ == Debugger::HookOnAnother)
            world->observers().added<NeverAdded>("Nothing", [](ecs::World&, ecs::Entity) {});
    }
    void reset_and_fill() {
        reset();
        fill();
    }
    void destroy() {
        for (const ecs::Entity entity : handles) world->destroy(entity);
    }
    void get() {
        sum = {};
        for (const ecs::Entity entity : handles) {
            const Position& position = world->get<Position>(entity);
            sum = {sum.x + position.x, sum.y + position.y, sum.z + position.z};
        }
    }

    Position sum;

private:
    Debugger debugger_;
    ecs::Journal journal_;
};

Comparison compare(std::size_t n, const std::function<Side(Debugger)>& side, Debugger debugger = Debugger::Attached) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    comparison.rounds = repeats(n, 200'000);
    comparison.ecs = side(debugger);
    comparison.floor = side(Debugger::Detached);
    return comparison;
}

/// A Side whose world is watched or not.
Side side_of(std::size_t n, Debugger debugger, void (WatchedSide::*prepare)(), void (WatchedSide::*run)()) {
    const auto side = std::make_shared<WatchedSide>(n, debugger);
    return {[side, prepare] { (side.get()->*prepare)(); }, [side, run] { (side.get()->*run)(); },
            [side] { return side->digest(); }};
}

}  // namespace

Comparison debugger_iterate(std::size_t n) {
    const auto attached = std::make_shared<WatchedSide>(n, Debugger::Attached);
    const auto detached = std::make_shared<WatchedSide>(n, Debugger::Detached);
    const auto schedule = std::make_shared<ecs::Schedule>();
    const auto watch = std::make_shared<Watch>();
    ecs::SystemDescription movement;
    movement.name = "Movement";
    movement.run = [attached](ecs::SystemContext&) { attached->integrate_all(); };
    schedule->add(std::move(movement));
    schedule->hook = watch.get();

    const std::size_t passes = repeats(n, 4'000'000);
    Comparison comparison;
    comparison.operations = static_cast<double>(n * passes);
    comparison.ecs.run = [attached, schedule, watch, passes] {
        for (std::size_t pass = 0; pass < passes; ++pass) schedule->tick(*attached->world);
    };
    comparison.floor.run = [detached, passes] {
        for (std::size_t pass = 0; pass < passes; ++pass) detached->integrate_all();
    };
    comparison.ecs.digest = [attached] { return attached->digest(); };
    comparison.floor.digest = [detached] { return detached->digest(); };
    return comparison;
}

// One entity in 10,000 is recorded, and each tick writes three values of each.
Comparison debugger_record(std::size_t n) {
    struct Game : WatchedSide {
        explicit Game(std::size_t count) : WatchedSide(count, Debugger::Detached) {
            ecs::SystemDescription movement;
            movement.name = "Movement";
            movement.run = [this](ecs::SystemContext&) { integrate_all(); };
            schedule.add(std::move(movement));
        }
        ~Game() { recorder.detach(); }
        ecs::Schedule schedule;
        ecs::History history{*world, schedule};
        ecs::FieldRecorder recorder;
    };
    const auto recorded = std::make_shared<Game>(n), plain = std::make_shared<Game>(n);
    recorded->recorder.attach(*recorded->world, recorded->schedule, &recorded->history);
    std::vector<ecs::Entity> chosen;
    for (std::size_t i = 0; i < n; i += 10'000) chosen.push_back(recorded->handles[i]);
    recorded->recorder.choose_entities(chosen);

    const std::size_t passes = repeats(n, 4'000'000);
    Comparison comparison;
    comparison.operations = static_cast<double>(n * passes);
    comparison.ecs.run = [recorded, passes] {
        for (std::size_t pass = 0; pass < passes; ++pass) recorded->schedule.tick(*recorded->world);
    };
    comparison.floor.run = [plain, passes] {
        for (std::size_t pass = 0; pass < passes; ++pass) plain->schedule.tick(*plain->world);
    };
    comparison.ecs.digest = [recorded] { return recorded->digest(); };
    comparison.floor.digest = [plain] { return plain->digest(); };
    return comparison;
}

Comparison debugger_create(std::size_t n) {
    return compare(n, [n](Debugger debugger) {
        const auto side = std::make_shared<WatchedSide>(n, debugger);
        return Side{[side] { side->reset(); }, [side] { side->fill(); }, [side] { return side->digest(); }};
    });
}

Comparison debugger_add(std::size_t n) {
    return compare(n, [n](Debugger debugger) { return side_of(n, debugger, &WatchedSide::remove, &WatchedSide::add); });
}

Comparison debugger_get(std::size_t n) {
    return compare(n, [n](Debugger debugger) { return side_of(n, debugger, &WatchedSide::get, &WatchedSide::get); });
}

Comparison debugger_destroy(std::size_t n) {
    return compare(n, [n](Debugger debugger) {
        return side_of(n, debugger, &WatchedSide::reset_and_fill, &WatchedSide::destroy);
    });
}

Comparison observers_idle(std::size_t n) {
    return compare(
        n, [n](Debugger debugger) { return side_of(n, debugger, &WatchedSide::remove, &WatchedSide::add); },
        Debugger::ObserversWithoutHooks);
}

Comparison observers_elsewhere(std::size_t n) {
    return compare(
        n, [n](Debugger debugger) { return side_of(n, debugger, &WatchedSide::remove, &WatchedSide::add); },
        Debugger::HookOnAnother);
}

}  // namespace bench
