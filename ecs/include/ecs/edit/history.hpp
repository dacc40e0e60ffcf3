// The History holds what a person did to a world, as steps: labelled lists of edits that are done and undone together.
// Edits of one gesture become one step; seal() ends a gesture. A step is its own inverse after it was applied, because
// applying an edit turns it into its inverse. The owner of world and schedule owns the history, too, and destroys it
// first.
//
//     step 0   step 1   step 2 | step 3      the first done() steps are in force; undo() takes back step 2,
//                       done() ^             redo() does step 3 again, perform() forgets step 3
//
// Steps hold memory, so the oldest ones are forgotten when all together hold more than memory_limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

struct HistoryStep {
    std::string label;
    std::vector<Edit> edits;  // of a step in force: those that take it back, from the last one to the first

    // The History fills these in.
    std::vector<Edit> done_edits = {};  // of a step in force: a copy of what it did, with all handles. Never applied.
    bool repeatable = false;            // the two lists say what the step does; false: a value could not be copied
    std::string_view kind = {};         // name_of() its edits as they were asked for; empty: of several kinds
    std::size_t entities = 0;           // how many it is about
    std::size_t bytes = 0;              // memory that it holds
    std::uint64_t tick = 0;             // of the world when it was done
    std::string closed = {};            // not empty: why it is neither undone nor redone any more
    bool may_be_partial = false;        // the owner of a mirrored world (ecs/mirror) may refuse some of it
    std::uint64_t version = 0;          // another one each time that it is done, undone or redone; 0: none yet
};

/// What the step does when it is done, whether it is in force or not.
inline const std::vector<Edit>& forward_edits(const HistoryStep& step) {
    return step.done_edits.empty() ? step.edits : step.done_edits;
}
/// The entities that the step is about, each once, in the order of their ids.
std::vector<Entity> entities_of(const HistoryStep& step);

enum class StepDirection : std::uint8_t { Done, Undone, Redone };

/// Receives a call before and after each step, also when the step does not fit and nothing changes.
class HistoryListener {
public:
    virtual void before_step(const World& world) = 0;
    virtual void after_step(const World& world, std::string_view label, StepDirection direction) = 0;

protected:
    ~HistoryListener() = default;
};

/// Receives all that a History does to its world, so that somebody else can do the same again. Other code that changes
/// the world between ticks calls world_replaced() through History::log.
class EditListener {
public:
    /// Why no step can be done, undone or redone at the moment; empty when one can. Each stays as it is meanwhile.
    virtual std::string why_not_now() const { return {}; }
    /// These edits will be applied, or the last one first; then one of the next two calls follows.
    virtual void will_apply(const std::vector<Edit>& edits, bool backwards) = 0;
    struct Applied {
        std::string_view label;
        StepDirection direction = StepDirection::Done;
        std::uint64_t state = 0;  // of the history, now
        bool goes_on = false;     // it is a part of the gesture before
        bool may_be_partial = false;
    };
    virtual void applied(const Applied& step) = 0;
    virtual void refused() = 0;
    /// These edits are dropped, and the handles that they kept will be freed.
    virtual void will_release(const std::vector<Edit>& edits) = 0;
    /// The world was put back by other means than edits.
    virtual void world_replaced() = 0;

protected:
    ~EditListener() = default;
};

/// All steps of a History at one moment, apart from it: see History::take_steps().
struct HistorySteps {
    std::vector<HistoryStep> steps;
    std::vector<std::uint64_t> marks;  // one a step
    std::uint64_t base_mark = 0;
    std::size_t done = 0;
};

class History {
public:
    History(World& world, Schedule& schedule) : world_(world), schedule_(schedule) {}
    ~History();
    History(const History&) = delete;
    History& operator=(const History&) = delete;

    /// Applies the step and remembers it; steps that were undone are forgotten. When an edit does not fit the world,
    /// nothing changes and the reason for a person is returned; else an empty text. When memory runs out, nothing
    /// changes and std::bad_alloc is thrown.
    [[nodiscard]] std::string perform(HistoryStep step);
    /// Ends the present gesture: the next edits become a step of their own.
    void seal() {
        sealed_ = true;
        if (!kept_.steps.empty()) forget_kept();
    }
    /// Takes the present gesture back as if it had never begun: what could be redone before it can be redone again.
    /// False when no gesture goes on, or the running world has moved on so that it stays.
    bool give_up_gesture();

    /// Take back, or do again, one step. When the running world has moved on so that some of it is impossible, for
    /// example because entities are gone, that is left out: see left_out(). When all of it is impossible, the step is
    /// dropped, the world stays as it was, and the reason is returned; else an empty text.
    [[nodiscard]] std::string undo();
    [[nodiscard]] std::string redo();
    /// Undoes or redoes until the first `steps` steps are in force.
    [[nodiscard]] std::string go_to(std::size_t steps);

    /// Of the last undo(), redo() or go_to(): how many entities were left out, out of how many, in the steps that lost
    /// some.
    struct LeftOut {
        std::size_t count = 0, of = 0;
        std::string label = {}, why = {};  // of the first such step
    };
    const LeftOut& left_out() const { return left_out_; }

    bool can_undo() const { return done_ > 0; }
    bool can_redo() const { return done_ < steps_.size(); }
    /// Oldest first; the first done() of them are in force.
    std::span<const HistoryStep> steps() const { return steps_; }
    std::size_t done() const { return done_; }

