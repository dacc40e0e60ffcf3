#include "panels/keys/keys_overlay.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/key_caps.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr const char* keys_overlay_id = "###keys of panel";
constexpr float column_px = 360, column_gap_px = 24, line_px = 24, key_column_px = 160, chord_gap_px = 8;

constexpr FixedKeys control_keys[] = {
    {{Key::Tab}, tr_later("Next control; with Shift back")},
    {{Key::Up, Key::Down, Key::Left, Key::Right}, tr_later("Move in lists, tables, menus")},
    {{Key::Home, Key::End}, tr_later("To the first, to the last")},
    {{Key::PageUp, Key::PageDown}, tr_later("A page back, a page on")},
    {{Key::Enter, Key::Space}, tr_later("Press, or open what is chosen")},
    {{Key::Escape}, tr_later("Leave field, list, selection")},
};

KeySection::Row row_of(const FixedKeys& fixed) {
    std::string keys;
    for (const Key key : fixed.keys)
        if (key != Key::None) keys.append(keys.empty() ? "" : ", ").append(name_of(key));
    return {keys, std::string(tr(fixed.what))};
}

/// The caps of `Left, Right`, one after the other.
void draw_chords(ImDrawList& list, const Style& style, ImVec2 low, std::string_view chords) {
    while (!chords.empty()) {
        const std::size_t end = chords.find(", ", 1);
        const std::string_view chord = chords.substr(0, end);
        draw_key_caps(list, style, low, chord);
        low.x += key_caps_width(style, chord) + style.px(chord_gap_px);
        chords.remove_prefix(end == std::string_view::npos ? chords.size() : end + 2);
    }
}

float chords_width(const Style& style, std::string_view chords) {
    float width = 0;
    while (!chords.empty()) {
        const std::size_t end = chords.find(", ", 1);
        width += key_caps_width(style, chords.substr(0, end)) + style.px(chord_gap_px);
        chords.remove_prefix(end == std::string_view::npos ? chords.size() : end + 2);
    }
    return width;
}

}  // namespace

KeySection keys_of_panel(const KeyMap& map, const Panel& panel) {
    KeySection section{panel.title(), {}};
    for (const KeyMap::Entry& each : map.entries())
        if (each.place == panel.id() && !each.text().empty())
            section.rows.push_back({each.text(), std::string(tr(each.command.description))});
    for (const FixedKeys& each : panel.fixed_keys()) section.rows.push_back(row_of(each));
    return section;
}

KeySection keys_of_controls() {
    KeySection section{tr("In every panel"), {}};
    for (const FixedKeys& each : control_keys) section.rows.push_back(row_of(each));
    section.rows.push_back({"Alt", tr("Menu bar")});
    return section;
}

std::vector<KeySection> general_keys(const KeyMap& map) {
    std::vector<KeySection> sections;
    for (const KeyMap::Entry& each : map.entries()) {
        if (!each.place.empty() || each.text().empty()) continue;
        const std::string group(tr(each.group));
        if (sections.empty() || sections.back().title != group) sections.push_back({group, {}});
        sections.back().rows.push_back({each.text(), std::string(tr(each.command.name))});
    }
    return sections;
}

void KeysOverlay::open(const KeyMap& map, const Panel* panel) {
    open_ = opening_ = true;
    sections_.clear();
    if (panel != nullptr) sections_.push_back(keys_of_panel(map, *panel));
    if (panel != nullptr && sections_.back().rows.empty()) {
        sections_.back().rows.push_back({"", tr("It has no keys of its own")});
    }
    sections_.push_back(keys_of_controls());
    for (KeySection& each : general_keys(map)) sections_.push_back(std::move(each));
}

