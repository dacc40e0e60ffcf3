#include "panels/lab/lab_state.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "ecs/lab/scenario/moment_ledger.hpp"
#include "panels/base/language.hpp"

namespace panels {

using namespace ecs::lab;

std::size_t LabMoment::block_of_row(std::size_t row) const {
    return static_cast<std::size_t>(std::upper_bound(first_rows.begin(), first_rows.end(), row) - first_rows.begin()) -
           1;
}

std::optional<std::size_t> LabMoment::row_of(Address byte) const {
    const auto block = std::upper_bound(blocks.begin(), blocks.end(), byte,
                                        [](Address at, const Block& each) { return at < each.end(); });
    if (block == blocks.end() || byte < block->begin) return std::nullopt;
    return first_rows[static_cast<std::size_t>(block - blocks.begin())] + 1 + (byte - block->begin) / line_bytes;
}

Address LabMoment::line_of_row(std::size_t block, std::size_t row) const {
    return blocks[block].begin + (row - first_rows[block] - 1) * line_bytes;
}

const LabMoment& LabRuns::now(StorageKind kind) {
    const std::size_t i = static_cast<std::size_t>(kind);
    if (positions_[i] == position(kind)) return moments_[i];
    positions_[i] = position(kind);
    LabMoment& moment = moments_[i];
    ScenarioRun& run = *runs[i];
    moment = {keeps_events ? spans_now(run.storage(), run.arena(), *run.trace()) : spans_of(run.storage()), {}, {0}};
    for (const auto& [begin, block] : runs[i]->arena().blocks()) {
        if (block.kind != ecs::lab::BlockKind::Heap) continue;
        moment.blocks.push_back(block);
        moment.first_rows.push_back(moment.first_rows.back() + 1 + block.bytes / line_bytes);
    }
    return moment;
}

std::unique_ptr<LabRuns> make_lab_runs(const LabRequest& request, ecs::Progress& progress) {
    static std::atomic<std::uint64_t> revisions = 0;
    const Scenario& scenario = *request.scenario;
    const std::uint64_t work = scenario.planned_work(request.steps);
    auto result = std::make_unique<LabRuns>();
    static_cast<LabRequest&>(*result) = request;
    result->revision = ++revisions;
    result->keeps_events = scenario.entities <= LabState::max_entities_with_events &&
                           scenario.planned_work() <= LabState::max_work_with_events;
    const Tracing tracing = result->keeps_events ? Tracing::Events : tracing_for(scenario);
    result->is_traced = tracing != Tracing::None;
    for (const StorageKind kind : storage_kinds) {
        const std::size_t i = static_cast<std::size_t>(kind);
        result->runs[i] = std::make_unique<ScenarioRun>(scenario, kind, request.mode, request.options, tracing);
        ScenarioRun& run = *result->runs[i];
        run.stop_when(progress.stop_token());
        run.report_to(progress, i * work);
        run.run_to(request.steps);
        if (progress.cancelled()) return nullptr;
        result->board.push_back(board_row(run));
        result->lines[i] = lines_of_last_query(run);
        result->line_sums[i] = sum_by_block(result->lines[i]);
        if (result->is_traced && !run.trace()->keeps_events()) result->keeps_events = false;
        if (result->keeps_events && request.steps > 0)
            result->written[i] =
                written_ranges(*run.trace(), run.first_event(run.results().back()), run.trace()->events().size());
        if (result->is_traced) result->now(kind);
    }
    return result;
}

void LabState::open(const LabSource& source, const std::string& name) {
    name_ = name;
    error_.clear();
    selection = {};
    ecs::Result<Scenario> scenario = source.open(name);
    if (!scenario) {
        error_ = scenario.error();
        return;
    }
    wish_.scenario = std::make_shared<const Scenario>(std::move(*scenario));
    wish_.steps = wish_.scenario->steps.size();
    start();
}

void LabState::show(std::shared_ptr<const Scenario> scenario, Mode mode, const StorageOptions& options,
                    std::size_t steps) {
    name_ = scenario->name;
    error_.clear();
    steps = std::min(steps, scenario->steps.size());
    wish_ = {std::move(scenario), mode, options, steps};
    start();
}

void LabState::set_mode(Mode mode) {
    wish_.mode = mode;
    start();
}

void LabState::go_to(std::size_t steps) {
    if (!wish_.scenario || steps > wish_.scenario->steps.size() || steps == wish_.steps) return;
    wish_.steps = steps;
    start();
}

void LabState::cancel() {
    task_.cancel();
    if (!shown_) {
        wish_.scenario.reset();
        return;
    }
    wish_ = static_cast<const LabRequest&>(*shown_);
    name_ = shown_name_;
}

void LabState::start() {
    if (!wish_.scenario) return;
    if (task_.running()) {
        if (worked_on_ != wish_) task_.cancel();  // update() goes on with what is wanted then
        return;
    }
    if (settled()) return;
    worked_on_ = wish_;
    worked_on_name_ = name_;
    task_.start([request = wish_](ecs::Progress& progress) { return make_lab_runs(request, progress); },
                LabRuns::count * wish_.scenario->planned_work(wish_.steps));
}

bool LabState::settled() const { return shown_ && static_cast<const LabRequest&>(*shown_) == wish_; }

void LabState::update() {
    pointed = {};
    if (task_.finished()) {
        try {
            if (std::unique_ptr<LabRuns> runs = task_.take()) {
                shown_ = std::move(runs);
                shown_name_ = worked_on_name_;
            }
        } catch (const std::bad_alloc&) {
            error_ = tr("There is not enough memory for this scenario on six storages.");
            wish_.scenario.reset();
        }
    }
    if (!task_.running()) start();
}

const LabFound& LabState::find(FoundInAll& kept, const LabSelection& wanted, StorageKind of) {
    Found& known = kept[static_cast<std::size_t>(of)];
    const std::size_t position = shown_->position(of);
    // A line's parts are looked up in its own storage, which is seldom wound while another is shown.
    if (known.revision != shown_->revision || known.position != position || known.selection != wanted)
        known = {shown_->revision, position, wanted, find_selected(*shown_, wanted, of)};
    return known.found;
}

void LabState::finish() {
    do {
        task_.wait();
        update();
    } while (task_.running());
}

}  // namespace panels
