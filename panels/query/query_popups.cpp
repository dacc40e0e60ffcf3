// The part of QueryPanel that draws its two popups: saved queries, and the choice of columns.
#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/query/query_panel.hpp"
#include "panels/widgets/example_words.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr float popup_width_px = 320;
constexpr const char* saved_popup = "saved queries";
constexpr const char* columns_popup = "columns";

void heading(const Style& style, const char* text) {
    const compat::FontScope font(style.small);
    quiet_text(style, text);
}

}  // namespace

void QueryPanel::apply(const SavedQuery& query) {
    set_text(query.text);
    added_ = query.columns;
    columns_are_new_ = true;
}

void QueryPanel::draw_saved_popup(const Context& context) {
    const Style& style = context.style;
    if (std::exchange(opens_saved_, false)) {
        ImGui::OpenPopup(saved_popup);
        save_name_.clear();
        renaming_.reset();
    }
    ImGui::SetNextWindowPos(popup_at_, ImGuiCond_Appearing);
    if (!ImGui::BeginPopup(saved_popup, ImGuiWindowFlags_NoSavedSettings)) return;
    const float wide = std::floor(style.px(popup_width_px));
    const bool valid = table_.query() != nullptr && !wrong_at_;
    const std::string why_not = !valid               ? tr("There is no query yet")
                                : save_name_.empty() ? tr("A query needs a name")
                                                     : "";
    ImGui::SetNextItemWidth(wide - button_width(tr("Save")) - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::IsWindowAppearing() || std::exchange(to_save_name_, false)) ImGui::SetKeyboardFocusHere();
    const bool entered =
        input_text("##name", save_name_, tr("Name for this query"), ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    if (button(tr("Save"), why_not, tr("Keeps the query with its columns")) || (entered && why_not.empty())) {
        saved_.save({save_name_, text_, added_});
        save_name_.clear();
    }
    to_save_name_ = entered;  // the popup stays, to mend the name or for another one
    if (saved_.named().empty())
        quiet_text(style, tr("No query has a name yet"));
    else
        heading(style, tr("Saved"));
    for (std::size_t i = 0; i < saved_.named().size(); ++i) draw_saved_row(context, i);
    if (!saved_.recent().empty()) heading(style, tr("Asked before"));
    std::optional<std::string> chosen;
    for (std::size_t i = 0; i < saved_.recent().size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (selectable("##recent", false, ImGuiSelectableFlags_None, {wide, row_height(style)}))
            chosen = saved_.recent()[i];
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        draw_text_until(*ImGui::GetWindowDrawList(),
                        {low.x + style.px(4), std::floor((low.y + high.y - ImGui::GetFontSize()) / 2)}, high.x,
                        style.theme->text, saved_.recent()[i]);
        ImGui::PopID();
    }
    if (chosen) {
        set_text(*chosen);
        saved_.note_recent(text_);
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void QueryPanel::draw_saved_row(const Context& context, std::size_t query) {
    const Style& style = context.style;
    if (query >= saved_.named().size()) return;
    const float wide = std::floor(style.px(popup_width_px)), row = row_height(style);
    const float side = std::floor(style.px(20)), rename_wide = button_width(tr("Rename"));
    ImGui::PushID(static_cast<int>(query) + 1000);
    if (renaming_ == query) {
        if (!std::exchange(rename_started_, true)) ImGui::SetKeyboardFocusHere();
        ImGui::SetNextItemWidth(wide);
        const bool entered = input_text("##rename", new_name_, tr("Name"),
                                        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
        const bool left = ImGui::IsItemDeactivated();
        const std::string why_not = saved_.why_not_rename(query, new_name_);
        if (!why_not.empty()) wrapped_text(style.theme->warn, why_not);
        if (entered && why_not.empty()) saved_.rename(query, new_name_);
        rename_started_ = !entered || why_not.empty();  // to mend it
        if (rename_started_ && (entered || left)) renaming_.reset();
        return ImGui::PopID();
    }
    const SavedQuery saved = saved_.named()[query];
    const float text_wide = wide - side - rename_wide - style.px(8);
    const bool chosen = selectable("##saved", false, ImGuiSelectableFlags_None, {text_wide, row});
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    tooltip(saved.text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::floor((low.y + high.y - ImGui::GetFontSize()) / 2), left = low.x + style.px(4);
    const float name_wide = std::min(text_width(saved.name), text_wide / 2);
    draw_text_until(list, {left, y}, left + name_wide, style.theme->text, shortened(saved.name, name_wide));
    draw_text_until(list, {left + name_wide + style.px(12), y}, high.x, style.theme->quiet, saved.text);
    ImGui::SameLine(0, style.px(4));
    if (button(tr("Rename"))) {
        renaming_ = query;
        rename_started_ = false;
        new_name_ = saved.name;
    }
    ImGui::SameLine(0, style.px(4));
    to_middle_of_frame(style);
    if (sign_button("##delete", style, Sign::Cross, tr("Delete; it stays among those asked before")))
        saved_.remove(query);
    if (chosen) {
        apply(saved);
        ImGui::CloseCurrentPopup();
    }
    ImGui::PopID();
}

void QueryPanel::toggle_column(const std::string& text) {
    const std::vector<std::string> shown = column_texts();
    const bool there = std::find(shown.begin(), shown.end(), text) != shown.end();
    columns_are_new_ = true;
    if (there) {
        if (std::erase(added_, text) == 0) hidden_.push_back(text);
        return;
    }
    if (std::erase(hidden_, text) == 0) added_.push_back(text);
}

bool QueryPanel::draw_column_choice(const Context& context, const ecs::WrittenValue& value, bool marked) {
    const Style& style = context.style;
    const auto shows = [&](const QueryColumn& column) { return column.text == value.text; };
    const bool on = std::any_of(columns_.begin(), columns_.end(), shows);
    const bool clicked = selectable("##column", marked, ImGuiSelectableFlags_DontClosePopups, {0, row_height(style)});
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (!value.field->description.empty()) tooltip(tr(std::string_view(value.field->description)));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = std::floor((low.y + high.y) / 2), side = std::floor(style.px(14));
    if (on) draw_icon(list, Icon::Check, {low.x + style.px(4), middle - side / 2}, side, style.theme->text);
    component_mark(style, context.world.types()[value.place.component], list, {low.x + style.px(28), middle},
                   std::floor(style.px(8)));
    const std::string_view kind = ecs::name_of(value.place.kind);
    const float right = high.x - style.px(4) - text_width(kind);
    const float y = std::floor(middle - ImGui::GetFontSize() / 2);
    draw_text_until(list, {right, y}, high.x, style.theme->quiet, kind);
    draw_text_until(list, {low.x + style.px(40), y}, right - style.px(8), style.theme->text, value.text);
    return clicked;
}

void QueryPanel::draw_columns_popup(const Context& context) {
    const Style& style = context.style;
    if (std::exchange(opens_columns_, false)) {
        ImGui::OpenPopup(columns_popup);
        column_search_.open();
        column_text_.clear();
        column_field_.take_keyboard();
    }
    ImGui::SetNextWindowPos(popup_at_, ImGuiCond_Appearing);
    if (!ImGui::BeginPopup(columns_popup, ImGuiWindowFlags_NoSavedSettings)) return;
    const float wide = std::floor(style.px(popup_width_px));
    // A word finds fields in the list below; what goes on behind it is a value, with a list at the cursor.
    const std::string hint = phrase("A field, or a value: {} / 2.0", example_words(context.world).number);
    column_field_.draw(context, "columns", column_text_, {.hint = hint.c_str(), .width = wide});
    const SearchKeys& keys = column_field_.keys();
    column_search_.follow(column_text_, keys.arrows, keys.entered);
    const auto& ranked = column_search_.rank(values_.size(), [&](std::size_t choice, std::string_view word) {
        const ecs::WrittenValue& value = values_[choice];
        const std::string_view elsewhere[] = {value.field->description};
        return match_of(word, value.text, elsewhere);
    });
    std::optional<std::string> toggled;
    compat::begin_child("values", {wide, style.px(240)});
    // Columns of values that a person wrote can only be found here.
    for (const std::string& text : added_) {
        const auto known = std::find_if(values_.begin(), values_.end(),
                                        [&](const ecs::WrittenValue& value) { return value.text == text; });
        if (known != values_.end()) continue;
        ImGui::PushID(text.c_str());
        if (sign_button("##remove", style, Sign::Cross, tr("Take the column out"))) toggled = text;
        ImGui::SameLine(0, style.px(4));
        clipped_line(style.theme->text, text);
        ImGui::PopID();
    }
    const std::string& typed = column_search_.text();
    if (!typed.empty() && ranked.empty()) {
        const QueryColumn own = column_of(context.world, values_, typed);
        if (!own.problem.empty())
            wrapped_text(style.theme->quiet, own.problem);
        else if (button(phrase("Add {}", label_text(typed)).c_str()) || keys.entered)
            toggled = typed;
    }
    for (std::size_t position = 0; position < ranked.size(); ++position) {
        ImGui::PushID(static_cast<int>(ranked[position]));
        const ecs::WrittenValue& value = values_[ranked[position]];
        if (draw_column_choice(context, value, column_search_.marked(position)) || column_search_.taken(position))
            toggled = value.text;
        ImGui::PopID();
    }
    if (values_.empty()) quiet_text(style, tr("No component of this world has fields"));
    ImGui::EndChild();
    const bool changed = !added_.empty() || !hidden_.empty();
    if (button(tr("As the query has them"), changed ? "" : tr("They are"),
               tr("The fields of the components that the query names, no more and no less"))) {
        added_.clear();
        hidden_.clear();
        columns_are_new_ = true;
    }
    ImGui::EndPopup();
    if (toggled) toggle_column(*toggled);
}

}  // namespace panels
