// What runs in a flecs world, as a list for a person: systems in the order in which flecs runs them, then observers,
// then queries that have a name. Owned by WorldOwner.
#pragma once

#include <flecs.h>

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chunkscope/flecs/types.hpp"
#include "chunkscope/flecs/world_look.hpp"
#include "ecs/mirror/owner.hpp"

namespace chunkscope::flecs::detail {

class Systems {
public:
    Systems(ecs_world_t* world, Types& types, WorldLook& look, bool show_internals)
        : world_(world), types_(types), look_(look), show_internals_(show_internals) {
        const auto query = [&](ecs_id_t id) {
            ecs_query_desc_t desc = {};
            desc.terms[0].id = id;
            desc.terms[0].inout = EcsInOutNone;
            desc.flags = EcsQueryMatchPrefab | EcsQueryMatchDisabled;
            return ecs_query_init(world_, &desc);
        };
        queries_[static_cast<std::size_t>(Kind::System)] = query(ecs_pair(ecs_id(EcsPoly), EcsSystem));
        queries_[static_cast<std::size_t>(Kind::Observer)] = query(ecs_pair(ecs_id(EcsPoly), EcsObserver));
        queries_[static_cast<std::size_t>(Kind::Query)] = query(ecs_pair(ecs_id(EcsPoly), EcsQuery));
    }
    ~Systems() {
        ecs_vec_fini(nullptr, &stats_.systems, sizeof(ecs_entity_t));
        ecs_vec_fini(nullptr, &stats_.sync_points, sizeof(ecs_sync_stats_t));
    }
    Systems(const Systems&) = delete;
    Systems& operator=(const Systems&) = delete;
    /// The world must exist.
    void end() {
        for (ecs_query_t* const query : queries_) ecs_query_fini(query);
    }

    std::span<const ecs::OwnerSystem> all() const { return systems_; }

    /// After the look at the world. What changes with each frame is read each time, the list now and then.
    void look() {
        const std::uint64_t mark = mark_of_list();
        constexpr std::uint64_t now_and_then = 60;
        if (mark != mark_ || looks_ % now_and_then == 0) {
            mark_ = mark;
            make_list();
        }
        ++looks_;
        const std::int64_t frame = ecs_get_world_info(world_)->frame_count_total;
        for (std::size_t i = 0; i < systems_.size(); ++i) measure(i, frame - frame_);
        frame_ = frame;
        if (!systems_.empty()) count_entities(looks_ % systems_.size());
    }

    /// A system, observer or query whose terms name this entity; flecs must not lose it. Empty: none.
    std::string user_of(ecs_entity_t entity) const {
        for (const Kind kind : {Kind::System, Kind::Observer, Kind::Query}) {
            std::string user;
            ecs_iter_t it = ecs_query_iter(world_, queries_[static_cast<std::size_t>(kind)]);
            while (ecs_query_next(&it))
                for (std::int32_t i = 0; i < it.count; ++i)
                    if (names(query_of(it.entities[i], kind), entity)) user = path_of(world_, it.entities[i]);
            if (!user.empty()) return user;
        }
        return {};
    }

    ecs_entity_t find(const std::string& name) const {
        for (std::size_t i = 0; i < systems_.size(); ++i)
            if (systems_[i].name == name) return entries_[i].entity;
        return 0;
    }
    std::string why_not_switch(const std::string& name) const {
        for (const ecs::OwnerSystem& system : systems_)
            if (system.name == name) return system.why_not_switch;
        return "flecs has no system " + name;
    }
    /// The system must be there.
    void switch_on(const std::string& name, bool on) {
        ecs_enable(world_, find(name), on);
        mark_ = 0;
    }

private:
    enum class Kind : std::uint8_t { System, Observer, Query };
    struct Entry {
        ecs_entity_t entity = 0;
        Kind kind = Kind::System;
        const ecs_query_t* query = nullptr;
        int depth = 0;  // of the phase: how many come before it
    };
    /// What flecs measured of a system since it was seen first.
    struct Times {
        double former = -1;  // time_spent at the last look
        double last = -1, min = -1, max = -1, sum = 0;
        std::uint64_t runs = 0;
    };

    /// Other after a system came, went, was switched, or ran for the first time.
    std::uint64_t mark_of_list() const {
        std::uint64_t mark = static_cast<std::uint64_t>(ecs_get_world_info(world_)->pipeline_build_count_total) + 1;
        for (ecs_query_t* const query : queries_) {
            ecs_iter_t it = ecs_query_iter(world_, query);
            while (ecs_query_next(&it)) {
                mark = mark * 31 + (reinterpret_cast<std::uintptr_t>(it.table) >> 4);
                for (std::int32_t row = 0; row < it.count; ++row) mark = mark * 31 + it.entities[row];
            }
        }
        return mark;
    }

