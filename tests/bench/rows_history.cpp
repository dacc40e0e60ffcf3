// What undo costs. The "floor" of bringing entities back is the step that destroyed them.
#include <memory>
#include <utility>

#include "ecs/edit/history.hpp"
#include "ecs/schedule/schedule.hpp"
#include "rows.hpp"
#include "sides.hpp"

namespace bench {

namespace {

struct UndoSide : EcsSide {
    explicit UndoSide(std::size_t count) : EcsSide(count) { prepare(); }

    void prepare() {
        history.reset();
        reset_and_fill();
        history = std::make_unique<ecs::History>(*world, schedule);
        // All of it is remembered, however much it is.
        history->set_memory_limit(~std::size_t{0});
    }
    void destroy() {
        ecs::HistoryStep step{"Destroy all", {}};
        step.edits.reserve(n);
        for (const ecs::Entity entity : handles) step.edits.emplace_back(ecs::DestroyEntity{entity});
        static_cast<void>(history->perform(std::move(step)));
    }
    void undo() { static_cast<void>(history->undo()); }

    ecs::Schedule schedule;
    std::unique_ptr<ecs::History> history;
};

}  // namespace

Comparison undo_destroy(std::size_t n) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    const auto ecs = std::make_shared<UndoSide>(n), floor = std::make_shared<UndoSide>(n);
    comparison.ecs = {[ecs] {
                          ecs->prepare();
                          ecs->destroy();
                      },
                      [ecs] { ecs->undo(); }, [ecs] { return ecs->digest(); }};
    // Both must end up with the world as it was.
    comparison.floor = {[floor] { floor->prepare(); }, [floor] { floor->destroy(); },
                        [floor] {
                            floor->undo();
                            return floor->digest();
                        }};
    return comparison;
}

}  // namespace bench
