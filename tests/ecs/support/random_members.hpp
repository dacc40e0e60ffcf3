// Random edits of every kind, made from how the kinds describe their members, and a comparison of two edits member by
// member. A new kind of edit takes part by itself.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "ecs/base/random.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/language/rule.hpp"

namespace test {

class RandomMembers {
public:
    /// Adds entities for rows that were taken, and takes them away again. Values are of the types that can be copied;
    /// systems have these names.
    RandomMembers(ecs::World& world, std::vector<std::string> systems, std::uint64_t seed)
        : world_(world), systems_(std::move(systems)), random_(seed) {
        for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
            const ecs::ComponentType& type = world.types()[id];
            if (type.retired || id == world.name_id() || id == world.parent_id()) continue;
            if (type.is_tag()) tags_.push_back(id);
            if (!type.is_tag() && type.trivial && !type.fields.empty()) plain_.push_back(id);
            if (type.is_tag() || (type.copyable() && !type.fields.empty())) any_.push_back(id);
        }
    }

    template <class Kind>
    Kind edit() {
        Kind made;
        fill_members(made);
        return made;
    }
    bool names_records = false;  // also in values, which edit scripts cannot have

private:
    std::uint32_t below(std::uint32_t count) { return random_.below(count); }
    template <class Part>
    void fill_members(Part& part) {
        ecs::each_member(part, [this](std::string_view, auto&& member, ecs::MemberUse) { this->fill(member); });
        finish(part);
    }