    void make_list() {
        entries_.clear();
        for (const Kind kind : {Kind::System, Kind::Observer, Kind::Query}) add_all(kind);
        std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
            if (a.kind != b.kind) return a.kind < b.kind;
            return a.kind == Kind::System && a.depth != b.depth ? a.depth < b.depth : a.entity < b.entity;
        });
        put_in_order_of_pipeline();
        systems_.clear();
        ecs::Phase part = ecs::Phase::PreUpdate;
        for (const Entry& entry : entries_) {
            systems_.push_back(describe(entry));
            part = std::max(part, systems_.back().part);
            systems_.back().part = part;
        }
        for (std::size_t i = 0; i < systems_.size(); ++i) count_entities(i);
    }
    void add_all(Kind kind) {
        ecs_iter_t it = ecs_query_iter(world_, queries_[static_cast<std::size_t>(kind)]);
        while (ecs_query_next(&it)) {
            for (std::int32_t i = 0; i < it.count; ++i) {
                const ecs_entity_t entity = it.entities[i];
                if (!show_internals_ && look_.visibility_of(it.table).internal) continue;
                Entry entry{entity, kind, query_of(entity, kind), depth_of(entity)};
                const bool also_more =
                    kind == Kind::Query &&
                    (ecs_has_pair(world_, entity, ecs_id(EcsPoly), EcsSystem) ||
                     ecs_has_id(world_, entity, EcsSystem) || ecs_get_name(world_, entity) == nullptr);
                if (!also_more) entries_.push_back(entry);
            }
        }
    }
    static bool names(const ecs_query_t* query, ecs_entity_t entity) {
        for (std::int8_t i = 0; query != nullptr && i < query->term_count; ++i) {
            const ecs_term_t& term = query->terms[i];
            for (const ecs_entity_t each : {term.src.id, term.first.id, term.second.id})
                if (static_cast<std::uint32_t>(each) == static_cast<std::uint32_t>(entity)) return true;
        }
        return false;
    }
    const ecs_query_t* query_of(ecs_entity_t entity, Kind kind) const {
        switch (kind) {
            case Kind::System: {
                const ecs_system_t* const system = ecs_system_get(world_, entity);
                return system == nullptr ? nullptr : system->query;
            }
            case Kind::Observer: {
                const ecs_observer_t* const observer = ecs_observer_get(world_, entity);
                return observer == nullptr ? nullptr : observer->query;
            }
            case Kind::Query:
                return ecs_query_get(world_, entity);
        }
        return nullptr;
    }

    ecs_entity_t phase_of(ecs_entity_t system) const { return ecs_get_target(world_, system, EcsDependsOn, 0); }
    int depth_of(ecs_entity_t system) const {
        int depth = 0;
        for (ecs_entity_t phase = phase_of(system); phase != 0 && depth < 1000; ++depth)
            phase = ecs_get_target(world_, phase, EcsDependsOn, 0);
        return depth == 0 ? 1000 : depth;  // without a phase: the program runs it
    }
    /// The part of a tick that a phase, or the one that it waits for, is in.
    ecs::Phase part_of(ecs_entity_t system) const {
        ecs_entity_t phase = phase_of(system);
        for (int i = 0; phase != 0 && i < 1000; ++i) {
            if (phase == EcsOnStart || phase == EcsOnLoad || phase == EcsPostLoad || phase == EcsPreUpdate)
                return ecs::Phase::PreUpdate;
            if (phase == EcsOnUpdate || phase == EcsOnValidate) return ecs::Phase::Update;
            if (phase == EcsPostUpdate || phase == EcsPreStore || phase == EcsOnStore || phase == EcsPostFrame)
                return ecs::Phase::PostUpdate;
            phase = ecs_get_target(world_, phase, EcsDependsOn, 0);
        }
        return ecs::Phase::PostUpdate;
    }
    /// flecs says the order of those that run; the others keep their places between them.
    void put_in_order_of_pipeline() {
        const ecs_entity_t pipeline = ecs_get_pipeline(world_);
        if (pipeline == 0 || !ecs_pipeline_stats_get(world_, pipeline, &stats_)) return;
        const auto* const running = static_cast<const ecs_entity_t*>(stats_.systems.array);
        std::vector<Entry> ordered;
        std::vector<std::size_t> places;
        for (std::int32_t i = 0; i < stats_.systems.count; ++i)
            for (std::size_t e = 0; running[i] != 0 && e < entries_.size(); ++e)
                if (entries_[e].entity == running[i] && entries_[e].kind == Kind::System) {
                    ordered.push_back(entries_[e]);
                    places.push_back(e);
                }
        std::sort(places.begin(), places.end());
        for (std::size_t i = 0; i < places.size(); ++i) entries_[places[i]] = ordered[i];
    }

    ecs::OwnerSystem describe(const Entry& entry) const {
        ecs::OwnerSystem made;
        const ecs_entity_t entity = entry.entity;
        made.name = path_of(world_, entity);
        const std::string expression = entry.query == nullptr ? "" : taken(ecs_query_str(entry.query));
        made.enabled = !ecs_has_id(world_, entity, EcsDisabled);
        made.part = ecs::Phase::PostUpdate;
        switch (entry.kind) {
            case Kind::System: {
                const ecs_entity_t phase = phase_of(entity);
                made.phase = phase == 0 ? "no phase" : title_of(world_, phase);
                made.part = part_of(entity);
                made.description = expression.empty() ? "A task: it asks for no entities" : expression;
                break;
            }
            case Kind::Observer:
                made.phase = "observers";
                made.description = events_of(entity) + ": " + expression;
                break;
            case Kind::Query:
                made.phase = "queries";
                made.description = "A query: " + expression;
                made.why_not_switch = "a query does not run by itself: the program asks it";
                break;
        }
        if (look_.visibility_of(entity).internal) made.why_not_switch = "it belongs to flecs itself";
        if (entry.query != nullptr) add_accesses(made, *entry.query);
        return made;
    }
    std::string events_of(ecs_entity_t entity) const {
        const ecs_observer_t* const observer = ecs_observer_get(world_, entity);
        std::string text = "An observer";
        for (std::int32_t i = 0; observer != nullptr && i < observer->event_count; ++i)
            text += (i == 0 ? " of " : ", ") + title_of(world_, observer->events[i]);
        return text;
    }
    void add_accesses(ecs::OwnerSystem& made, const ecs_query_t& query) const {
        for (std::int8_t i = 0; i < query.term_count; ++i) {
            const ecs_term_t& term = query.terms[i];
            if (term.oper == EcsNot || term.inout == EcsInOutNone || term.inout == EcsInOutFilter) continue;
            if (ecs_id_is_wildcard(term.id) || !ecs_id_is_valid(world_, term.id)) continue;
            const std::uint32_t type = types_.type_of(term.id);
            if (type == Types::none) continue;
            const bool own = (term.src.id & ~EcsTermRefFlags) == EcsThis && (term.src.id & EcsUp) == 0;
            const bool writes = !types_.shape(type).type.is_tag() && (term.inout == EcsOut || term.inout == EcsInOut ||
                                                                      (term.inout == EcsInOutDefault && own));
            const auto found = std::find_if(made.accesses.begin(), made.accesses.end(),
                                            [&](const ecs::OwnerSystem::Access& each) { return each.type == type; });
            if (found == made.accesses.end())
                made.accesses.push_back({type, writes});
            else
                found->writes = found->writes || writes;
        }
    }

    void measure(std::size_t i, std::int64_t frames) {
        ecs::OwnerSystem& system = systems_[i];
        system.enabled = !ecs_has_id(world_, entries_[i].entity, EcsDisabled);
        if (entries_[i].kind != Kind::System) return;
        const ecs_system_t* const found = ecs_system_get(world_, entries_[i].entity);
        if (found == nullptr) return;
        Times& times = times_[entries_[i].entity];
        const auto spent = static_cast<double>(found->time_spent);
        if (times.former >= 0 && spent > times.former && frames > 0) {
            times.last = (spent - times.former) / static_cast<double>(frames);
            times.sum += spent - times.former;
            times.runs += static_cast<std::uint64_t>(frames);
            times.min = times.min < 0 ? times.last : std::min(times.min, times.last);
            times.max = std::max(times.max, times.last);
        }
        times.former = spent;
        system.runs = times.runs;
        system.last_secs = times.last;
        system.min_secs = times.min;
        system.max_secs = times.max;
        system.mean_secs = times.runs == 0 ? -1 : times.sum / static_cast<double>(times.runs);
    }
    /// One at each look: the query counts what it matches.
    void count_entities(std::size_t i) {
        const Entry& entry = entries_[i];
        if (entry.kind == Kind::Observer || !ecs_is_alive(world_, entry.entity)) return;
        const ecs_query_t* const query = query_of(entry.entity, entry.kind);  // the program may have made another one
        if (query != nullptr)
            systems_[i].entities = static_cast<std::uint64_t>(std::max(0, ecs_query_count(query).entities));
    }

    ecs_world_t* world_;
    Types& types_;
    WorldLook& look_;
    const bool show_internals_;
    ecs_query_t* queries_[3] = {};
    std::vector<Entry> entries_;
    std::vector<ecs::OwnerSystem> systems_;  // as entries_
    std::unordered_map<ecs_entity_t, Times> times_;
    ecs_pipeline_stats_t stats_ = {};
    std::uint64_t mark_ = 0, looks_ = 0;
    std::int64_t frame_ = 0;
};

}  // namespace chunkscope::flecs::detail
