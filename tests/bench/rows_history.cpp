// What steps of a person cost. The "floor" of bringing entities back is the step that destroyed them; of a step about
// all entities at once it is the same change to the world without a history.
#include <memory>
#include <utility>

#include "ecs/edit/history.hpp"
#include "ecs/language/text_change.hpp"
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
    void destroy_at_once() {
        ecs::HistoryStep step{"Destroy all", {}};
        step.edits.emplace_back(ecs::DestroyMany{ecs::EntityRuns(handles)});
        static_cast<void>(history->perform(std::move(step)));
    }
    void change() {
        auto change = ecs::TextChange::parse("Velocity : Velocity.x *= 2");
        static_cast<void>(change->bind(*world));
        static_cast<void>(history->perform({"Change", change->plan(*world).edits}));
    }
    void change_by_hand() {
        for (const ecs::Entity entity : handles) world->get_mut<Velocity>(entity).x *= 2;
    }
    void add() {
        ecs::HistoryStep step{"Add", {}};
        step.edits.emplace_back(
            ecs::add_to_many(ecs::EntityRuns(handles), ecs::Value(world->types()[world->id<Acceleration>()])));
        static_cast<void>(history->perform(std::move(step)));
    }
    void add_by_hand() {
        for (const ecs::Entity entity : handles) world->add(entity, world->id<Acceleration>());
    }
    void remove() {
        ecs::HistoryStep step{"Remove", {}};
        step.edits.emplace_back(ecs::RemoveFromMany{world->id<Acceleration>(), ecs::EntityRuns(handles)});
        static_cast<void>(history->perform(std::move(step)));
    }
    void remove_by_hand() {
        for (const ecs::Entity entity : handles) world->remove(entity, world->id<Acceleration>());
    }
    void undo() { static_cast<void>(history->undo()); }
    void redo() { static_cast<void>(history->redo()); }
    void destroy_without_history() { static_cast<void>(world->destroy_many(handles)); }

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

Comparison destroy_step(std::size_t n) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    const auto ecs = std::make_shared<UndoSide>(n), floor = std::make_shared<UndoSide>(n);
    comparison.ecs = {[ecs] { ecs->prepare(); }, [ecs] { ecs->destroy_at_once(); }, [ecs] { return ecs->digest(); }};
    comparison.floor = {[floor] { floor->prepare(); }, [floor] { floor->destroy_without_history(); },
                        [floor] { return floor->digest(); }};
    return comparison;
}

Comparison undo_step(std::size_t n) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    const auto ecs = std::make_shared<UndoSide>(n), floor = std::make_shared<UndoSide>(n);
    comparison.ecs = {[ecs] {
                          ecs->prepare();
                          ecs->destroy_at_once();
                      },
                      [ecs] { ecs->undo(); }, [ecs] { return ecs->digest(); }};
    comparison.floor = {[floor] { floor->prepare(); }, [floor] { floor->destroy_at_once(); },
                        [floor] {
                            floor->undo();
                            return floor->digest();
                        }};
    return comparison;
}

Comparison redo_step(std::size_t n) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    const auto ecs = std::make_shared<UndoSide>(n), floor = std::make_shared<UndoSide>(n);
    comparison.ecs = {[ecs] {
                          ecs->prepare();
                          ecs->destroy_at_once();
                          ecs->undo();
                      },
                      [ecs] { ecs->redo(); }, [ecs] { return ecs->digest(); }};
    comparison.floor = {[floor] { floor->prepare(); }, [floor] { floor->destroy_without_history(); },
                        [floor] { return floor->digest(); }};
    return comparison;
}

Comparison change_step(std::size_t n) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    const auto ecs = std::make_shared<UndoSide>(n), floor = std::make_shared<UndoSide>(n);
    comparison.ecs = {[ecs] { ecs->prepare(); }, [ecs] { ecs->change(); }, [ecs] { return ecs->digest(); }};
    comparison.floor = {[floor] { floor->prepare(); }, [floor] { floor->change_by_hand(); },
                        [floor] { return floor->digest(); }};
    return comparison;
}

Comparison add_step(std::size_t n) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    const auto ecs = std::make_shared<UndoSide>(n), floor = std::make_shared<UndoSide>(n);
    comparison.ecs = {[ecs] { ecs->prepare(); }, [ecs] { ecs->add(); }, [ecs] { return ecs->digest(); }};
    comparison.floor = {[floor] { floor->prepare(); }, [floor] { floor->add_by_hand(); },
                        [floor] { return floor->digest(); }};
    return comparison;
}

Comparison remove_step(std::size_t n) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    const auto ecs = std::make_shared<UndoSide>(n), floor = std::make_shared<UndoSide>(n);
    comparison.ecs = {[ecs] {
                          ecs->prepare();
                          ecs->add_by_hand();
                      },
                      [ecs] { ecs->remove(); }, [ecs] { return ecs->digest(); }};
    comparison.floor = {[floor] {
                            floor->prepare();
                            floor->add_by_hand();
                        },
                        [floor] { floor->remove_by_hand(); }, [floor] { return floor->digest(); }};
    return comparison;
}

Comparison undo_remove(std::size_t n) {
    Comparison comparison;
    comparison.operations = static_cast<double>(n);
    const auto ecs = std::make_shared<UndoSide>(n), floor = std::make_shared<UndoSide>(n);
    comparison.ecs = {[ecs] {
                          ecs->prepare();
                          ecs->add_by_hand();
                          ecs->remove();
                      },
                      [ecs] { ecs->undo(); }, [ecs] { return ecs->digest(); }};
    comparison.floor = {[floor] {
                            floor->prepare();
                            floor->add_by_hand();
                        },
                        [floor] { floor->remove(); },
                        [floor] {
                            floor->undo();
                            return floor->digest();
                        }};
    return comparison;
}

}  // namespace bench
