#include "ecs/world/query.hpp"

#include <algorithm>

#include "ecs/world/prefab_types.hpp"

namespace ecs {

Query::Query(const World& world, std::vector<QueryTerm> terms) : world_(&world), terms_(std::move(terms)) {
    for (QueryTerm& term : terms_) {
        if (term.component == world.parent_id() && term.access == Access::Write) {
            fail("Query: Parent is changed through World::set_parent, not by writing its column");
            term.access = Access::Read;
        }
        writes_ = writes_ || term.access == Access::Write;
        writes_names_ = writes_names_ || (term.access == Access::Write && term.component == world.name_id());
    }
}

bool Query::writes(ComponentId component) const {
    return std::any_of(terms_.begin(), terms_.end(), [&](const QueryTerm& term) {
        return term.component == component && term.access == Access::Write;
    });
}

bool Query::matches(const Archetype& archetype) const {
    if (passes_over(*world_, terms_, archetype)) return false;
    return std::all_of(terms_.begin(), terms_.end(), [&](const QueryTerm& term) {
        return term.presence == Presence::Optional ||
               archetype.has(term.component) == (term.presence == Presence::With);
    });
}

void Query::fail_undeclared(const World& world) const {
    const AccessScope* scope = AccessScope::current();
    if (!scope || scope->world != &world) return;
    if (scope->visited) fail("Query: a visitor of chunks in parallel may use no query; ask before it starts");
    for (const QueryTerm& term : terms_)
        if (term.presence != Presence::Without) ecs::fail_undeclared(world, term.component, term.access);
}

void Query::add_matches(const World& world) {
    if (&world != world_) return fail("Query: this query was made for another world");
    // A type without a component was in none of the archetypes seen so far.
    for (QueryTerm& term : terms_) term.component = term.known_in(world);
    for (; seen_archetypes_ < world.archetypes_.size(); ++seen_archetypes_) {
        Archetype& archetype = *world.archetypes_[seen_archetypes_];
        if (!matches(archetype)) continue;
        Match match{&archetype, 0, {}, {}, {}};
        for (const QueryTerm& term : terms_) {
            const int column = term.presence == Presence::Without ? no_column : archetype.column_of(term.component);
            match.columns.push_back(column);
            if (term.access == Access::Write && column != no_column)
                match.written.push_back(static_cast<std::uint32_t>(column));
        }
        refresh_offsets(match);
        // Both lists grow or neither: a match listed twice would be visited twice.
        if (archetype_ids_.size() == archetype_ids_.capacity()) archetype_ids_.reserve(2 * archetype_ids_.size() + 4);
        matches_.push_back(std::move(match));
        archetype_ids_.push_back(archetype.id());
    }
}

void Query::refresh_offsets(Match& match) {
    match.block_bytes = match.archetype->layout_.block_bytes;
    match.offsets.clear();
    for (int column : match.columns)
        match.offsets.push_back(
            column == no_column ? no_offset : match.archetype->layout_.offsets[static_cast<std::size_t>(column)]);
}

std::uint64_t Query::begin_writing(World& world) const {
    const std::uint64_t now = world.next_version();
    if (writes_names_) world.names_version_ = now;
    if (world.write_logs_ != nullptr) note_writes(world);
    return now;
}

std::span<const ArchetypeId> Query::archetypes() {
    update(*world_);
    return archetype_ids_;
}

std::size_t Query::entity_count() {
    update(*world_);
    std::size_t count = 0;
    for (const Match& match : matches_) count += match.archetype->entity_count_;
    return count;
}

}  // namespace ecs
