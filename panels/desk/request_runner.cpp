#include "panels/desk/request_runner.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "ecs/edit/edit_facts.hpp"
#include "ecs/order/order_check.hpp"
#include "ecs/timeline/timeline.hpp"
#include "ecs/world/sibling_order.hpp"
#include "files/base/file_error.hpp"
#include "files/script/edit_script.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/desk/run_back.hpp"
#include "panels/desk/seek_in_parts.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/prefab/prefab_requests.hpp"

namespace panels {

namespace {

/// The entities that an applied step created: its inverse destroys them. `asked` says of how many each creation asked
/// for them; the rest are copies in instances.
std::vector<ecs::Entity> created_by(const ecs::HistoryStep& step, const std::vector<std::size_t>& asked) {
    std::vector<ecs::Entity> created;
    std::size_t next = 0;
    for (const ecs::Edit& inverse : step.edits)
        if (const auto* destroy = std::get_if<ecs::DestroyEntities>(&inverse)) {
            const std::size_t all = destroy->entities.size();
            const std::size_t count = next < asked.size() ? std::min(asked[next++], all) : all;
            created.insert(created.end(), destroy->entities.begin(),
                           destroy->entities.begin() + static_cast<std::ptrdiff_t>(count));
        }
    return created;
}

/// Makes one step of the last two. Both must be in force.
void join_last_two(ecs::History& history) {
    ecs::HistorySteps all = history.take_steps();
    ecs::HistoryStep last = std::move(all.steps.back()), &first = *(all.steps.end() - 2);
    const auto append = [](std::vector<ecs::Edit>& to, std::vector<ecs::Edit>& more) {
        std::move(more.begin(), more.end(), std::back_inserter(to));
    };
    first.repeatable = first.repeatable && last.repeatable;
    if (!first.repeatable) first.done_edits.clear();
    if (first.repeatable) append(first.done_edits, last.done_edits);
    append(first.edits, last.edits);
    first.label = std::move(last.label);
    if (first.kind != last.kind) first.kind = {};
    first.entities += last.entities;
    first.bytes += last.bytes;
    all.steps.pop_back();
    all.marks.erase(all.marks.end() - 2);  // the state between the two
    --all.done;
    history.put_steps(std::move(all));
}

std::vector<std::size_t> asked_for(const std::vector<ecs::Edit>& edits) {
    std::vector<std::size_t> asked;
    for (const ecs::Edit& edit : edits)
        if (const auto* create = std::get_if<ecs::CreateEntities>(&edit)) asked.push_back(create->entities.size());
    return asked;
}

bool destroys(const ecs::Edit& edit) {
    return std::holds_alternative<ecs::DestroyEntity>(edit) || std::holds_alternative<ecs::DestroyMany>(edit);
}

std::vector<ecs::Entity> destroyed_by(const std::vector<ecs::Edit>& edits) {
    std::vector<ecs::Entity> destroyed;
    for (const ecs::Edit& edit : edits)
        if (destroys(edit)) ecs::append_entities(edit, destroyed);
    return destroyed;
}

/// Whether the edits leave no instance behind without its prefab.
bool unpacks(const std::vector<ecs::Edit>& edits) {
    return edits.size() > 1 && std::holds_alternative<ecs::DestroyEntity>(edits.back()) &&
           std::none_of(edits.begin(), edits.end() - 1,
                        [](const ecs::Edit& edit) { return std::holds_alternative<ecs::DestroyEntity>(edit); });
}

/// What some steps are about: to be selected again, and to flash.
struct Changed {
    std::vector<ecs::Entity> entities;
    std::vector<ecs::ComponentId> components;
    bool whole_trees = false;  // some were created or destroyed, with what is below them

