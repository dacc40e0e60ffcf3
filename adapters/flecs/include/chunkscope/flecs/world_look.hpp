// What changed in a flecs world since the last look, of all tables together: which entities came and went, and what
// each of them has now that it had not. Owned by WorldOwner.
#pragma once

#include <flecs.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chunkscope/flecs/table_copy.hpp"

namespace chunkscope::flecs::detail {

/// Whose entities are hidden from a person: those of flecs itself, and those that are modules, components, systems,
/// observers, queries and phases. C++ programs use their types as scopes, so what lies below a module or a component is
/// as good as any other entity, unless it is a member or a constant of the type.
struct Visibility {
    bool hidden = false;
    bool internal = false;   // flecs' own, and all that lies below
    bool passes_on = false;  // what is below it is hidden, too
};

class WorldLook {
public:
    WorldLook(ecs_world_t* world, Types& types, bool show_internals)
        : world_(world), types_(types), show_internals_(show_internals), findings_(world, types) {
        const auto query = [&](ecs_id_t id, ecs_flags32_t flags) {
            ecs_query_desc_t desc = {};
            desc.terms[0].id = id;
            desc.terms[0].inout = EcsInOutNone;
            desc.flags = flags;
            return ecs_query_init(world_, &desc);
        };
        constexpr ecs_flags32_t all = EcsQueryMatchPrefab | EcsQueryMatchDisabled;
        queries_ = {query(EcsAny, all), query(EcsNotQueryable, all)};
        every_table_ = query(EcsAny, all | EcsQueryMatchEmptyTables);
    }
    /// The world must exist.
    void end() {
        for (ecs_query_t* const query : queries_) ecs_query_fini(query);
        ecs_query_fini(every_table_);
        queries_.clear();
        for (auto& [id, apart] : apart_) ecs_query_fini(apart.query);
        apart_.clear();
    }

    void look(ecs::Pull& pull) {
        findings_.begin(pull);
        ++stamp_;
        left_.clear();
        entities_ = 0;
        hidden_ = 0;
        cursor_ = 0;
        others_ = false;
        next_visits_.clear();
        forget_visibility();
        for (ecs_query_t* const query : queries_) {
            ecs_iter_t it = ecs_query_iter(world_, query);
            while (ecs_query_next(&it)) visit(it.table);
        }
        visit(ecs_table_find(world_, nullptr, 0));  // of entities that have nothing
        if (others_ || cursor_ != visits_.size()) forget_tables();
        visits_.swap(next_visits_);
        look_at_those_that_left();
        look_at_non_fragmenting();
    }
    /// After look(), into the same pull.
    void say_all(ecs_entity_t entity) {
        const Seen* const seen = find(entity);
        if (seen == nullptr || seen->entity != entity || !ecs_is_alive(world_, entity)) {
            findings_.pull().destroyed.push_back(key_of(entity));
            return;
        }
        findings_.pull().created.push_back({key_of(entity), wanted_handle(entity)});
        const std::vector<std::uint32_t>& has = sets_[seen->set];
        for (std::uint32_t type = 0; type < types_.all().size(); ++type)
            if (!std::binary_search(has.begin(), has.end(), type) && !has_apart(type, entity))
                findings_.pull().removed.push_back({type, key_of(entity)});
        findings_.pull().moved.push_back({key_of(entity), seen_parent(entity)});
        if (!seen->named) findings_.say_name(entity, nullptr);
        if (const auto found = tables_.find(ecs_get_table(world_, entity)); found != tables_.end())
            found->second->copy.say_all(findings_, entity);
        for_each_apart_of(
            entity, [&](ecs_id_t id) { findings_.say(types_.type_of(id), entity, ecs_get_id(world_, entity, id)); });
    }

