#include "panels/stops/step_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "figures/drawing/value_text.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/stops/stop_keys.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/number_kinds.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// The value of the entry in one of the two worlds.
std::string value_of(const ecs::World& world, const ecs::SystemStep& step, const ecs::DiffEntry& entry, bool after) {
    if (entry.kind == ecs::DiffKind::NameChanged) return one_line(world.name(entry.entity));
    if (entry.kind == ecs::DiffKind::ParentChanged) {
        const ecs::Entity parent = world.parent(entry.entity);
        return parent ? name_or_id(world, parent) : std::string("–");
    }
    const ecs::DiffType& diff_type = step.diff.types[entry.type];
    const ecs::ComponentId component = after ? diff_type.after : diff_type.before;
    if (component == ecs::no_component) return {};
    const ecs::ComponentType& type = world.types()[component];
    const void* const value = world.alive(entry.entity) ? world.get(entry.entity, component) : nullptr;
    if (value == nullptr) return {};
    if (entry.kind != ecs::DiffKind::FieldChanged || entry.field == ecs::DiffEntry::whole_value)
        return figures::component_text(world, type, value);
    const ecs::DiffType::FieldPair& pair = diff_type.fields[entry.field];
    return with_minus(figures::field_text(world, type.fields[after ? pair.after : pair.before], value));
}

/// What a command did: "created", "got Frozen".
std::string words_of_step(const ecs::World& world, const ecs::StructuralChange& change) {
    if (change.kind == ecs::ChangeKind::Created) return tr("created");
    if (change.kind == ecs::ChangeKind::Destroyed) return tr("destroyed");
    if (change.component >= world.types().size()) return tr("got and lost components");
    const std::string name(short_name(world.types()[change.component].name));
    return change.added ? "+ " + name : "− " + name;
}

}  // namespace

std::string headline_of(const ecs::SystemStep& step) {
    std::vector<std::string> parts;
    if (step.fields > 0)
        parts.push_back(phrase("changed {} of {}", format_count(step.fields, "field", "fields"),
                               format_count(step.changed, "entity", "entities")));
    // Once a part has said of what, numbers do.
    const auto entities = [&](std::size_t count) {
        return parts.empty() ? format_count(count, "entity", "entities") : format_count(count);
    };
    if (step.created > 0) parts.push_back(phrase("created {}", entities(step.created)));
    if (step.destroyed > 0) parts.push_back(phrase("destroyed {}", entities(step.destroyed)));
    if (step.added > 0) parts.push_back(phrase("added {}", format_count(step.added, "component", "components")));
    if (step.removed > 0) parts.push_back(phrase("removed {}", format_count(step.removed, "component", "components")));
    if (parts.empty() && !step.problem.empty()) return phrase("What {} changed is not known", step.system);
    if (parts.empty()) return phrase("{} changed nothing", step.system);
    std::string all;
    for (const std::string& part : parts) all += (all.empty() ? "" : ", ") + part;
    return step.system + " " + all;
}

void StepPanel::draw(const Context& context) {
    rows_drawn_ = 0;
    if (context.debugger == nullptr || context.debugger->steps() == nullptr)
        return empty_without_program(context, tr("Nobody keeps steps here"),
                                     tr("A program that shows this panel runs its systems one by one for it"));
    draw_buttons(context);
    const ecs::SystemStep* const step = context.debugger->steps()->shown();
    if (step == nullptr && context.schedule.next_system() == nullptr) {
        if (empty_state(context.style, tr("No system can be stepped"),
                        tr("A step runs the next system and shows what it changed. No system of this world is "
                           "switched on"),
                        tr("Show systems")))
            context.requests.push_back(ShowPanelRequest{"systems"});
        return;
    }
    if (step == nullptr) {
        const std::string why_not = why_not_step_system(context);
        if (empty_state(context.style, tr("No system was stepped yet"),
                        tr("A step runs the next system and shows what it changed: values before and after, entities "
                           "that came and went, components added and removed"),
                        why_not.empty() ? tr("Step system") : nullptr))
            context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::StepSystem});
        return;
    }
    draw_step(context, *step);
}

