#include "editor/remote/mcp_tools.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "ecs/diagnose/doctor.hpp"
#include "ecs/edit/edit_facts.hpp"
#include "ecs/language/text_change.hpp"
#include "ecs/language/text_value.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/cli/world_json.hpp"
#include "editor/jobs/figure_file.hpp"
#include "editor/remote/mcp_values.hpp"

namespace editor {

namespace {

using remote::Json;

constexpr std::size_t most_entities = 1000, usual_entities = 50, most_children = 100;

Json components_json(const ecs::World& world, ecs::Entity entity, const std::vector<ecs::ComponentId>* only = nullptr) {
    Json all = Json::object();
    for (const ecs::ComponentType* const type : world.archetype_of(entity).types()) {
        if (type->id == world.name_id() || type->id == world.parent_id()) continue;
        if (only != nullptr && std::find(only->begin(), only->end(), type->id) == only->end()) continue;
        all[type->name] = value_json(*type, world.get(entity, type->id));
    }
    return all;
}

McpAnswer stats(const McpWorld& world, const Json&) {
    Json all = stats_json(world.session.world);
    all.update(place_json(world.session));
    Json systems = Json::array();
    for (const ecs::System* const system : world.session.schedule.systems())
        systems.push_back({{"name", system->description.name},
                           {"phase", ecs::name_of(system->description.phase)},
                           {"enabled", system->enabled}});
    all["systems"] = std::move(systems);
    return untrusted(all);
}

Json field_json(const ecs::Field& field) {
    Json all{{"name", field.name}, {"kind", ecs::name_of(field.kind)}};
    if (field.count > 1) all["count"] = field.count;
    if (!field.unit.empty()) all["unit"] = field.unit;
    if (!field.description.empty()) all["description"] = field.description;
    if (field.min) all["min"] = *field.min;
    if (field.max) all["max"] = *field.max;
    for (const ecs::EnumName& each : field.names) all["values"].push_back(each.name);
    for (const ecs::Field& each : field.fields) all["fields"].push_back(field_json(each));
    return all;
}

McpAnswer types(const McpWorld& asked, const Json&) {
    const ecs::World& world = asked.session.world;
    Json list = Json::array();
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
        const ecs::ComponentType& type = world.types()[id];
        if (type.retired || id == world.name_id() || id == world.parent_id()) continue;
        Json one{{"name", type.name}, {"bytes", type.size}, {"fields", Json::array()}};
        if (!type.description.empty()) one["description"] = type.description;
        for (const ecs::Field& field : type.fields) one["fields"].push_back(field_json(field));
        list.push_back(std::move(one));
    }
    return untrusted({{"types", std::move(list)}});
}

McpAnswer systems(const McpWorld& asked, const Json&) {
    const ecs::TypeRegistry& types = asked.session.world.types();
    Json list = Json::array();
    for (const ecs::System* const system : asked.session.schedule.systems()) {
        const ecs::SystemDescription& described = system->description;
        const ecs::SystemStats& stats = system->stats;
        Json one{{"name", described.name},     {"phase", ecs::name_of(described.phase)},
                 {"enabled", system->enabled}, {"reads", Json::array()},
                 {"writes", Json::array()},    {"runs", stats.runs}};
        if (!described.description.empty()) one["description"] = described.description;
        if (!system->problem.empty()) one["problem"] = system->problem;
        for (const ecs::SystemAccess& access : described.accesses)
            one[access.access == ecs::Access::Write ? "writes" : "reads"].push_back(types[access.component].name);
        if (stats.runs > 0) {
            one["last_us"] = stats.last_secs * 1e6;
            one["mean_us"] = stats.mean_secs() * 1e6;
            one["longest_us"] = stats.max_secs * 1e6;
            one["entities"] = stats.entities_visited;
        }
        list.push_back(std::move(one));
    }
    return untrusted({{"tick", asked.session.world.tick()}, {"systems", std::move(list)}});
}

Json any_value_json(const std::optional<ecs::AnyValue>& value) {
    if (!value) return nullptr;
    if (const auto* const entity = std::get_if<ecs::Entity>(&*value)) return ecs::to_string(*entity);
    return std::visit(
        [](const auto& each) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(each)>, ecs::Entity>)
                return nullptr;
            else
                return each;
        },
        *value);
}

