#include "panels/archetypes/archetype_table.hpp"

#include <utility>

#include "ecs/language/text_query.hpp"
#include "panels/base/language.hpp"
#include "panels/base/text_search.hpp"
#include "panels/base/value_text.hpp"

namespace panels {

namespace {

// Steps of collecting and sorting per frame: after a change of the world, and while a person waits.
constexpr std::size_t background_steps = 4'000, asked_for_steps = 60'000;
// Constantly changing numbers must not make rows change places constantly.
constexpr double resort_secs = 0.5;

/// In the order of archetype_name_of(), but of all components, so that it never changes.
std::string sort_name(const ecs::World& world, const ecs::Archetype& archetype) {
    if (archetype.types().empty()) return tr("no components");
    std::string name;
    for (const int rank : {0, 1, 2})
        for (const ecs::ComponentType* type : archetype.types()) {
            const bool common = type->id == world.name_id() || type->id == world.parent_id();
            if (rank != (common ? 2 : type->is_tag() ? 0 : 1)) continue;
            name += name.empty() ? "" : ", ";
            name += figures::short_name(type->name);
        }
    return name;
}

}  // namespace

void ArchetypeTable::set_filter(std::string text) {
    if (text == filter_) return;
    filter_ = std::move(text);
    words_read_ = false;
    asked_ = true;
}

void ArchetypeTable::leave_out_empty(bool leave_out) {
    if (std::exchange(leave_out_empty_, leave_out) != leave_out) asked_ = true;
}

void ArchetypeTable::set_hide_empty(bool hide) {
    if (hide == hide_empty_) return;
    hide_empty_ = hide;
    asked_ = true;
}

void ArchetypeTable::set_sort(ArchetypeColumn column, bool descending) {
    if (column == column_ && descending == descending_) return;
    column_ = column;
    descending_ = descending;
    asked_ = true;
}

void ArchetypeTable::update(const ecs::World& world, double now_secs) {
    last_work_ = 0;
    if (!is_known(world)) forget();
    refresh(world);
    if (!words_read_ || types_seen_ != ecs::types_fingerprint(world.types())) read_words(world.types());

    const bool resort = numbers_changed_ && (now_secs < sorted_at_secs_ || now_secs >= sorted_at_secs_ + resort_secs);
    if (asked_ || (part_ == Part::None && !order_kept_ && (set_changed_ || resort))) {
        part_ = Part::Collect;
        collect_next_ = next_hidden_empty_ = next_filtered_out_ = 0;
        items_.clear();
        sorted_at_secs_ = now_secs;
        set_changed_ = numbers_changed_ = false;
        build(asked_ ? asked_for_steps : background_steps);
        asked_for_ = std::exchange(asked_, false);
    } else if (part_ != Part::None && (asked_for_ || !order_kept_)) {
        build(background_steps);
    }
}

bool ArchetypeTable::busy(const ecs::World& world) const {
    if (refresh_left_ > 0 || rows_.size() < world.archetype_count() || world.structure_version() != structure_seen_)
        return true;
    return asked_ || (part_ != Part::None && (asked_for_ || !order_kept_)) ||
           (!order_kept_ && (set_changed_ || numbers_changed_));
}

void ArchetypeTable::forget() {
    rows_.clear();
    order_.clear();
    totals_ = {};
    empty_ = 0;
    structure_seen_ = 0;
    refresh_next_ = refresh_left_ = 0;
    part_ = Part::None;
    asked_ = true;
    words_read_ = false;
    ++revision_;
}

void ArchetypeTable::read_words(const ecs::TypeRegistry& types) {
    words_.clear();
    std::size_t at = 0;
    while ((at = filter_.find_first_not_of(", ", at)) != std::string::npos) {
        const std::size_t end = std::min(filter_.find_first_of(", ", at), filter_.size());
        std::string word = to_lower(std::string_view(filter_).substr(at, end - at));
        at = end;
        Word read;
        read.negated = word.front() == '!';
        if (read.negated) word.erase(0, 1);
        if (word.empty()) continue;
        for (ecs::ComponentId id = 0; id < types.size(); ++id)
            read.components.push_back(find_ignoring_case(types[id].name, word) != std::string_view::npos);
        words_.push_back(std::move(read));
    }
    types_seen_ = ecs::types_fingerprint(types);
    words_read_ = true;
    asked_ = true;
}

bool ArchetypeTable::matches(const ecs::Archetype& archetype) const {
    for (const Word& word : words_) {
        bool found = false;
        for (ecs::ComponentId component : archetype.components())
            found = found || (component < word.components.size() && word.components[component]);
        if (found == word.negated) return false;
    }
    return true;
}

bool ArchetypeTable::is_known(const ecs::World& world) const {
    if (rows_.empty()) return true;
    return world.archetype_count() >= rows_.size() && world.structure_version() >= structure_seen_ &&
           rows_.front().archetype == &world.archetype(0) &&
           rows_.back().archetype == &world.archetype(static_cast<ecs::ArchetypeId>(rows_.size() - 1));
}

void ArchetypeTable::refresh(const ecs::World& world) {
    const std::size_t count = world.archetype_count();
    const std::size_t known_before = rows_.size();
    while (rows_.size() < count && rows_.size() - known_before < rows_a_slice) {
        const ecs::Archetype& archetype = world.archetype(static_cast<ecs::ArchetypeId>(rows_.size()));
        rows_.push_back({&archetype, sort_name(world, archetype), {}});
        ++empty_;
        refresh_row(world, rows_.size() - 1);
        set_changed_ = true;
    }

    if (world.structure_version() != structure_seen_) {
        structure_seen_ = world.structure_version();
        refresh_left_ = rows_.size();
    }
    const std::size_t slice = std::min(refresh_left_, rows_a_slice);
    for (std::size_t i = 0; i < slice; ++i) {
        if (refresh_next_ >= rows_.size()) refresh_next_ = 0;
        refresh_row(world, refresh_next_++);
    }
    refresh_left_ -= slice;
    last_work_ += slice + rows_.size() - known_before;
}

void ArchetypeTable::refresh_row(const ecs::World& world, std::size_t row) {
    const ArchetypeFacts now = facts_of(world.archetype(static_cast<ecs::ArchetypeId>(row)));
    ArchetypeFacts& before = rows_[row].facts;
    if (now == before) return;
    totals_.add_difference(before, now);
    if (now.entities == 0 && before.entities != 0) ++empty_;
    if (now.entities != 0 && before.entities == 0) --empty_;
    if ((hide_empty_ || leave_out_empty_) && (now.entities == 0) != (before.entities == 0)) set_changed_ = true;
    if (column_ != ArchetypeColumn::Name && now.number(column_) != before.number(column_)) numbers_changed_ = true;
    before = now;
    ++revision_;
}

void ArchetypeTable::build(std::size_t budget) {
    const std::size_t whole = budget;
    collect(budget);
    if (part_ == Part::Sort) {
        if (column_ == ArchetypeColumn::Name) {
            const auto by_name = [this](const SortItem& a, const SortItem& b) {
                return descending_ ? rows_[b.id].name < rows_[a.id].name : rows_[a.id].name < rows_[b.id].name;
            };
            budget = sort_.step(by_name, budget);
        } else {
            const auto by_number = [this](const SortItem& a, const SortItem& b) {
                return descending_ ? b.number < a.number : a.number < b.number;
            };
            budget = sort_.step(by_number, budget);
        }
        if (sort_.done()) finish();
    }
    last_work_ += whole - budget;
}

void ArchetypeTable::collect(std::size_t& budget) {
    if (part_ != Part::Collect) return;
    for (; collect_next_ < rows_.size() && budget > 0; ++collect_next_, --budget) {
        const Row& row = rows_[collect_next_];
        if (!matches(*row.archetype))
            ++next_filtered_out_;
        else if (leave_out_empty_ && row.facts.entities == 0)
            continue;
        else if (hide_empty_ && row.facts.entities == 0)
            ++next_hidden_empty_;
        else
            items_.push_back({row.facts.number(column_), static_cast<ecs::ArchetypeId>(collect_next_)});
    }
    if (collect_next_ < rows_.size()) return;
    sort_.start(std::move(items_));
    items_ = {};
    part_ = Part::Sort;
}

void ArchetypeTable::finish() {
    const std::vector<SortItem> sorted = sort_.take();
    order_.clear();
    for (const SortItem& item : sorted) order_.push_back(item.id);
    hidden_empty_ = next_hidden_empty_;
    filtered_out_ = next_filtered_out_;
    part_ = Part::None;
    ++revision_;
}

}  // namespace panels