    template <class T>
    const T& one_of(const std::vector<T>& list) {
        return list[below(static_cast<std::uint32_t>(list.size()))];
    }
    ecs::Entity some_entity() {
        if (below(4) == 0) return {1 + below(40), 1 + below(3)};
        return world_.entity_at_slot(below(static_cast<std::uint32_t>(world_.slot_count())));
    }
    /// The same letters as everywhere else, with what JSON has to escape.
    std::string some_text() {
        static constexpr const char* parts[] = {"a", "Tick", "\"", "\n", "é", "狐", " "};
        std::string text;
        for (std::uint32_t i = below(5); i > 0; --i) text += parts[below(std::size(parts))];
        return text;
    }
    void fill(ecs::Entity& entity) {
        entity = some_entity();
        if (!entity) entity = {1, 1};
    }
    void fill(ecs::Meant<ecs::means::Record, ecs::Entity> handle) {
        handle.it = below(3) == 0 ? ecs::null_entity : below(2) == 0 ? ecs::handle_of_record(0) : some_entity();
    }
    void fill(std::vector<ecs::Entity>& entities) {
        const std::uint32_t first = 1 + below(20), count = below(9), step = 1 + below(2);
        for (std::uint32_t i = 0; i < count; ++i) entities.push_back({first + i * step, 1 + first % 3});
        entities_ = entities.size();
    }
    void fill(ecs::EntityRuns& entities) {
        std::vector<ecs::Entity> list;
        while (list.empty()) fill(list);
        entities = ecs::EntityRuns(list);
    }
    void fill(std::optional<std::vector<ecs::FreeRun>>& runs) {
        if (below(2) == 0) return;
        runs.emplace();
        for (std::uint32_t i = below(3); i > 0; --i) runs->push_back({{1 + below(50), 1 + below(9)}, 1 + below(40)});
    }
    void fill(bool& flag) { flag = below(2) == 0; }
    void fill(ecs::Meant<ecs::means::Flag, std::uint64_t> number) { number.it = below(2); }
    template <std::unsigned_integral Number>
    void fill(Number& number) {
        number = static_cast<Number>(below(8));
    }
    void fill(double& number) { number = below(4) * 0.125; }
    void fill(std::string& text) { text = some_text(); }
    void fill(ecs::Meant<ecs::means::System, std::string> system) { system.it = one_of(systems_); }
    void fill(ecs::Meant<ecs::means::Component, ecs::ComponentId> component) {
        component.it = one_of(plain_);
        type_ = &world_.types()[component.it];
    }
    void fill(ecs::Meant<ecs::means::Component, std::vector<ecs::ComponentId>> components) {
        components.it.push_back(one_of(tags_));
    }
    void fill(ecs::Meant<ecs::means::Field, std::uint32_t> field) {
        field.it = below(static_cast<std::uint32_t>(type_->fields.size()));
        field_ = &type_->fields[field.it];
    }
    void fill(std::vector<std::byte>& values) {
        for (std::size_t i = 0; i < entities_; ++i) {
            const ecs::Value value = some_value(*type_);
            const auto* const bytes = static_cast<const std::byte*>(value.data()) + field_->offset;
            values.insert(values.end(), bytes, bytes + field_->size_bytes());
        }
    }
    void fill(std::vector<std::uint32_t>& fields) {
        for (std::uint32_t i = 0; i < type_->fields.size(); ++i)
            if (below(2) == 0) fields.push_back(i);
    }
    void fill(ecs::Meant<ecs::means::TypeOf, ecs::Value> of) {
        type_ = &world_.types()[one_of(any_)];
        of.it = ecs::Value(*type_);
    }
    void fill(ecs::Meant<ecs::means::TypeOf, std::shared_ptr<ecs::TakenRows::Column>>) {
        type_ = &world_.types()[one_of(any_)];
    }
    void fill(ecs::Value& value) { value = some_value(*type_); }
    void fill(std::shared_ptr<ecs::TakenRows::Column>& values) {
        const std::size_t count = type_->is_tag() || below(2) == 0 ? 1 : entities_;
        values = std::make_shared<ecs::TakenRows::Column>(*type_, count);
        if (!type_->is_tag())
            for (std::size_t i = 0; i < count; ++i) some_value(*type_).relocate_to(values->at(i));
        values->set_count(count);
    }
    void fill(std::vector<ecs::EntityRecord>& records) {
        records.resize(1 + below(3));
        for (ecs::EntityRecord& record : records) fill_members(record);
    }
    void fill(std::vector<ecs::Value>& values) {
        in_record_ = names_records;
        for (const ecs::ComponentId id : any_)
            if (below(3) == 0) values.push_back(some_value(world_.types()[id]));
        in_record_ = false;
    }
    void fill(std::vector<ecs::TakenHandles::Displaced>&) {}
    void fill(std::vector<ecs::FitBlocks::Block>& blocks) {
        for (std::uint32_t i = below(3); i > 0; --i)
            blocks.push_back({below(static_cast<std::uint32_t>(world_.archetype_count())), below(3000)});
    }
    /// Of entities that are made and destroyed for this.
    void fill(std::shared_ptr<ecs::TakenRows>& rows) {
        ecs::Schedule schedule;
        ecs::DestroyMany destroy;
        for (std::uint32_t i = 0; i < 6; ++i) {
            const ecs::Entity made = world_.create();
            for (const ecs::ComponentId id : any_)
                if (below(3) == 0) world_.add(made, some_value(world_.types()[id]));
            if (i > 0 && below(2) == 0) world_.set_parent(made, destroy.entities.front());
            destroy.entities.push_back(made);
        }
        ecs::Edit edit = destroy;
        ecs::apply(world_, schedule, edit);
        rows = std::get<ecs::RestoreRows>(edit).rows->clone();
        ecs::release(world_, edit);
    }
    void fill(ecs::Boxed<ecs::SystemDescription>& system) {
        if (below(2) == 0) {
            const std::string name = type_of_rule()->name, field = name + "." + type_of_rule()->fields.front().name;
            system = ecs::make_rule("Rule " + std::to_string(below(9)), name + " : " + field + " = " + field);
        } else {
            system->name = one_of(systems_);
        }
        fill(system->group);
        fill(system->budget_us);
        fill(system->enabled);
    }
    void fill(ecs::Boxed<ecs::ComponentType>& type) {
        type->name = "Made" + std::to_string(below(4));
        for (const char* const name : {"a", "b"}) {
            if (below(3) == 0) continue;
            type->fields.emplace_back().name = name;
            type->fields.back().kind = below(2) == 0 ? ecs::FieldKind::F32 : ecs::FieldKind::String;
        }
    }
    void fill(std::vector<std::pair<std::string, std::string>>& renamed) {
        if (below(2) == 0) renamed.emplace_back("c", "a");
    }
    void fill(std::vector<std::pair<ecs::Entity, ecs::Value>>&) {}

    // What belongs together
    void finish(auto&) {}
    void finish(ecs::AddToMany& edit) {
        if (edit.values->count() != 1) edit.values->set_count(std::min(edit.values->count(), edit.entities.size()));
    }
    void finish(ecs::DestroyEntities& edit) {
        edit.taken.fresh.clear();
        edit.taken.lent.clear();
        for (const ecs::Entity each : edit.entities) {
            const std::uint32_t way = below(3);
            if (way == 0) edit.taken.fresh.push_back(each);
            if (way == 1) edit.taken.lent.push_back(each);
            if (way == 2) edit.taken.displaced.push_back({each, {each.index, 1 + below(9)}, below(2) == 0});
        }
    }
    /// A new type, or one that is there, whose name changes or not.
    void finish(ecs::SetType& edit) {
        edit.from = below(2) == 0 ? "" : world_.types()[one_of(any_)].name;
        if (edit.from.empty()) edit.renamed.clear();
        edit.again = ecs::no_component;
    }

