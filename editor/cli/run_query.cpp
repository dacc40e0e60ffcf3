// The subcommand `query`, and the changes of `edit`.
#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "ecs/edit/edit_facts.hpp"
#include "ecs/language/change_baseline.hpp"
#include "ecs/language/text_change.hpp"
#include "ecs/language/text_query.hpp"
#include "ecs/language/written_names.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/bound_text.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "figures/world/entity_csv.hpp"

namespace editor {

namespace {

std::string csv_of(const ecs::World& world, const ecs::TextQuery& query, const std::vector<ecs::Entity>& entities) {
    std::vector<figures::CsvColumn> columns;
    for (const ecs::ComponentId component : query.components()) {
        if (component == world.name_id()) continue;  // names have a column anyway
        for (ecs::WrittenValue& value : ecs::written_values(world.types(), component))
            columns.push_back({std::move(value.title), std::move(value.text)});
    }
    return figures::csv_of_entities(world, entities, columns);
}

void warn_of_faults(std::ostream& err, const ecs::World& world, const ecs::RowFaults& faults) {
    if (faults.count == 0) return;
    err << "warning: " << counted(faults.count, "row", "rows") << " without a value, the first of "
        << (faults.first ? terminal_text(ecs::label_of(world, faults.first)) : std::string("all")) << ": "
        << words_of(faults.what) << "\n";
}

}  // namespace

void run_query(const QueryOptions& options, std::ostream& out, std::ostream& err) {
    const std::unique_ptr<Session> session = open_with_warnings(options.source, err);
    const ecs::World& world = session->world;
    ecs::ChangeBaseline baseline;
    if (options.ticks > 0) {
        for (std::uint64_t i = 0; i + 1 < options.ticks; ++i) session->tick();
        // What does not fit yet may fit after the last tick, which can bring types.
        auto before = ecs::TextQuery::parse(options.query);
        if (before && !before->bind(world)) baseline.track(*before);
        baseline.advance(world);
        session->tick();
    }
    ecs::TextQuery query = bound_to(ecs::TextQuery::parse(options.query), options.query, world);
    ecs::Random random = session->schedule.random;
    const ecs::QueryInputs inputs{.baseline = options.ticks > 0 ? &baseline : nullptr, .random = &random};
    std::vector<ecs::Entity> entities;
    query.collect(world, entities, inputs);
    std::sort(entities.begin(), entities.end());
    warn_of_faults(err, world, query.faults());
    if (options.csv) {
        out << csv_of(world, query, entities);
        return;
    }

    std::vector<bool> matched(world.archetype_count());
    for (const ecs::Entity entity : entities) matched[world.location(entity).archetype] = true;
    const auto archetypes = static_cast<std::size_t>(std::count(matched.begin(), matched.end(), true));
    if (options.json) {
        nlohmann::ordered_json ids = nlohmann::ordered_json::array();
        for (const ecs::Entity entity : entities) ids.push_back(ecs::to_string(entity));
        const nlohmann::ordered_json root{
            {"entities", std::move(ids)}, {"archetypes", world.archetype_count()}, {"matched", archetypes}};
        out << root.dump() << "\n";
        return;
    }
    for (const ecs::Entity entity : entities) {
        const std::string_view name = world.name(entity);
        out << ecs::to_string(entity) << (name.empty() ? "" : "  ") << terminal_text(std::string(name)) << "\n";
    }
    // Empty ones cannot match.
    std::size_t in_use = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        in_use += world.archetype(id).entity_count() > 0 ? 1 : 0;
    out << counted(entities.size(), "entity", "entities") << " in " << archetypes << " of "
        << counted(in_use, "archetype", "archetypes") << " in use\n";
}

void run_change(Session& session, const std::string& text, bool dry_run, std::ostream& out) {
    ecs::TextChange change = bound_to(ecs::TextChange::parse(text), text, session.world);
    constexpr std::size_t shown_entities = 20;
    ecs::ChangePlan plan = change.plan(session.world, {.random = &session.schedule.random}, shown_entities);
    if (!plan.error.empty()) throw InputError(plan.error);
    if (dry_run) {
        out << terminal_text(text) << "\n  " << counted(plan.entities, "entity matches", "entities match") << ", "
            << counted(ecs::count_of_edits(plan.edits), "edit", "edits") << ", about " << with_commas(plan.bytes_moved)
            << " bytes move\n";
        for (const ecs::ChangeSample& sample : plan.samples)
            out << "  " << terminal_text(ecs::label_of(session.world, sample.entity)) << "  "
                << terminal_text(sample.what) << ": " << terminal_text(sample.before.empty() ? "none" : sample.before)
                << " -> " << terminal_text(sample.after.empty() ? "none" : sample.after) << "\n";
        if (plan.entities > shown_entities)
            out << "  and " << counted(plan.entities - shown_entities, "more entity", "more entities") << "\n";
    }
    if (plan.edits.empty()) return;
    const std::string why = session.history.perform({"Change " + text, std::move(plan.edits)});
    if (!why.empty()) throw InputError(why);
    session.history.seal();
}

}  // namespace editor
