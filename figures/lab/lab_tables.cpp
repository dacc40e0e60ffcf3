#include "figures/lab/lab_tables.hpp"

#include "figures/lab/lab_figure.hpp"
#include "figures/lab/lab_page.hpp"

namespace figures::lab {

using namespace ecs::lab;

namespace {

std::string entity_text(const ScenarioRun& run, std::uint64_t handle) {
    if (handle == 0) return {};
    const auto number = run.entity_of({handle});
    return number ? run.scenario().entity_name(*number) : std::string();
}

std::string number_or_none(std::int64_t number) { return number < 0 ? std::string() : std::to_string(number); }

/// What `at` and `from` of an event are: bytes of the arena, or handles and numbers.
bool has_address(EventKind kind) {
    switch (kind) {
        case EventKind::Allocate:
        case EventKind::Free:
        case EventKind::Read:
        case EventKind::Write:
        case EventKind::Copy:
        case EventKind::Probe:
            return true;
        default:
            return false;
    }
}

}  // namespace

std::string spans_csv(const ScenarioRun& run) {
    CsvWriter csv("address,bytes,role,component,slot,entity,block");
    for (const Span& span : spans_of(run.storage())) {
        const Block* block = run.arena().block_of(span.at);
        if (block == nullptr || block->kind != BlockKind::Heap) continue;
        const bool typed = span.type >= 0;
        csv.line(hex_text(span.at), span.bytes, ecs::lab::name_of(span.role),
                 typed ? run.scenario().types[static_cast<std::size_t>(span.type)]->name : std::string(),
                 number_or_none(span.slot), entity_text(run, span.handle), block->what);
    }
    return csv.take();
}

std::string events_csv(const ScenarioRun& run) {
    CsvWriter csv("step,operation,what,event,address,from,bytes,number,text");
    const Trace& trace = *run.trace();
    std::size_t step = 0;
    std::uint64_t left = 0;  // operations of the step that are yet to come
    for (std::size_t i = 0; i < trace.operations().size(); ++i) {
        const Trace::Operation& operation = trace.operations()[i];
        // The first operation, before step 1, made the storage.
        if (i > 0) {
            while (left == 0 && step < run.done()) left = run.results()[step++].operations;
            if (left > 0) --left;
        }
        for (std::size_t e = operation.begin; e < operation.end; ++e) {
            const Event& event = trace.events()[e];
            const bool addressed = has_address(event.kind);
            std::string text(event.text);
            if (event.kind == EventKind::Probe || event.kind == EventKind::Flag) text = event.flag ? "yes" : "no";
            csv.line(step, i, operation.what, ecs::lab::name_of(event.kind), addressed ? hex_text(event.at) : "",
                     event.kind == EventKind::Copy ? hex_text(event.from) : "", event.bytes,
                     addressed ? "" : std::to_string(event.at), text);
        }
        if (operation.folded > 0)
            csv.line(step, i, operation.what, "folded", "", "", operation.work.bytes_read,
                     std::to_string(operation.folded), "reads and probes that are counted only");
    }
    return csv.take();
}

std::string account_csv(const Scenario& scenario, Mode mode, const StorageOptions& options, std::size_t steps,
                        ecs::Progress* progress) {
    std::string heading = "storage,mode,step,what,allocated,payload,index,holes,spare,padding,blocks,entities";
    for (std::size_t role = 0; role < role_count; ++role)
        heading.append(",").append(ecs::lab::name_of(static_cast<Role>(role))).append(" bytes");
    std::string text = heading + "\n";
    const std::uint64_t work = scenario.planned_work(steps);
    for (const StorageKind kind : storage_kinds) {
        ScenarioRun run(scenario, kind, mode, options, Tracing::None);
        if (progress != nullptr) {
            run.stop_when(progress->stop_token());
            run.report_to(*progress, static_cast<std::uint64_t>(kind) * work);
        }
        while (true) {
            const Account account = account_of(run.storage(), run.arena());
            CsvWriter row("");
            row.line(ecs::lab::name_of(kind), ecs::lab::name_of(mode), run.done(),
                     run.done() == 0 ? std::string("made") : scenario.steps[run.done() - 1].text, account.allocated,
                     account.payload, account.index, account.holes, account.spare, account.padding, account.blocks,
                     run.storage().size());
            std::string line = row.take().substr(1);
            line.pop_back();
            for (const std::uint64_t bytes : account.by_role) line += "," + std::to_string(bytes);
            text += line + "\n";
            if (run.done() == steps) break;
            run.step();
            if (progress != nullptr && progress->cancelled()) return text;
        }
    }
    return text;
}

LabFigure lab_spans_figure() {
    return {.name = "spans",
            .is_table = true,
            .tracing = Tracing::None,
            .make = [](const LabSubject& subject) -> ecs::Result<LabPicture> {
                return LabPicture{{}, spans_csv(*subject.run)};
            }};
}

LabFigure lab_events_figure() {
    return {.name = "events",
            .is_table = true,
            .tracing = Tracing::Events,
            .make = [](const LabSubject& subject) -> ecs::Result<LabPicture> {
                if (!subject.run->trace()->keeps_events())
                    return ecs::Error{"the scenario " + subject.scenario.name +
                                      " has so much to do that its events are not kept"};
                return LabPicture{{}, events_csv(*subject.run)};
            }};
}

LabFigure lab_account_figure() {
    return {.name = "account",
            .is_table = true,
            .of_one_storage = false,
            .make = [](const LabSubject& subject) -> ecs::Result<LabPicture> {
                return LabPicture{
                    {}, account_csv(subject.scenario, subject.mode, subject.options, subject.step, subject.progress)};
            }};
}

}  // namespace figures::lab
