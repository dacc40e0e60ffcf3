#include "panels/host/request_runner.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "files/base/file_error.hpp"
#include "files/script/edit_script.hpp"
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

/// What some steps are about: to be selected again, and to flash.
struct Changed {
    std::vector<ecs::Entity> entities;
    std::vector<ecs::ComponentId> components;
    bool whole_trees = false;  // some were created or destroyed, with what is below them

    void add(const ecs::HistoryStep& step) {
        const std::vector<ecs::Entity> of_step = ecs::entities_of(step);
        entities.insert(entities.end(), of_step.begin(), of_step.end());
        for (const ecs::Edit& edit : step.edits) {
            whole_trees |= std::holds_alternative<ecs::CreateEntities>(edit);
            ecs::ComponentId component = ecs::no_component;
            if (const auto* set = std::get_if<ecs::SetComponent>(&edit)) component = set->value.type().id;
            if (const auto* add = std::get_if<ecs::AddComponent>(&edit)) component = add->value.type().id;
            if (component == ecs::no_component) continue;
            if (std::find(components.begin(), components.end(), component) == components.end())
                components.push_back(component);
        }
    }
    void keep_alive(const ecs::World& world) {
        std::sort(entities.begin(), entities.end());
        entities.erase(std::unique(entities.begin(), entities.end()), entities.end());
        std::erase_if(entities, [&](ecs::Entity each) { return !world.alive(each); });
    }
};

}  // namespace

bool changes_the_world(const Request& request) {
    if (const auto* transport = std::get_if<TransportRequest>(&request))
        return transport->kind == TransportRequest::Kind::StepTick ||
               transport->kind == TransportRequest::Kind::StepSystem || transport->kind == TransportRequest::Kind::Stop;
    if (other_request<RunScriptRequest>(request) != nullptr) return true;
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
    if (const auto* script = other_request<RunScriptRequest>(request)) return execute(subject, *script);
    if (const auto* limit = other_request<HistoryLimitRequest>(request))
        return subject.history.set_memory_limit(limit->bytes);
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
    if (request.gives_up) {
        (void)history.give_up_gesture();
        return;
    }
    if (request.only_at && *request.only_at != history.state())
        return refuse(tr("Nothing was undone: something else was changed meanwhile"));
    const std::size_t wanted = request.go_to.value_or(history.done());
    const bool undo = request.go_to ? wanted < history.done() : request.undo;
    if (undo ? !history.can_undo() : !history.can_redo()) return;
    if (request.go_to && (wanted == history.done() || wanted > history.steps().size())) return;
    // Of many steps, the one that the world is brought to.
    const std::size_t last = !request.go_to ? (undo ? history.done() - 1 : history.done()) : undo ? wanted : wanted - 1;
    const std::string label = history.steps()[last].label;
    Changed changed;
    const std::size_t target = request.go_to ? wanted : undo ? history.done() - 1 : history.done() + 1;
    for (std::size_t i = std::min(target, history.done()); i < std::max(target, history.done()); ++i)
        changed.add(history.steps()[i]);
    const std::string reason = request.go_to ? history.go_to(wanted) : undo ? history.undo() : history.redo();
    if (!reason.empty()) return refuse(reason);
    // What changed is selected again: a person looks for it. Of what came back with its parent, the parent.
    changed.keep_alive(subject.world);
    if (!changed.entities.empty()) {
        std::vector<ecs::Entity> roots =
            changed.whole_trees ? topmost(subject.world, changed.entities) : changed.entities;
        // The same in another order stays: the last one is what the Inspector shows.
        const bool same =
            roots.size() == subject.selection.entities().size() &&
            std::all_of(roots.begin(), roots.end(), [&](ecs::Entity each) { return subject.selection.has(each); });
        if (!same) subject.selection.select_all(std::move(roots));
    }
    subject.selection.flash.begin(std::move(changed.entities), std::move(changed.components));
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

void RequestRunner::execute(const Subject& subject, const RunScriptRequest& request) {
    files::SystemsByName systems;
    if (const KnownSystems* const known = program_.known_systems ? program_.known_systems() : nullptr) {
        systems.make = [known](std::string_view name) -> std::optional<ecs::SystemDescription> {
            for (const KnownSystems::System& each : known->all)
                if (each.name == name) return known->make(name);
            return std::nullopt;
        };
        for (const KnownSystems::System& each : known->all) systems.names.push_back(each.name);
    }
    std::string problem;
    try {
        files::run_script(subject.world, subject.schedule, subject.history, request.text, request.name, systems);
        ecs::History& history = subject.history;
        if (program_.after_edits && history.can_undo()) {
            const std::string& label = history.steps()[history.done() - 1].label;
            program_.after_edits({label, label, false, history.state()});
        }
    } catch (const files::FileError& error) {
        problem = error.what();
    }
    if (request.done) request.done(problem);
    if (!problem.empty()) refuse(problem);
}

void RequestRunner::refuse(const std::string& reason) const {
    if (program_.refused) program_.refused(reason);
}

HistoryState state_of(const ecs::History& history) {
    HistoryState state;
    state.state = history.state();
    state.steps = history.done();
    state.all = history.steps();
    state.bytes = history.bytes();
    state.memory_limit = history.memory_limit();
    state.forgotten = history.forgotten();
    state.can_undo = history.can_undo();
    state.can_redo = history.can_redo();
    if (state.can_undo) state.undo_label = history.steps()[history.done() - 1].label;
    if (state.can_redo) state.redo_label = history.steps()[history.done()].label;
    return state;
}

}  // namespace panels
