// What is recorded of who wrote what: of the selected entities and those that are watched, of some components, or of
// everything. A program has one Recording (in its WorldRecords); the Inspector shows and sets it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ecs/record/field_recorder.hpp"
#include "panels/base/selection.hpp"
#include "panels/watch/watches.hpp"

namespace ecs {
class Mirror;
}

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
        mirror_ = nullptr;
        followed_ = {};
    }
    /// Once a frame: the selected entities may be others.
    void follow(const Selection& selection, const Watches& watches);
    /// The world is the copy of an owner's from now on, whose program may say who wrote what; null: it is not.
    void follow(const ecs::Mirror* mirror);
    /// What was written since, and is not told by the owner, counts as direct calls.
    void look();
    /// Not all that is chosen is recorded: its copies would be too large.
    bool lacks_some() const;

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
    const ecs::Mirror* mirror_ = nullptr;
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