    /// Names the state that the edits have led to: equal names are equal states.
    std::uint64_t state() const { return done_ == 0 ? base_mark_ : marks_[done_ - 1]; }
    /// Whether the step that led to this state is in force.
    bool in_force(std::uint64_t state) const;
    /// Whether edits (not ticks) changed the world since mark_saved().
    bool unsaved() const { return unsaved(state()); }
    void mark_saved() { mark_saved(state()); }
    /// The same of another state than the present one, such as noted_state().
    bool unsaved(std::uint64_t state) const { return saved_ != state; }
    void mark_saved(std::uint64_t state) { saved_ = state; }
    /// For a world that was recovered: no state of it was ever saved.
    void mark_unsaved() { saved_ = no_mark; }

    /// The world became another one. All present steps stay in the list, and are neither undone nor redone any more:
    /// doing so returns what `why` says of the step, for a person.
    void close_steps(const std::function<std::string(const HistoryStep& step)>& why);
    /// How often close_steps() was called.
    std::uint64_t closed() const { return closed_; }

    // For a world that will be put back to its present state by other means than undo. Copies of the noted steps that
    // are undone or redone meanwhile are kept beyond the limits: at most as much again as the steps may hold.

    /// Notes the present state for return_to_noted().
    void note_state();
    std::uint64_t noted_state() const { return noted_state_; }
    /// Whether a step was done, undone or redone since, at whatever moment of time.
    bool stepped_since_noted() const { return noted_.stepped; }
    /// The steps in force that were not so then.
    std::span<const HistoryStep> done_since_noted() const;
    /// The steps that were in force then and are not so now, or were undone and done again, as they were then. Valid
    /// until a step is done, undone or redone.
    std::vector<const HistoryStep*> undone_since_noted() const;
    /// Says that the world is about to be put back to the noted state. The steps are as they were then; all that were
    /// done since are forgotten: they were about a world that went on.
    void return_to_noted();
    /// The world will not be put back.
    void forget_noted();

    // For a world that goes to another moment of its time. These change no world and free no handles.

    /// Moves all steps out; those that are undone, too. What is left has none.
    HistorySteps take_steps();
    /// The steps for the moment at which they were taken; the present ones are dropped.
    void put_steps(HistorySteps steps);
    /// Copies of the steps that were in force when the history had this state. One that was undone or forgotten since,
    /// or cannot be copied, is missing: what it did stays.
    HistorySteps steps_until(const HistorySteps& steps, std::uint64_t state);

    HistoryListener* listener = nullptr;  // not owned
    EditListener* log = nullptr;          // not owned

    /// Steps remembered at most; the oldest are forgotten first.
    std::size_t limit = 10'000;
    static constexpr std::size_t default_memory_limit = std::size_t{256} << 20;
    /// Bytes that the steps may hold. The oldest are forgotten first, then those undone that are furthest from the
    /// present state. The step that was done, undone or redone last stays, however large it is.
    std::size_t memory_limit() const { return memory_limit_; }
    void set_memory_limit(std::size_t bytes);
    /// The world shows an earlier moment. Until this is called with an empty text, each step is refused with this reason,
    /// and a Mirror does not touch the world. Put the world back to now before that.
    void stand_still(std::string why);
    const std::string& stands_still() const { return stands_still_; }
    /// How often it went on.
    std::uint64_t went_on() const { return went_on_; }

    /// What all steps hold.
    std::size_t bytes() const { return bytes_; }
    /// Steps that the limits made it forget.
    std::uint64_t forgotten() const { return forgotten_; }

private:
    class ListenerScope;
    static constexpr std::uint64_t no_mark = ~std::uint64_t{0};
    bool merges_with_last(const HistoryStep& step) const;
    std::string why_not_now() const;
    std::string undo_one();
    std::string redo_one();
    /// Takes out of a step that comes next what does not fit the world. Returns why, when nothing of it fits.
    std::string leave_out_unfitting(HistoryStep& step, StepDirection direction);
    /// Notes what the step is about and how much it holds, after it was applied.
    void measure(HistoryStep& step);
    /// Keeps both limits; the step at this position stays.
    void keep_limits(std::size_t kept);
    void forget_oldest(std::size_t count);
    /// Takes the undone steps out, for give_up_gesture().
    void keep_undone();
    void forget_kept();
    /// Drops these steps and releases the handles that only they could have brought back.
    void forget(std::size_t first, std::size_t last);
    /// The step at this position goes and what it did stays in the world: the state after it keeps its name, and the
    /// ones before are new. Its own mark is still there.
    void rename_before(std::vector<std::uint64_t>& marks, std::uint64_t& base_mark, std::size_t position);
    /// Keeps copies of the noted steps from this position on, which are about to change.
    void save_noted(std::size_t from);
    /// A step in force of then; null when there is none that led to this state.
    const HistoryStep* noted_step(std::uint64_t mark) const;

    World& world_;
    Schedule& schedule_;
    std::vector<HistoryStep> steps_;
    std::vector<std::uint64_t> marks_;  // one a step: names the state after it
    std::uint64_t base_mark_ = 0, next_mark_ = 1, saved_ = 0;
    std::size_t done_ = 0, bytes_ = 0, memory_limit_ = default_memory_limit;
    std::uint64_t forgotten_ = 0;
    std::uint64_t noted_state_ = 0;
    std::size_t noted_steps_ = 0;  // the first ones, which are as they were then
    struct Noted {
        std::vector<std::uint64_t> versions, marks;  // one a step
        std::uint64_t base_mark = 0;
        std::size_t done = 0;
        std::vector<HistoryStep> saved;  // those behind noted_steps_, the last one first; without edits: not copyable
        bool stepped = false;
    } noted_;
    std::uint64_t next_version_ = 1;
    bool sealed_ = true;
    struct Kept {
        std::vector<HistoryStep> steps;
        std::vector<std::uint64_t> marks;
    } kept_;  // what could be redone before the present gesture
    std::string stands_still_;
    std::uint64_t went_on_ = 0, closed_ = 0;
    LeftOut left_out_;
};

}  // namespace ecs
