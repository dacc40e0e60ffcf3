#include "ecs/edit/history.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <new>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_facts.hpp"
#include "ecs/edit/edit_records.hpp"
#include "ecs/edit/fitting_edits.hpp"
#include "ecs/edit/step_copies.hpp"

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

void release_all(World& world, const HistoryStep& step, EditListener* log) {
    if (log != nullptr) log->will_release(step.edits);
    for (const Edit& edit : step.edits) release(world, edit);
}

std::string_view kind_of(const std::vector<Edit>& edits) {
    const std::string_view kind = name_of(edits.front());
    const bool alike = std::all_of(edits.begin(), edits.end(), [&](const Edit& each) { return name_of(each) == kind; });
    return alike ? kind : std::string_view();
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
class History::ListenerScope {
public:
    ListenerScope(const History& history, const HistoryStep& step, StepDirection direction)
        : world_(history.world_),
          listener_(history.listener),
          log_(history.log),
          direction_(direction),
          may_be_partial_(step.may_be_partial) {
        if (log_ != nullptr) log_->will_apply(step.edits, direction == StepDirection::Undone);
        tell_before(step.label);
    }
    void applied(std::string_view label, std::uint64_t state, bool goes_on = false) {
        if (EditListener* const told = std::exchange(log_, nullptr))
            told->applied({label, direction_, state, goes_on, may_be_partial_});
    }
    ~ListenerScope() {
        if (log_ != nullptr) log_->refused();
        if (listener_ != nullptr) listener_->after_step(world_, label_, direction_);
    }
    ListenerScope(const ListenerScope&) = delete;
    ListenerScope& operator=(const ListenerScope&) = delete;

private:
    void tell_before(const std::string& label) {
        if (listener_ == nullptr) return;
        label_ = label;  // the step may go
        listener_->before_step(world_);
    }

    const World& world_;
    HistoryListener* listener_;
    EditListener* log_;
    StepDirection direction_;
    bool may_be_partial_;
    std::string label_;
};

History::~History() {
    forget_kept();
    forget(0, steps_.size());
}

std::string History::why_not_now() const {
    if (!stands_still_.empty()) return stands_still_;
    return log == nullptr ? std::string() : log->why_not_now();
}

void History::stand_still(std::string why) {
    if (why.empty() && !stands_still_.empty()) ++went_on_;
    stands_still_ = std::move(why);
}

std::string History::perform(HistoryStep step) {
    if (step.edits.empty()) return {};
    if (const std::string why = why_not_now(); !why.empty())
        return phrase("Cannot {}: {}", within_sentence(step.label), why);
    // What is done must be remembered, so the memory for that comes first.
    if (steps_.size() == steps_.capacity()) steps_.reserve(std::max<std::size_t>(16, 2 * steps_.size()));
    if (marks_.size() == marks_.capacity()) marks_.reserve(std::max<std::size_t>(16, 2 * marks_.size()));
    save_noted(done_);
    ListenerScope listeners(*this, step, StepDirection::Done);
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
    step.version = next_version_++;
    noted_.stepped = true;
    const bool merges = merges_with_last(step);
    listeners.applied(step.label, next_mark_, merges);
    if (!merges) keep_undone();
    if (merges) {
        // Merging is forgetting the middle: the earlier step still holds the values from before the gesture.
        steps_.back().label = std::move(step.label);  // how far it was moved by now
        steps_.back().done_edits = std::move(step.done_edits);
        steps_.back().repeatable = step.repeatable;
        steps_.back().tick = step.tick;
        steps_.back().version = step.version;
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
    left_out_ = {};
    std::string reason = undo_one();
    if (reason.empty()) keep_limits(done_);
    return reason;
}

std::string History::redo() {
    left_out_ = {};
    std::string reason = redo_one();
    if (reason.empty()) keep_limits(done_ - 1);
    return reason;
}

std::string History::undo_one() {
    if (!can_undo()) return tr("There is nothing to undo");
    if (const std::string why = why_not_now(); !why.empty())
        return phrase("Cannot undo {}: {}", within_sentence(steps_[done_ - 1].label), why);
    seal();
    const std::size_t position = done_ - 1;
    save_noted(position);
    noted_.stepped = true;
    HistoryStep& step = steps_[position];
    std::string why = leave_out_unfitting(step, StepDirection::Undone);
    {
        ListenerScope listeners(*this, step, StepDirection::Undone);
        if (why.empty()) why = apply_all_backwards(world_, schedule_, step.edits).why;
        if (why.empty()) {
            listeners.applied(step.label, position == 0 ? base_mark_ : marks_[position - 1]);
            step.done_edits = {};  // step.edits say it now
            step.version = next_version_++;
            step.repeatable = true;
            measure(step);
            done_ = position;
            return {};
        }
    }
    std::string reason = phrase("Cannot undo {}: {}", within_sentence(step.label), why);
    rename_before(marks_, base_mark_, position);
    forget(position, position + 1);
    done_ = position;
    return reason;
}

// Before the first edit is applied: taking back those that fit would leave traces, such as another order of rows.
std::string History::leave_out_unfitting(HistoryStep& step, StepDirection direction) {
    if (!step.closed.empty()) return step.closed;
    const bool backwards = direction == StepDirection::Undone;
    const bool fits = step.edits.size() == 1 ? ecs::fits(world_, schedule_, step.edits.front())
                                             : all_fit(world_, step.edits, backwards);
    if (fits) return {};
    const std::size_t all = entities_of(step).size();
    UnfittingEdits unfitting;
    try {
        unfitting = take_unfitting(world_, schedule_, step.edits, backwards);
    } catch (const std::bad_alloc&) {
        step.edits.clear();
        return tr("some of it does not fit any more, and there is no memory to find out what");
    }
    if (unfitting.edits.empty()) return {};
    const HistoryStep left_out{.label = step.label, .edits = std::move(unfitting.edits)};
    release_all(world_, left_out, log);
    if (step.edits.empty()) return unfitting.why;
    if (left_out_.count == 0) left_out_ = {0, 0, step.label, unfitting.why};
    left_out_.count += entities_of(left_out).size();
    left_out_.of += all;
    return {};
}

std::string History::redo_one() {
    if (!can_redo()) return tr("There is nothing to redo");
    if (const std::string why = why_not_now(); !why.empty())
        return phrase("Cannot redo {}: {}", within_sentence(steps_[done_].label), why);
    seal();
    save_noted(done_);
    noted_.stepped = true;
    HistoryStep& step = steps_[done_];
    std::string why = leave_out_unfitting(step, StepDirection::Redone);
    {
        ListenerScope listeners(*this, step, StepDirection::Redone);
        std::vector<Edit> copies = copies_of(step.edits);
        if (why.empty()) why = apply_all(world_, schedule_, step.edits).why;
        if (why.empty()) {
            listeners.applied(step.label, marks_[done_]);
            step.done_edits = std::move(copies);
            step.repeatable = !step.done_edits.empty();
            step.tick = world_.tick();
            step.version = next_version_++;
            measure(step);
            ++done_;
            return {};
        }
    }
    std::string reason = phrase("Cannot redo {}: {}", within_sentence(step.label), why);
    forget(done_, done_ + 1);
    // The steps after it will lead to states that lack what it did.
    for (std::size_t i = done_; i < marks_.size(); ++i) marks_[i] = next_mark_++;
    return reason;
}

void History::close_steps(const std::function<std::string(const HistoryStep&)>& why) {
    ++closed_;
    seal();
    for (std::vector<HistoryStep>* steps : {&steps_, &noted_.saved})
        for (HistoryStep& step : *steps)
            if (step.closed.empty()) step.closed = why(step);
}

bool History::in_force(std::uint64_t state) const {
    const auto end = marks_.begin() + static_cast<std::ptrdiff_t>(done_);
    return std::find(marks_.begin(), end, state) != end;
}

std::string History::go_to(std::size_t steps) {
    steps = std::min(steps, steps_.size());
    const bool back = done_ > steps;
    if (done_ == steps) return {};
    left_out_ = {};
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
    if (last < noted_steps_) {
        noted_steps_ = last;
        noted_.versions.resize(last);
        noted_.marks.resize(last);
        noted_.saved.clear();
    }
    forget(last, steps_.size());
    if (oldest > 0) forget_oldest(oldest);
}

void History::forget_oldest(std::size_t count) {
    base_mark_ = marks_[count - 1];
    forget(0, count);
    done_ -= count;
    const std::size_t noted = std::min(count, noted_steps_);
    if (noted == 0) return;
    const auto gone = static_cast<std::ptrdiff_t>(noted);
    noted_.base_mark = noted_.marks[noted - 1];
    noted_.versions.erase(noted_.versions.begin(), noted_.versions.begin() + gone);
    noted_.marks.erase(noted_.marks.begin(), noted_.marks.begin() + gone);
    noted_.done -= std::min(noted, noted_.done);
    noted_steps_ -= noted;
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
