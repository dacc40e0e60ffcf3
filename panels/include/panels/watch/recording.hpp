// What is recorded of who wrote what: of the selected entities and those that are watched, of some components, or of
// everything. A program has one Recording (in its WorldRecords); the Inspector shows and sets it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ecs/record/field_recorder.hpp"
#include "panels/base/selection.hpp"
#include "panels/watch/watches.hpp"

namespace panels {

/// The selected entities, the one in view first, then those that are watched; so many at most, each once.
std::vector<ecs::Entity> looked_at(const Selection& selection, const Watches& watches, std::size_t most);

class Recording {
public:
    enum class What { Nothing, Selected, Everything };

    const ecs::FieldRecorder& records() const { return recorder_; }
    void start(ecs::World& world, ecs::Schedule& schedule, ecs::History& history);
    void stop() {
        recorder_.detach();
        followed_ = {};
    }
    /// Once a frame: the selected entities may be others.
    void follow(const Selection& selection, const Watches& watches);
    /// See FieldRecorder.
    void name_direct(std::string_view name) { recorder_.name_direct(name); }
    /// What was written since counts as direct calls.
    void look() { recorder_.look_now(); }

    /// The world is at another moment of its time: records of later ticks go, unless these ticks come again as they were.
    void time_jumped(bool comes_again = false) { recorder_.time_jumped(comes_again); }

    What what() const { return what_; }
    void choose(What what);
    /// Besides, all values of a component.
    bool has(ecs::ComponentId component) const;
    void choose(ecs::ComponentId component, bool recorded);
    void forget() { recorder_.forget_records(); }

    /// "selected" or another word: what is chosen, but for components, which belong to a world.
    std::string_view save() const;
    void load(std::string_view word);

private:
    ecs::FieldRecorder recorder_;
    What what_ = What::Selected;
    std::vector<ecs::ComponentId> components_;
    std::vector<ecs::Entity> entities_;
    /// Which choice entities_ are.
    struct Followed {
        const Selection* selection = nullptr;
        std::size_t revision = 0;
        std::uint64_t watches = 0;
        What what = What::Nothing;
        friend bool operator==(const Followed&, const Followed&) = default;
    } followed_;
};

}  // namespace panels
