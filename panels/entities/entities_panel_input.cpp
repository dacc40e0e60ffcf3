// The part of EntitiesPanel that handles the mouse and the keys on its rows.

#include <algorithm>
#include <utility>

#include "panels/base/general_keys.hpp"
#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/widgets/list_keys.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr FixedKeys entity_keys[] = {
    {{Key::Up, Key::Down, Key::PageUp, Key::PageDown}, tr_later("Choose another row; with Shift several")},
    {{Key::Home, Key::End}, tr_later("Choose the first row, the last row")},
    {{Key::Left, Key::Right}, tr_later("Fold or unfold the row; go to its parent, to its first child")},
    {{Key::Enter}, tr_later("Frame the entity in the scene")},
    {{Key::Tab}, tr_later("Go to the filter")},
};

constexpr KeyCommand move_up{"entities.move_up", tr_later("Move up"),
                             tr_later("Puts the selected entities before the sibling above them"), alt(Key::Up)};
constexpr KeyCommand move_down{"entities.move_down", tr_later("Move down"),
                               tr_later("Puts the selected entities behind the sibling below them"), alt(Key::Down)};
constexpr KeyCommand select_listed{"entities.select_all", tr_later("Select all"),
                                   tr_later("Selects all that the list shows; what is folded stays out"), ctrl(Key::A)};
constexpr KeyCommand entity_commands[] = {move_up, move_down, select_listed};

}  // namespace

std::span<const KeyCommand> EntitiesPanel::commands() const { return entity_commands; }

std::span<const FixedKeys> EntitiesPanel::fixed_keys() const { return entity_keys; }

void EntitiesPanel::click_row(const Context& context, std::size_t position) {
    const auto& rows = list_.rows();
    const ecs::Entity entity = rows[position].entity;
    const ImGuiIO& io = ImGui::GetIO();
    const std::size_t anchor_row = io.KeyShift && anchor_ ? list_.row_of(anchor_) : EntityList::no_row;
    if (anchor_row != EntityList::no_row) {
        go_to_row(context, position, true);
        return;
    }
    if (io.KeyCtrl)
        context.selection.toggle(entity);
    else
        context.selection.select(entity);
    anchor_ = entity;
    select_by_panel(context);
}

void EntitiesPanel::go_to_row(const Context& context, std::size_t position, bool extend) {
    const auto& rows = list_.rows();
    const std::size_t anchor_row = extend && anchor_ ? list_.row_of(anchor_) : EntityList::no_row;
    scroll_to_row_ = position;
    if (rows[position].is_group() && anchor_row == EntityList::no_row) {
        group_mark_ = rows[position].group;
        return;
    }
    if (anchor_row == EntityList::no_row) {
        anchor_ = rows[position].entity;
        context.selection.select(anchor_);
        return select_by_panel(context);
    }
    // From the anchor to this row, so that the inspector shows this row's entity.
    std::vector<ecs::Entity> range;
    const bool downwards = anchor_row <= position;
    for (std::size_t i = anchor_row;; downwards ? ++i : --i) {
        if (rows[i].hit && context.world.alive(rows[i].entity)) range.push_back(rows[i].entity);
        if (i == position) break;
    }
    context.selection.select_all(std::move(range));
    select_by_panel(context);
    if (rows[position].is_group()) group_mark_ = rows[position].group;
}

void EntitiesPanel::select_listed_rows(const Context& context) {
    std::vector<ecs::Entity> all;
    for (const auto& row : list_.rows())
        if (!row.is_group() && row.hit && context.world.alive(row.entity)) all.push_back(row.entity);
    if (all.empty()) return;
    anchor_ = all.front();
    context.selection.select_all(std::move(all));
    select_by_panel(context);
}

bool EntitiesPanel::handle_commands(const Context& context) {
    if (take_command(context, select_listed, false)) return select_listed_rows(context), true;
    const ecs::Entity entity = context.selection.entity();
    if (!entity) return false;
    if (take_command(context, keys::destroy, false)) {
        request_destroy(context, context.selection.entities());
        return true;
    }
    if (take_command(context, move_up, true)) return move_among_siblings(context, -1), true;
    if (take_command(context, move_down, true)) return move_among_siblings(context, 1), true;
    // An entity hidden by the filter is renamed elsewhere. A long list is only searched when somebody asks.
    if (!command_pressed(context, keys::rename)) return false;
    const std::size_t row = list_.row_of(entity);
    if (row == EntityList::no_row || !take_command(context, keys::rename, false)) return false;
    start_rename(context, entity);
    scroll_to_row_ = row;
    return true;
}

void EntitiesPanel::handle_keys(const Context& context) {
    const auto& rows = list_.rows();
    const ImGuiIO& io = ImGui::GetIO();
    if (rows.empty() || renaming_) return;
    if (handle_commands(context)) return;
    if (io.KeyCtrl || io.KeyAlt) return;
    if (const ecs::Entity chosen = context.selection.entity(); chosen && take_menu_key(context))
        return ask_for_menu(context, chosen, place_of_row(context, list_.row_of(chosen)));
    const std::optional<Key> pressed = take_list_key(context, {Key::Left, Key::Right});
    if (!pressed) return;
    const ecs::Entity entity = context.selection.entity();
    const std::size_t row = present_row(context);
    const bool known = row != EntityList::no_row;
    const auto go = [&](std::size_t to) { go_to_row(context, std::min(to, rows.size() - 1), io.KeyShift); };
    if (const auto to = row_after(*pressed, known ? std::optional(row) : std::nullopt, rows.size(),
                                  rows_on_a_page(context.style, 1)))
        return go(*to);
    switch (*pressed) {
        case Key::Left:
            if (!known) return;
            if (list_.foldable(context.world, rows[row]) && list_.open(rows[row]))
                return list_.set_open(context.world, row, false);
            for (std::size_t above = row; above-- > 0;)
                if (rows[above].depth < rows[row].depth) return go(above);
            return;
        case Key::Right:
            if (!known || !list_.foldable(context.world, rows[row])) return;
            if (!list_.open(rows[row])) return list_.set_open(context.world, row, true);
            return go(row + 1);
        case Key::Enter:
            if (entity && why_not_frame(context, entity).empty())
                context.requests.push_back(FrameEntityRequest{entity});
            return;
        case Key::Tab:
            field_.take_keyboard();
            return;
        default:
            return;
    }
}

ImVec2 EntitiesPanel::place_of_row(const Context& context, std::size_t row) const {
    const ImVec2 low = ImGui::GetWindowPos();
    const float high = row_height(context.style), inside = ImGui::GetWindowHeight() - high;
    const float below = row == EntityList::no_row ? 0 : static_cast<float>(row + 1) * high - ImGui::GetScrollY();
    return {low.x + context.style.px(24), low.y + std::clamp(below, 0.0f, std::max(inside, 0.0f))};
}

void EntitiesPanel::ask_for_menu(const Context& context, ecs::Entity entity, std::optional<ImVec2> place) {
    // The names of rows are typed where they stand. The menu may outlive this panel.
    const auto rename = [wanted = rename_wanted_, entity](const Context&) { *wanted = entity; };
    request_menu(context, EntityAt{entity},
                 {{.label = tr("Rename"), .keys = keys_text(context, keys::rename), .run = rename},
                  {.label = tr("Frame in the scene"), .keys = to_string(plain(Key::Enter))},
                  {.label = tr("Destroy"), .keys = keys_text(context, keys::destroy)}},
                 place);
}

}  // namespace panels
