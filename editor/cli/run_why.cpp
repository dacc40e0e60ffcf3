// The subcommand `why`.
#include <algorithm>
#include <ostream>
#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "ecs/language/change_baseline.hpp"
#include "ecs/language/why.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/bound_text.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/cli/world_json.hpp"

namespace editor {

namespace {

using nlohmann::ordered_json;

/// By its id, or by its name if only one has it.
ecs::Entity entity_called(const ecs::World& world, const std::string& text) {
    if (const auto id = ecs::parse_entity(text.starts_with('#') ? std::string_view(text).substr(1) : text)) {
        if (!world.alive(*id)) throw InputError("there is no entity " + ecs::to_string(*id));
        return *id;
    }
    constexpr std::size_t most_listed = 5;
    std::vector<std::string> ids;
    ecs::Entity found;
    for (std::size_t slot = 1; slot < world.slot_count() && ids.size() <= most_listed; ++slot) {
        const ecs::Entity entity = world.entity_at_slot(slot);
        if (!entity || world.name(entity) != text) continue;
        found = entity;
        ids.push_back(ecs::to_string(entity));
    }
    if (ids.empty()) throw InputError("there is no entity called \"" + text + "\"");
    if (ids.size() == 1) return found;
    std::string list;
    for (std::size_t i = 0; i < std::min(ids.size(), most_listed); ++i) list += (i > 0 ? ", " : "") + ids[i];
    throw InputError("several entities are called \"" + text + "\": " + list + (ids.size() > most_listed ? ", …" : "") +
                     "; name one by its id");
}

std::vector<std::string> names_of(const ecs::Schedule& schedule) {
    std::vector<std::string> names;
    for (const ecs::System* system : schedule.systems()) names.push_back(system->description.name);
    return names;
}

void print_verdict(std::ostream& out, const ecs::QueryVerdict& verdict, const std::string& asked) {
    out << terminal_text(asked) << ": "
        << (verdict.matches ? std::string("matches") : "does not match: " + terminal_text(verdict.nearest_miss))
        << "\n";
    for (const ecs::TermVerdict& term : verdict.terms) {
        out << "  " << (term.holds == term.wanted ? "ok   " : "fails") << "  " << (term.wanted ? "" : "not ")
            << terminal_text(term.text);
        if (!term.why.empty()) out << "  (" << terminal_text(term.why) << ")";
        out << "\n";
    }
}

void answer_for_query(const WhyOptions& options, Session& session, ecs::Entity entity,
                      const ecs::ChangeBaseline& baseline, ordered_json& json, std::ostream& out) {
    ecs::TextQuery query = bound_to(ecs::TextQuery::parse(options.query), options.query, session.world);
    ecs::Random random = session.schedule.random;
    const ecs::QueryInputs inputs{.baseline = options.ticks > 0 ? &baseline : nullptr, .random = &random};
    const ecs::QueryVerdict verdict = ecs::why(session.world, query, entity, inputs);
    json["query"] = options.query;
    json["matches"] = verdict.matches;
    json["verdict"] = verdict_json(verdict);
    if (!options.json) print_verdict(out, verdict, options.query);
}

void answer_for_system(const WhyOptions& options, Session& session, ecs::Entity entity, ordered_json& json,
                       std::ostream& out) {
    const ecs::System* const system = session.schedule.find(options.system);
    if (system == nullptr)
        throw InputError("there is no system \"" + options.system + "\"" +
                         did_you_mean(options.system, names_of(session.schedule)));
    const auto& queries = system->description.queries;
    std::vector<ecs::QueryVerdict> verdicts;
    for (const std::vector<ecs::QueryTerm>& terms : queries) verdicts.push_back(ecs::why(session.world, terms, entity));
    const bool matches = std::any_of(verdicts.begin(), verdicts.end(), [](const auto& each) { return each.matches; });
    json["system"] = options.system;
    json["enabled"] = system->enabled;
    json["matches"] = nullptr;
    if (!queries.empty()) json["matches"] = matches;
    json["queries"] = ordered_json::array();
    for (const ecs::QueryVerdict& verdict : verdicts) json["queries"].push_back(verdict_json(verdict));
    if (options.json) return;
    const std::string name = terminal_text(options.system);
    if (queries.empty()) {
        out << "the system " << name << " does not tell which entities it visits; it declares:\n";
        for (const ecs::SystemAccess& access : system->description.accesses) {
            const ecs::ComponentType& type = session.world.types()[access.component];
            out << "  " << (access.access == ecs::Access::Write ? "writes " : "reads ") << terminal_text(type.name)
                << (session.world.has(entity, type.id) ? "" : ", which the entity lacks") << "\n";
        }
    } else {
        out << "the system " << name << (matches ? " visits it" : " does not visit it") << "\n";
        for (std::size_t i = 0; i < verdicts.size(); ++i)
            print_verdict(out, verdicts[i],
                          verdicts.size() == 1 ? std::string("its query") : "query " + std::to_string(i + 1));
    }
    if (!system->enabled) out << "the system is switched off\n";
}

}  // namespace

ordered_json verdict_json(const ecs::QueryVerdict& verdict) {
    ordered_json terms = ordered_json::array();
    for (const ecs::TermVerdict& term : verdict.terms)
        terms.push_back({{"condition", term.text}, {"holds", term.holds}, {"wanted", term.wanted}, {"why", term.why}});
    return {{"matches", verdict.matches}, {"conditions", std::move(terms)}, {"nearest_miss", verdict.nearest_miss}};
}

void run_why(const WhyOptions& options, std::ostream& out, std::ostream& err) {
    const std::unique_ptr<Session> session = open_with_warnings(options.source, err);
    const ecs::World& world = session->world;
    ecs::ChangeBaseline baseline;
    for (std::uint64_t i = 0; i < options.ticks; ++i) {
        if (i + 1 == options.ticks && !options.query.empty()) {
            auto before = ecs::TextQuery::parse(options.query);
            if (before && !before->bind(world)) baseline.track(*before);
            baseline.advance(world);
        }
        session->tick();
    }
    const ecs::Entity entity = entity_called(world, options.entity);
    ordered_json json{{"id", ecs::to_string(entity)}};
    if (!world.name(entity).empty()) json["name"] = std::string(world.name(entity));
    std::ostringstream answer;  // the query or the system may be wrong
    if (options.system.empty())
        answer_for_query(options, *session, entity, baseline, json, answer);
    else
        answer_for_system(options, *session, entity, json, answer);
    if (!options.json) out << terminal_text(ecs::label_of(world, entity)) << "\n" << answer.str();
    if (options.json) out << json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << "\n";
}

}  // namespace editor