    /// Whether a person sees it, since the last look.
    bool shows(ecs_entity_t entity) const {
        const Seen* const seen = find(entity);
        return seen != nullptr && seen->entity == entity;
    }
    std::size_t entity_count() const { return entities_; }
    /// Entities that are left out, without those of flecs itself; counted by look().
    std::size_t hidden_count() const { return hidden_; }
    /// From the next look on.
    void show_hidden(bool shown) {
        shows_hidden_ = shown;
        visits_.clear();
    }
    bool shows_hidden() const { return shows_hidden_; }
    /// Whether a person does not see entities of this table.
    bool leaves_out(const ecs_table_t* table) {
        if (show_internals_) return false;
        const Visibility visibility = visibility_of(table);
        return visibility.internal || (visibility.hidden && !shows_hidden_);
    }
    Visibility visibility_of(ecs_entity_t entity) { return visibility_of(ecs_get_table(world_, entity)); }
    Visibility visibility_of(const ecs_table_t* table) {
        if (const auto found = visibility_.find(table); found != visibility_.end()) return found->second;
        const Visibility judged = judge(table);
        visibility_[table] = judged;
        return judged;
    }
    /// All tables, also the empty ones, that of the entities without anything first.
    template <class F>
    void for_each_table(const F& f) const {
        f(ecs_table_find(world_, nullptr, 0));
        ecs_iter_t it = ecs_query_iter(world_, every_table_);
        while (ecs_query_next(&it))
            if (it.table != nullptr) f(it.table);
        it = ecs_query_iter(world_, queries_.back());
        while (ecs_query_next(&it))
            if (it.table != nullptr) f(it.table);
    }
    /// Of a component or relationship that is in no table (4.1: DontFragment), the entities that had it at the last
    /// look.
    struct Apart {
        ecs_query_t* query = nullptr;
        std::map<std::pair<ecs_entity_t, ecs_id_t>, std::vector<std::byte>> values;
    };
    const std::map<ecs_id_t, Apart>& non_fragmenting() const { return apart_; }
    /// Calls `f(id)` for all that one entity has so.
    template <class F>
    void for_each_apart_of(ecs_entity_t entity, const F& f) const {
        for (const auto& [asked, apart] : apart_)
            for (auto each = apart.values.lower_bound({entity, 0});
                 each != apart.values.end() && each->first.first == entity; ++each)
                f(each->first.second);
    }

private:
    /// What hides an entity is in its table, and in those of its parents: it changes with the tables there are.
    void forget_visibility() {
        const ecs_world_info_t* const info = ecs_get_world_info(world_);
        const std::int64_t tables = info->table_create_total + info->table_delete_total;
        constexpr std::uint64_t now_and_then = 64;  // a parent may also have moved to a table that was there
        if (tables == judged_tables_ && stamp_ % now_and_then != 0) return;
        judged_tables_ = tables;
        visibility_.clear();
        visits_.clear();
    }

    struct Table {
        TableCopy copy;
        std::uint64_t stamp = 0;
        std::size_t set = 0;
    };
    struct Seen {
        ecs_entity_t entity = 0;
        ecs_entity_t parent = 0;
        std::uint32_t set = 0;
        bool named = false;
        bool has_parent_value = false;
    };
    static constexpr std::uint32_t most_direct = 1u << 22;  // indices below lie in an array

    const Seen* find(ecs_entity_t entity) const {
        const auto index = static_cast<std::uint32_t>(entity);
        if (index < most_direct) return index < seen_.size() ? &seen_[index] : nullptr;
        const auto found = far_seen_.find(index);
        return found == far_seen_.end() ? nullptr : &found->second;
    }
    Seen& make(ecs_entity_t entity) {
        const auto index = static_cast<std::uint32_t>(entity);
        if (index >= most_direct) return far_seen_[index];
        if (index >= seen_.size())
            seen_.resize(std::min<std::size_t>(most_direct, std::max<std::size_t>(index + 1, 2 * seen_.size())));
        return seen_[index];
    }
    /// A world's slots are an array: an index far away gets any slot.
    static ecs::Entity wanted_handle(ecs_entity_t entity) {
        return static_cast<std::uint32_t>(entity) < most_direct ? handle_of(entity) : ecs::null_entity;
    }

    Visibility judge(const ecs_table_t* table) {
        Visibility judged;
        if (table == nullptr) return judged;
        const ecs_type_t* const type = ecs_table_get_type(table);
        bool is_scope = false, is_component = false;
        for (std::int32_t i = 0; i < type->count; ++i) {
            const ecs_id_t id = type->array[i];
            is_scope = is_scope || id == EcsModule;
            is_component = is_component || id == ecs_id(EcsComponent);
            if (id == EcsSystem || id == EcsPhase || id == EcsQuery || id == EcsObserver ||
                is_pair_of(id, ecs_id(EcsPoly)) || id == EcsModule || is_part_of_type(id))
                judged.hidden = true;
            if (!is_pair_of(id, EcsChildOf)) continue;
            const ecs_entity_t parent = second_of(world_, id);
            if (parent == 0) continue;
            const Visibility above = visibility_of(ecs_get_table(world_, parent));
            judged.internal = above.internal || parent == EcsFlecs;
            judged.hidden = judged.hidden || judged.internal || above.passes_on;
        }
        judged.passes_on = judged.hidden && !is_scope && !is_component;
        if (is_component) judged.hidden = judged.hidden || !is_singleton(table);
        return judged;
    }
    static bool is_part_of_type(ecs_id_t id) {
#ifdef FLECS_META
        return id == ecs_id(EcsMember) || id == EcsConstant || is_pair_of(id, EcsConstant);
#else
        (void)id;
        return false;
#endif
    }
    /// A component that is its own owner is what a person set once for the whole world.
    bool is_singleton(const ecs_table_t* table) const {
        const ecs_type_t* const type = ecs_table_get_type(table);
        for (std::int32_t i = 0; i < type->count; ++i) {
            const ecs_id_t id = type->array[i];
            if (!is_pair(id) && !has_flag(id) && ecs_is_alive(world_, id) && ecs_get_table(world_, id) == table)
                return true;
        }
        return false;
    }

