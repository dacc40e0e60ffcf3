// The menus of systems and of steps of the history.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "ecs/edit/system_order.hpp"
#include "panels/base/language.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/base/rule_part.hpp"
#include "panels/base/tick_item.hpp"
#include "panels/base/waiting.hpp"
#include "panels/menus/copied_text.hpp"
#include "panels/menus/cpp_edits.hpp"
#include "panels/menus/cpp_text.hpp"
#include "panels/menus/menu_of.hpp"
#include "panels/stops/break_item.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/why/system_match.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// How many systems run before this one is next. Nothing when it is off.
std::optional<std::size_t> systems_before(const ecs::Schedule& schedule, const ecs::System& system) {
    std::vector<const ecs::System*> on;
    for (const ecs::System* each : schedule.systems())
        if (each->enabled) on.push_back(each);
    const auto place_of = [&](const ecs::System* each) {
        return static_cast<std::size_t>(std::find(on.begin(), on.end(), each) - on.begin());
    };
    const std::size_t next = place_of(schedule.next_system()), wanted = place_of(&system);
    if (wanted == on.size()) return std::nullopt;
    return next == on.size() ? wanted : (wanted + on.size() - next) % on.size();
}

void step(const Context& context, std::size_t systems) {
    for (std::size_t i = 0; i < systems; ++i)
        context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::StepSystem});
}

MenuItem accesses_menu(const Context& context, const ecs::System& system) {
    MenuItem menu{.label = tr("Reads and writes"), .icon = Icon::Tag};
    for (const ecs::SystemAccess& access : system.description.accesses) {
        if (access.component >= context.world.types().size()) continue;
        MenuItem item = select_all_item(context, access.component);
        item.keys = access.access == ecs::Access::Write ? tr("writes") : tr("reads");
        item.hint = item.label;
        item.label = std::string(short_name(context.world.types()[access.component].name));
        menu.items.push_back(std::move(item));
    }
    if (menu.items.empty()) menu.why_not = tr("It declares no components");
    return menu;
}

void toggle(const Context& context, const std::string& name, bool enabled) {
    EditRequest request;
    request.label = enabled ? phrase("Switch {} on", name) : phrase("Switch {} off", name);
    request.edits.push_back(ecs::ToggleSystem{name, enabled});
    context.requests.push_back(std::move(request));
}

/// One place earlier or later in its phase.
MenuItem move_item(const Context& context, const std::string& name, bool later) {
    MenuItem item{.label = later ? tr("Run later") : tr("Run earlier"),
                  .icon = Icon::Move,
                  .wanted = {WantedChange::Kind::Arrange}};
    const ecs::System* const neighbour = ecs::neighbour_of(context.schedule, name, later);
    if (neighbour == nullptr) {
        item.why_not = later ? tr("It is the last one of its phase") : tr("It is the first one of its phase");
        return item;
    }
    const std::string other = neighbour->description.name;
    item.why_not = ecs::why_not_beside(context.schedule, name, other, later);
    item.hint = later ? phrase("After {}", other) : phrase("Before {}", other);
    item.run = [name, other, later](const Context& now) {
        if (!ecs::why_not_beside(now.schedule, name, other, later).empty()) return;
        EditRequest request{phrase("Move system {}", name), {}};
        request.edits.emplace_back(ecs::move_beside(now.schedule, name, other, later));
        request.ends_gesture = true;
        now.requests.emplace_back(std::move(request));
    };
    return item;
}

ecs::Edit added_edit(const ecs::System& system) { return ecs::AddSystem{system.description}; }

}  // namespace

