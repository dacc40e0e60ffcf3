#include "panels/entities/entity_filter.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "ecs/language/text_search.hpp"
#include "ecs/mirror/engine_entities.hpp"
#include "ecs/world/prefab_types.hpp"
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
    if (entity_of_link(text.substr(std::min(text.find_first_not_of('!'), text.size())))) return false;
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

std::vector<std::string> parts_of_filter(std::string_view text, const ecs::TypeRegistry& types) {
    const bool query = reads_as_query(text, types);
    std::vector<std::string> parts;
    const auto add = [&](std::string_view part) {
        while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
        if (!part.empty()) parts.emplace_back(part);
    };
    std::size_t first = 0;
    int depth = 0;
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char sign = text[at];
        if (!query) {
            if (sign != ' ') continue;
        } else if (quote != 0) {
            if (sign == '\\')
                ++at;
            else if (sign == quote)
                quote = 0;
            continue;
        } else if (sign == '"' || sign == '`') {
            quote = sign;
            continue;
        } else {
            depth += sign == '(' || sign == '[';
            depth -= sign == ')' || sign == ']';
            // Or binds less than and, so such a query is one part.
            if (depth == 0 && sign == '|') {
                parts.clear();
                add(text);
                return parts;
            }
            if (depth != 0 || sign != '&') continue;
        }
        add(text.substr(first, at - first));
        first = at + 1;
    }
    add(text.substr(std::min(first, text.size())));
    return parts;
}

std::string join_filter(const std::vector<std::string>& parts, bool as_query) {
    std::string text;
    for (const std::string& part : parts) {
        if (!text.empty()) text += as_query ? " & " : " ";
        text += part;
    }
    return text;
}

EntityFilter::EntityFilter(std::string_view text, const ecs::World& world, bool hides_internal)
    : hides_internal_(hides_internal) {
    if (reads_as_query(text, world.types())) {
        auto parsed = ecs::TextQuery::parse(std::string(text));
        const ecs::TextError* const error = parsed ? parsed->bind(world) : &parsed.error();
        if (error) {
            problem_ = error->message;
            wrong_at_ = error->offset;
        } else {
            query_.emplace(std::move(*parsed));
        }
        return;
    }
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) add_term(text.substr(at, end - at), world.types());
        at = end + 1;
    }
}

void EntityFilter::show_only_prefab(const ecs::World& world, ecs::Entity root) {
    only_prefab_ = root;
    prefab_tag_ = ecs::prefab_type(world.types());
    hidden_.clear();
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

/// Always: all of the archetype are internal.
EntityFilter::Verdict EntityFilter::hides_all(const ecs::World& world, const ecs::Archetype& archetype) {
    if (only_prefab_ && !archetype.has(prefab_tag_)) return Verdict::Always;
    if (only_prefab_) return Verdict::ByName;
    if (!hides_internal_ && !hides_engine_) return Verdict::Never;
    if (archetype.id() >= hidden_.size()) hidden_.resize(world.archetype_count(), Verdict::Unknown);
    Verdict& hidden = hidden_[archetype.id()];
    if (hidden != Verdict::Unknown) return hidden;
    const auto types = archetype.types();
    const bool marked = hides_internal_ && std::any_of(types.begin(), types.end(), [](const ecs::ComponentType* type) {
                            return to_lower(short_name(type->name)) == "internal";
                        });
    const bool by_name = hides_internal_ && archetype.has(world.name_id());
    // Of the engine are those without children.
    const bool by_children = hides_engine_ && ecs::has_only_engine_types(world, archetype);
    hidden = marked ? Verdict::Always : by_name || by_children ? Verdict::ByName : Verdict::Never;
    return hidden;
}

bool EntityFilter::hides(const ecs::World& world, ecs::Entity entity) {
    if (only_prefab_) return !world.is_below(entity, only_prefab_);
    if (!hides_internal_ && !hides_engine_) return false;
    const ecs::Archetype& archetype = world.archetype_of(entity);
    const Verdict hidden = hides_all(world, archetype);
    if (hidden != Verdict::ByName) return hidden == Verdict::Always;
    if (!archetype.has(world.name_id())) return world.children(entity).empty();
    const std::string_view name = world.name(entity);
    return !name.empty() && (name.front() == '_' || name.front() == '.');
}

EntityFilter::Verdict EntityFilter::known(const ecs::World& world, const ecs::Archetype& archetype) {
    if (archetype.id() >= verdicts_.size()) verdicts_.resize(world.archetype_count(), Verdict::Unknown);
    Verdict& verdict = verdicts_[archetype.id()];
    if (verdict == Verdict::Unknown) verdict = judge(world, archetype);
    return verdict;
}

EntityFilter::Verdict EntityFilter::verdict_of(const ecs::World& world, const ecs::Archetype& archetype) {
    const Verdict hidden = hides_all(world, archetype);
    if (hidden == Verdict::Always) return Verdict::Never;
    if (query_ || !ids_.empty()) return Verdict::Unknown;
    const Verdict verdict = searches() ? known(world, archetype) : Verdict::Always;
    return verdict == Verdict::Always && hidden == Verdict::ByName ? Verdict::ByName : verdict;
}

bool EntityFilter::matches(const ecs::World& world, ecs::Entity entity) {
    if (hides(world, entity)) return false;
    if (query_) return query_->matches(world, entity);
    for (const IdTerm& id : ids_) {
        const bool meant = entity.index == id.index && (id.generation == 0 || entity.generation == id.generation);
        if (meant == id.negated) return false;
    }
    if (names_.empty() && components_.empty()) return true;

    const Verdict verdict = known(world, world.archetype_of(entity));
    return verdict == Verdict::Always || (verdict == Verdict::ByName && name_matches(world.name(entity), entity));
}

void EntityFilter::find_in(std::string_view name, std::vector<std::size_t>& places) const {
    for (const NameTerm& term : names_)
        if (!term.negated) (void)ecs::find_letters(name, term.word, places);
}

}  // namespace panels
