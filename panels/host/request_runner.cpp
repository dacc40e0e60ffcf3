#include "panels/host/request_runner.hpp"

#include <algorithm>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"

namespace panels {

namespace {

/// The entities that an applied step created: its inverse destroys them.
std::vector<ecs::Entity> created_by(const ecs::HistoryStep& step) {
    std::vector<ecs::Entity> created;
    for (const ecs::Edit& inverse : step.edits)
        if (const auto* destroy = std::get_if<ecs::DestroyEntities>(&inverse))
            created.insert(created.end(), destroy->entities.begin(), destroy->entities.end());
    return created;
}

}  // namespace

bool changes_the_world(const Request& request) {
    if (const auto* transport = std::get_if<TransportRequest>(&request))
        return transport->kind == TransportRequest::Kind::StepTick ||
               transport->kind == TransportRequest::Kind::StepSystem || transport->kind == TransportRequest::Kind::Stop;
    return std::holds_alternative<EditRequest>(request) || std::holds_alternative<HistoryRequest>(request);
}

void RequestRunner::execute(const Subject& subject, std::vector<Request>& requests, bool world_stands_still) {
    while (!requests.empty()) {
        std::vector<Request> present = std::exchange(requests, {});
        for (Request& request : present) {
            if (world_stands_still && changes_the_world(request))
                waiting_.push_back(std::move(request));
            else
                execute(subject, request);
        }
    }
}

void RequestRunner::execute_waiting(const Subject& subject) {
    for (Request& request : std::exchange(waiting_, {})) execute(subject, request);
}

void RequestRunner::end_gesture(const Subject& subject) {
    subject.history.seal();
    if (waiting_.empty()) return;
    if (auto* last = std::get_if<EditRequest>(&waiting_.back())) last->ends_gesture = true;
}

void RequestRunner::execute(const Subject& subject, Request& request) {
    if (auto* edit = std::get_if<EditRequest>(&request)) return execute(subject, *edit);
    if (const auto* undo = std::get_if<HistoryRequest>(&request)) return execute(subject, *undo);
    if (const auto* transport = std::get_if<TransportRequest>(&request)) return execute(subject, *transport);
    if (program_.other) program_.other(request);
}

void RequestRunner::execute(const Subject& subject, EditRequest& request) {
    if (program_.before_edits) program_.before_edits(request.edits);
    const bool destroys = std::any_of(request.edits.begin(), request.edits.end(), [](const ecs::Edit& edit) {
        return std::holds_alternative<ecs::DestroyEntity>(edit);
    });
    ecs::History& history = subject.history;
    const bool empty = request.edits.empty();
    const std::string reason = history.perform({request.label, std::move(request.edits)});
    if (!reason.empty()) {
        refuse(reason);
    } else if (!empty) {
        if (request.select_created) {
            std::vector<ecs::Entity> created = topmost(subject.world, created_by(history.steps()[history.done() - 1]));
            if (!created.empty()) subject.selection.select_all(std::move(created));
        }
        if (program_.after_edits)
            program_.after_edits({request.label, request.done_label.empty() ? request.label : request.done_label,
                                  destroys, history.state()});
    }
    if (request.ends_gesture) history.seal();
}

void RequestRunner::execute(const Subject& subject, const HistoryRequest& request) {
    ecs::History& history = subject.history;
    if (request.only_at && *request.only_at != history.state())
        return refuse(tr("Nothing was undone: something else was changed meanwhile"));
    const std::size_t wanted = request.go_to.value_or(history.done());
    const bool undo = request.go_to ? wanted < history.done() : request.undo;
    if (undo ? !history.can_undo() : !history.can_redo()) return;
    if (request.go_to && (wanted == history.done() || wanted > history.steps().size())) return;
    // Of many steps, the one that the world is brought to.
    const std::size_t last = !request.go_to ? (undo ? history.done() - 1 : history.done()) : undo ? wanted : wanted - 1;
    const std::string label = history.steps()[last].label;
    const std::string reason = request.go_to ? history.go_to(wanted) : undo ? history.undo() : history.redo();
    if (!reason.empty()) return refuse(reason);
    // Undo can bring back what was selected before.
    const std::vector<ecs::Entity>& selected = subject.selection.entities();
    const bool all_gone =
        std::none_of(selected.begin(), selected.end(), [&](ecs::Entity each) { return subject.world.alive(each); });
    if (all_gone && !selected.empty() && subject.selection.can_go_back(subject.world))
        subject.selection.go_back(subject.world);
    if (program_.after_undo) program_.after_undo(label, undo);
}

void RequestRunner::execute(const Subject& subject, const TransportRequest& request) {
    using Kind = TransportRequest::Kind;
    Transport& transport = subject.transport;
    if (!transport.why_not.empty()) return refuse(transport.why_not);
    const bool runs = request.kind == Kind::Play || request.kind == Kind::StepTick || request.kind == Kind::StepSystem;
    // That a world cannot be kept is no reason not to play it; Stop says why.
    if (runs && subject.play != nullptr) (void)subject.play->begin();
    switch (request.kind) {
        case Kind::Play:
            transport.playing = true;
            break;
        case Kind::Pause:
            transport.playing = false;
            break;
        case Kind::StepTick:
            transport.playing = false;
            if (program_.tick)
                program_.tick();
            else
                subject.schedule.tick(subject.world);
            break;
        case Kind::StepSystem:
            transport.playing = false;
            subject.schedule.step_system(subject.world);
            break;
        case Kind::SetSpeed:
            transport.speed = std::clamp(request.speed, Transport::min_speed, Transport::max_speed);
            break;
        case Kind::Stop:
            transport.playing = false;
            stop(subject, request);
            break;
        case Kind::GoOn:
            if (subject.play != nullptr) subject.play->forget();
            break;
    }
}

void RequestRunner::stop(const Subject& subject, const TransportRequest& request) {
    if (subject.play == nullptr || !subject.play->begun()) return;
    const std::string label = request.kept.size() == 1
                                  ? std::string(tr("Keep a difference"))
                                  : phrase("Keep {} differences", std::to_string(request.kept.size()));
    const std::string reason = subject.play->stop_and_keep(label, request.kept);
    if (!reason.empty()) return refuse(reason);
    if (program_.stopped) program_.stopped(request.kept.size());
}

void RequestRunner::refuse(const std::string& reason) const {
    if (program_.refused) program_.refused(reason);
}

HistoryState state_of(const ecs::History& history) {
    HistoryState state;
    state.state = history.state();
    state.steps = history.done();
    state.all = history.steps();
    state.can_undo = history.can_undo();
    state.can_redo = history.can_redo();
    if (state.can_undo) state.undo_label = history.steps()[history.done() - 1].label;
    if (state.can_redo) state.redo_label = history.steps()[history.done()].label;
    return state;
}

}  // namespace panels