    const ecs::ComponentType* type_of_rule() const { return &world_.types()[plain_.front()]; }
    ecs::Value some_value(const ecs::ComponentType& type) {
        ecs::Value value(type);
        if (!type.is_tag()) fill_fields(type.fields, static_cast<std::byte*>(value.data()));
        return value;
    }
    void fill_fields(const std::vector<ecs::Field>& fields, std::byte* base) {
        for (const ecs::Field& field : fields)
            for (std::uint32_t i = 0; i < field.count; ++i) {
                std::byte* const at = base + field.offset + std::size_t{i} * field.element_size;
                if (field.kind == ecs::FieldKind::Struct) fill_fields(field.fields, at);
                if (field.kind == ecs::FieldKind::String) *reinterpret_cast<std::string*>(at) = some_text();
                if (field.kind == ecs::FieldKind::Entity)
                    put(at, in_record_ && below(2) == 0 ? ecs::handle_of_record(below(3)) : some_entity());
                if (field.kind == ecs::FieldKind::F32) put(at, static_cast<float>(below(1000)) * 0.1f);
                if (field.kind == ecs::FieldKind::F64) put(at, below(1000) * 0.1);
                if (field.kind == ecs::FieldKind::I32) put(at, static_cast<std::int32_t>(below(1000)) - 500);
            }
    }
    template <class T>
    void put(std::byte* at, T value) {
        std::memcpy(at, &value, sizeof value);
    }

    ecs::World& world_;
    std::vector<std::string> systems_;
    ecs::Random random_;
    std::vector<ecs::ComponentId> any_, plain_, tags_;
    // Of the members before
    const ecs::ComponentType* type_ = nullptr;
    const ecs::Field* field_ = nullptr;
    std::size_t entities_ = 0;
    bool in_record_ = false;
};

/// Calls visit(std::type_identity<Kind>()) for each kind of edit.
template <class Visit>
void each_kind(Visit&& visit) {
    [&]<class... Kinds>(const std::variant<Kinds...>*) {
        (visit(std::type_identity<Kinds>()), ...);
    }(static_cast<const ecs::Edit*>(nullptr));
}

// Whether two edits have equal members

template <class T>
bool same(const T& a, const T& b);

/// Compares the members of two structs. `first_other` is the name of the first one that differs.
template <class Part>
struct MemberComparison {
    const Part &a, &b;
    bool in_scripts = false;  // leaves out what edit scripts do not have
    std::string_view first_other = {};

    void operator()(std::string_view name, auto at, auto... rest) {
        const bool left_out = in_scripts && ((as_use(rest) == ecs::MemberUse::NotInScripts) || ...);
        if (first_other.empty() && !left_out && !same(a.*at, b.*at)) first_other = name;
    }
    void parts(auto at) { (*this)("parts", at); }

private:
    static ecs::MemberUse as_use(ecs::MemberUse use) { return use; }
    static ecs::MemberUse as_use(auto) { return ecs::MemberUse::Needed; }
};
template <class Part>
std::string_view first_other_member(const Part& a, const Part& b, bool in_scripts = false) {
    MemberComparison<Part> comparison{a, b, in_scripts};
    Part::members(comparison);
    return comparison.first_other;
}

template <class T>
bool same_list(const T& a, const T& b) {
    return std::ranges::equal(a, b, [](const auto& one, const auto& other) { return same(one, other); });
}
inline bool same_column(const ecs::TakenRows::Column& a, const ecs::TakenRows::Column& b) {
    if (&a.type() != &b.type() || a.count() != b.count()) return false;
    for (std::size_t i = 0; i < a.count() && !a.type().is_tag(); ++i)
        if (ecs::Value(a.type(), a.at(i)) != ecs::Value(b.type(), b.at(i))) return false;
    return true;
}
template <class T>
bool same(const T& a, const T& b) {
    if constexpr (ecs::Described<T>) {
        return first_other_member(a, b).empty();
    } else if constexpr (std::same_as<T, std::shared_ptr<ecs::TakenRows::Column>>) {
        return !a || !b ? a == b : same_column(*a, *b);
    } else if constexpr (std::same_as<T, std::shared_ptr<ecs::TakenRows>>) {
        return same_list(a->groups, b->groups) && same_list(a->families, b->families);
    } else if constexpr (std::same_as<T, ecs::Boxed<ecs::SystemDescription>>) {
        return a->name == b->name && a->rule == b->rule && a->group == b->group && a->budget_us == b->budget_us &&
               a->enabled == b->enabled;
    } else if constexpr (std::same_as<T, ecs::Boxed<ecs::ComponentType>>) {
        return a->name == b->name && a->fields.size() == b->fields.size();
    } else if constexpr (std::same_as<T, ecs::FitBlocks::Block>) {
        return a.archetype == b.archetype && a.bytes == b.bytes;
    } else if constexpr (std::same_as<T, ecs::TakenRows::Places>) {
        return a.first == b.first && a.count == b.count;
    } else if constexpr (requires {
                             a.begin();
                             a.size();
                         } &&
                         !std::same_as<T, std::string>) {
        return same_list(a, b);
    } else {
        return a == b;
    }
}

}  // namespace test
