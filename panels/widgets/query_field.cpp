#include "panels/widgets/query_field.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/language.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/matched_text.hpp"

namespace panels {

namespace {

constexpr std::size_t rows_in_view = 8;
constexpr float list_width_px = 320;

bool letter_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::size_t end_of_word(const std::string& text, std::size_t at) {
    at = std::min(at, text.size());
    while (at < text.size() && letter_of_word(text[at])) ++at;
    return at;
}

/// Underlines the word that is wrong; at least as wide as a letter.
void underline_wrong(const Style& style, const std::string& text, std::size_t at, ImVec2 low, ImVec2 high,
                     float scroll) {
    at = std::min(at, text.size());
    const std::size_t end = end_of_word(text, at);
    const auto width_to = [&](std::size_t byte) { return ImGui::CalcTextSize(text.data(), text.data() + byte).x; };
    const float start = low.x + ImGui::GetStyle().FramePadding.x - scroll;
    const float left = start + width_to(at), bottom = high.y - style.px(2), edge = high.x - style.px(20);
    const float right = std::min(std::max(start + width_to(end), left + style.px(8)), edge);
    if (left < low.x || left + style.px(8) > edge) return;  // out of sight; the sentence says it, too
    ImGui::GetWindowDrawList()->AddRectFilled({left, bottom - style.px(2)}, {right, bottom}, style.theme->error);
}

/// A plain word of a filter that could mean a component: names of entities are mostly typed in small letters.
bool means_component(const Completions& found) {
    return found.typed.size() > 1 && found.typed.front() >= 'A' && found.typed.front() <= 'Z' && !found.items.empty() &&
           found.items.front().label.starts_with(found.typed);
}

}  // namespace

bool QueryField::draw(const Context& context, const char* id, std::string& text, const Look& look) {
    const Style& style = context.style;
    // A click into the list holds the mouse for a moment; the field gets the keyboard back after it.
    if (focus_ && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        ImGui::SetKeyboardFocusHere();
        focus_ = false;
    }
    const bool was_open = std::exchange(open_, false), was_active = keys_.active;
    const std::string before = text;
    const std::size_t cursor_before = cursor_seen_;
    keys_ = {.keeps_tab = was_open && !found_.items.empty(), .cursor = &cursor_};
    bool changed = search_box(id, style, text, look.hint, look.width, &keys_);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    said_below_ = std::max(look.said_below, was_open ? said_below_ : 0);
    // Who enters what is wrong goes on behind the word that is.
    const bool of_owner = takes_ == Takes::Filter || takes_ == Takes::ValueOrWords;  // Enter is
    if (keys_.entered && look.wrong_at && !of_owner && !(was_open && mark_)) {
        cursor_.put = {text, end_of_word(text, *look.wrong_at)};
        focus_ = true;
    }
    if (look.wrong_at)
        underline_wrong(style, text, *look.wrong_at, low, high,
                        keys_.active ? compat::scroll_of_active_text_field() : 0);

    if (was_open && !keys_.active && compat::key_pressed(compat::Key::Escape, false)) {
        // Dear ImGui took back what was typed. Here Esc only closes the list.
        text = before;
        cursor_.put = {text, std::min(cursor_before, text.size())};
        focus_ = true;
        return false;
    }
    // A query that somebody wrote is not lost by leaving it; it may be long.
    const bool may_be_long = takes_ == Takes::Query || takes_ == Takes::Change || takes_ == Takes::Breakpoint;
    if (was_active && !keys_.active && may_be_long && compat::key_pressed(compat::Key::Escape, false)) {
        text = before;
        return false;
    }
    const bool taken_by_enter = was_open && keys_.entered && mark_;
    const bool clicked = was_open && over_list_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    if (!keys_.active && !taken_by_enter && !clicked) return changed;
    if (cursor_.at) cursor_seen_ = *cursor_.at;
    const bool asks = (keys_.active && ImGui::GetIO().KeyCtrl && compat::key_pressed(compat::Key::Space, false)) ||
                      (keys_.active && cursor_.at && std::exchange(asked_, false));
    if (keys_.active && cursor_.at && (changed || asks || (was_open && cursor_seen_ != cursor_before)))
        find(context, text, changed || asks, look);
    else
        open_ = was_open;
    if (asks && !found_.items.empty()) open_ = true;
    if (!open_) return changed;

    if (mark_ && keys_.arrows != 0) {
        move_mark(keys_.arrows);
        keys_.arrows = 0;
    }
    if (taken_by_enter || (keys_.tabbed && !found_.items.empty())) {
        keys_.entered = keys_.tabbed = false;
        take(text, found_.items[mark_.value_or(0)]);
        return true;
    }
    draw_list(context, text, low, {high.x, high.y + said_below_}, changed);
    return changed;
}

void QueryField::find(const Context& context, const std::string& text, bool typed, const Look& look) {
    const TextKind kind = takes_ == Takes::Breakpoint                               ? TextKind::Breakpoint
                          : takes_ == Takes::Change                                 ? TextKind::Change
                          : takes_ == Takes::Value || takes_ == Takes::ValueOrWords ? TextKind::Value
                                                                                    : TextKind::Query;
    found_ = completions_at(text, cursor_seen_, context.world, kind);
    // One name is a word that the owner looks for; whatever stands around it makes it a value.
    const bool one_name = std::all_of(text.begin(), text.end(), [](char c) { return letter_of_word(c) || c == '.'; });
    const bool plain_words = (takes_ == Takes::Filter && !look.is_query) || (takes_ == Takes::ValueOrWords && one_name);
    const bool complete = !found_.items.empty() && found_.items.front().text == found_.typed;
    open_ = found_.wanted && !found_.items.empty() && !complete &&
            (!plain_words || (takes_ == Takes::Filter && means_component(found_)));
    if (!typed && !open_) return;
    // In plain words, arrows and Enter choose among what the words find.
    mark_ = plain_words || found_.items.empty() ? std::nullopt : std::optional<std::size_t>(0);
    moved_ = true;
}

void QueryField::move_mark(int by) {
    const auto count = static_cast<int>(found_.items.size());
    const int wanted = static_cast<int>(*mark_) + by;
    mark_ = static_cast<std::size_t>(((wanted % count) + count) % count);
    moved_ = true;
}

void QueryField::take(std::string& text, const Completion& item) {
    text = text.substr(0, found_.from) + item.text + text.substr(std::min(found_.to, text.size()));
    cursor_seen_ = found_.from + item.text.size();
    cursor_.put = {text, cursor_seen_};
    open_ = false;
    if (!keys_.active) focus_ = true;
    keys_.active = true;  // as far as the owner is concerned
}

void QueryField::draw_list(const Context& context, std::string& text, ImVec2 low, ImVec2 high, bool& changed) {
    const Style& style = context.style;
    const float row = row_height(style), pad = std::floor(style.px(4));
    const std::size_t count = found_.items.size(), shown = std::min(count, rows_in_view);
    const std::string_view about = mark_ && *mark_ < count ? std::string_view(found_.items[*mark_].about) : "";
    const float about_high = std::floor(style.px(24));
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    const float wide = std::min(std::floor(style.px(list_width_px)), screen.WorkSize.x);
    const float tall = static_cast<float>(shown) * row + about_high + pad * 2;
    const float before = ImGui::CalcTextSize(text.data(), text.data() + std::min(found_.from, text.size())).x;
    const float under_word =
        low.x + ImGui::GetStyle().FramePadding.x + before - compat::scroll_of_active_text_field() - style.px(24);
    const float right = screen.WorkPos.x + screen.WorkSize.x - wide;
    const bool fits_below = high.y + tall + pad <= screen.WorkPos.y + screen.WorkSize.y;
    ImGui::SetNextWindowPos({std::floor(std::max(std::min(under_word, right), screen.WorkPos.x)),
                             fits_below ? high.y + pad / 2 : std::max(low.y - tall - pad / 2, screen.WorkPos.y)});
    ImGui::SetNextWindowSize({wide, tall});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, pad});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, style.theme->popup);
    // Drawn like a tooltip, over everything; but the mouse reaches it.
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                       ImGuiWindowFlags_NoNav | ImGuiWindowFlags_Tooltip;
    const compat::FontScope font(style.words);
    std::optional<std::size_t> chosen;
    if (ImGui::Begin("##completions", nullptr, flags)) {
        ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
        over_list_ =
            ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
        compat::begin_child("items", {wide, static_cast<float>(shown) * row}, false, ImGuiWindowFlags_NoNav);
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(count), row);
        if (moved_ && mark_) {
            const float at = static_cast<float>(*mark_) * row, top = ImGui::GetScrollY();
            const float view = static_cast<float>(shown) * row;
            if (at < top) ImGui::SetScrollY(at);
            if (at + row > top + view) ImGui::SetScrollY(at + row - view);
            moved_ = false;
        }
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
                if (draw_item(style, context.world, static_cast<std::size_t>(i),
                              ImGui::GetWindowPos().x + ImGui::GetWindowWidth()))
                    chosen = static_cast<std::size_t>(i);
        ImGui::EndChild();
        const ImVec2 at{ImGui::GetWindowPos().x + style.px(8), ImGui::GetCursorScreenPos().y + pad};
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddLine({at.x - style.px(8), at.y - pad}, {at.x - style.px(8) + wide, at.y - pad}, style.theme->line);
        const compat::FontScope small(style.small);
        const std::string keys = mark_ ? tr("Tab or Enter takes it") : tr("Tab takes the first");
        const float keys_wide = about.empty() ? 0 : ImGui::CalcTextSize(keys.c_str()).x + style.px(12);
        const float edge = at.x + wide - style.px(16);
        if (about.empty()) {
            draw_text_until(list, at, edge, style.theme->quiet, keys);
        } else if (text_width(about) + keys_wide <= edge - at.x) {
            draw_text_until(list, at, edge, style.theme->quiet, about);
            draw_text_until(list, {edge - keys_wide + style.px(12), at.y}, edge, style.theme->quiet, keys);
        } else {
            draw_text_until(list, at, edge, style.theme->quiet, about);
        }
    }
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
    if (!chosen) return;
    take(text, found_.items[*chosen]);
    focus_ = true;
    changed = true;
}

