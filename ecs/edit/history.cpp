#include "ecs/edit/history.hpp"
#include "ecs/base/language.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace ecs {

namespace {

/// A label as it stands within a sentence: "Set Health of Player" becomes "set Health of Player".
std::string within_sentence(std::string label) {
    if (!label.empty()) label[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(label[0])));
    return label;
}

bool sets_the_same(const Edit& a, const Edit& b) {
    if (const auto* many = std::get_if<SetField>(&a), *more = std::get_if<SetField>(&b); many && more)
        return many->component == more->component && many->field == more->field && many->entities == more->entities;
    const auto* first = std::get_if<SetComponent>(&a);
    const auto* second = std::get_if<SetComponent>(&b);
    return first && second && first->entity == second->entity && first->value && second->value &&
           first->value.type().id == second->value.type().id && first->fields == second->fields;
}

void release_all(World& world, const HistoryStep& step) {
    for (const Edit& edit : step.edits) release(world, edit);
}

}  // namespace

/// Tells the listener of one step, also of one that throws.
class History::Telling {
public:
    Telling(const History& history, const std::string& label, StepDirection direction)
        : world_(history.world_), listener_(history.listener), direction_(direction) {
        if (listener_ == nullptr) return;
        label_ = label;  // the step may go
        listener_->before_step(world_);
    }
    ~Telling() {
        if (listener_ != nullptr) listener_->after_step(world_, label_, direction_);
    }
    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;

private:
    const World& world_;
    HistoryListener* listener_;
    StepDirection direction_;
    std::string label_;
};

History::~History() { forget(0, steps_.size()); }

std::string History::perform(HistoryStep step) {
    if (step.edits.empty()) return {};
    // What is done must be remembered, so the memory for that comes first.
    if (steps_.size() == steps_.capacity()) steps_.reserve(std::max<std::size_t>(16, 2 * steps_.size()));
    if (marks_.size() == marks_.capacity()) marks_.reserve(std::max<std::size_t>(16, 2 * marks_.size()));
    const Telling telling(*this, step.label, StepDirection::Done);
    ApplyFailure failure;
    try {
        failure = apply_all(world_, schedule_, step.edits);
    } catch (...) {
        release_all(world_, step);
        throw;
    }
    if (!failure.why.empty()) {
        release_all(world_, step);
        return phrase("Cannot {}: {}", within_sentence(step.label), failure.why);
    }
    const bool merges = merges_with_last(step);
    forget(done_, steps_.size());
    if (merges) {
        // Merging is forgetting the middle: the earlier step still holds the values from before the gesture.
        marks_.back() = next_mark_++;
        return {};
    }
    steps_.push_back(std::move(step));
    marks_.push_back(next_mark_++);
    done_ = steps_.size();
    sealed_ = false;
    if (steps_.size() > limit) {
        const std::size_t surplus = steps_.size() - limit;
        base_mark_ = marks_[surplus - 1];
        forget(0, surplus);
        done_ -= surplus;
    }
    return {};
}

std::string History::undo() {
    if (!can_undo()) return tr("There is nothing to undo");
    seal();
    const std::size_t position = done_ - 1;
    HistoryStep& step = steps_[position];
    const Telling telling(*this, step.label, StepDirection::Undone);
    const ApplyFailure failure = apply_all_backwards(world_, schedule_, step.edits);
    if (failure.why.empty()) {
        done_ = position;
        return {};
    }
    std::string reason = phrase("Cannot undo {}: {}", within_sentence(step.label), failure.why);
    // What the step did stays in the world for good, so this state keeps its name and the ones before are new.
    std::uint64_t& before = position == 0 ? base_mark_ : marks_[position - 1];
    for (std::size_t i = 0; i + 1 < position; ++i) marks_[i] = next_mark_++;
    if (position > 0) base_mark_ = next_mark_++;
    before = marks_[position];
    forget(position, position + 1);
    done_ = position;
    return reason;
}

std::string History::redo() {
    if (!can_redo()) return tr("There is nothing to redo");
    seal();
    HistoryStep& step = steps_[done_];
    const Telling telling(*this, step.label, StepDirection::Redone);
    const ApplyFailure failure = apply_all(world_, schedule_, step.edits);
    if (failure.why.empty()) {
        ++done_;
        return {};
    }
    std::string reason = phrase("Cannot redo {}: {}", within_sentence(step.label), failure.why);
    forget(done_, done_ + 1);
    // The steps after it will lead to states that lack what it did.
    for (std::size_t i = done_; i < marks_.size(); ++i) marks_[i] = next_mark_++;
    return reason;
}

bool History::in_force(std::uint64_t state) const {
    const auto end = marks_.begin() + static_cast<std::ptrdiff_t>(done_);
    return std::find(marks_.begin(), end, state) != end;
}

std::string History::go_to(std::size_t steps) {
    steps = std::min(steps, steps_.size());
    while (done_ != steps) {
        std::string reason = done_ > steps ? undo() : redo();
        if (!reason.empty()) return reason;
    }
    return {};
}

bool History::merges_with_last(const HistoryStep& step) const {
    if (sealed_ || done_ == 0 || done_ != steps_.size()) return false;
    const std::vector<Edit>& last = steps_.back().edits;
    return std::equal(last.begin(), last.end(), step.edits.begin(), step.edits.end(), sets_the_same);
}

void History::forget(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) release_all(world_, steps_[i]);
    const auto from = static_cast<std::ptrdiff_t>(first), to = static_cast<std::ptrdiff_t>(last);
    steps_.erase(steps_.begin() + from, steps_.begin() + to);
    marks_.erase(marks_.begin() + from, marks_.begin() + to);
}

}  // namespace ecs
