#include "panels/changes/move_values.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

#include "figures/drawing/format.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

using ecs::ChangeKind;

bool arrives(ChangeKind kind) {
    return kind == ChangeKind::Created || kind == ChangeKind::Moved || kind == ChangeKind::FilledHole;
}

bool has_entities(std::span<const ecs::Field> fields) {
    return std::any_of(fields.begin(), fields.end(), [](const ecs::Field& field) {
        return field.kind == ecs::FieldKind::Entity || has_entities(field.fields);
    });
}

std::string joined_with_and(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? tr(" and ") : ", ") + names[i];
    return text;
}

}  // namespace

// Recording

void MoveValues::changed(const ecs::World& world, const ecs::StructuralChange& change) noexcept {
    try {
        // These two end an operation whose values may come after them.
        if (change.kind != ChangeKind::FilledHole && change.kind != ChangeKind::ChunkFreed)
            take_pending(world, false, &change);
        if (arrives(change.kind)) take_row(world, change, world.journal()->total() - 1, Moment::OfTheChange);
    } catch (const std::exception&) {  // no memory for it
        pending_.reset();
    }
}

void MoveValues::settled(const ecs::World& world) noexcept {
    try {
        take_pending(world, true, nullptr);
    } catch (const std::exception&) {
        pending_.reset();
    }
}

void MoveValues::take_row(const ecs::World& world, const ecs::StructuralChange& change, std::uint64_t number,
                          Moment moment) {
    if (rows_.empty()) rows_.resize(rows_kept);
    const ecs::Archetype& archetype = world.archetype(change.to.archetype);
    const ecs::Archetype* from = change.kind == ChangeKind::Moved && moment == Moment::OfTheChange
                                     ? &world.archetype(change.from.archetype)
                                     : nullptr;
    const bool whole_row = change.kind == ChangeKind::FilledHole && moment == Moment::OfTheChange;
    Row& row = rows_[next_];
    row.change = number;
    row.entity = change.entity;
    row.place = change.to;
    row.version = archetype.column_version(change.to.chunk, ecs::no_column);
    row.bytes.clear();
    std::size_t count = 0;
    bool all_taken = true;
    for (std::size_t position = 0; position < archetype.types().size(); ++position) {
        const ecs::ComponentType& type = *archetype.types()[position];
        if (type.is_tag()) continue;
        if (count == row.columns.size()) row.columns.emplace_back();
        Column& column = row.columns[count++];
        column.component = type.id;
        column.state = State::Pending;
        if (whole_row || (from != nullptr && from->has(type.id)))
            take_value(world, row, column, static_cast<int>(position));
        else
            all_taken = false;
    }
    row.columns.resize(count);
    if (!all_taken) pending_ = next_;
    next_ = (next_ + 1) % rows_kept;
}

void MoveValues::take_value(const ecs::World& world, Row& row, Column& column, int position) {
    const ecs::Archetype& archetype = world.archetype(row.place.archetype);
    const ecs::ComponentType& type = *archetype.types()[static_cast<std::size_t>(position)];
    const ecs::Chunk& chunk = archetype.chunk(row.place.chunk);
    const std::byte* value = chunk.at(archetype.layout().offsets[static_cast<std::size_t>(position)]) +
                             std::size_t{row.place.row} * type.size;
    column.state = State::Known;
    if (type.size > max_value_bytes) {
        column.state = State::TooLarge;
    } else if (type.trivial) {
        constexpr std::size_t alignment = 16;
        const std::size_t start = (row.bytes.size() + alignment - 1) / alignment * alignment;
        row.bytes.resize(start + type.size);
        std::memcpy(row.bytes.data() + start, value, type.size);
        column.start = static_cast<std::uint32_t>(start);
    } else if (has_entities(type.fields)) {
        column.state = State::Lost;  // whose names may not be read while a system runs
    } else {
        column.text = figures::component_values(world, type, value);
    }
}

// What was in place when the row arrived has been taken down. The rest is still where it was put, if memcpy can move
// it: the next change has copied it elsewhere at most.
void MoveValues::take_pending(const ecs::World& world, bool nothing_wrote, const ecs::StructuralChange* next) {
    if (!pending_) return;
    Row& row = rows_[*pending_];
    pending_.reset();
    const bool restored = next != nullptr && next->kind == ChangeKind::Restored;
    const ecs::Archetype& archetype = world.archetype(row.place.archetype);
    const bool there = !restored && row.place.chunk < archetype.chunk_count();
    const bool unmoved = there && world.alive(row.entity) && world.location(row.entity) == row.place;
    const bool destroyed =
        next != nullptr && next->kind == ChangeKind::Destroyed && next->from.archetype == row.place.archetype;
    for (Column& column : row.columns) {
        if (column.state != State::Pending) continue;
        const int position = archetype.column_of(column.component);
        const bool written =
            there && !nothing_wrote && archetype.written_version(row.place.chunk, position) > row.version;
        const bool intact = world.types()[column.component].trivial ? there : unmoved && !destroyed;
        if (intact && !written)
            take_value(world, row, column, position);
        else
            column.state = State::Lost;
    }
}

