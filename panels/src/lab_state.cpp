#include "panels/lab_state.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace panels {

using namespace ecs::lab;

std::unique_ptr<LabRuns> make_lab_runs(std::shared_ptr<const Scenario> scenario, Mode mode,
                                       const StorageOptions& options, std::size_t steps) {
    auto result = std::make_unique<LabRuns>();
    result->mode = mode;
    result->options = options;
    result->steps = steps;
    result->keeps_events = scenario->entities <= LabState::most_entities_with_events;
    const Tracing tracing = result->keeps_events ? Tracing::Events : Tracing::Counts;
    for (std::size_t i = 0; i < storage_kinds.size(); ++i) {
        result->runs[i] = std::make_unique<ScenarioRun>(*scenario, storage_kinds[i], mode, options, tracing);
        result->runs[i]->run_to(steps);
        result->board.push_back(board_row(*result->runs[i]));
        result->spans[i] = spans_of(result->runs[i]->storage());
    }
    result->scenario = std::move(scenario);
    return result;
}

LabState::~LabState() {
    if (work_.valid()) work_.wait();
}

void LabState::open(const LabSource& source, const std::string& name) {
    name_ = name;
    error_.clear();
    entity.reset();
    ecs::Result<Scenario> scenario = source.open(name);
    if (!scenario) {
        error_ = scenario.error();
        return;
    }
    scenario_ = std::make_shared<const Scenario>(std::move(*scenario));
    wanted_ = scenario_->steps.size();
    start();
}

void LabState::show(std::shared_ptr<const Scenario> scenario, Mode mode, const StorageOptions& options,
                    std::size_t steps) {
    name_ = scenario->name;
    error_.clear();
    scenario_ = std::move(scenario);
    mode_ = mode;
    options_ = options;
    wanted_ = std::min(steps, scenario_->steps.size());
    start();
}

void LabState::set_mode(Mode mode) {
    mode_ = mode;
    start();
}

void LabState::go_to(std::size_t steps) {
    if (!scenario_ || steps > scenario_->steps.size() || steps == wanted_) return;
    wanted_ = steps;
    start();
}

void LabState::start() {
    if (!scenario_ || work_.valid()) return;  // update() goes on with what is wanted then
    if (settled()) return;
    work_ = std::async(std::launch::async, [scenario = scenario_, mode = mode_, options = options_, steps = wanted_] {
        return make_lab_runs(scenario, mode, options, steps);
    });
}

bool LabState::settled() const {
    return shown_ && shown_->scenario == scenario_ && shown_->mode == mode_ && shown_->options == options_ &&
           shown_->steps == wanted_;
}

void LabState::update() {
    if (work_.valid() && work_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        try {
            shown_ = work_.get();
        } catch (const std::bad_alloc&) {
            error_ = "There is not enough memory for this scenario on six storages.";
            scenario_.reset();
        }
    }
    if (!work_.valid()) start();
}

void LabState::finish() {
    do {
        if (work_.valid()) work_.wait();
        update();
    } while (work_.valid());
}

}  // namespace panels
