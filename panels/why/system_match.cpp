#include "panels/why/system_match.hpp"

#include <algorithm>
#include <string>

#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::string_view why_part = "why ";

void add_use(std::vector<ecs::SystemAccess>& uses, ecs::SystemAccess use) {
    const auto known = std::find_if(uses.begin(), uses.end(),
                                    [&](const ecs::SystemAccess& each) { return each.component == use.component; });
    if (known == uses.end())
        uses.push_back(use);
    else if (use.access == ecs::Access::Write)
        known->access = use.access;
}

}  // namespace

Matched matched(const ecs::World& world, const ecs::SystemDescription& system, const ecs::Archetype& archetype) {
    if (system.queries.empty()) return Matched::NotTold;
    const bool any = std::any_of(system.queries.begin(), system.queries.end(),
                                 [&](const auto& terms) { return ecs::matches(world, terms, archetype); });
    return any ? Matched::Yes : Matched::No;
}

void list_uses(const ecs::World& world, const ecs::SystemDescription& system, const ecs::Archetype& archetype,
               std::vector<ecs::SystemAccess>& uses) {
    uses.clear();
    const auto add = [&](ecs::ComponentId component, ecs::Access access) {
        if (component < world.types().size() && archetype.has(component)) add_use(uses, {component, access});
    };
    if (system.queries.empty())
        for (const ecs::SystemAccess& each : system.accesses) add(each.component, each.access);
    for (const std::vector<ecs::QueryTerm>& terms : system.queries) {
        if (!ecs::matches(world, terms, archetype)) continue;
        for (const ecs::QueryTerm& term : terms)
            if (term.presence != ecs::Presence::Without) add(term.known_in(world), term.access);
    }
    std::stable_sort(uses.begin(), uses.end(), [](const ecs::SystemAccess& a, const ecs::SystemAccess& b) {
        return a.access == ecs::Access::Write && b.access != ecs::Access::Write;
    });
}

SystemVerdict why_of_system(const ecs::World& world, const ecs::SystemDescription& system, ecs::Entity entity) {
    SystemVerdict result;
    if (system.queries.empty() || !world.alive(entity)) return result;
    for (std::size_t i = 0; i < system.queries.size(); ++i) {
        ecs::QueryVerdict verdict = ecs::why(world, system.queries[i], entity);
        if (i == 0 || verdict.nearest.size() < result.verdict.nearest.size()) result.verdict = std::move(verdict);
    }
    result.matched = result.verdict.matches ? Matched::Yes : Matched::No;
    return result;
}

SystemArchetypes archetypes_of_system(const ecs::World& world, const ecs::SystemDescription& system) {
    SystemArchetypes result;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 || matched(world, system, archetype) != Matched::Yes) continue;
        result.visited.push_back({id, archetype.entity_count()});
        result.entities += archetype.entity_count();
    }
    std::stable_sort(result.visited.begin(), result.visited.end(),
                     [](const auto& a, const auto& b) { return a.entities > b.entities; });
    for (const std::vector<ecs::QueryTerm>& terms : system.queries)
        for (const ecs::NearArchetype& near : ecs::near_archetypes(world, terms)) {
            // What another query of the system visits misses nothing.
            if (matched(world, system, world.archetype(near.archetype)) == Matched::Yes) continue;
            const bool listed = std::any_of(result.near.begin(), result.near.end(), [&](const auto& each) {
                return each.archetype == near.archetype && each.component == near.component;
            });
            if (!listed) result.near.push_back(near);
        }
    std::stable_sort(result.near.begin(), result.near.end(),
                     [](const auto& a, const auto& b) { return a.entities > b.entities; });
    return result;
}

std::string words_for_not_told(const ecs::World& world, const ecs::SystemDescription& system) {
    std::string reads, writes;
    for (const ecs::SystemAccess& each : system.accesses) {
        if (each.component >= world.types().size()) continue;
        std::string& names = each.access == ecs::Access::Write ? writes : reads;
        names += (names.empty() ? "" : ", ") + std::string(short_name(world.types()[each.component].name));
    }
    if (reads.empty() && writes.empty())
        return phrase("{} declares neither queries nor accesses, so nobody knows whom it visits", system.name);
    if (reads.empty())
        return phrase("{} does not declare its queries, so nobody knows whom it visits. It declares that it writes {}",
                      system.name, writes);
    if (writes.empty())
        return phrase("{} does not declare its queries, so nobody knows whom it visits. It declares that it reads {}",
                      system.name, reads);
    return phrase(
        "{} does not declare its queries, so nobody knows whom it visits. It declares that it writes {} and reads {}",
        system.name, writes, reads);
}

std::string part_for_why(std::string_view system) { return std::string(why_part) + std::string(system); }

std::optional<std::string> system_of_part(std::string_view part) {
    if (part.substr(0, why_part.size()) != why_part) return std::nullopt;
    return std::string(part.substr(why_part.size()));
}

void request_why(const Context& context, ecs::Entity entity, std::string_view system) {
    if (context.selection.entity() != entity) context.selection.select(entity);
    context.requests.push_back(ShowPanelRequest{.id = "inspector", .part = part_for_why(system)});
}

}  // namespace panels