    void add(const ecs::HistoryStep& step) {
        std::vector<ecs::Entity> of_step = ecs::entities_of(step);
        if (entities.empty())
            entities = std::move(of_step);
        else
            entities.insert(entities.end(), of_step.begin(), of_step.end());
        for (const ecs::Edit& edit : step.edits) {
            whole_trees |=
                std::holds_alternative<ecs::CreateEntities>(edit) || std::holds_alternative<ecs::RestoreRows>(edit);
            ecs::ComponentId component = ecs::no_component;
            if (const auto* set = std::get_if<ecs::SetComponent>(&edit)) component = set->value.type().id;
            if (const auto* add = std::get_if<ecs::AddComponent>(&edit)) component = add->value.type().id;
            if (const auto* many = std::get_if<ecs::AddToMany>(&edit)) component = many->type().id;
            if (component == ecs::no_component) continue;
            if (std::find(components.begin(), components.end(), component) == components.end())
                components.push_back(component);
        }
    }
    void keep_alive(const ecs::World& world) {
        if (!std::is_sorted(entities.begin(), entities.end())) std::sort(entities.begin(), entities.end());
        entities.erase(std::unique(entities.begin(), entities.end()), entities.end());
        std::erase_if(entities, [&](ecs::Entity each) { return !world.alive(each); });
    }
};

}  // namespace

void RequestRunner::execute(const Subject& subject, std::vector<Request>& requests, bool world_stands_still) {
    while (!requests.empty()) {
        std::vector<Request> present = std::exchange(requests, {});
        for (Request& request : present) {
            if (world_stands_still && changes_world(request))
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
    drag_ = {};
    if (waiting_.empty()) return;
    if (auto* last = std::get_if<EditRequest>(&waiting_.back())) last->ends_gesture = true;
}

void RequestRunner::execute(const Subject& subject, Request& request) {
    std::visit(
        [&](auto& each) {
            if constexpr (WorldRequest<std::remove_cvref_t<decltype(each)>>)
                execute(subject, each);
            else if (program_.other)
                program_.other(request);
        },
        request);
}

void RequestRunner::execute(const Subject& subject, const CheckOrderRequest& request) {
    request.done(ecs::check_order(subject.world, subject.schedule, request.first, request.second));
}

void RequestRunner::execute(const Subject& subject, const WorldAtRequest& request) {
    if (subject.timeline == nullptr) return request.done(ecs::Error{tr("Nobody records earlier ticks here")});
    request.done(subject.timeline->world_at(request.point));
}

void RequestRunner::execute(const Subject& subject, const HistoryLimitRequest& request) {
    subject.history.set_memory_limit(request.bytes);
}

void RequestRunner::execute(const Subject& subject, const StepInPartsRequest& request) {
    ecs::History& history = subject.history;
    bool joins = false;
    while (std::optional<EditRequest> part = request.next()) {
        history.seal();
        const std::uint64_t before = history.state();
        execute(subject, *part);
        if (history.state() == before) return;  // it was refused, and the reason was told
        if (std::exchange(joins, true)) join_last_two(history);
    }
    history.seal();
    drag_ = {};
    if (!program_.told || !request.told) return;
    for (const std::string& text : request.told()) program_.told(text);
}

void RequestRunner::execute(const Subject& subject, EditRequest& request) {
    if (program_.asks_before && program_.asks_before(request, [&] { return Request(std::move(request)); })) return;
    perform(subject, request);
}

void RequestRunner::perform(const Subject& subject, EditRequest& request) {
    if (program_.before_edits) program_.before_edits(request.edits);
    const bool destroys_some = std::any_of(request.edits.begin(), request.edits.end(), destroys);
    ecs::History& history = subject.history;
    const bool empty = request.edits.empty();
    const std::vector<std::size_t> asked = asked_for(request.edits);
    if (!reach_instances(subject, request)) return;
    const std::string reason = history.perform(
        {.label = request.label, .edits = std::move(request.edits), .may_be_partial = request.may_be_partial});
    if (!reason.empty()) {
        refuse(reason);
    } else if (!empty) {
        if (request.select_created) {
            std::vector<ecs::Entity> created =
                topmost(subject.world, created_by(history.steps()[history.done() - 1], asked));
            if (!created.empty()) subject.selection.select_all(std::move(created));
        }
        if (program_.after_edits)
            program_.after_edits({request.label, request.done_label.empty() ? request.label : request.done_label,
                                  destroys_some, history.state()});
        tell_of_dropped_time(subject, true);
    }
    if (request.ends_gesture) {
        history.seal();
        drag_ = {};
    }
}

bool RequestRunner::reach_instances(const Subject& subject, EditRequest& request) {
    const ecs::World& world = subject.world;
    if (!ecs::Prefabs(world).any()) return true;
    if (!unpacks(request.edits)) {
        std::string needed = ecs::why_not_destroy_prefabs(world, destroyed_by(request.edits));
        if (!needed.empty()) {
            refuse(phrase("{}: {}", request.label, needed));
            return false;
        }
    }
    const auto* set = request.edits.size() == 1 ? std::get_if<ecs::SetComponent>(&request.edits.front()) : nullptr;
    PrefabDrag now;
    if (set != nullptr && set->value) now = {set->entity, set->value.type().id, set->fields, {}};
    const bool goes_on =
        set != nullptr && now.entity == drag_.entity && now.component == drag_.component && now.fields == drag_.fields;
    const std::size_t first = request.edits.size();
    ecs::Result<std::vector<ecs::Edit>> all =
        ecs::with_instances(world, std::move(request.edits), placing_of(world), goes_on ? &drag_.followers : nullptr);
    if (!all) {
        refuse(phrase("{}: {}", request.label, all.error()));
        return false;
    }
    request.edits = std::move(*all);
    if (goes_on) return true;
    drag_ = std::move(now);
    for (std::size_t i = first; i < request.edits.size() && set != nullptr; ++i) {
        if (const auto* field = std::get_if<ecs::SetField>(&request.edits[i]))
            drag_.followers.insert(field->entities.begin(), field->entities.end());
        if (const auto* text = std::get_if<ecs::SetComponent>(&request.edits[i])) drag_.followers.insert(text->entity);
    }
    return true;
}

void RequestRunner::execute(const Subject& subject, const MakePrefabRequest& request) {
    const ecs::Entity root = request.root;
    const std::string label = phrase("Make a prefab of {}", ecs::label_of(subject.world, root));
    std::string reason = ecs::why_not_make_prefab(subject.world, root);
    if (reason.empty()) reason = ecs::register_prefab_types(subject.world.types());
    if (!reason.empty()) return refuse(phrase("{}: {}", label, reason));
    ecs::Result<std::vector<ecs::Edit>> edits = ecs::make_prefab(subject.world, root);
    if (!edits) return refuse(phrase("{}: {}", label, edits.error()));
    EditRequest step{.label = label, .edits = std::move(*edits), .ends_gesture = true};
    execute(subject, step);
}

void RequestRunner::execute(const Subject& subject, const PlaceSiblingsRequest& request) {
    const std::string label = label_of(subject.world, request);
    std::string reason = ecs::why_not_place_siblings(subject.world, request.entities, request.place);
    if (reason.empty()) reason = ecs::register_sibling_order(subject.world.types());
    if (!reason.empty()) return refuse(phrase("{}: {}", label, reason));
    EditRequest edits{.label = label,
                      .edits = ecs::place_siblings(subject.world, request.entities, request.place),
                      .ends_gesture = true};
    if (!edits.edits.empty()) execute(subject, edits);
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
    if (const ecs::History::LeftOut& left = history.left_out(); left.count > 0 && program_.told)
        program_.told(phrase(undo ? tr("Undo left out {} of {} entities of \"{}\": {}")
                                  : tr("Redo left out {} of {} entities of \"{}\": {}"),
                             format_count(left.count), format_count(left.of), left.label, left.why));
    if (!reason.empty()) return refuse(reason);
    // What is selected stays as long as something of it lives: the next click is meant for it. Who goes to a step looks
    // for what it changed. Of what came back with its parent, that is the parent.
    const bool gives_back = std::any_of(changed.entities.begin(), changed.entities.end(),
                                        [&](ecs::Entity each) { return gave_id_back(subject.world, each); });
    changed.keep_alive(subject.world);
    const auto none_lives = [&] {
        const std::vector<ecs::Entity>& all = subject.selection.entities();
        return std::none_of(all.begin(), all.end(), [&](ecs::Entity each) { return subject.world.alive(each); });
    };
    if (!changed.entities.empty() && (request.go_to || none_lives())) {
        std::vector<ecs::Entity> roots =
            changed.whole_trees ? topmost(subject.world, changed.entities) : changed.entities;
        // The same in another order stays: the last one is what the Inspector shows.
        if (!subject.selection.has_just(roots)) subject.selection.select_all(std::move(roots));
    }
    subject.selection.flash.begin(std::move(changed.entities), std::move(changed.components));
    // Undo can bring back what was selected before.
    if (none_lives() && subject.selection.entity() && subject.selection.can_go_back(subject.world))
        subject.selection.go_back(subject.world);
    if (gives_back) subject.selection.forget_given_back(subject.world);
    if (program_.after_undo) program_.after_undo(label, undo);
    tell_of_dropped_time(subject, true);
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