std::vector<MenuItem> menu_of_system(const MenuSource& source, const SystemAt& at) {
    const Context& context = source.context;
    const ecs::System* const system = context.schedule.find(at.name);
    if (system == nullptr)
        return {{.label = tr("Remove system"), .icon = Icon::Close, .why_not = phrase("{} was removed", at.name)}};
    const bool enabled = pending_enabled(context, *system);
    const std::optional<std::size_t> before = systems_before(context.schedule, *system);
    const std::string why_no_step = !before ? tr("It is switched off") : why_not_step_system(context);
    std::vector<MenuItem> items;
    items.push_back({.label = enabled ? tr("Switch off") : tr("Switch on"),
                     .icon = Icon::Eye,
                     .wanted = {WantedChange::Kind::Switch, {}, ecs::no_component, at.name},
                     .run = [name = at.name, enabled](const Context& now) { toggle(now, name, !enabled); }});
    items.push_back({.label = tr("Step this system"),
                     .action = before == std::size_t{0} ? "run.step_system" : std::string_view(),
                     .icon = Icon::Step,
                     .why_not = why_no_step,
                     .hint = tr("Pauses, runs the systems before it, and then this one"),
                     .begins_group = true,
                     .run = [count = before.value_or(0) + 1](const Context& now) { step(now, count); }});
    items.push_back({.label = tr("Run up to this system"),
                     .icon = Icon::Play,
                     .why_not = why_no_step.empty() && before == std::size_t{0} ? tr("It runs next") : why_no_step,
                     .hint = tr("Pauses and runs the systems before it"),
                     .run = [count = before.value_or(0)](const Context& now) { step(now, count); }});
    if (context.debugger != nullptr)
        items.push_back(break_item(tr("Break before this system"), text_for_system(at.name)));
    if (!system->description.rule.empty())
        items.push_back({.label = tr("Change rule…"),
                         .icon = Icon::Rule,
                         .wanted = {WantedChange::Kind::Arrange},
                         .begins_group = true,
                         .run = [name = at.name](const Context& now) {
                             now.requests.push_back(ShowPanelRequest{"systems", part_for_rule(name)});
                         }});
    for (const bool later : {false, true}) items.push_back(move_item(context, at.name, later));
    items[items.size() - 2].begins_group = system->description.rule.empty();
    items.push_back(accesses_menu(context, *system));
    items.back().begins_group = true;
    const ecs::Entity asked = context.selection.entity();
    const std::string no_entity = asked ? why_gone(context, asked) : std::string(tr("No entity is selected"));
    const std::string entity_name = no_entity.empty() ? name_or_id(context.world, asked) : std::string();
    const Matched found = no_entity.empty()
                              ? matched(context.world, system->description, context.world.archetype_of(asked))
                              : Matched::No;
    items.push_back({.label = found == Matched::Yes ? phrase("Why it visits {}", entity_name)
                              : no_entity.empty()   ? phrase("Why not {}?", entity_name)
                                                    : tr("Why not the selected entity?"),
                     .icon = Icon::Select,
                     .why_not = no_entity,
                     .hint = tr("Shows in the Inspector whether the system visits the entity, and why"),
                     .run = [asked, name = at.name](const Context& now) {
                         if (now.world.alive(asked)) request_why(now, asked, name);
                     }});
    std::vector<ecs::ComponentId> used;
    for (const ecs::SystemAccess& access : system->description.accesses)
        if (access.component < context.world.types().size()) used.push_back(access.component);
    items.push_back(query_item(written_query_of(context.world.types(), used)));
    items.back().why_not = used.empty() ? tr("It declares no components") : "";
    std::vector<MenuItem> copies;
    copies.push_back(copy_item(tr("Name"), [name = at.name](const Context&) { return name; }));
    if (!system->description.rule.empty())
        copies.push_back(copy_item(tr("Change"), [text = system->description.rule](const Context&) { return text; }));
    copies.push_back(copy_item("C++", [name = at.name](const Context& now) {
        const ecs::System* const its = now.schedule.find(name);
        if (its == nullptr) return std::string();
        return its->description.rule.empty() ? cpp_of_system(now.world, its->description)
                                             : cpp_of_edits(now.world, std::vector{added_edit(*its)});
    }));
    copies.back().hint = system->description.rule.empty() ? tr("The line that adds it, with an empty function")
                                                          : tr("The line that adds it");
    items.push_back(copy_menu(std::move(copies)));
    items.push_back(
        {.label = system->description.rule.empty() ? tr("Remove system") : tr("Remove rule"),
         .icon = Icon::Close,
         .why_not = context.schedule.within_tick() ? tr("Systems can only be removed between two ticks") : "",
         .wanted = {WantedChange::Kind::Arrange},
         .begins_group = true,
         .run = [name = at.name](const Context& now) {
             EditRequest request{phrase("Remove system {}", name), {}};
             request.edits.emplace_back(ecs::RemoveSystem{name});
             now.requests.emplace_back(std::move(request));
         }});
    return items;
}

