// The History holds what a person did to the world, as steps: labelled lists of edits that are done and undone
// together. Steps of one gesture are merged into one; seal() ends a gesture. Every step is its own inverse once it is
// applied,
// because applying an edit turns it into one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace editor {

struct HistoryStep {
    std::string label;
    std::vector<ecs::Edit> edits;
};

class History {
public:
    History(ecs::World& world, ecs::Schedule& schedule) : world_(world), schedule_(schedule) {}
    ~History();
    History(const History&) = delete;
    History& operator=(const History&) = delete;

    /// Applies the step and remembers it; steps that were undone are forgotten. Returns the reason for a person
    /// when an edit does not fit the world: then nothing is changed, nor when memory runs out. Empty when it is done.
    [[nodiscard]] std::string perform(HistoryStep step);
    /// Ends the present gesture: the next step stays one of its own.
    void seal() { sealed_ = true; }

    /// Take back, or carry out again, one step. Returns the reason when the running world has moved on so that it can't
    /// be: the step is dropped then, and the world is as it was. Empty when it is done.
    [[nodiscard]] std::string undo();
    [[nodiscard]] std::string redo();
    /// Goes to the state after the first `steps` steps.
    [[nodiscard]] std::string go_to(std::size_t steps);

    bool can_undo() const { return done_ > 0; }
    bool can_redo() const { return done_ < steps_.size(); }
    /// Oldest first; the first done() of them are in force.
    std::span<const HistoryStep> steps() const { return steps_; }
    std::size_t done() const { return done_; }

    /// Names the state that the edits have led to: equal names are equal states.
    std::uint64_t state() const { return done_ == 0 ? base_mark_ : marks_[done_ - 1]; }
    /// Whether the world differs from what mark_saved() last saw, by edits (not by ticks).
    bool unsaved() const { return saved_ != state(); }
    void mark_saved() { saved_ = state(); }
    /// For a world that was recovered: no state of it was ever saved.
    void mark_unsaved() { saved_ = no_mark; }

    /// Steps remembered at most; the oldest are forgotten first.
    std::size_t limit = 10'000;

private:
    static constexpr std::uint64_t no_mark = ~std::uint64_t{0};
    bool merges_with_last(const HistoryStep& step) const;
    /// Drops these steps and lets go of the handles that only they could have brought back.
    void forget(std::size_t first, std::size_t last);

    ecs::World& world_;
    ecs::Schedule& schedule_;
    std::vector<HistoryStep> steps_;
    std::vector<std::uint64_t> marks_;  // one a step: names the state after it
    std::uint64_t base_mark_ = 0, next_mark_ = 1, saved_ = 0;
    std::size_t done_ = 0;
    bool sealed_ = true;
};

}  // namespace editor
