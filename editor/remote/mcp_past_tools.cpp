// The tools that ask recorded time: who wrote a value, and what two moments differ in.
#include <chrono>

#include "ecs/breakpoints/last_write.hpp"
#include "ecs/language/breakpoint_text.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/remote/mcp_values.hpp"

namespace editor {

namespace {

using remote::Json;

constexpr std::uint64_t most_writes = 100, usual_writes = 10, most_differences = 1000, usual_differences = 100;
constexpr std::chrono::seconds longest_search(20);

/// Where the world is looked at in the past.
class Visit {
public:
    explicit Visit(Session& session) : timeline_(session.timeline) {
        if (session.schedule.within_tick()) throw McpProblem("a tick is half done: end it with `run` or `step` first");
    }
    ~Visit() {
        try {
            (void)timeline_.return_to_now();
        } catch (...) {
            // Something else is told already: a system threw when its tick ran again.
        }
    }
    /// Throws when the world is not of now again.
    void end() {
        if (const std::string why = timeline_.return_to_now(); !why.empty()) throw McpProblem(why);
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

private:
    ecs::Timeline& timeline_;
};

Json recorded_json(const ecs::Timeline& timeline) {
    return {{"first", timeline.first_tick()}, {"last", timeline.last_tick()}};
}

/// "Health.hp", or "Health" for all of it.
ecs::BreakpointField field_in(const ecs::World& world, const Json& arguments) {
    const std::string text = text_in(arguments, "field");
    const auto parsed = ecs::parse_breakpoint("on change " + text);
    if (!parsed || parsed->kind != ecs::BreakpointKind::Change || parsed->has_query || parsed->times > 1)
        throw McpProblem("\"" + text + "\" is no field such as Health.hp, and no component");
    const auto found = ecs::find_field_of(world, *parsed);
    if (!found) throw McpProblem(found.error().message);
    return *found;
}

/// A system of another program, as that says it: its ticks cannot run here once more.
void name_writer(ecs::LastWrite& write, const Session& session, const ecs::WrittenPlace& place) {
    if (session.attached == nullptr || write.writer != ecs::WriterKind::Direct) return;
    session.attached->writes().each_of(place.entity, place.component, place.offset,
                                       [&](const ecs::FieldRecord& record) {
                                           if (record.tick == write.tick) {
                                               write.writer = record.writer.kind;
                                               write.writer_name = record.writer.name;
                                           }
                                           return record.tick > write.tick;
                                       });
}

Json write_json(const ecs::LastWrite& write, const ecs::BreakpointField& field) {
    Json all{{"tick", write.tick}};
    if (write.from_tick < write.tick) all["from_tick"] = write.from_tick;
    if (!write.writer_name.empty()) all["by"] = write.writer_name;
    if (write.writer != ecs::WriterKind::Direct) all["by_kind"] = writer_word(write.writer);
    ecs::BreakpointHit shown;
    shown.shown = field.field;
    shown.offset = field.offset;
    shown.member = field.member;
    all["before"] = value_of_hit(shown, write.before);
    all["after"] = value_of_hit(shown, write.after);
    return all;
}

McpAnswer history(const McpWorld& asked, const Json& arguments) {
    Session& session = *asked.alone;
    const ecs::BreakpointField field = field_in(session.world, arguments);
    const std::uint64_t limit = number_or(arguments, "limit", usual_writes, most_writes, 1);
    const ecs::Entity entity = entity_in(session.world, arguments);
    Json all{{"entity", label_json(session.world, entity)}, {"field", field.text}};
    all["recorded"] = recorded_json(session.timeline);
    all["writers"] = ecs::writers_of(session.schedule, field.component);
    Visit visit(session);
    const ecs::WrittenPlace place{entity, field.component,
                                  field.field == nullptr ? ecs::whole_component : field.offset};
    const auto end = std::chrono::steady_clock::now() + longest_search;
    const auto over = [&] {
        asked.go_on();
        return std::chrono::steady_clock::now() > end;
    };
    ecs::TimelineSource source(session.timeline, session.world);
    std::vector<ecs::LastWrite> writes;
    std::uint64_t until = session.timeline.last_tick();
    while (writes.size() < limit) {
        const ecs::LastWriteSearch search = ecs::find_last_write(source, place, until, over);
        all["searched_from"] = search.searched_from;
        if (!search.problem.empty()) all["note"] = search.problem;
        if (!search.found) break;
        until = search.found->from_tick;
        writes.push_back(*search.found);
    }
    visit.end();
    if (session.attached != nullptr) session.attached->record_writes(entity);
    all["changes"] = Json::array();
    for (ecs::LastWrite& write : writes) {
        name_writer(write, session, place);
        all["changes"].push_back(write_json(write, field));
    }
    return untrusted(all);
}

McpAnswer difference(const McpWorld& asked, const Json& arguments) {
    Session& session = *asked.alone;
    ecs::Timeline& timeline = session.timeline;
    const std::uint64_t first = timeline.first_tick(), last = timeline.last_tick();
    if (!arguments.contains("before")) throw McpProblem("needs the tick `before`");
    const std::uint64_t before = number_or(arguments, "before", first, last, first);
    const std::uint64_t after = number_or(arguments, "after", last, last, first);
    const std::uint64_t limit = number_or(arguments, "limit", usual_differences, most_differences, 1);
    Visit visit(session);
    const auto compared = timeline.compare({timeline.branch(), before}, {timeline.branch(), after});
    if (!compared) throw McpProblem(compared.error());
    Json all = difference_json(compared->differences, *compared->before, *compared->after, limit);
    // Where a tick was not seen, it is the one before it.
    all["before"] = compared->before->tick();
    all["after"] = compared->after->tick();
    all["recorded"] = recorded_json(timeline);
    visit.end();
    return untrusted(all);
}

// clang-format off
constexpr McpTool past_tools[]{
    {"history", "How a value came about: its last changes in recorded time, the newest first, with what did each, as far as it is known. A tick counts once: the last change in it. Of a program, only the ticks that were seen are known. From the first question about an entity on, its program notes which system writes it; of changes before that, `writers` says which systems it can have been.",
     R"({"type":"object","properties":{"entity":{"type":"string","description":"its id, like 12v3, or its name"},"field":{"type":"string","description":"such as Health.hp, or Health for all of it"},"limit":{"type":"integer","minimum":1,"maximum":100,"description":"how many changes, 10 by default"}},"required":["entity","field"]})",
     R"({"type":"object","properties":{"entity":{"type":"object"},"field":{"type":"string"},"changes":{"type":"array","items":{"type":"object","properties":{"tick":{"type":"integer","description":"that made it"},"from_tick":{"type":"integer","description":"the first that can have made it, where some were not seen"},"by":{"type":"string"},"by_kind":{"type":"string"},"before":{},"after":{}},"required":["tick","before","after"]}},"writers":{"type":"array","items":{"type":"string"}},"searched_from":{"type":"integer","description":"the oldest tick that was looked at"},"recorded":{"type":"object"},"note":{"type":"string"}},"required":["entity","field","changes","writers","recorded"]})", history, McpNeeds::Past},
    {"difference", "What two recorded moments differ in: which entities came, went and changed, with the values. A moment is named by the tick that came next then.",
     R"({"type":"object","properties":{"before":{"type":"integer","minimum":0},"after":{"type":"integer","minimum":0,"description":"now by default"},"limit":{"type":"integer","minimum":1,"maximum":1000,"description":"how many differences to show, 100 by default"}},"required":["before"]})",
     R"({"type":"object","properties":{"before":{"type":"integer"},"after":{"type":"integer"},"created":{"type":"integer"},"destroyed":{"type":"integer"},"changed":{"type":"integer","description":"entities"},"differences":{"type":"integer"},"shown":{"type":"integer"},"entries":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"what":{"enum":["created","destroyed","changed"]},"field":{"type":"string"},"before":{},"after":{}},"required":["id","what"]}},"recorded":{"type":"object"}},"required":["before","after","created","destroyed","changed","differences","shown","entries"]})", difference, McpNeeds::Past},
};
// clang-format on

}  // namespace

std::span<const McpTool> mcp_past_tools() { return past_tools; }

}  // namespace editor
