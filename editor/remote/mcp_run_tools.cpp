// The tools that run ticks: of a world of our own, and of a program.
#include "ecs/breakpoints/breakpoints.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/remote/mcp_program_ticks.hpp"
#include "editor/remote/mcp_values.hpp"

namespace editor {

namespace {

using remote::Json;

constexpr std::uint64_t most_run_ticks = 100'000, most_run_secs = 600, usual_run_secs = 60;
constexpr std::size_t most_step_changes = 100;

Json hit_json(const ecs::World& world, const ecs::BreakpointHit& hit) {
    if (hit.kind == ecs::BreakpointKind::System) return {{"tick", hit.tick}, {"before_system", hit.writer_name}};
    Json all{{"tick", hit.tick}, {"by", hit.writer_name}, {"by_kind", writer_word(hit.writer)}, {"more", hit.more}};
    all["entity"] = label_json(world, hit.entity);
    if (!world.alive(hit.entity)) {
        all["entity"]["gone"] = true;
        if (!hit.entity_name.empty()) all["entity"]["name"] = hit.entity_name;
    }
    if (hit.field.empty()) return all;
    all["field"] = hit.field;
    all["before"] = value_of_hit(hit, hit.before);
    all["after"] = value_of_hit(hit, hit.after);
    return all;
}

McpRan run_own(const McpWorld& asked, std::uint64_t ticks, const std::string& until,
               std::chrono::steady_clock::time_point end) {
    Session& session = *asked.alone;
    ecs::Breakpoints breakpoints;
    breakpoints.attach(session.world, session.schedule);
    const ecs::Breakpoint* const breakpoint = until.empty() ? nullptr : breakpoints.find(breakpoints.add(until));
    if (breakpoint != nullptr && breakpoint->error) throw McpProblem(ecs::with_caret(until, *breakpoint->error));
    const std::uint64_t last = session.world.tick() + ticks, calls = session.schedule.total_calls();
    while (session.world.tick() < last) {
        asked.go_on();
        if (std::chrono::steady_clock::now() > end) return {"seconds", std::nullopt};
        session.tick();
        std::optional<ecs::BreakpointHit> hit = breakpoints.take_stop();
        // It stood before this system already, and goes on behind it.
        const bool stood = hit && hit->kind == ecs::BreakpointKind::System && session.schedule.total_calls() == calls;
        if (hit && !stood) return {"breakpoint", std::move(hit)};
    }
    return {};
}

/// Before anything runs. Whether its names are those of the world is looked at by whoever checks it, but for systems,
/// which might come.
void check_breakpoint(const ecs::Schedule& schedule, const std::string& text) {
    const auto parsed = ecs::parse_breakpoint(text);
    if (!parsed) throw McpProblem(ecs::with_caret(text, parsed.error()));
    if (parsed->kind != ecs::BreakpointKind::System || schedule.find(parsed->system) != nullptr) return;
    std::vector<std::string> known;
    for (const ecs::System* const each : schedule.systems()) known.push_back(each->description.name);
    throw McpProblem("there is no system \"" + parsed->system + "\"" + did_you_mean(parsed->system, known));
}

McpAnswer run_ticks(const McpWorld& asked, const Json& arguments) {
    Session& session = *asked.alone;
    const std::uint64_t ticks = number_or(arguments, "ticks", 1, most_run_ticks, 1);
    const std::uint64_t secs = number_or(arguments, "seconds", usual_run_secs, most_run_secs, 1);
    const std::string until = text_or(arguments, "until", {});
    if (!until.empty()) check_breakpoint(session.schedule, until);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(secs);
    std::optional<ProgramTicks> program;
    if (session.attached) program.emplace(asked).pause();
    const std::uint64_t first = session.world.tick();
    const McpRan ran = program ? program->run(ticks, until, end) : run_own(asked, ticks, until, end);
    Json all = place_json(session);
    all["ran"] = session.world.tick() - first;
    all["ended"] = ran.ended;
    if (ran.hit) all["hit"] = hit_json(session.world, *ran.hit);
    return untrusted_done(std::move(all), "hit");
}

McpAnswer step_system(const McpWorld& asked, const Json&) {
    Session& session = *asked.alone;
    if (session.attached) ProgramTicks(asked).pause();
    const ecs::System* const next = session.schedule.next_system();
    const std::string name = next == nullptr ? std::string() : next->description.name;
    const ecs::Result<ecs::Snapshot> taken = ecs::Snapshots(session.world).take();
    if (session.attached)
        ProgramTicks(asked).step_system();
    else
        session.schedule.step_system(session.world);
    Json all = place_json(session);
    all["system"] = name;
    if (name.empty()) all["note"] = "no system is switched on: only the tick ended";
    if (!taken) {
        all["note"] = "what it changed is not known: " + taken.error();
        return untrusted(all);
    }
    const std::unique_ptr<ecs::World> before = taken->make_world();
    all["changes"] = difference_json(ecs::diff(*before, session.world), *before, session.world, most_step_changes);
    return untrusted_done(std::move(all), "changes");
}

McpAnswer control_program(const McpWorld& asked, const Json& arguments) {
    const std::string what = text_in(arguments, "what");
    ProgramTicks program(asked);
    if (what == "pause")
        program.pause();
    else if (what == "go")
        program.go();
    else
        throw McpProblem("`what` is \"pause\" or \"go\"");
    return untrusted(place_json(asked.session));
}

// clang-format off
constexpr McpTool run_tools[]{
    {"run", "Runs ticks, up to `ticks`, and stops early where `until` comes true: a condition such as \"Health.hp < 0\" that begins to hold for an entity (what holds already stops nothing), \"on change Health.hp\", \"on added(Enemy)\", \"on destroyed(Enemy)\" or \"on system \\\"Move\\\"\". Then it tells what did it, to which entity, and the value before and after. A program is paused afterwards.",
     R"({"type":"object","properties":{"ticks":{"type":"integer","minimum":1,"maximum":100000,"description":"1 by default"},"until":{"type":"string"},"seconds":{"type":"integer","minimum":1,"maximum":600,"description":"gives up after this time, 60 by default"}}})",
     R"({"type":"object","properties":{"tick":{"type":"integer","description":"that runs next"},"ran":{"type":"integer"},"ended":{"enum":["ticks","breakpoint","seconds"]},"next_system":{"type":"string","description":"where the tick is half done"},"paused":{"type":"boolean"},"note":{"type":"string"},"hit":{"type":"object","properties":{"tick":{"type":"integer"},"by":{"type":"string"},"by_kind":{"type":"string"},"before_system":{"type":"string"},"entity":{"type":"object"},"field":{"type":"string"},"before":{},"after":{},"more":{"type":"integer","description":"other entities for which it came true at the same time"}},"required":["tick"]}},"required":["tick","ran","ended"]})", run_ticks, McpNeeds::Ticks},
    {"step", "Runs the next system alone, and tells what it changed. A program is paused first.", mcp_no_arguments,
     R"({"type":"object","properties":{"tick":{"type":"integer"},"system":{"type":"string"},"next_system":{"type":"string"},"paused":{"type":"boolean"},"note":{"type":"string"},"changes":{"type":"object"}},"required":["tick","system"]})", step_system, McpNeeds::Ticks},
    {"control", "Pauses the program, or lets it go on.",
     R"({"type":"object","properties":{"what":{"type":"string","enum":["pause","go"]}},"required":["what"]})",
     R"({"type":"object","properties":{"tick":{"type":"integer"},"paused":{"type":"boolean"}},"required":["tick","paused"]})", control_program, McpNeeds::ProgramTicks},
};
// clang-format on

}  // namespace

std::span<const McpTool> mcp_run_tools() { return run_tools; }

}  // namespace editor
