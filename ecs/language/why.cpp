#include "ecs/language/why.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"
#include "ecs/language/bound.hpp"
#include "ecs/language/evaluator.hpp"
#include "ecs/language/why_terms.hpp"
#include "ecs/world/prefab_types.hpp"

namespace ecs {

namespace {

std::string joined_reasons(const std::vector<TermVerdict>& terms, const std::vector<std::size_t>& which) {
    std::string text;
    for (const std::size_t term : which) text += (text.empty() ? "" : tr(", and ")) + terms[term].why;
    return text;
}

/// Says that queries pass over prefabs. No edit mends that: a prefab is meant to be one.
void add_prefab(QueryVerdict& verdict, const World& world) {
    TermVerdict term;
    term.component = prefab_type(world.types());
    term.text = "!" + world.types()[term.component].name;
    term.holds = false;
    term.wanted = true;
    term.why = tr("is part of a prefab");
    verdict.matches = false;
    verdict.first_failing = verdict.terms.size();
    verdict.nearest = {verdict.terms.size()};
    verdict.nearest_miss = term.why;
    verdict.edit.reset();
    verdict.edits.clear();
    verdict.terms.push_back(std::move(term));
}

/// Walks the conditions of one query for one entity.
class Explainer {
public:
    Explainer(const World& world, TextQuery& query, Entity entity, QueryVerdict& verdict)
        : world_(world), query_(query), entity_(entity), verdict_(verdict), term_of_(query.program().nodes.size()) {
        const Location place = world.location(entity);
        slice_ = {&world.archetype(place.archetype), place.chunk, place.row, 1};
    }

    void explain(const QueryInputs& inputs) {
        Evaluator& evaluator = query_.begin(world_, inputs);
        const bool left_out = evaluator.passes_over(*slice_.archetype);
        evaluator.enter(*slice_.archetype);
        const auto root = static_cast<std::uint32_t>(query_.program().nodes.size() - 1);
        list_terms(root, true);
        verdict_.matches = evaluator.holds(root, slice_) && !left_out;
        if (verdict_.matches) return;
        if (left_out) return add_prefab(verdict_, world_);
        verdict_.nearest = to_change(root, true);
        if (verdict_.nearest.empty()) return;
        verdict_.first_failing = verdict_.nearest.front();
        verdict_.nearest_miss = joined_reasons(verdict_.terms, verdict_.nearest);
        if (verdict_.nearest.size() != 1) return;  // several conditions may ask for different values of one field
        const std::uint32_t node = nodes_[verdict_.nearest.front()];
        verdict_.edit =
            edit_for(world_, query_, node, entity_, slice_, verdict_.terms[verdict_.nearest.front()].wanted);
        if (verdict_.edit) verdict_.edits.push_back(*verdict_.edit);
    }

private:
    static bool is_group(BoundKind kind) {
        return kind == BoundKind::And || kind == BoundKind::Or || kind == BoundKind::Not;
    }

    void list_terms(std::uint32_t id, bool wanted) {
        const BoundNode& node = query_.program().nodes[id];
        if (is_group(node.kind)) {
            for (const std::uint32_t child : node.children) list_terms(child, wanted != (node.kind == BoundKind::Not));
            return;
        }
        TermVerdict term;
        term.text = query_.syntax().text_of(node.syntax);
        term.holds = query_.evaluator().holds(id, slice_);
        term.wanted = wanted;
        if (node.kind == BoundKind::Has) term.component = node.component;
        if (term.holds != wanted) term.why = reason_of(world_, query_, id, entity_, slice_, wanted);
        term_of_[id] = verdict_.terms.size();
        nodes_.push_back(id);
        verdict_.terms.push_back(std::move(term));
    }

    /// The fewest terms that must change so that the node is as wanted.
    std::vector<std::size_t> to_change(std::uint32_t id, bool wanted) const {
        const BoundNode& node = query_.program().nodes[id];
        if (node.kind == BoundKind::Not) return to_change(node.children[0], !wanted);
        if (!is_group(node.kind)) {
            if (verdict_.terms[term_of_[id]].holds == wanted) return {};
            return {term_of_[id]};
        }
        const bool all = (node.kind == BoundKind::And) == wanted;
        std::vector<std::size_t> result;
        bool first = true;
        for (const std::uint32_t child : node.children) {
            std::vector<std::size_t> changes = to_change(child, wanted);
            if (all)
                result.insert(result.end(), changes.begin(), changes.end());
            else if (first || changes.size() < result.size())
                result = std::move(changes);
            first = false;
        }
        return result;
    }