void KeysOverlay::draw(const Context& context) {
    if (!open_) return;
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const Area whole = main_area();
    const ImVec2 screen{whole.width(), whole.height()};
    const float margin = std::floor(style.px(32)), line = std::floor(style.px(line_px));
    const float column = std::floor(style.px(column_px)), gap = std::floor(style.px(column_gap_px));
    const float padding = std::floor(style.px(24)), head = std::floor(style.px(40));
    std::size_t lines = 0;
    for (const KeySection& each : sections_) lines += each.rows.size() + 2;
    const float inner = screen.x - 2 * margin - 2 * padding;
    const int columns = std::max(1, std::min(4, static_cast<int>((inner + gap) / (column + gap))));
    // As low as the columns can be when no section is cut: a section more than an even share.
    const float even = std::ceil(static_cast<float>(lines) / static_cast<float>(columns)) * line;
    float high = even;
    const auto needed_columns = [&](float height) {
        int needed = 1;
        float y = 0;
        for (const KeySection& each : sections_) {
            const float section = static_cast<float>(each.rows.size() + 1) * line;
            if (y > 0 && y + section > height) {
                ++needed;
                y = 0;
            }
            y += section + line;
        }
        return needed;
    };
    while (needed_columns(high) > columns) high += line;
    const float width = static_cast<float>(columns) * (column + gap) - gap + 2 * padding;
    const float height = std::min(high + head + 2 * padding, screen.y - 2 * margin);

    if (!ImGui::IsPopupOpen(keys_overlay_id)) ImGui::OpenPopup(keys_overlay_id);
    ImGui::SetNextWindowPos({std::floor(whole.middle().x - width / 2), std::floor(whole.middle().y - height / 2)});
    ImGui::SetNextWindowSize({width, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, style.px(6));
    const bool shown =
        ImGui::BeginPopupModal(keys_overlay_id, nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
    ImGui::PopStyleVar(2);
    if (!shown) {
        open_ = false;
        return;
    }
    const bool fresh = std::exchange(opening_, false);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    {
        const compat::FontScope bold(style.words_bold);
        list.AddText(start, theme.text, tr("Keys"));
    }
    const std::string hint =
        phrase("{}, any click, or the same key again closes this", std::string(name_of(Key::Escape)));
    const float hint_width = ImGui::CalcTextSize(hint.c_str()).x;
    list.AddText({std::floor(start.x + width - 2 * padding - hint_width), start.y}, theme.quiet, hint.c_str());
    const float top = start.y + head;
    float x = start.x, y = top;
    for (const KeySection& each : sections_) {
        const float section = static_cast<float>(each.rows.size() + 1) * line;
        if (y > top && y + section > top + high) {
            x += column + gap;
            y = top;
        }
        {
            const compat::FontScope bold(style.words_bold);
            list.AddText({x, std::floor(y + (line - ImGui::GetFontSize()) / 2)}, theme.text, each.title.c_str());
        }
        list.AddRectFilled({x, y + line - 1}, {x + column, y + line}, theme.line);
        y += line;
        for (const KeySection::Row& row : each.rows) {
            const float cap_top = std::floor(y + (line - key_cap_height(style)) / 2);
            const float keys = chords_width(style, row.keys);
            draw_chords(list, style, {x, cap_top}, row.keys);
            const float left = x + (row.keys.empty() ? 0 : std::max(keys, style.px(key_column_px)));
            draw_text_until(list, {left, std::floor(y + (line - ImGui::GetFontSize()) / 2)}, x + column, theme.text,
                            row.what);
            y += line;
        }
        y += line;
    }
    ImGui::Dummy({width - 2 * padding, high + head});
    const bool clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    const Chord pressed = pressed_chord(context);
    const bool moves = pressed.plain() && moves_in_lists(pressed.key);  // it may have to be scrolled
    if (moves && ImGui::GetScrollMaxY() > 0) {
        const bool down = pressed.key == Key::Down || pressed.key == Key::PageDown || pressed.key == Key::End;
        ImGui::SetScrollY(ImGui::GetScrollY() + (down ? height : -height) / 2);
    } else if (!fresh && (clicked || pressed)) {
        open_ = false;
    }
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

}  // namespace panels
