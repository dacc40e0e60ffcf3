#include "ecs/edit/history.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <new>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_facts.hpp"
#include "ecs/edit/edit_records.hpp"

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

void release_all(World& world, const HistoryStep& step, EditLog* log) {
    if (log != nullptr) log->will_release(step.edits);
    for (const Edit& edit : step.edits) release(world, edit);
}

std::string_view kind_of(const std::vector<Edit>& edits) {
    const std::string_view kind = name_of(edits.front());
    const bool alike = std::all_of(edits.begin(), edits.end(), [&](const Edit& each) { return name_of(each) == kind; });
    return alike ? kind : std::string_view();
}

/// Empty when one of them cannot be copied.
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

/// Creations took their handles when they were applied: gives them to the copies as well.
void fill_in_handles(std::vector<Edit>& copies, const std::vector<Edit>& inverses) {
    for (std::size_t i = 0; i < copies.size(); ++i) {
        auto* const create = std::get_if<CreateEntities>(&copies[i]);
        const auto* const destroy = std::get_if<DestroyEntities>(&inverses[i]);
        if (create == nullptr || destroy == nullptr) continue;
        const auto resolve = [&](Entity& entity) {
            const bool stands_for_record = entity.generation == 0 && entity.index != 0;
            if (stands_for_record && entity.index <= destroy->entities.size())
                entity = destroy->entities[entity.index - 1];
        };
        for (std::size_t each = 0; each < create->entities.size(); ++each) {
            EntityRecord& record = create->entities[each];
            const bool fresh = !record.entity;
            record.entity = destroy->entities[each];
            resolve(record.parent);
            if (!fresh) continue;
            for (Value& value : record.values) each_entity(value.type().fields, value.data(), resolve);
        }
    }
}

}  // namespace