/// By this value of each, which comes with them; ids decide between equal ones. Without a value, they come last.
std::vector<std::optional<ecs::AnyValue>> sort_by(const ecs::World& world, std::vector<ecs::Entity>& entities,
                                                  const std::string& text, bool descending,
                                                  const ecs::QueryInputs& inputs) {
    ecs::TextValue bound = text_bound_to(ecs::TextValue::parse(text), text, world);
    if (!bound.needs_entity()) throw McpProblem("`sort` must be a value that each entity has, such as Health.hp");
    std::vector<std::pair<std::optional<ecs::AnyValue>, ecs::Entity>> rows;
    for (const ecs::Entity each : entities) {
        std::optional<ecs::AnyValue> value = bound.value(world, each, inputs);
        const double* const number = value ? std::get_if<double>(&*value) : nullptr;
        if (number != nullptr && std::isnan(*number)) value.reset();
        rows.emplace_back(std::move(value), each);
    }
    std::sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
        if (a.first.has_value() != b.first.has_value()) return a.first.has_value();
        if (a.first != b.first) return descending ? b.first < a.first : a.first < b.first;
        return a.second < b.second;
    });
    std::vector<std::optional<ecs::AnyValue>> values;
    entities.clear();
    for (auto& [value, each] : rows) {
        entities.push_back(each);
        values.push_back(std::move(value));
    }
    return values;
}

McpAnswer query(const McpWorld& asked, const Json& arguments) {
    const ecs::World& world = asked.session.world;
    const std::string text = text_in(arguments, "query");
    const std::size_t limit = number_or(arguments, "limit", usual_entities, most_entities);
    const std::size_t offset = number_or(arguments, "offset", 0, std::numeric_limits<std::uint32_t>::max());
    ecs::TextQuery bound = text_bound_to(ecs::TextQuery::parse(text), text, world);
    ecs::Random random = asked.session.schedule.random;
    std::vector<ecs::Entity> found;
    bound.collect(world, found, {.random = &random});
    std::sort(found.begin(), found.end());
    std::vector<std::optional<ecs::AnyValue>> values;
    const bool descending = flag_in(arguments, "descending");
    if (descending && !arguments.contains("sort")) throw McpProblem("`descending` goes with `sort`");
    if (arguments.contains("sort"))
        values = sort_by(world, found, text_in(arguments, "sort"), descending, {.random = &random});
    const std::vector<ecs::ComponentId> named = bound.components();
    Json list = Json::array();
    for (std::size_t i = offset; i < found.size() && list.size() < limit; ++i) {
        Json entity = label_json(world, found[i]);
        entity["components"] = components_json(world, found[i], &named);
        if (!values.empty()) entity["value"] = any_value_json(values[i]);
        list.push_back(std::move(entity));
    }
    return untrusted({{"matched", found.size()}, {"offset", offset}, {"shown", list.size()}, {"entities", list}});
}

McpAnswer value(const McpWorld& asked, const Json& arguments) {
    const ecs::World& world = asked.session.world;
    const std::string text = text_in(arguments, "text");
    ecs::TextValue bound = text_bound_to(ecs::TextValue::parse(text), text, world);
    if (bound.needs_entity() && !arguments.contains("entity"))
        throw McpProblem(
            "this is a value of one entity: say which with `entity`, or ask all, as in \"mean(Health.hp, Enemy)\"");
    const ecs::Entity of = bound.needs_entity() ? entity_in(world, arguments) : ecs::Entity();
    ecs::Random random = asked.session.schedule.random;
    Json all{{"tick", world.tick()}, {"value", any_value_json(bound.value(world, of, {.random = &random}))}};
    if (bound.faults().count > 0) all["fault"] = ecs::words_of(bound.faults().what);
    return untrusted(all);
}