    /// Mostly, the tables come in the same order as the last time, and need not be searched for.
    void visit(ecs_table_t* table) {
        if (table == nullptr) return;
        if (const Visibility visibility = visibility_of(table); visibility.hidden && !visibility.internal)
            hidden_ += static_cast<std::size_t>(ecs_table_count(table));
        constexpr std::size_t most_passed_over = 8;  // tables that became empty
        for (std::size_t i = cursor_; i < std::min(cursor_ + most_passed_over, visits_.size()); ++i) {
            if (visits_[i].table != table) continue;
            others_ = others_ || i != cursor_;
            cursor_ = i + 1;
            next_visits_.push_back(visits_[i]);
            if (Table* const known = visits_[i].known; known != nullptr && known->stamp != stamp_) look_at(*known);
            return;
        }
        others_ = true;
        next_visits_.push_back({table, table_for(table)});
        if (Table* const known = next_visits_.back().known; known != nullptr && known->stamp != stamp_) look_at(*known);
    }
    /// Null for what is hidden.
    Table* table_for(ecs_table_t* table) {
        auto found = tables_.find(table);
        if (found != tables_.end() && found->second->stamp == stamp_) return found->second.get();
        if (leaves_out(table)) return nullptr;
        if (found != tables_.end() && !found->second->copy.is_of(table)) {
            all_left(found->second->copy);
            tables_.erase(found);
            found = tables_.end();
        }
        if (found == tables_.end()) {
            found = tables_.emplace(table, std::make_unique<Table>(Table{TableCopy(world_, table, types_)})).first;
            found->second->set = set_of(found->second->copy.types());
        }
        return found->second.get();
    }
    void look_at(Table& known) {
        known.stamp = stamp_;
        known.copy.look(findings_, left_, [&](ecs_entity_t entity) { came(entity, known); });
        entities_ += known.copy.former().size();
    }
    void all_left(const TableCopy& copy) { left_.insert(left_.end(), copy.former().begin(), copy.former().end()); }
    void forget_tables() {
        for (auto each = tables_.begin(); each != tables_.end();) {
            if (each->second->stamp == stamp_) {
                ++each;
                continue;
            }
            all_left(each->second->copy);
            each = tables_.erase(each);
        }
    }

    std::uint32_t set_of(const std::vector<std::uint32_t>& types) {
        const auto [found, made] = set_numbers_.try_emplace(types, static_cast<std::uint32_t>(sets_.size()));
        if (made) sets_.push_back(types);
        return found->second;
    }

    void came(ecs_entity_t entity, const Table& table) {
        Seen& seen = make(entity);
        const auto set = static_cast<std::uint32_t>(table.set);
        const ecs_entity_t parent = table.copy.parent();
        ecs::Pull& pull = findings_.pull();
        if (seen.entity != entity) {
            if (seen.entity != 0) pull.destroyed.push_back(key_of(seen.entity));
            pull.created.push_back({key_of(entity), wanted_handle(entity)});
            if (parent != 0) pull.moved.push_back({key_of(entity), key_of(parent)});
        } else {
            if (seen.set != set) say_removed(entity, sets_[seen.set], sets_[set]);
            if (seen.parent != parent || (seen.has_parent_value && !table.copy.has_parent_value()))
                pull.moved.push_back({key_of(entity), parent == 0 ? ecs::no_owner_key : key_of(parent)});
            if (seen.named && !table.copy.named()) findings_.say_name(entity, nullptr);
        }
        seen = {entity, parent, set, table.copy.named(), table.copy.has_parent_value()};
    }
    void say_removed(ecs_entity_t entity, const std::vector<std::uint32_t>& had,
                     const std::vector<std::uint32_t>& has) {
        for (const std::uint32_t type : had)
            if (!std::binary_search(has.begin(), has.end(), type))
                findings_.pull().removed.push_back({type, key_of(entity)});
    }
    ecs::OwnerKey seen_parent(ecs_entity_t entity) const {
        const ecs_entity_t parent = ecs_get_parent(world_, entity);
        return parent != 0 && shows(parent) ? key_of(parent) : ecs::no_owner_key;
    }

