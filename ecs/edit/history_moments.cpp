// The part of the History that follows a world to other moments of its time, and back to one that was noted.
#include <algorithm>
#include <utility>

#include "ecs/edit/edit_facts.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/edit/step_copies.hpp"

namespace ecs {

std::vector<Edit> copies_of(const std::vector<Edit>& edits) {
    std::vector<Edit> copies;
    copies.reserve(edits.size());
    for (const Edit& edit : edits) {
        std::optional<Edit> copy = copy_of(edit);
        if (!copy) return {};
        copies.push_back(std::move(*copy));
    }
    return copies;
}

HistoryStep copy_of_step(const HistoryStep& step) {
    HistoryStep copy;
    copy.label = step.label;
    copy.edits = copies_of(step.edits);
    copy.done_edits = copies_of(step.done_edits);
    copy.repeatable = step.repeatable;
    copy.kind = step.kind;
    copy.entities = step.entities;
    copy.bytes = step.bytes;
    copy.tick = step.tick;
    copy.closed = step.closed;
    copy.may_be_partial = step.may_be_partial;
    copy.version = step.version;
    return copy;
}

HistorySteps History::take_steps() {
    seal();
    save_noted(0);
    HistorySteps taken{std::exchange(steps_, {}), std::exchange(marks_, {}), base_mark_, std::exchange(done_, 0)};
    base_mark_ = next_mark_++;
    bytes_ = 0;
    return taken;
}

void History::put_steps(HistorySteps steps) {
    seal();
    while (noted_steps_ > 0) noted_.saved.push_back(std::move(steps_[--noted_steps_]));
    steps_ = std::move(steps.steps);
    marks_ = std::move(steps.marks);
    base_mark_ = steps.base_mark;
    // They may be of a history that was read from a file.
    next_mark_ = std::max(next_mark_, base_mark_ + 1);
    for (const std::uint64_t mark : marks_) next_mark_ = std::max(next_mark_, mark + 1);
    done_ = steps.done;
    bytes_ = 0;
    for (HistoryStep& step : steps_) {
        bytes_ += step.bytes;
        if (step.version == 0) step.version = next_version_++;
    }
    const std::size_t most = std::min(steps_.size(), noted_.versions.size());
    for (; noted_steps_ < most && steps_[noted_steps_].version == noted_.versions[noted_steps_]; ++noted_steps_)
        noted_.saved.pop_back();
}

HistorySteps History::steps_until(const HistorySteps& steps, std::uint64_t state) {
    HistorySteps until;
    until.base_mark = state;
    if (state == steps.base_mark) return until;
    until.base_mark = steps.base_mark;
    const auto take = [&](std::uint64_t mark, const HistoryStep* step) {
        HistoryStep copy = step == nullptr ? HistoryStep() : copy_of_step(*step);
        until.marks.push_back(mark);
        if (!copy.edits.empty()) return until.steps.push_back(std::move(copy));
        rename_before(until.marks, until.base_mark, until.steps.size());
        until.marks.pop_back();
    };
    const bool known = std::find(steps.marks.begin(), steps.marks.end(), state) != steps.marks.end();
    for (std::size_t i = 0; i < steps.steps.size(); ++i) {
        // The steps that led to a state that nobody can come back to have older names.
        if (!known && (i >= steps.done || steps.marks[i] > state)) break;
        // Those after the last that is in force now were undone since: they cannot be taken back a second time.
        take(steps.marks[i], i < steps.done ? &steps.steps[i] : noted_step(steps.marks[i]));
        if (steps.marks[i] == state) break;
    }
    if (!known) take(state, nullptr);
    until.done = until.steps.size();
    return until;
}

void History::note_state() {
    seal();
    noted_ = {};
    for (const HistoryStep& step : steps_) noted_.versions.push_back(step.version);
    noted_.marks = marks_;
    noted_.base_mark = base_mark_;
    noted_.done = done_;
    noted_steps_ = steps_.size();
    noted_state_ = state();
}

void History::save_noted(std::size_t from) {
    for (; noted_steps_ > from; --noted_steps_) noted_.saved.push_back(copy_of_step(steps_[noted_steps_ - 1]));
}

const HistoryStep* History::noted_step(std::uint64_t mark) const {
    const auto end = noted_.marks.begin() + static_cast<std::ptrdiff_t>(noted_.done);
    const auto position = static_cast<std::size_t>(std::find(noted_.marks.begin(), end, mark) - noted_.marks.begin());
    if (position == noted_.done) return nullptr;
    return position < noted_steps_ ? &steps_[position] : &noted_.saved[noted_.marks.size() - 1 - position];
}

std::span<const HistoryStep> History::done_since_noted() const {
    return std::span(steps_).first(done_).subspan(std::min(noted_steps_, done_));
}

std::vector<const HistoryStep*> History::undone_since_noted() const {
    std::vector<const HistoryStep*> undone;
    for (std::size_t position = noted_steps_; position < noted_.done; ++position)
        if (const HistoryStep& step = noted_.saved[noted_.marks.size() - 1 - position]; !step.edits.empty())
            undone.push_back(&step);
    return undone;
}

void History::return_to_noted() {
    seal();
    // The steps of now give their handles back. Those of then have none until the world is as it was.
    forget(noted_steps_, steps_.size());
    marks_ = noted_.marks;
    base_mark_ = noted_.base_mark;
    done_ = noted_.done;
    for (; !noted_.saved.empty(); noted_.saved.pop_back()) {
        HistoryStep& step = noted_.saved.back();
        const std::size_t position = steps_.size();
        if (!step.edits.empty()) {
            bytes_ += step.bytes;
            steps_.push_back(std::move(step));
            continue;
        }
        if (position < done_) {
            rename_before(marks_, base_mark_, position);
            --done_;
        }
        marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(position));
    }
    forget_noted();
}

void History::forget_noted() {
    noted_ = {};
    noted_steps_ = 0;
}

void History::rename_before(std::vector<std::uint64_t>& marks, std::uint64_t& base_mark, std::size_t position) {
    for (std::size_t i = 0; i + 1 < position; ++i) marks[i] = next_mark_++;
    if (position > 0) base_mark = next_mark_++;
    (position == 0 ? base_mark : marks[position - 1]) = marks[position];
}

}  // namespace ecs