McpAnswer entity(const McpWorld& asked, const Json& arguments) {
    const ecs::World& world = asked.session.world;
    const ecs::Entity entity = entity_in(world, arguments);
    Json all = label_json(world, entity);
    if (const ecs::Entity parent = world.parent(entity)) all["parent"] = label_json(world, parent);
    const auto children = world.children(entity);
    Json list = Json::array();
    for (std::size_t i = 0; i < std::min(most_children, children.size()); ++i)
        list.push_back(label_json(world, children[i]));
    all["child_count"] = children.size();
    all["children"] = std::move(list);
    all["components"] = components_json(world, entity);
    return untrusted(all);
}

McpAnswer why(const McpWorld& asked, const Json& arguments) {
    const ecs::World& world = asked.session.world;
    const ecs::Entity entity = entity_in(world, arguments);
    if (arguments.contains("query") == arguments.contains("system"))
        throw McpProblem("needs `query` or `system`, one of them");
    Json all = label_json(world, entity);
    if (arguments.contains("query")) {
        const std::string text = text_in(arguments, "query");
        ecs::TextQuery bound = text_bound_to(ecs::TextQuery::parse(text), text, world);
        ecs::Random random = asked.session.schedule.random;
        all["verdict"] = verdict_json(ecs::why(world, bound, entity, {.random = &random}));
        return untrusted(all);
    }
    const std::string name = text_in(arguments, "system");
    const ecs::System* const system = asked.session.schedule.find(name);
    if (system == nullptr) throw McpProblem("there is no system \"" + name + "\"");
    Json queries = Json::array();
    for (const std::vector<ecs::QueryTerm>& terms : system->description.queries)
        queries.push_back(Json(verdict_json(ecs::why(world, terms, entity))));
    all["system"] = name;
    all["enabled"] = system->enabled;
    all["queries"] = std::move(queries);
    if (all["queries"].empty()) all["note"] = "this system does not tell which entities it visits";
    return untrusted(all);
}

McpAnswer doctor(const McpWorld& asked, const Json&) {
    const ecs::World& world = asked.session.world;
    return untrusted(findings_json(world, ecs::diagnose(world, asked.session.schedule)));
}

McpAnswer layout(const McpWorld& asked, const Json& arguments) {
    const ecs::World& world = asked.session.world;
    const ecs::Archetype& archetype = archetype_named(world, text_in(arguments, "archetype"));
    const std::size_t chunk = number_or(arguments, "chunk", 0, 1'000'000);
    if (chunk >= archetype.chunk_count())
        throw McpProblem("the archetype has " + std::to_string(archetype.chunk_count()) + " chunks, counted from 0");
    std::ostringstream table;
    write_layout_table(table, archetype, chunk);
    return untrusted({{"table", table.str()}});
}

std::string in_base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        unsigned bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) text += k <= count ? digits[bits >> (18 - 6 * k) & 63u] : '=';
    }
    return text;
}

McpAnswer picture(const McpWorld& asked, const Json& arguments) {
    const ecs::World& world = asked.session.world;
    const std::string view = text_or(arguments, "view", "archetypes");
    const figures::FigureDescriptor* const figure = figures::figure_named(view);
    if (figure == nullptr || figure->needs_ticks) {
        std::string names;
        for (const figures::FigureDescriptor& each : figures::all_figures())
            if (!each.needs_ticks) names.append(names.empty() ? "" : ", ").append(each.name);
        throw McpProblem("there is no view \"" + view + "\"; the views are " + names);
    }
    figures::FigureRequest request;
    request.kind = figure->kind;
    request.chunk = number_or(arguments, "chunk", 0, 1'000'000);
    request.system = text_or(arguments, "system", {});
    const std::string archetype = text_or(arguments, "archetype", {});
    if (figure->scope == figures::FigureScope::Components)
        request.components = components_named(world, archetype);
    else if (!archetype.empty())
        request.archetype = archetype_named(world, archetype).id();
    const std::string reason = figures::why_not({world, &asked.session.schedule}, request);
    if (!reason.empty()) throw McpProblem(reason);
    const FigureLook look{.theme = figures::Theme::Light, .scale = 1};
    const std::string png = png_of(take_figure(asked.session, request), look);
    // Names of the world may stand in the picture, too.
    McpAnswer answer = untrusted({{"view", view}});
    answer.content.push_back({{"type", "image"}, {"mimeType", "image/png"}, {"data", in_base64(png)}});
    return answer;
}

