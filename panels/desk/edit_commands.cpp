// The menu Edit: the history, and what is selected.
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/desk/command.hpp"
#include "panels/desk/desk.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/menus/entity_clipboard.hpp"
#include "panels/scene/arrange.hpp"

namespace panels {

namespace {

namespace edit_rows {

std::string why_not_selected(Desk& desk) {
    const ecs::Entity entity = desk.selection.entity();
    if (!entity) return tr("No entity is selected");
    return desk.world().alive(entity) ? "" : tr("The selected entity is gone");
}

std::string why_not_copied(Desk& desk) { return why_not_copy(desk.context(), desk.selection.entities()); }

void ask_history(Desk& desk, bool undo) { desk.requests.push_back(HistoryRequest{.undo = undo}); }

// What waits may become a step, so nothing is known of it yet.
bool changes_wait(Desk& desk) { return !desk.runner.waiting().empty(); }

std::string with_label(const char* word, Desk& desk, std::string_view label) {
    return changes_wait(desk) || label.empty() ? word : word + (" " + std::string(label));
}

std::string why_no_marks(Desk& desk) {
    if (desk.viewport == nullptr) return tr("There is no scene");
    return why_not_selected(desk);
}

/// All as the last one is not.
template <bool (SceneMarks::*has)(ecs::Entity) const, void (SceneMarks::*set)(std::span<const ecs::Entity>, bool)>
void toggle_mark(Desk& desk) {
    SceneMarks& marks = desk.viewport->marks;
    const Selection& selection = desk.selection;
    (marks.*set)(selection.entities(), !(marks.*has)(selection.entity()));
}
constexpr auto toggle_hidden = toggle_mark<&SceneMarks::hidden, &SceneMarks::set_hidden>;
constexpr auto toggle_locked = toggle_mark<&SceneMarks::locked, &SceneMarks::set_locked>;

void ask_for_name(Desk& desk) {
    const ecs::Entity entity = desk.selection.entity();
    const auto act = [&desk, entity](const std::string& name) {
        if (desk.world().alive(entity)) request_rename(desk.context(), entity, name);
        return std::string();
    };
    desk.owner().ask_text({.title = phrase("Rename {}", name_or_id(desk.world(), entity)),
                           .button = tr("Rename"),
                           .hint = tr("Name; leave it empty to remove the name"),
                           .why_not_empty = {},
                           .text = std::string(desk.world().name(entity)),
                           .act = act});
}

bool has_scene(Desk& desk) { return desk.viewport != nullptr; }

std::string why_not_arrange(Desk& desk) { return why_not_arrange(desk.context(), Arrange::Left); }

std::vector<CommandChoice> ways_to_arrange(Desk& desk) {
    std::vector<CommandChoice> choices;
    for (int i = 0; i < arrange_count; ++i) {
        const auto how = static_cast<Arrange>(i);
        if (!why_not_arrange(desk.context(), how).empty()) continue;
        choices.push_back({name_of(how), "", false, [&desk, how] { request_arrange(desk.context(), how); }});
    }
    return choices;
}

// clang-format off
constexpr Command edit_table[]{
    of(keys::undo, {.repeats = true, .act = [](Desk& desk) { ask_history(desk, true); },
     .why_not = [](Desk& desk) {
         return std::string(desk.context().history.can_undo || changes_wait(desk) ? "" : tr("There is nothing to undo"));
     },
     .label_now = [](Desk& desk) { return with_label(tr("Undo"), desk, desk.context().history.undo_label); }}),
    of(keys::redo, {.repeats = true, .act = [](Desk& desk) { ask_history(desk, false); },
     .why_not = [](Desk& desk) {
         return std::string(desk.context().history.can_redo || changes_wait(desk) ? "" : tr("There is nothing to redo"));
     },
     .label_now = [](Desk& desk) { return with_label(tr("Redo"), desk, desk.context().history.redo_label); }}),
    of(keys::create, {.begins_group = true,
     .act = [](Desk& desk) { request_create(desk.context()); }}),
    {.name = "edit.create_child", .label = tr_later("Create child"), .description = tr_later("Adds an entity below the selected one"),
     .act = [](Desk& desk) { request_create(desk.context(), desk.selection.entity()); },
     .why_not = why_not_selected},
    of(keys::duplicate, {.act = [](Desk& desk) { request_duplicate(desk.context(), desk.selection.entities()); },
     .why_not = why_not_selected}),
    of(keys::cut, {.begins_group = true,
     .act = [](Desk& desk) { cut_entities(desk.selection.entities(), desk.context()); },
     .why_not = why_not_copied}),
    of(keys::copy, {.act = [](Desk& desk) { copy_entities(desk.selection.entities(), desk.context()); },
     .why_not = why_not_copied}),
    of(keys::paste, {.act = [](Desk& desk) { paste_entities(desk.context()); },
     .why_not = [](Desk& desk) { return why_not_paste(desk.context()); }}),
    of(keys::rename, {.begins_group = true, .needs_program = true,
     .act = ask_for_name, .why_not = why_not_selected}),
    of(keys::destroy, {.act = [](Desk& desk) { request_destroy(desk.context(), desk.selection.entities()); },
     .why_not = why_not_selected}),
    {.name = "edit.arrange", .label = tr_later("Arrange"),
     .description = tr_later("Aligns what is selected in the scene, or makes the gaps equal"), .begins_group = true,
     .why_not = why_not_arrange, .choices = ways_to_arrange, .offered = has_scene},
    {.name = "edit.hide", .label = tr_later("Hide in the scene"),
     .description = tr_later("Draws and picks it no more, with all below it; again shows it"), .shortcut = plain(Key::H),
     .act = toggle_hidden, .why_not = why_no_marks,
     .checked = [](Desk& desk) {
         return desk.viewport != nullptr && desk.viewport->marks.hidden(desk.selection.entity());
     }, .offered = has_scene},
    {.name = "edit.show_all", .label = tr_later("Show all that is hidden"),
     .description = tr_later("Draws everything in the scene again"), .shortcut = alt(Key::H),
     .act = [](Desk& desk) { desk.viewport->marks.show_all(); },
     .why_not = [](Desk& desk) {
         return std::string(desk.viewport != nullptr && !desk.viewport->marks.all_hidden().empty()
                                ? "" : tr("Nothing is hidden"));
     }, .offered = has_scene},
    {.name = "edit.lock", .label = tr_later("Lock in the scene"),
     .description = tr_later("The mouse picks it no more and no tool moves it, nor what is below it; again unlocks it"),
     .shortcut = plain(Key::L), .act = toggle_locked, .why_not = why_no_marks,
     .checked = [](Desk& desk) {
         return desk.viewport != nullptr && desk.viewport->marks.locked(desk.selection.entity());
     }, .offered = has_scene},
    {.name = "edit.unlock_all", .label = tr_later("Unlock all"),
     .description = tr_later("The mouse picks everything in the scene again"), .shortcut = alt(Key::L),
     .act = [](Desk& desk) { desk.viewport->marks.unlock_all(); },
     .why_not = [](Desk& desk) {
         return std::string(desk.viewport != nullptr && !desk.viewport->marks.all_locked().empty()
                                ? "" : tr("Nothing is locked"));
     }, .offered = has_scene},
    {.name = "edit.select_parent", .label = tr_later("Select parent"), .description = tr_later("Selects the entity above the selected one"),
     .shortcut = alt(Key::Up), .begins_group = true,
     .act = [](Desk& desk) {
         desk.selection.select(desk.world().parent(desk.selection.entity()));
     },
     .why_not = [](Desk& desk) -> std::string {
         const ecs::Entity entity = desk.selection.entity();
         if (!desk.world().alive(entity)) return tr("No entity is selected");
         return desk.world().parent(entity) ? "" : tr("The selected entity has no parent");
     }},
    {.name = "edit.deselect", .label = tr_later("Select nothing"), .description = tr_later("Empties the selection"),
     .shortcut = plain(Key::Escape),
     .act = [](Desk& desk) { desk.selection.clear(); },
     .why_not = [](Desk& desk) {
         return std::string(desk.selection.entity() ? "" : tr("Nothing is selected"));
     }},
    {.name = "edit.go_back", .label = tr_later("Back"), .description = tr_later("Returns to what was selected before"),
     .shortcut = alt(Key::Left),
     .act = [](Desk& desk) { desk.selection.go_back(desk.world()); },
     .why_not = [](Desk& desk) {
         return std::string(desk.selection.can_go_back(desk.world()) ? "" : tr("Nothing was selected before"));
     }},
    {.name = "edit.go_forward", .label = tr_later("Forward"), .description = tr_later("Goes on to what was selected after"),
     .shortcut = alt(Key::Right),
     .act = [](Desk& desk) { desk.selection.go_forward(desk.world()); },
     .why_not = [](Desk& desk) {
         return std::string(desk.selection.can_go_forward(desk.world())
                                ? "" : tr("There is nothing to go forward to"));
     }},
};
// clang-format on

}  // namespace edit_rows

}  // namespace

std::span<const Command> edit_commands() { return edit_rows::edit_table; }

}  // namespace panels