    const World& world_;
    TextQuery& query_;
    Entity entity_;
    QueryVerdict& verdict_;
    ChunkSlice slice_;
    std::vector<std::size_t> term_of_;  // by node
    std::vector<std::uint32_t> nodes_;  // by term
};

void sort_by_entities(std::vector<NearArchetype>& list) {
    std::stable_sort(list.begin(), list.end(),
                     [](const NearArchetype& a, const NearArchetype& b) { return a.entities > b.entities; });
}

}  // namespace

QueryVerdict why(const World& world, TextQuery& query, Entity entity, const QueryInputs& inputs) {
    QueryVerdict verdict;
    if (query.bound() && world.alive(entity)) Explainer(world, query, entity, verdict).explain(inputs);
    return verdict;
}

QueryVerdict why(const World& world, const Query& query, Entity entity) {
    return why(world, std::span<const QueryTerm>(query.terms()), entity);
}

QueryVerdict why(const World& world, std::span<const QueryTerm> terms, Entity entity) {
    QueryVerdict verdict;
    if (!world.alive(entity)) return verdict;
    bool mendable = true;
    for (const QueryTerm& term : terms) {
        if (term.presence == Presence::Optional) continue;
        TermVerdict made;
        made.component = term.known_in(world);
        const bool known = made.component < world.types().size();
        made.text = known ? world.types()[made.component].name : tr("a type that this world never met");
        made.wanted = term.presence == Presence::With;
        made.holds = known && world.has(entity, made.component);
        const bool again = std::any_of(verdict.terms.begin(), verdict.terms.end(), [&](const TermVerdict& each) {
            return known && each.component == made.component && each.wanted == made.wanted;
        });
        if (again) continue;  // View<Position, With<Position>>
        if (made.holds != made.wanted) {
            made.why = made.holds ? phrase("has {}", made.text)
                       : known    ? phrase("lacks component {}", made.text)
                                  : phrase("lacks {}", made.text);
            verdict.nearest.push_back(verdict.terms.size());
            if (!known || made.component == world.parent_id())
                mendable = false;
            else if (made.holds)
                verdict.edits.emplace_back(RemoveComponent{entity, made.component});
            else
                verdict.edits.emplace_back(AddComponent{entity, Value(world.types()[made.component])});
        }
        verdict.terms.push_back(std::move(made));
    }
    verdict.matches = verdict.nearest.empty();
    if (!verdict.matches) verdict.first_failing = verdict.nearest.front();
    verdict.nearest_miss = joined_reasons(verdict.terms, verdict.nearest);
    // A query that asks for a component and forbids it is never met.
    for (const TermVerdict& term : verdict.terms)
        mendable = mendable && std::none_of(verdict.terms.begin(), verdict.terms.end(), [&](const TermVerdict& other) {
                       return other.component == term.component && other.wanted != term.wanted;
                   });
    if (!mendable) verdict.edits.clear();
    if (verdict.edits.size() == 1) verdict.edit = verdict.edits.front();
    if (passes_over(world, terms, world.archetype_of(entity))) add_prefab(verdict, world);
    return verdict;
}

bool matches(const World& world, std::span<const QueryTerm> terms, const Archetype& archetype) {
    if (passes_over(world, terms, archetype)) return false;
    return std::all_of(terms.begin(), terms.end(), [&](const QueryTerm& term) {
        return term.presence == Presence::Optional ||
               archetype.has(term.known_in(world)) == (term.presence == Presence::With);
    });
}

std::vector<NearArchetype> near_archetypes(const World& world, TextQuery& query) {
    std::vector<NearArchetype> near;
    if (!query.bound()) return near;
    const std::vector<ComponentId> named = query.components();
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 || query.evaluator().could_match(world, archetype)) continue;
        if (query.evaluator().passes_over(archetype)) continue;
        for (const ComponentId component : named)
            if (query.evaluator().could_match(world, archetype, component))
                near.push_back({id, component, !archetype.has(component), archetype.entity_count()});
    }
    sort_by_entities(near);
    return near;
}

std::vector<NearArchetype> near_archetypes(const World& world, const Query& query) {
    return near_archetypes(world, std::span<const QueryTerm>(query.terms()));
}

std::vector<NearArchetype> near_archetypes(const World& world, std::span<const QueryTerm> terms) {
    std::vector<NearArchetype> near;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 || passes_over(world, terms, archetype)) continue;
        std::size_t misses = 0;
        NearArchetype found{id, no_component, true, archetype.entity_count()};
        for (const QueryTerm& term : terms) {
            if (term.presence == Presence::Optional) continue;
            const ComponentId component = term.known_in(world);
            const bool has = component < world.types().size() && archetype.has(component);
            if (has == (term.presence == Presence::With)) continue;
            if (misses > 0 && found.component == component) continue;
            ++misses;
            found.component = component;
            found.lacks = !has;
        }
        if (misses == 1 && found.component != no_component) near.push_back(found);
    }
    sort_by_entities(near);
    return near;
}

}  // namespace ecs