McpAnswer change(const McpWorld& asked, const Json& arguments) {
    const ecs::World& world = asked.session.world;
    const std::string text = text_in(arguments, "change");
    const bool dry_run = flag_in(arguments, "dry_run");
    ecs::TextChange bound = text_bound_to(ecs::TextChange::parse(text), text, world);
    ecs::Random random = asked.session.schedule.random;
    ecs::ChangePlan plan = bound.plan(world, {.random = &random}, 10);
    if (!plan.error.empty()) throw McpProblem(plan.error);
    Json samples = Json::array();
    for (const ecs::ChangeSample& sample : plan.samples)
        samples.push_back({{"entity", ecs::label_of(world, sample.entity)},
                           {"what", sample.what},
                           {"before", sample.before},
                           {"after", sample.after}});
    Json result{
        {"entities", plan.entities}, {"edits", ecs::count_of_edits(plan.edits)}, {"samples", std::move(samples)}};
    result["changed"] = !dry_run && !plan.edits.empty();
    if (result["changed"] == true) {
        const std::string label = "Assistant: " + text_or(arguments, "name", "Change " + text).substr(0, 200);
        const remote::EditOutcome outcome = asked.perform(label, std::move(plan.edits));
        if (!outcome.why.empty()) throw McpProblem(outcome.why);
        result["step"] = label;
    }
    return untrusted_done(std::move(result), "samples");
}

