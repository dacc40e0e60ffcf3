// One table of flecs as a Mirror sees it: what changed in it since the last look. A look compares the table's entities
// and columns with a copy, block by block, so that it also finds what was written without ecs_modified(). Owned by
// WorldLook.
#pragma once

#include <flecs.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <vector>

#include "chunkscope/flecs/types.hpp"
#include "ecs/mirror/owner.hpp"
#include "ecs/types/value.hpp"

namespace chunkscope::flecs::detail {

/// Where looks put what they find. Values that do not lie in flecs as they are shown are kept until the next look.
class Findings {
public:
    Findings(const ecs_world_t* world, Types& types) : world_(world), types_(types) {}

    void begin(ecs::Pull& pull) {
        values_.clear();
        pull_ = &pull;
    }
    ecs::Pull& pull() { return *pull_; }
    /// `raw` is flecs' value; null for tags.
    void say(std::uint32_t type, ecs_entity_t entity, const void* raw) {
        while (pull_->columns.size() <= type) {
            pull_->columns.emplace_back();
            pull_->columns.back().type = static_cast<std::uint32_t>(pull_->columns.size() - 1);
        }
        ecs::Pull::Column& column = pull_->columns[type];
        const Shape& shape = types_.shape(type);
        column.keys.push_back(key_of(entity));
        if (shape.type.is_tag()) return;
        if (shape.same) {
            column.values.push_back(raw);
            return;
        }
        ecs::Value& value = values_.emplace_back(types_.own(type));
        read_fields(world_, shape.type.fields, shape.parts, value.data(), raw);
        column.values.push_back(value.data());
    }
    void say_name(ecs_entity_t entity, const void* identifier) {
        const char* const name = identifier == nullptr ? nullptr : static_cast<const EcsIdentifier*>(identifier)->value;
        pull_->named.push_back({key_of(entity), name == nullptr ? "" : name});
    }

private:
    const ecs_world_t* world_;
    Types& types_;
    ecs::Pull* pull_ = nullptr;
    std::deque<ecs::Value> values_;
};

class TableCopy {
public:
    TableCopy(const ecs_world_t* world, ecs_table_t* table, Types& types) : world_(world), table_(table) {
        const ecs_type_t* const type = ecs_table_get_type(table);
        ids_.assign(type->array, type->array + type->count);
        for (std::int32_t i = 0; i < type->count; ++i) {
            const ecs_id_t id = ids_[static_cast<std::size_t>(i)];
            const std::int32_t column = ecs_table_type_to_column_index(table, i);
            if (id == ecs_pair(ecs_id(EcsIdentifier), EcsName)) {
                columns_.push_back({Kind::Name, column, Types::none, id, sizeof(EcsIdentifier)});
                named_ = true;
            } else if (is_pair_of(id, EcsChildOf)) {
                parent_ = second_of(world, id);
#if FLECS_VERSION_MINOR >= 1 && FLECS_VERSION_PATCH >= 5
            } else if (id == ecs_id(EcsParent)) {
                columns_.push_back({Kind::Parent, column, Types::none, id, sizeof(EcsParent)});
                has_parent_value_ = true;
#endif
            }
            const std::uint32_t of = types.type_of(id);
            if (of == Types::none) continue;
            types_.push_back(of);
            const Shape& shape = types.shape(of);
            if (shape.type.is_tag())
                columns_.push_back({Kind::Tag, -1, of, id, 0});
            else
                columns_.push_back({column < 0 ? Kind::Apart : Kind::Value, column, of, id, shape.raw_size,
                                    !shape.plain && !shape.type.fields.empty()});
        }
        std::sort(types_.begin(), types_.end());
        types_.erase(std::unique(types_.begin(), types_.end()), types_.end());
    }

    /// Whether it is still the table that was copied, and not another one at its address.
    bool is_of(const ecs_table_t* table) const {
        const ecs_type_t* const type = ecs_table_get_type(table);
        return static_cast<std::size_t>(type->count) == ids_.size() &&
               std::equal(ids_.begin(), ids_.end(), type->array);
    }
    ecs_table_t* table() const { return table_; }
    /// Sorted.
    const std::vector<std::uint32_t>& types() const { return types_; }
    /// By a pair with ChildOf; 0: none.
    ecs_entity_t parent() const { return parent_; }
    bool named() const { return named_; }
    /// By a component (4.1: Parent).
    bool has_parent_value() const { return has_parent_value_; }
    const std::vector<ecs_entity_t>& former() const { return former_; }

    /// Finds what changed. Calls `came(entity)` for entities that are at another row or are new; all that the
    /// table has of them is said.
    template <class F>
    void look(Findings& findings, std::vector<ecs_entity_t>& left, const F& came) {
        const auto size = static_cast<std::size_t>(ecs_table_count(table_));
        const ecs_entity_t* const now = size == 0 ? nullptr : ecs_table_entities(table_);
        compare_entities(now, size, left);
        for (const std::size_t row : moved_) came(now[row]);
        for (Column& column : columns_) {
            for (const std::size_t row : moved_) say(findings, column, now[row], row);
            if (column.kind == Kind::Apart)
                look_apart(findings, column, now, size);
            else if (column.kind != Kind::Tag)
                sweep(findings, column, now, size);
        }
    }
    /// Says all that the table has of one entity.
    void say_all(Findings& findings, ecs_entity_t entity) const {
        const std::int32_t row = row_of(entity);
        if (row < 0) return;
        for (const Column& column : columns_) say(findings, column, entity, static_cast<std::size_t>(row));
    }

private:
    enum class Kind : std::uint8_t { Tag, Value, Name, Parent, Apart };  // Apart: not in the table
    struct Column {
        Kind kind = Kind::Tag;
        std::int32_t number = -1;
        std::uint32_t type = Types::none;
        ecs_id_t id = 0;
        std::size_t size = 0;
        bool by_turns = false;              // values hold memory elsewhere, so that their bytes do not tell
        std::vector<std::byte> bytes = {};  // the values as they were at the last look
        std::size_t next = 0;
    };

