#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/menus/entity_clipboard.hpp"
#include "panels/scene/arrange.hpp"

namespace editor {

namespace {

std::string why_not_selected(ActionHost& host) {
    const ecs::Entity entity = host.context.selection.entity();
    if (!entity) return tr("No entity is selected");
    return host.context.world.alive(entity) ? "" : tr("The selected entity is gone");
}

std::string why_not_copied(ActionHost& host) {
    return panels::why_not_copy(host.context, host.context.selection.entities());
}

void ask_history(ActionHost& host, bool undo) { host.context.requests.push_back(panels::HistoryRequest{.undo = undo}); }

// What waits may become a step, so nothing is known of it yet.
bool changes_wait(const ActionHost& host) { return !host.context.waiting.empty(); }

std::string with_label(const char* word, ActionHost& host, std::string_view label) {
    return changes_wait(host) || label.empty() ? word : word + (" " + std::string(label));
}

std::string why_no_marks(ActionHost& host) {
    if (host.context.viewport == nullptr) return tr("There is no scene");
    return why_not_selected(host);
}

/// All as the last one is not.
template <bool (panels::SceneMarks::*has)(ecs::Entity) const,
          void (panels::SceneMarks::*set)(std::span<const ecs::Entity>, bool)>
void toggle_mark(ActionHost& host) {
    panels::SceneMarks& marks = host.context.viewport->marks;
    const panels::Selection& selection = host.context.selection;
    (marks.*set)(selection.entities(), !(marks.*has)(selection.entity()));
}
constexpr auto toggle_hidden = toggle_mark<&panels::SceneMarks::hidden, &panels::SceneMarks::set_hidden>;
constexpr auto toggle_locked = toggle_mark<&panels::SceneMarks::locked, &panels::SceneMarks::set_locked>;

std::string why_not_arrange(ActionHost& host) { return panels::why_not_arrange(host.context, panels::Arrange::Left); }

std::vector<ActionChoice> ways_to_arrange(ActionHost& host) {
    std::vector<ActionChoice> choices;
    for (int i = 0; i < panels::arrange_count; ++i) {
        const auto how = static_cast<panels::Arrange>(i);
        if (!panels::why_not_arrange(host.context, how).empty()) continue;
        // What is chosen may be done later, so the parts are kept and not the host.
        choices.push_back(
            {panels::name_of(how), "", false, [host, how] { panels::request_arrange(host.context, how); }});
    }
    return choices;
}

// clang-format off
constexpr Action edit_table[]{
    of(keys::undo, {.act = [](ActionHost& host) { ask_history(host, true); },
     .why_not = [](ActionHost& host) {
         return std::string(host.context.history.can_undo || changes_wait(host) ? "" : tr("There is nothing to undo"));
     },
     .label_now = [](ActionHost& host) { return with_label(tr("Undo"), host, host.context.history.undo_label); }}),
    of(keys::redo, {.act = [](ActionHost& host) { ask_history(host, false); },
     .why_not = [](ActionHost& host) {
         return std::string(host.context.history.can_redo || changes_wait(host) ? "" : tr("There is nothing to redo"));
     },
     .label_now = [](ActionHost& host) { return with_label(tr("Redo"), host, host.context.history.redo_label); }}),
    of(keys::create, {.begins_group = true,
     .act = [](ActionHost& host) { panels::request_create(host.context); }}),
    {.name = "edit.create_child", .label = tr_later("Create child"), .description = tr_later("Adds an entity below the selected one"),
     .act = [](ActionHost& host) { panels::request_create(host.context, host.context.selection.entity()); },
     .why_not = why_not_selected},
    of(keys::duplicate, {.act = [](ActionHost& host) { panels::request_duplicate(host.context, host.context.selection.entities()); },
     .why_not = why_not_selected}),
    of(keys::cut, {.begins_group = true,
     .act = [](ActionHost& host) { panels::cut_entities(host.context.selection.entities(), host.context); },
     .why_not = why_not_copied}),
    of(keys::copy, {.act = [](ActionHost& host) { panels::copy_entities(host.context.selection.entities(), host.context); },
     .why_not = why_not_copied}),
    of(keys::paste, {.act = [](ActionHost& host) { panels::paste_entities(host.context); },
     .why_not = [](ActionHost& host) { return panels::why_not_paste(host.context); }}),
    of(keys::rename, {.begins_group = true, .needs_program = true,
     .act = [](ActionHost& host) { host.program->ask_for_name(); }, .why_not = why_not_selected}),
    of(keys::destroy, {.act = [](ActionHost& host) { panels::request_destroy(host.context, host.context.selection.entities()); },
     .why_not = why_not_selected}),
    {.name = "edit.arrange", .label = tr_later("Arrange"),
     .description = tr_later("Aligns what is selected in the scene, or makes the gaps equal"), .begins_group = true,
     .why_not = why_not_arrange, .choices = ways_to_arrange},
    {.name = "edit.hide", .label = tr_later("Hide in the scene"),
     .description = tr_later("Draws and picks it no more, with all below it; again shows it"), .shortcut = plain(Key::H),
     .act = toggle_hidden, .why_not = why_no_marks,
     .checked = [](ActionHost& host) {
         return host.context.viewport != nullptr && host.context.viewport->marks.hidden(host.context.selection.entity());
     }},
    {.name = "edit.show_all", .label = tr_later("Show all that is hidden"),
     .description = tr_later("Draws everything in the scene again"), .shortcut = alt(Key::H),
     .act = [](ActionHost& host) { host.context.viewport->marks.show_all(); },
     .why_not = [](ActionHost& host) {
         return std::string(host.context.viewport != nullptr && !host.context.viewport->marks.all_hidden().empty()
                                ? "" : tr("Nothing is hidden"));
     }},
    {.name = "edit.lock", .label = tr_later("Lock in the scene"),
     .description = tr_later("The mouse picks it no more and no tool moves it, nor what is below it; again unlocks it"),
     .shortcut = plain(Key::L), .act = toggle_locked, .why_not = why_no_marks,
     .checked = [](ActionHost& host) {
         return host.context.viewport != nullptr && host.context.viewport->marks.locked(host.context.selection.entity());
     }},
    {.name = "edit.unlock_all", .label = tr_later("Unlock all"),
     .description = tr_later("The mouse picks everything in the scene again"), .shortcut = alt(Key::L),
     .act = [](ActionHost& host) { host.context.viewport->marks.unlock_all(); },
     .why_not = [](ActionHost& host) {
         return std::string(host.context.viewport != nullptr && !host.context.viewport->marks.all_locked().empty()
                                ? "" : tr("Nothing is locked"));
     }},
    {.name = "edit.select_parent", .label = tr_later("Select parent"), .description = tr_later("Selects the entity above the selected one"),
     .shortcut = alt(Key::Up), .begins_group = true,
     .act = [](ActionHost& host) {
         host.context.selection.select(host.context.world.parent(host.context.selection.entity()));
     },
     .why_not = [](ActionHost& host) -> std::string {
         const ecs::Entity entity = host.context.selection.entity();
         if (!host.context.world.alive(entity)) return tr_later("No entity is selected");
         return host.context.world.parent(entity) ? "" : tr_later("The selected entity has no parent");
     }},
    {.name = "edit.deselect", .label = tr_later("Select nothing"), .description = tr_later("Empties the selection"),
     .shortcut = plain(Key::Escape),
     .act = [](ActionHost& host) { host.context.selection.clear(); },
     .why_not = [](ActionHost& host) {
         return std::string(host.context.selection.entity() ? "" : tr("Nothing is selected"));
     }},
    {.name = "edit.go_back", .label = tr_later("Back"), .description = tr_later("Returns to what was selected before"),
     .shortcut = alt(Key::Left),
     .act = [](ActionHost& host) { host.context.selection.go_back(host.context.world); },
     .why_not = [](ActionHost& host) {
         return std::string(host.context.selection.can_go_back(host.context.world) ? "" : tr("Nothing was selected before"));
     }},
    {.name = "edit.go_forward", .label = tr_later("Forward"), .description = tr_later("Goes on to what was selected after"),
     .shortcut = alt(Key::Right),
     .act = [](ActionHost& host) { host.context.selection.go_forward(host.context.world); },
     .why_not = [](ActionHost& host) {
         return std::string(host.context.selection.can_go_forward(host.context.world)
                                ? "" : tr("There is nothing to go forward to"));
     }},
};
// clang-format on

}  // namespace

std::span<const Action> edit_actions() { return edit_table; }

}  // namespace editor