void StepPanel::draw_buttons(const Context& context) {
    const Style& style = context.style;
    const std::string why_not = why_not_step_system(context);
    const ecs::System* const next = context.schedule.next_system();
    const std::string why_not_on = next == nullptr ? std::string(tr("No system is enabled")) : why_not;
    const std::string back = context.debugger->why_not_back();
    if (icon_button("##back", style, Icon::Back, ImGui::GetFrameHeight(),
                    with_keys(context, tr("Run the last system back"), keys::back_system),
                    why_not.empty() ? back : why_not, true))
        context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::BackSystem});
    ImGui::SameLine(0, style.px(4));
    if (icon_button("##step", style, Icon::Step, ImGui::GetFrameHeight(),
                    with_keys(context, tr("Step one system"), keys::step_system), why_not_on, true))
        context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::StepSystem});
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    clipped_line(style.theme->quiet, next == nullptr ? std::string(tr("No system is enabled"))
                                                     : phrase("Tick {}, next is {}", format_count(context.world.tick()),
                                                              next->description.name));
}

void StepPanel::draw_step(const Context& context, const ecs::SystemStep& step) {
    const Style& style = context.style;
    ImGui::AlignTextToFramePadding();
    const std::string headline = headline_of(step);
    clipped_line(style.theme->text, headline);
    if (tooltip_due())
        tooltip(headline + "\n" +
                (step.knows_commands
                     ? phrase("In tick {}: {}", format_count(step.tick),
                              format_count(step.structural_changes, "structural change", "structural changes"))
                     : phrase("In tick {}", format_count(step.tick))));
    if (!step.problem.empty()) wrapped_text(style.theme->warn, step.problem);
    if (context.debugger->steps()->before() == nullptr) return;
    if (!context.debugger->steps()->is_present())
        return quiet_text(style, tr("The world went on since: the values are past"));
    if (step.knows_commands) draw_views(context, step);
    if (step.knows_commands && shows_commands_)
        draw_commands(context, step);
    else
        draw_changes(context, step);
}

void StepPanel::draw_views(const Context& context, const ecs::SystemStep& step) {
    const Style& style = context.style;
    if (choice(style, (phrase("Changes {}", format_count(step.diff.entries.size())) + "###changes").c_str(),
               !shows_commands_, {}, tr("What is different after it: values before and after")))
        shows_commands_ = false;
    ImGui::SameLine(0, style.px(4));
    if (choice(style, (phrase("Queued commands {}", format_count(step.commands_in_all)) + "###commands").c_str(),
               shows_commands_, {},
               tr("What the commands that it recorded did when they were played back, in their order")))
        shows_commands_ = true;
    if (step.skipped_commands == 0) return;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    clipped_line(style.theme->warn, phrase("{} skipped: their entities were gone",
                                           format_count(step.skipped_commands, "command", "commands")));
}

void StepPanel::draw_commands(const Context& context, const ecs::SystemStep& step) {
    const Style& style = context.style;
    if (step.commands.empty())
        return wrapped_text(style.theme->quiet, tr("It queued no commands that created, destroyed or moved an entity"));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {ImGui::GetStyle().ItemSpacing.x, 0});  // rows as the clipper has them
    if (ImGui::BeginChild("commands")) {
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(step.commands.size()), row_height(style));
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                ImGui::PushID(i);
                draw_command(context, static_cast<std::size_t>(i), step.commands[static_cast<std::size_t>(i)]);
                ImGui::PopID();
            }
        if (step.commands_in_all > step.commands.size())
            quiet_text(style, phrase("and {} more", format_count(step.commands_in_all - step.commands.size())));
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