std::vector<Entity> entities_of(const HistoryStep& step) {
    std::vector<Entity> all;
    // A destroyed entity takes along what is below it: only the inverse knows these.
    for (const std::vector<Edit>* edits : {&step.edits, &step.done_edits}) {
        const auto known = static_cast<std::ptrdiff_t>(all.size());
        for (const Edit& edit : *edits) append_entities(edit, all);
        // Of hundreds of thousands, most are in order.
        if (!std::is_sorted(all.begin() + known, all.end())) std::sort(all.begin() + known, all.end());
        std::inplace_merge(all.begin(), all.begin() + known, all.end());
    }
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// Tells the listener and the log of one step, also of one that throws.
class History::Telling {
public:
    Telling(const History& history, const HistoryStep& step, StepDirection direction)
        : world_(history.world_), listener_(history.listener), log_(history.log), direction_(direction) {
        if (log_ != nullptr) log_->will_apply(step.edits, direction == StepDirection::Undone);
        tell_before(step.label);
    }
    void applied(std::string_view label, std::uint64_t state, bool goes_on = false) {
        if (EditLog* const told = std::exchange(log_, nullptr)) told->applied({label, direction_, state, goes_on});
    }
    ~Telling() {
        if (log_ != nullptr) log_->refused();
        if (listener_ != nullptr) listener_->after_step(world_, label_, direction_);
    }
    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;

private:
    void tell_before(const std::string& label) {
        if (listener_ == nullptr) return;
        label_ = label;  // the step may go
        listener_->before_step(world_);
    }

    const World& world_;
    HistoryListener* listener_;
    EditLog* log_;
    StepDirection direction_;
    std::string label_;
};

History::~History() {
    forget_kept();
    forget(0, steps_.size());
}

std::string History::perform(HistoryStep step) {
    if (step.edits.empty()) return {};
    // What is done must be remembered, so the memory for that comes first.
    if (steps_.size() == steps_.capacity()) steps_.reserve(std::max<std::size_t>(16, 2 * steps_.size()));
    if (marks_.size() == marks_.capacity()) marks_.reserve(std::max<std::size_t>(16, 2 * marks_.size()));
    Telling telling(*this, step, StepDirection::Done);
    ApplyFailure failure;
    try {
        step.kind = kind_of(step.edits);
        step.tick = world_.tick();
        step.done_edits = copies_of(step.edits);
        step.repeatable = !step.done_edits.empty();
        failure = apply_all(world_, schedule_, step.edits);
    } catch (...) {
        release_all(world_, step, log);
        throw;
    }
    if (!failure.why.empty()) {
        release_all(world_, step, log);
        return phrase("Cannot {}: {}", within_sentence(step.label), failure.why);
    }
    fill_in_handles(step.done_edits, step.edits);
    const bool merges = merges_with_last(step);
    telling.applied(step.label, next_mark_, merges);
    if (!merges) keep_undone();
    if (merges) {
        // Merging is forgetting the middle: the earlier step still holds the values from before the gesture.
        steps_.back().label = std::move(step.label);  // how far it was moved by now
        steps_.back().done_edits = std::move(step.done_edits);
        steps_.back().repeatable = step.repeatable;
        steps_.back().tick = step.tick;
        marks_.back() = next_mark_++;
        return {};
    }
    steps_.push_back(std::move(step));
    marks_.push_back(next_mark_++);
    done_ = steps_.size();
    sealed_ = false;
    measure(steps_.back());
    keep_limits(done_ - 1);
    return {};
}

bool History::give_up_gesture() {
    if (sealed_ || done_ == 0 || done_ != steps_.size()) return false;
    Kept kept = std::exchange(kept_, {});
    const bool undone = undo_one().empty();
    kept_ = std::move(kept);
    if (!undone) {
        forget_kept();
        return false;
    }
    forget(done_, steps_.size());
    for (HistoryStep& step : kept_.steps) bytes_ += step.bytes;
    std::move(kept_.steps.begin(), kept_.steps.end(), std::back_inserter(steps_));
    marks_.insert(marks_.end(), kept_.marks.begin(), kept_.marks.end());
    kept_ = {};
    return true;
}

void History::keep_undone() {
    forget_kept();
    try {
        kept_.steps.reserve(steps_.size() - done_);
        kept_.marks.reserve(steps_.size() - done_);
    } catch (const std::bad_alloc&) {
        // The new step was applied already; rather than it, the undone ones are forgotten.
        return forget(done_, steps_.size());
    }
    const auto first = steps_.begin() + static_cast<std::ptrdiff_t>(done_);
    const auto first_mark = marks_.begin() + static_cast<std::ptrdiff_t>(done_);
    kept_.steps.assign(std::move_iterator(first), std::move_iterator(steps_.end()));
    kept_.marks.assign(first_mark, marks_.end());
    for (const HistoryStep& step : kept_.steps) bytes_ -= step.bytes;
    steps_.erase(first, steps_.end());
    marks_.erase(first_mark, marks_.end());
}

void History::forget_kept() {
    for (HistoryStep& step : kept_.steps) release_all(world_, step, log);
    kept_ = {};
}

std::string History::undo() {
    std::string reason = undo_one();
    if (reason.empty()) keep_limits(done_);
    return reason;
}

std::string History::redo() {
    std::string reason = redo_one();
    if (reason.empty()) keep_limits(done_ - 1);
    return reason;
}

std::string History::undo_one() {
    if (!can_undo()) return tr("There is nothing to undo");
    seal();
    const std::size_t position = done_ - 1;
    HistoryStep& step = steps_[position];
    Telling telling(*this, step, StepDirection::Undone);
    const ApplyFailure failure =
        step.closed.empty() ? apply_all_backwards(world_, schedule_, step.edits) : ApplyFailure{0, step.closed};
    noted_steps_ = std::min(noted_steps_, position);
    if (failure.why.empty()) {
        telling.applied(step.label, position == 0 ? base_mark_ : marks_[position - 1]);
        step.done_edits = {};  // step.edits say it now
        step.repeatable = true;
        measure(step);
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

std::string History::redo_one() {
    if (!can_redo()) return tr("There is nothing to redo");
    seal();
    HistoryStep& step = steps_[done_];
    Telling telling(*this, step, StepDirection::Redone);
    std::vector<Edit> copies = copies_of(step.edits);
    const ApplyFailure failure =
        step.closed.empty() ? apply_all(world_, schedule_, step.edits) : ApplyFailure{0, step.closed};
    if (failure.why.empty()) {
        telling.applied(step.label, marks_[done_]);
        step.done_edits = std::move(copies);
        step.repeatable = !step.done_edits.empty();
        step.tick = world_.tick();
        measure(step);
        ++done_;
        return {};
    }
    std::string reason = phrase("Cannot redo {}: {}", within_sentence(step.label), failure.why);
    forget(done_, done_ + 1);
    // The steps after it will lead to states that lack what it did.
    for (std::size_t i = done_; i < marks_.size(); ++i) marks_[i] = next_mark_++;
    return reason;
}

void History::close_steps(const std::function<std::string(const HistoryStep&)>& why) {
    seal();
    for (HistoryStep& step : steps_)
        if (step.closed.empty()) step.closed = why(step);
}

void History::note_state() {
    seal();
    noted_state_ = state();
    noted_steps_ = done_;
}

void History::return_to_noted() {
    seal();
    forget(noted_steps_, steps_.size());
    done_ = noted_steps_;
    (done_ == 0 ? base_mark_ : marks_[done_ - 1]) = noted_state_;
}

HistorySteps History::take_steps() {
    seal();
    HistorySteps taken{std::exchange(steps_, {}), std::exchange(marks_, {}), base_mark_, std::exchange(done_, 0)};
    base_mark_ = next_mark_++;
    bytes_ = 0;
    noted_steps_ = 0;
    return taken;
}

void History::put_steps(HistorySteps steps) {
    seal();
    steps_ = std::move(steps.steps);
    marks_ = std::move(steps.marks);
    base_mark_ = steps.base_mark;
    // They may be of a history that was read from a file.
    next_mark_ = std::max(next_mark_, base_mark_ + 1);
    for (const std::uint64_t mark : marks_) next_mark_ = std::max(next_mark_, mark + 1);
    done_ = steps.done;
    bytes_ = 0;
    for (const HistoryStep& step : steps_) bytes_ += step.bytes;
    // What a PlaySession noted is known by its name.
    noted_steps_ = 0;
    for (std::size_t i = 0; i < done_; ++i)
        if (marks_[i] == noted_state_) noted_steps_ = i + 1;
}

HistorySteps History::steps_until(const HistorySteps& steps, std::uint64_t state) {
    HistorySteps until;
    until.base_mark = state;
    const auto found = std::find(steps.marks.begin(), steps.marks.end(), state);
    if (found == steps.marks.end()) return until;
    const auto count = static_cast<std::size_t>(found - steps.marks.begin()) + 1;
    for (std::size_t i = 0; i < std::min(count, steps.done); ++i) {
        const HistoryStep& step = steps.steps[i];
        std::vector<Edit> edits = copies_of(step.edits), done = copies_of(step.done_edits);
        if (edits.empty()) return {{}, {}, state, 0};
        HistoryStep copy;
        copy.label = step.label;
        copy.edits = std::move(edits);
        copy.done_edits = std::move(done);
        copy.repeatable = step.repeatable;
        copy.kind = step.kind;
        copy.entities = step.entities;
        copy.bytes = step.bytes;
        copy.tick = step.tick;
        copy.closed = step.closed;
        until.steps.push_back(std::move(copy));
        until.marks.push_back(steps.marks[i]);
    }
    // Those after the last that is in force now were undone since: they cannot be taken back a second time.
    if (until.steps.size() < count) return {{}, {}, state, 0};
    until.base_mark = steps.base_mark;
    until.done = until.steps.size();
    return until;
}

bool History::in_force(std::uint64_t state) const {
    const auto end = marks_.begin() + static_cast<std::ptrdiff_t>(done_);
    return std::find(marks_.begin(), end, state) != end;
}

std::string History::go_to(std::size_t steps) {
    steps = std::min(steps, steps_.size());
    const bool back = done_ > steps;
    if (done_ == steps) return {};
    // The limits drop steps, so they wait until it has arrived.
    std::string reason;
    while (done_ != steps && reason.empty()) reason = back ? undo_one() : redo_one();
    if (!steps_.empty()) keep_limits(back || done_ == 0 ? std::min(done_, steps_.size() - 1) : done_ - 1);
    return reason;
}

void History::set_memory_limit(std::size_t bytes) {
    memory_limit_ = bytes;
    if (!steps_.empty()) keep_limits(done_ == 0 ? 0 : done_ - 1);
}

void History::measure(HistoryStep& step) {
    const auto memory_of_all = [](const std::vector<Edit>& edits) {
        std::size_t bytes = 0;
        for (const Edit& edit : edits) bytes += memory_of(edit);
        return bytes;
    };
    bytes_ -= step.bytes;
    step.bytes = sizeof step + step.label.capacity() + memory_of_all(step.edits) + memory_of_all(step.done_edits);
    bytes_ += step.bytes;
    try {
        step.entities = std::max(step.entities, entities_of(step).size());
    } catch (const std::bad_alloc&) {
        // The step was applied. Better a number that is too small than a history that forgets what happened.
        step.entities = std::max(step.entities, step.edits.size());
    }
}

void History::keep_limits(std::size_t kept) {
    std::size_t bytes = bytes_, count = steps_.size(), oldest = 0;
    const auto too_much = [&] { return count > limit || bytes > memory_limit_; };
    for (; too_much() && oldest < kept; ++oldest, --count) bytes -= steps_[oldest].bytes;
    std::size_t last = steps_.size();
    for (; too_much() && last > kept + 1; --count) bytes -= steps_[--last].bytes;
    forgotten_ += steps_.size() - count;
    forget(last, steps_.size());
    if (oldest > 0) forget_oldest(oldest);
}

void History::forget_oldest(std::size_t count) {
    base_mark_ = marks_[count - 1];
    forget(0, count);
    done_ -= count;
    noted_steps_ -= std::min(count, noted_steps_);
}

bool History::merges_with_last(const HistoryStep& step) const {
    if (sealed_ || done_ == 0 || done_ != steps_.size()) return false;
    const std::vector<Edit>& last = steps_.back().edits;
    return std::equal(last.begin(), last.end(), step.edits.begin(), step.edits.end(), sets_the_same);
}

void History::forget(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        release_all(world_, steps_[i], log);
        bytes_ -= steps_[i].bytes;
    }
    const auto from = static_cast<std::ptrdiff_t>(first), to = static_cast<std::ptrdiff_t>(last);
    steps_.erase(steps_.begin() + from, steps_.begin() + to);
    marks_.erase(marks_.begin() + from, marks_.begin() + to);
}

}  // namespace ecs
