#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/menus/entity_clipboard.hpp"

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