void StepPanel::draw_command(const Context& context, std::size_t number, const ecs::StructuralChange& change) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    ++rows_drawn_;
    const ecs::World* const before = context.debugger->steps()->before();
    const ecs::World& now = context.world;
    const bool alive = now.alive(change.entity);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float high = row_height(style), wide = ImGui::GetContentRegionAvail().x;
    if (selectable("##command", context.selection.has(change.entity), 0, {0, high}) && alive)
        context.selection.select(change.entity);
    if (ImGui::IsItemHovered()) context.selection.hovered = change.entity;
    if (alive) offer_menu(context, EntityAt{change.entity});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::floor(at.y + (high - ImGui::GetTextLineHeight()) / 2);
    const float number_right = at.x + style.px(40), name_width = std::floor(std::min(wide * 0.4f, style.px(200)));
    const std::string place = format_count(number + 1);
    list.AddText({number_right - ImGui::CalcTextSize(place.c_str()).x, y}, theme.quiet, place.c_str());
    const float name_left = number_right + style.px(12), what_left = name_left + name_width + style.px(8);
    const ecs::World& whose = alive || before == nullptr ? now : *before;
    draw_text_until(list, {name_left, y}, name_left + name_width, alive ? theme.text : theme.quiet,
                    name_or_id(whose, change.entity));
    draw_text_until(list, {what_left, y}, at.x + wide, theme.text, words_of_step(now, change));
}

void StepPanel::draw_changes(const Context& context, const ecs::SystemStep& step) {
    const Style& style = context.style;
    const std::vector<ecs::DiffEntry>& entries = step.diff.entries;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {ImGui::GetStyle().ItemSpacing.x, 0});  // rows as the clipper has them
    if (ImGui::BeginChild("changes")) {
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(std::min<std::size_t>(entries.size(), 10'000'000)), row_height(style));
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                ImGui::PushID(i);
                draw_change(context, step, entries[static_cast<std::size_t>(i)]);
                ImGui::PopID();
            }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

void StepPanel::draw_change(const Context& context, const ecs::SystemStep& step, const ecs::DiffEntry& entry) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    ++rows_drawn_;
    const ecs::World& before = *context.debugger->steps()->before();
    const ecs::World& now = context.world;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float high = row_height(style), wide = ImGui::GetContentRegionAvail().x;
    if (selectable("##change", context.selection.has(entry.entity), 0, {0, high}) && now.alive(entry.entity))
        context.selection.select(entry.entity);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) context.selection.hovered = entry.entity;
    if (now.alive(entry.entity)) offer_menu(context, EntityAt{entry.entity});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::floor(at.y + (high - ImGui::GetTextLineHeight()) / 2);
    // Values are what one looks for: where it is narrow, they get the most of it.
    const float name_width = std::floor(std::min(wide * 0.26f, style.px(160)));
    const ecs::World& whose = now.alive(entry.entity) ? now : before;
    draw_text_until(list, {at.x + style.px(4), y}, at.x + name_width, theme.text, name_or_id(whose, entry.entity));
    const std::string path = ecs::path_of(step.diff, before, entry);
    const float path_left = at.x + name_width + style.px(8);
    const float path_width = std::floor(std::min(wide * 0.28f, style.px(170)));
    std::string what;
    switch (entry.kind) {
        case ecs::DiffKind::EntityAdded:
            what = tr("created");
            break;
        case ecs::DiffKind::EntityRemoved:
            what = tr("destroyed");
            break;
        case ecs::DiffKind::ComponentAdded:
            what = phrase("+ {}", value_of(now, step, entry, true));
            break;
        case ecs::DiffKind::ComponentRemoved:
            what = phrase("− {}", value_of(before, step, entry, false));
            break;
        default:
            what = value_of(before, step, entry, false) + " → " + value_of(now, step, entry, true);
    }
    draw_text_until(list, {path_left, y}, path_left + path_width, theme.quiet, path);
    const bool whole = path.empty();
    const float what_left = whole ? path_left : path_left + path_width + style.px(8);
    const bool lit = entry.kind == ecs::DiffKind::FieldChanged;
    if (lit)
        list.AddRectFilled({what_left - style.px(6), at.y + style.px(4)},
                           {what_left - style.px(4), at.y + high - style.px(4)}, theme.warn);
    draw_text_until(list, {what_left, y}, at.x + wide, theme.text, what);
    if (hovered && tooltip_due())
        tooltip(name_or_id(whose, entry.entity) + (path.empty() ? "" : "  " + path) + "\n" + what);
}

}  // namespace panels