    void look_at_those_that_left() {
        for (const ecs_entity_t entity : left_) {
            const Seen* const seen = find(entity);
            if (seen == nullptr || seen->entity != entity) continue;
            if (ecs_is_alive(world_, entity) && tables_.contains(ecs_get_table(world_, entity))) continue;
            findings_.pull().destroyed.push_back(key_of(entity));
            make(entity) = {};
        }
    }

    bool has_apart(std::uint32_t type, ecs_entity_t entity) const {
        const ecs_id_t id = types_.id(type);
        return std::any_of(apart_.begin(), apart_.end(), [&](const auto& each) {
            return each.second.values.contains({entity, id});
        });
    }
    void look_at_non_fragmenting() {
#if FLECS_VERSION_MINOR >= 1
        find_non_fragmenting();
        for (auto& [asked, apart] : apart_) {
            decltype(apart.values) now;
            ecs_iter_t it = ecs_query_iter(world_, apart.query);
            while (ecs_query_next(&it))
                for (std::int32_t i = 0; i < it.count; ++i)
                    if (shows(it.entities[i])) look_at_apart(it.entities[i], ecs_field_id(&it, 0), apart, now);
            for (const auto& [key, bytes] : apart.values)
                if (shows(key.first)) findings_.pull().removed.push_back({types_.find(key.second), key_of(key.first)});
            apart.values = std::move(now);
        }
#endif
    }
    void look_at_apart(ecs_entity_t entity, ecs_id_t id, Apart& apart, decltype(Apart::values)& now) {
        const std::uint32_t type = types_.type_of(id);
        if (type == Types::none || !ecs_owns_id(world_, entity, id)) return;
        const Shape& shape = types_.shape(type);
        const auto* const value = static_cast<const std::byte*>(ecs_get_id(world_, entity, id));
        if (value == nullptr && !shape.type.is_tag()) return;
        auto former = apart.values.extract({entity, id});
        const bool is_new = former.empty();
        if (shape.type.is_tag()) {
            if (is_new) findings_.say(type, entity, nullptr);
            now[{entity, id}];
            return;
        }
        const bool equal = !is_new && std::memcmp(former.mapped().data(), value, shape.raw_size) == 0;
        if (!equal || !shape.plain) findings_.say(type, entity, value);
        now[{entity, id}].assign(value, value + shape.raw_size);
    }
#if FLECS_VERSION_MINOR >= 1
    void find_non_fragmenting() {
        ecs_iter_t it = ecs_each_id(world_, EcsDontFragment);
        while (ecs_each_next(&it)) {
            for (std::int32_t i = 0; i < it.count; ++i) {
                const ecs_entity_t component = it.entities[i];
                if (visibility_of(component).internal) continue;
                ask_for(component);
                ask_for(ecs_pair(component, EcsWildcard));
            }
        }
    }
    void ask_for(ecs_id_t id) {
        if (apart_.contains(id)) return;
        ecs_query_desc_t desc = {};
        desc.terms[0].id = id;
        desc.terms[0].src.id = EcsSelf;
        desc.terms[0].inout = EcsInOutNone;
        desc.flags = EcsQueryMatchPrefab | EcsQueryMatchDisabled;
        if (ecs_query_t* const query = ecs_query_init(world_, &desc); query != nullptr) apart_[id].query = query;
    }
#endif

    ecs_world_t* world_;
    Types& types_;
    const bool show_internals_;
    Findings findings_;
    std::vector<ecs_query_t*> queries_;
    ecs_query_t* every_table_ = nullptr;
    std::unordered_map<const ecs_table_t*, std::unique_ptr<Table>> tables_;
    std::unordered_map<const ecs_table_t*, Visibility> visibility_;
    std::int64_t judged_tables_ = -1;
    struct Visit {
        const ecs_table_t* table = nullptr;
        Table* known = nullptr;  // null: hidden
    };
    std::vector<Visit> visits_, next_visits_;  // of the last look and of this one, in flecs' order
    std::size_t cursor_ = 0;                   // in visits_
    bool others_ = false;                      // this look met other tables than the last one
    std::vector<Seen> seen_;                   // by index
    std::unordered_map<std::uint32_t, Seen> far_seen_;
    std::map<std::vector<std::uint32_t>, std::uint32_t> set_numbers_;
    std::vector<std::vector<std::uint32_t>> sets_;  // of types, sorted
    std::map<ecs_id_t, Apart> apart_;
    std::vector<ecs_entity_t> left_;
    std::uint64_t stamp_ = 0;
    std::size_t entities_ = 0, hidden_ = 0;
    bool shows_hidden_ = false;
};

}  // namespace chunkscope::flecs::detail