bool QueryField::draw_item(const Style& style, const ecs::World& world, std::size_t position, float right) {
    const Completion& item = found_.items[position];
    ImGui::PushID(static_cast<int>(position));
    (void)selectable("##item", mark_ == position, ImGuiSelectableFlags_None, {0, row_height(style)});
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const bool pressed =
        ImGui::IsMouseHoveringRect(low, high) && over_list_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    if (!item.about.empty() && over_list_) tooltip(item.about);
    ImGui::PopID();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = std::floor((low.y + high.y) / 2), text_y = std::floor(middle - ImGui::GetFontSize() / 2);
    const float mark_x = std::floor(low.x + style.px(12));
    const float icon = std::floor(style.px(12));
    const ImVec2 icon_low{mark_x - icon / 2, middle - icon / 2};
    if (item.component < world.types().size())
        component_mark(style, world.types()[item.component], list, {mark_x, middle}, std::floor(style.px(8)));
    else if (item.kind == Completion::Kind::Function)
        draw_icon(list, Icon::Rule, icon_low, icon, style.theme->quiet);
    else if (item.kind == Completion::Kind::Value)
        draw_icon(list, Icon::Diamond, icon_low, icon, style.theme->quiet);
    float edge = right - style.px(8);
    const float left = low.x + style.px(24), label_wide = text_width(item.label);
    const float type_wide = std::min(text_width(item.type), std::max(edge - left - label_wide - style.px(12), 0.0f));
    if (type_wide > style.px(16)) {
        const ImU32 quiet = mark_ == position ? style.theme->quiet_sel : style.theme->quiet;
        draw_text_until(list, {std::floor(edge - type_wide), text_y}, edge, quiet, shortened(item.type, type_wide));
        edge -= type_wide + style.px(12);
    }
    (void)draw_matched(list, style, {left, text_y}, edge, style.theme->text, item.label, item.letters);
    return pressed;
}

}  // namespace panels