std::vector<MenuItem> menu_of_step(const MenuSource& source, const StepAt& at) {
    const HistoryState& history = source.context.history;
    const bool known = at.step < history.all.size() && at.state == history.state;
    const std::string gone = known ? "" : tr("The history went on");
    const bool done = known && at.step < history.steps;
    const auto go_to = [state = at.state](std::size_t steps) {
        return [state, steps](const Context& now) {
            now.requests.push_back(HistoryRequest{.only_at = state, .go_to = steps});
        };
    };
    const auto script = [at](const Context& now) {
        return at.step < now.history.all.size() ? script_of_step(now.world, now.history.all[at.step]) : std::string();
    };
    std::vector<MenuItem> items;
    items.push_back({.label = tr("Go to here"),
                     .action = known && !done && at.step == history.steps ? "edit.redo" : std::string_view(),
                     .icon = done ? Icon::Undo : Icon::Redo,
                     .why_not = known && at.step + 1 == history.steps ? tr("This is the last step in force") : gone,
                     .hint = tr("Undoes what came after it, or does it and what came before it again"),
                     .run = go_to(at.step + 1)});
    items.push_back({.label = tr("Go to before it"),
                     .action = known && at.step + 1 == history.steps ? "edit.undo" : std::string_view(),
                     .icon = Icon::Undo,
                     .why_not = known && at.step == history.steps ? tr("The world is as it was before it") : gone,
                     .run = go_to(at.step)});
    items.push_back(known ? tick_item(source.context, history.all[at.step].tick)
                          : MenuItem{.label = tr("Go to its tick"), .icon = Icon::Clock, .why_not = gone});
    items.push_back(
        {.label = tr("Compare the world with it"),
         .why_not = known && at.step + 1 == history.steps ? tr("The world is as it was after this step") : gone,
         .hint = tr("What differs now from the world after this step"),
         .run = [steps = at.step + 1](const Context& now) {
             now.requests.push_back(ShowPanelRequest{.id = "compare", .part = "step:" + std::to_string(steps)});
         }});
    std::vector<MenuItem> copies;
    copies.push_back(copy_item(
        tr("Label"), [label = known ? history.all[at.step].label : ""](const Context&) { return label; }, gone));
    copies.push_back(
        copy_item(done ? tr("Edit script that takes it back") : tr("Edit script that does it again"), script, gone));
    copies.back().hint = tr("For chunkscope edit --script");
    const bool repeatable = known && source.context.history.all[at.step].repeatable;
    const std::string why_no_script = !known ? gone : repeatable ? "" : tr("A value of it cannot be copied");
    if (done)
        copies.push_back(copy_item(
            tr("Edit script that does it again"),
            [at](const Context& now) {
                return at.step < now.history.all.size()
                           ? script_of_steps(now.world, now.history.all.subspan(at.step, 1))
                           : std::string();
            },
            why_no_script));
    copies.push_back(copy_item(
        "C++",
        [at](const Context& now) {
            return at.step < now.history.all.size()
                       ? cpp_of_edits(now.world, ecs::forward_edits(now.history.all[at.step]))
                       : std::string();
        },
        why_no_script));
    items.push_back({.label = tr("Select what it changed"),
                     .icon = Icon::Select,
                     .why_not = gone,
                     .begins_group = true,
                     .run = [at](const Context& now) {
                         if (at.step >= now.history.all.size()) return;
                         std::vector<ecs::Entity> all = ecs::entities_of(now.history.all[at.step]);
                         std::erase_if(all, [&](ecs::Entity each) { return !now.world.alive(each); });
                         now.selection.select_all(std::move(all));
                     }});
    items.push_back(copy_menu(std::move(copies)));
    return items;
}

}  // namespace panels