// clang-format off
constexpr std::string_view an_object = R"({"type":"object"})";
constexpr McpTool world_tools[]{
    {"stats", "Which archetypes the world has, with their entities, chunks and bytes; its systems, its tick, and whether the program is paused.", mcp_no_arguments,
     R"({"type":"object","properties":{"tick":{"type":"integer"},"next_system":{"type":"string"},"paused":{"type":"boolean"},"systems":{"type":"array","items":{"type":"object"}}},"required":["tick","systems"]})", stats},
    {"types", "The types of components with their fields: name, kind, unit, range, names of values.", mcp_no_arguments,
     R"({"type":"object","properties":{"types":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"bytes":{"type":"integer"},"fields":{"type":"array","items":{"type":"object"}}},"required":["name","bytes","fields"]}}},"required":["types"]})", types},
    {"systems", "The systems in the order in which they run, with what they read and write, and the times of their runs in microseconds.", mcp_no_arguments,
     R"({"type":"object","properties":{"tick":{"type":"integer"},"systems":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"enabled":{"type":"boolean"},"reads":{"type":"array","items":{"type":"string"}},"writes":{"type":"array","items":{"type":"string"}},"runs":{"type":"integer"},"last_us":{"type":"number"},"mean_us":{"type":"number"}},"required":["name","enabled","reads","writes","runs"]}}},"required":["tick","systems"]})", systems},
    {"query", "Finds entities, such as \"Position & !Velocity & Health.hp < 10\" or \"name ~ \\\"door\\\"\", with the values of the components that are named.",
     R"({"type":"object","properties":{"query":{"type":"string"},"limit":{"type":"integer","minimum":0,"maximum":1000,"description":"how many entities to show, 50 by default"},"offset":{"type":"integer","minimum":0,"description":"how many to leave out first"},"sort":{"type":"string","description":"a value of each, such as Health.hp; else they come by id"},"descending":{"type":"boolean","description":"with sort: the greatest first"}},"required":["query"]})",
     R"({"type":"object","properties":{"matched":{"type":"integer"},"offset":{"type":"integer"},"shown":{"type":"integer"},"entities":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"components":{"type":"object"},"value":{"description":"that they are sorted by"}},"required":["id","components"]}}},"required":["matched","offset","shown","entities"]})", query},
    {"value", "One value: of the whole world, such as \"count(Enemy)\", \"mean(Health.hp, Enemy)\", \"sum\", \"min\", \"max\", or of one entity, such as \"Health.hp / Health.max\" with `entity`. It is null where nothing has it.",
     R"({"type":"object","properties":{"text":{"type":"string"},"entity":{"type":"string","description":"its id, like 12v3, or its name"}},"required":["text"]})",
     R"({"type":"object","properties":{"tick":{"type":"integer"},"value":{},"fault":{"type":"string"}},"required":["tick","value"]})", value},
    {"entity", "One entity: its name, parent, children, and all its components with their values.",
     R"({"type":"object","properties":{"entity":{"type":"string","description":"its id, like 12v3, or its name"}},"required":["entity"]})",
     R"({"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"child_count":{"type":"integer"},"components":{"type":"object"}},"required":["id","child_count","components"]})", entity},
    {"why", "Why an entity matches a query or the queries of a system, or why not, condition by condition.",
     R"({"type":"object","properties":{"entity":{"type":"string"},"query":{"type":"string"},"system":{"type":"string"}},"required":["entity"]})", an_object, why},
    {"doctor", "What fragments the memory of the world: causes, wasted bytes, remedies.", mcp_no_arguments, an_object, doctor},
    {"layout", "What each byte of one chunk is.",
     R"({"type":"object","properties":{"archetype":{"type":"string","description":"all its components, separated by commas"},"chunk":{"type":"integer","minimum":0}},"required":["archetype"]})",
     R"({"type":"object","properties":{"table":{"type":"string"}},"required":["table"]})", layout},
    {"picture", "A picture of the memory: archetypes, treemap, histogram, map, chunk, table, lines (needs system), doctor, layout.",
     R"({"type":"object","properties":{"view":{"type":"string"},"archetype":{"type":"string","description":"all its components, separated by commas"},"chunk":{"type":"integer","minimum":0},"system":{"type":"string"}}})",
     R"({"type":"object","properties":{"view":{"type":"string"}},"required":["view"]})", picture},
    {"change", "Changes the world by a text such as \"Health.hp < 10 : Health.hp += 5, +Healed\". It is one step, which a person can undo. With dry_run it only says what would happen.",
     R"({"type":"object","properties":{"change":{"type":"string"},"name":{"type":"string","description":"what the step is called, for the person"},"dry_run":{"type":"boolean"}},"required":["change"]})",
     R"({"type":"object","properties":{"entities":{"type":"integer"},"edits":{"type":"integer"},"changed":{"type":"boolean"},"samples":{"type":"array","items":{"type":"object"}},"step":{"type":"string"},"note":{"type":"string"}},"required":["entities","edits","changed"]})", change, McpNeeds::Edits},
};
// clang-format on

}  // namespace

std::span<const McpTool> mcp_world_tools() { return world_tools; }

const std::vector<McpTool>& mcp_tools() {
    static const std::vector<McpTool> all = [] {
        std::vector<McpTool> list;
        for (const std::span<const McpTool> some : {mcp_world_tools(), mcp_past_tools(), mcp_run_tools()})
            list.insert(list.end(), some.begin(), some.end());
        return list;
    }();
    return all;
}

std::string why_not(const McpWorld& world, const McpTool& tool) {
    if (tool.changes() && !world.perform) return "this world is read-only here: nothing can be changed";
    if (tool.needs == McpNeeds::Past && (world.alone == nullptr || !world.alone->timeline.recording()))
        return "the past of this world is not recorded here";
    const bool runs = tool.needs == McpNeeds::Ticks || tool.needs == McpNeeds::ProgramTicks;
    if (runs && world.alone == nullptr) return "who serves this world runs its ticks";
    const AttachedWorld* const program = world.session.attached.get();
    if (runs && program != nullptr && program->owner().clock() == nullptr) return "the program runs its ticks itself";
    if (tool.needs == McpNeeds::ProgramTicks && program == nullptr)
        return "this world is not that of a program: it stands still until `run`";
    return {};
}

}  // namespace editor