    std::int32_t row_of(ecs_entity_t entity) const {
        const ecs_record_t* const record = ecs_record_find(world_, entity);
        return record != nullptr && record->table == table_ ? ECS_RECORD_TO_ROW(record->row) : -1;
    }
    const std::byte* values_of(const Column& column) const {
        return static_cast<const std::byte*>(ecs_table_get_column(table_, column.number, 0));
    }

    void say(Findings& findings, const Column& column, ecs_entity_t entity, std::size_t row) const {
        switch (column.kind) {
            case Kind::Tag:
                findings.say(column.type, entity, nullptr);
                break;
            case Kind::Apart:
                if (const void* const value = ecs_get_id(world_, entity, column.id))
                    findings.say(column.type, entity, value);
                break;
            default:
                say_raw(findings, column, entity, values_of(column) + row * column.size);
                break;
        }
    }
    void say_raw(Findings& findings, const Column& column, ecs_entity_t entity, const std::byte* raw) const {
        if (column.kind == Kind::Value) {
            findings.say(column.type, entity, raw);
        } else if (column.kind == Kind::Name) {
            findings.say_name(entity, raw);
        } else if (column.kind == Kind::Parent) {
            ecs_entity_t parent = 0;
            std::memcpy(&parent, raw, sizeof parent);
            findings.pull().moved.push_back({key_of(entity), parent == 0 ? ecs::no_owner_key : key_of(parent)});
        }
    }

    void compare_entities(const ecs_entity_t* now, std::size_t size, std::vector<ecs_entity_t>& left) {
        moved_.clear();
        const std::size_t common = std::min(size, former_.size());
        constexpr std::size_t block = 1024;
        for (std::size_t first = 0; first < common; first += block) {
            const std::size_t count = std::min(block, common - first);
            if (std::memcmp(now + first, former_.data() + first, count * sizeof *now) == 0) continue;
            for (std::size_t i = first; i < first + count; ++i) {
                if (now[i] == former_[i]) continue;
                left.push_back(former_[i]);
                former_[i] = now[i];
                moved_.push_back(i);
            }
        }
        for (std::size_t i = size; i < former_.size(); ++i) left.push_back(former_[i]);
        former_.resize(size);
        for (std::size_t i = common; i < size; ++i) {
            former_[i] = now[i];
            moved_.push_back(i);
        }
    }

    void sweep(Findings& findings, Column& column, const ecs_entity_t* now, std::size_t size) {
        if (size == 0) {
            column.bytes.clear();
            return;
        }
        const std::size_t each = column.size;
        const std::byte* const values = values_of(column);
        const std::size_t former = std::min(column.bytes.size() / each, size);
        for (const std::size_t row : moved_)
            if (row < former) std::memcpy(&column.bytes[row * each], values + row * each, each);
        const std::size_t block = std::max<std::size_t>(1, 256 / each);
        for (std::size_t first = 0; first < former; first += block) {
            const std::size_t count = std::min(block, former - first);
            if (std::memcmp(values + first * each, &column.bytes[first * each], count * each) == 0) continue;
            for (std::size_t i = first; i < first + count; ++i) {
                if (std::memcmp(values + i * each, &column.bytes[i * each], each) == 0) continue;
                std::memcpy(&column.bytes[i * each], values + i * each, each);
                say_raw(findings, column, now[i], values + i * each);
            }
        }
        column.bytes.resize(size * each);
        if (size > former) std::memcpy(&column.bytes[former * each], values + former * each, (size - former) * each);
        if (!column.by_turns) return;
        // Contents of texts lie elsewhere, so bytes do not always tell. All of them would cost too much a look.
        constexpr std::size_t part = 2048;
        for (std::size_t i = 0; i < std::min(part, size); ++i) {
            column.next = column.next + 1 < size ? column.next + 1 : 0;
            say_raw(findings, column, now[column.next], values + column.next * each);
        }
    }

    /// Components that flecs keeps in a sparse set.
    void look_apart(Findings& findings, Column& column, const ecs_entity_t* now, std::size_t size) {
        const std::size_t each = column.size, former = std::min(column.bytes.size() / each, size);
        column.bytes.resize(size * each);
        for (std::size_t row = 0; row < size; ++row) {
            const void* const value = ecs_get_id(world_, now[row], column.id);
            if (value == nullptr) continue;
            std::byte* const copy = &column.bytes[row * each];
            const bool equal = row < former && std::memcmp(copy, value, each) == 0;
            if (equal && !column.by_turns) continue;
            std::memcpy(copy, value, each);
            findings.say(column.type, now[row], value);
        }
    }

    const ecs_world_t* world_;
    ecs_table_t* table_;
    std::vector<ecs_id_t> ids_;
    std::vector<std::uint32_t> types_;
    std::vector<Column> columns_;
    ecs_entity_t parent_ = 0;
    bool named_ = false, has_parent_value_ = false;
    std::vector<ecs_entity_t> former_;
    std::vector<std::size_t> moved_;  // rows
};

}  // namespace chunkscope::flecs::detail