void MoveValues::look(const ecs::World& world, const ecs::Journal& journal) {
    wanted_ = true;
    take_pending(world, false, nullptr);
    if (journal.listener() == this || journal.total() == seen_total_) {
        seen_total_ = journal.total();
        return;
    }
    seen_total_ = journal.total();
    for (const ecs::Operation& last : ecs::last_operations(journal, 1)) {
        for (std::size_t i = 0; i < last.changes.size(); ++i) {
            const ecs::StructuralChange& change = last.changes[i];
            if (!arrives(change.kind)) continue;
            take_row(world, change, last.first + i, Moment::Later);
            take_pending(world, false, nullptr);
        }
    }
}

bool MoveValues::take_wanted() {
    if (!wanted_) pending_.reset();
    return std::exchange(wanted_, false);
}

void MoveValues::clear() {
    rows_.clear();
    next_ = 0;
    pending_.reset();
    seen_total_ = 0;
}

// Reading

const MoveValues::Row* MoveValues::find(std::uint64_t change) const {
    const auto found =
        std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.entity && row.change == change; });
    return found == rows_.end() ? nullptr : &*found;
}

std::optional<std::vector<MovedValue>> MoveValues::of(const ecs::World& world, const ecs::Operation& operation) const {
    std::vector<MovedValue> values;
    bool any_arrives = false, any_found = false;
    for (std::size_t i = 0; i < operation.changes.size(); ++i) {
        if (!arrives(operation.changes[i].kind)) continue;
        any_arrives = true;
        const Row* row = find(operation.first + i);
        if (row == nullptr) continue;
        any_found = true;
        for (const Column& column : row->columns) {
            const ecs::ComponentType& type = world.types()[column.component];
            MovedValue value{
                row->entity, column.component, {}, column.state == State::Known, column.state == State::TooLarge};
            if (value.known)
                value.text = type.trivial ? figures::component_values(world, type, row->bytes.data() + column.start)
                                          : column.text;
            values.push_back(std::move(value));
        }
    }
    if (any_arrives && !any_found) return std::nullopt;
    return values;
}

const MovedValue* find_value(std::span<const MovedValue> values, ecs::Entity entity, ecs::ComponentId component) {
    const auto found = std::find_if(values.begin(), values.end(), [&](const MovedValue& value) {
        return value.entity == entity && value.component == component;
    });
    return found == values.end() || !found->known ? nullptr : &*found;
}

bool any_known(const std::vector<MovedValue>* values) {
    return values != nullptr &&
           std::any_of(values->begin(), values->end(), [](const auto& each) { return each.known; });
}

std::string about_values(const ecs::World& world, const ecs::Operation& operation,
                         const std::vector<MovedValue>* values) {
    if (operation.main().kind == ChangeKind::Destroyed && (values == nullptr || values->empty()))
        return tr("No values: they ended with the row, and the journal keeps places and bytes only");
    if (values == nullptr)
        return phrase(
            "No values: they are taken down while this panel is shown, and those of the last {} rows are kept",
            figures::format_count(MoveValues::rows_kept));
    std::vector<std::string> rewritten, large;
    for (const MovedValue& value : *values) {
        const std::string name(figures::short_name(world.types()[value.component].name));
        std::vector<std::string>& names = value.too_large ? large : rewritten;
        if (!value.known && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    std::string missing;
    const auto add = [&](const std::vector<std::string>& names, const char* one, const char* many) {
        if (names.empty()) return;
        missing += (missing.empty() ? "" : "; ") + joined_with_and(names) + (names.size() == 1 ? one : many);
    };
    add(rewritten, tr(" was written again before this was seen"), tr(" were written again before this was seen"));
    add(large, tr(" is too large to be kept"), tr(" are too large to be kept"));
    if (values->empty()) return tr("No values: these rows consist of tags and an id");
    if (!any_known(values)) return phrase("No values: {}", missing);
    return phrase("Values as they were right after it{}", (missing.empty() ? std::string() : "; " + missing));
}

}  // namespace panels
