#include "panels/entities/entity_filter.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "ecs/language/text_search.hpp"
#include "panels/base/language.hpp"
#include "panels/base/link.hpp"
#include "panels/base/text_search.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

const char* EntityFilter::explanation() {
    return tr(
        "turret: the name has these letters in this order\n"
        "12v3: the entity with this id\n"
        "#12: whatever lives in slot 12\n"
        "c:Velocity: has a component with this in its name\n"
        "!c:Frozen: has no such component\n"
        "!boss: the name has not these letters\n"
        "Several words must all match; separate them by spaces\n"
        "Enemy & Health.hp < 10: a query. Chapter Queries of the manual has all of the language");
}

bool reads_as_query(std::string_view text, const ecs::TypeRegistry& types) {
    if (entity_of_link(text)) return false;
    if (text.find_first_of("<>=&|~()`") != std::string_view::npos) return true;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        std::string_view word = text.substr(at, end - at);
        at = end + 1;
        while (!word.empty() && word.front() == '!') word.remove_prefix(1);
        word = word.substr(0, word.find('.'));
        for (ecs::ComponentId id = 0; id < types.size() && !word.empty(); ++id)
            if (word == types[id].name || word == short_name(types[id].name)) return true;
    }
    return false;
}

EntityFilter::EntityFilter(std::string_view text, const ecs::World& world) {
    if (reads_as_query(text, world.types())) {
        const auto wrong = [&](const ecs::TextError& error) {
            problem_ = error.message;
            wrong_at_ = error.offset;
        };
        auto parsed = ecs::TextQuery::parse(std::string(text));
        if (!parsed) return wrong(parsed.error());
        if (const ecs::TextError* error = parsed->bind(world)) return wrong(*error);
        query_ = std::move(*parsed);
        return;
    }
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) add_term(text.substr(at, end - at), world.types());
        at = end + 1;
    }
}

void EntityFilter::add_term(std::string_view term, const ecs::TypeRegistry& types) {
    const bool negated = term.front() == '!';
    if (negated) term.remove_prefix(1);
    if (term.empty()) return;

    if (const auto linked = entity_of_link(term)) {
        ids_.push_back({linked->index, linked->generation, negated});
        return;
    }
    if (term.front() == '#') {
        term.remove_prefix(1);
        if (const auto entity = ecs::parse_entity(term)) {
            ids_.push_back({entity->index, entity->generation, negated});
            return;
        }
        std::uint32_t index = 0;
        const auto [end, error] = std::from_chars(term.data(), term.data() + term.size(), index);
        if (error == std::errc{} && end == term.data() + term.size())
            ids_.push_back({index, 0, negated});
        else if (!term.empty()) {
            problem_ = tr("# is followed by a number or an id, such as #12 or #12v3");
            ids_.push_back({0, 0, false});  // the slot that no entity has
        }
        return;
    }
    if (term.size() >= 2 && to_lower(term.substr(0, 2)) == "c:") {
        const std::string part = to_lower(term.substr(2));
        if (part.empty()) return;
        ComponentTerm found{std::vector<bool>(types.size()), negated};
        bool any = false, exact = false;
        for (ecs::ComponentId id = 0; id < types.size(); ++id)
            exact = exact || to_lower(short_name(types[id].name)) == part || to_lower(types[id].name) == part;
        for (ecs::ComponentId id = 0; id < types.size(); ++id) {
            const std::string& name = types[id].name;
            found.components[id] = exact ? to_lower(short_name(name)) == part || to_lower(name) == part
                                         : find_ignoring_case(name, part) != std::string::npos;
            any = any || found.components[id];
        }
        if (!any) problem_ = phrase("No component has \"{}\" in its name", std::string(term.substr(2)));
        components_.push_back(std::move(found));
        return;
    }
    names_.push_back({to_lower(term), negated, ecs::parse_entity(term).value_or(ecs::null_entity)});
}

std::optional<std::uint32_t> EntityFilter::only_slot() const {
    const auto found = std::find_if(ids_.begin(), ids_.end(), [](const IdTerm& id) { return !id.negated; });
    if (found == ids_.end()) return std::nullopt;
    return found->index;
}

EntityFilter::Verdict EntityFilter::judge(const ecs::World& world, const ecs::Archetype& archetype) const {
    for (const ComponentTerm& term : components_) {
        const auto components = archetype.components();
        const bool has = std::any_of(components.begin(), components.end(), [&](ecs::ComponentId id) {
            return id < term.components.size() && term.components[id];
        });
        if (has == term.negated) return Verdict::Never;
    }
    if (names_.empty()) return Verdict::Always;
    if (archetype.has(world.name_id())) return Verdict::ByName;
    const bool could_match =
        std::all_of(names_.begin(), names_.end(), [](const NameTerm& term) { return term.negated || term.id; });
    return could_match ? Verdict::ByName : Verdict::Never;
}

bool EntityFilter::name_matches(std::string_view name, ecs::Entity entity) const {
    return std::all_of(names_.begin(), names_.end(), [&](const NameTerm& term) {
        const bool meant = term.id == entity || ecs::letters_stand_in(name, term.word);
        return meant != term.negated;
    });
}

bool EntityFilter::matches(const ecs::World& world, ecs::Entity entity) {
    if (query_) return query_->matches(world, entity);
    for (const IdTerm& id : ids_) {
        const bool meant = entity.index == id.index && (id.generation == 0 || entity.generation == id.generation);
        if (meant == id.negated) return false;
    }
    if (names_.empty() && components_.empty()) return true;

    const ecs::ArchetypeId archetype = world.location(entity).archetype;
    if (archetype >= verdicts_.size()) verdicts_.resize(world.archetype_count(), Verdict::Unknown);
    Verdict& verdict = verdicts_[archetype];
    if (verdict == Verdict::Unknown) verdict = judge(world, world.archetype(archetype));
    return verdict == Verdict::Always || (verdict == Verdict::ByName && name_matches(world.name(entity), entity));
}

void EntityFilter::find_in(std::string_view name, std::vector<std::size_t>& places) const {
    for (const NameTerm& term : names_)
        if (!term.negated) (void)ecs::find_letters(name, term.word, places);
}

}  // namespace panels
