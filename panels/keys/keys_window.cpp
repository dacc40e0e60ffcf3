#include "panels/keys/keys_window.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/base/text_search.hpp"
#include "panels/widgets/key_caps.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/text_field.hpp"
#include "panels/widgets/widgets.hpp"
#include "panels/widgets/wrapped_lines.hpp"

namespace panels {

namespace {

constexpr const char* keys_window_id = tr_later("Keys###keys");
constexpr float keys_width_px = 1400, keys_height_px = 600, name_px = 190, shortcut_cell_px = 150;

bool has_all_words(const KeyMap::Entry& entry, std::string_view text) {
    const std::string words = to_lower(text);
    // In the language of the interface and in English: who reads the manual knows that name.
    std::string all = entry.text();
    for (const std::string_view each : {std::string_view(entry.group), entry.command.name, entry.command.description})
        all.append(" ").append(each).append(" ").append(tr(each));
    all = to_lower(all);
    for (std::size_t from = 0; from < words.size();) {
        const std::size_t end = std::min(words.find(' ', from), words.size());
        if (end > from && all.find(words.substr(from, end - from)) == std::string::npos) return false;
        from = end + 1;
    }
    return true;
}

std::string heading_of(const KeyMap::Entry& entry) {
    return entry.place.empty() ? phrase("{}: everywhere", tr(entry.group)) : phrase("Panel {}", tr(entry.group));
}

}  // namespace

void KeysWindow::open() {
    *this = {};
    open_ = opening_ = true;
}

void KeysWindow::close() { open_ = false; }

void KeysWindow::ask(std::string_view command, std::size_t slot) {
    asked_ = Asked{command, slot};
    fresh_ = true;
    offered_ = {};
    note_.clear();
}

void KeysWindow::stop_asking() {
    asked_.reset();
    offered_ = {};
    note_.clear();
    opening_ = true;  // the field has the keyboard again
}

void KeysWindow::find_rows(const KeyMap& map) {
    if (text_ != found_text_) mark_ = 0;
    found_text_ = text_;
    rows_.clear();
    for (std::size_t i = 0; i < map.entries().size(); ++i)
        if (has_all_words(map.entries()[i], text_)) rows_.push_back(i);
    mark_ = rows_.empty() ? 0 : std::min(mark_, rows_.size() - 1);
}

void KeysWindow::give(KeyMap& map, bool take_over) {
    const Asked asked = *asked_;
    const Chord chord = offered_;
    if (take_over)
        map.take_over(asked.command, asked.slot, chord);
    else
        map.set(asked.command, asked.slot, chord);
    stop_asking();
}

void KeysWindow::take(const Context& context, KeyMap& map) {
    if (std::exchange(fresh_, false) || !asked_) return;
    const Chord pressed = pressed_chord(context);
    if (pressed && context.keys != nullptr) context.keys->add(pressed);  // it may stand for something from now on
    if (pressed == plain(Key::Escape)) return stop_asking();
    if (offered_) {  // a question stands: Enter is its first answer
        if (pressed == plain(Key::Enter)) give(map, true);
        return;
    }
    if (!pressed) return;
    note_ = map.why_not(asked_->command, pressed);
    if (!note_.empty()) return;
    offered_ = pressed;
    const KeyMap::Entry* rival = map.rival_of(asked_->command, pressed);
    if (rival == nullptr) return give(map, false);
    other_place_ = rival->place != map.find(asked_->command)->place;
    note_ = phrase("{} is \"{}\"{}", to_string(pressed), tr(rival->command.name),
                   (rival->place.empty() ? "" : phrase(" in {}", tr(rival->group))));
}

void KeysWindow::draw(const Context& context, KeyMap& map) {
    if (!open_) return;
    const Style& style = context.style;
    const ImVec2 screen = ImGui::GetMainViewport()->Size, corner = ImGui::GetMainViewport()->Pos;
    const ImVec2 size{std::min(std::floor(style.px(keys_width_px)), screen.x - style.px(32)),
                      std::min(std::floor(style.px(keys_height_px)), screen.y - style.px(64))};
    if (!ImGui::IsPopupOpen(tr(keys_window_id))) ImGui::OpenPopup(tr(keys_window_id));
    ImGui::SetNextWindowPos(
        {corner.x + std::floor((screen.x - size.x) / 2), corner.y + std::floor((screen.y - size.y) / 2)});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(16), style.px(16)});
    const bool shown =
        ImGui::BeginPopupModal(tr(keys_window_id), nullptr,
                               ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    if (!shown) return close();
    const bool was_asking = answered_ = asked_.has_value();
    take(context, map);
    find_rows(map);
    ImGui::BeginDisabled(was_asking);
    draw_field(context);
    ImGui::EndDisabled();
    const float foot = ImGui::GetFrameHeight() * 2 + ImGui::GetStyle().ItemSpacing.y * 2 + style.px(8);
    draw_rows(context, map, {0, std::max(ImGui::GetContentRegionAvail().y - foot, style.px(80))});
    draw_foot(context, map);
    if (!was_asking && !asked_ && compat::key_pressed(Key::Escape, false)) close();
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

void KeysWindow::draw_field(const Context& context) {
    SearchKeys keys;
    // Not while the field is disabled, as in the frame in which an answer came: Dear ImGui then gives it no focus.
    if (!asked_ && !answered_ && std::exchange(opening_, false)) ImGui::SetKeyboardFocusHere();
    search_box("search", context.style, text_, tr("Search a command, or keys like Ctrl+D"), 0, &keys);
    if (keys.arrows != 0 && !rows_.empty()) {
        const auto last = static_cast<int>(rows_.size()) - 1;
        mark_ = static_cast<std::size_t>(std::clamp(static_cast<int>(mark_) + keys.arrows, 0, last));
        moved_ = true;
    }
    entered_ = keys.entered;
}

void KeysWindow::draw_rows(const Context& context, KeyMap& map, ImVec2 size) {
    const Style& style = context.style;
    if (std::exchange(entered_, false) && mark_ < rows_.size()) ask(map.entries()[rows_[mark_]].command.id, 0);
    if (rows_.empty()) {
        if (compat::begin_child("nothing", size)) empty_state(style, tr("No command is called like this"), "");
        ImGui::EndChild();
        return;
    }
    if (compat::begin_child("rows", size)) {
        // Names come before descriptions.
        names_width_ = style.px(name_px);
        for (const KeyMap::Entry& entry : map.entries())
            names_width_ = std::max(names_width_, std::floor(text_width(tr(entry.command.name)) + style.px(20)));
        std::string_view last;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const KeyMap::Entry& entry = map.entries()[rows_[i]];
            if (entry.group != last) {
                const compat::FontScope bold(style.words_bold);
                if (i > 0) ImGui::Dummy({0, style.px(4)});
                ImGui::AlignTextToFramePadding();
                colored_text(style.theme->text, heading_of(entry));
                last = entry.group;
            }
            draw_row(context, map, i);
        }
    }
    ImGui::EndChild();
}

void KeysWindow::draw_row(const Context& context, KeyMap& map, std::size_t position) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const KeyMap::Entry& entry = map.entries()[rows_[position]];
    const float line = row_height(style), cell = std::floor(style.px(shortcut_cell_px)),
                reset = std::floor(style.px(24));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float cells_left = low.x + width - reset - cell * 2, name_right = low.x + names_width_;
    // A description that is long takes more lines.
    const float room = cells_left - style.px(8) - name_right;
    const WrappedLines about(room > style.px(16) ? tr(entry.command.description) : std::string_view(), room);
    const float text_inset = std::floor((line - ImGui::GetFontSize()) / 2);
    const float row = std::floor(std::max(line, about.height() + text_inset * 2));
    const ImVec2 high{low.x + width, low.y + row};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool marked = mark_ == position;
    const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(low, high) && !asked_;
    if (marked || hovered) list.AddRectFilled(low, high, row_color(style.theme_name, row_state(marked, hovered)));
    if (marked) list.AddRectFilled(low, {low.x + style.px(2), high.y}, theme.accent);
    const float text_top = low.y + text_inset, name_end = std::min(name_right, cells_left);
    draw_text_until(list, {low.x + style.px(8), text_top}, name_end - style.px(4), theme.text, tr(entry.command.name));
    about.draw(list, {name_right, text_top}, theme.quiet);

    ImGui::PushID(static_cast<int>(rows_[position]));
    for (std::size_t slot = 0; slot < KeyMap::slots; ++slot) {
        ImGui::SetCursorScreenPos({cells_left + cell * static_cast<float>(slot), low.y});
        draw_cell(context, entry, slot);
    }
    if (entry.changed() && !asked_) {
        ImGui::SetCursorScreenPos({high.x - reset, low.y});
        const std::string usual = to_string(entry.command.key);
        if (icon_button("##reset", style, Icon::Revert, reset,
                        usual.empty() ? tr("Takes its keys away, as it is by default") : phrase("Back to {}", usual)))
            map.reset(entry.command.id);
    }
    ImGui::PopID();
    ImGui::SetCursorScreenPos(low);
    ImGui::Dummy({width, row});
    if (ImGui::IsItemHovered()) tooltip(tr(entry.command.description));
    if (marked && std::exchange(moved_, false)) ImGui::SetScrollHereY(position == 0 ? 1.0f : 0.5f);
}

void KeysWindow::draw_cell(const Context& context, const KeyMap::Entry& entry, std::size_t slot) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const float row = row_height(style), width = std::floor(style.px(shortcut_cell_px)) - style.px(4);
    ImGui::PushID(static_cast<int>(slot));
    const bool pressed = invisible_button("keys", {width, row}, compat::button_reached_by_keys);
    const bool hovered = ImGui::IsItemHovered();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::PopID();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool asking = asked_ && asked_->command == entry.command.id && asked_->slot == slot;
    if (hovered && !asked_) list.AddRectFilled(low, high, theme.edge, style.px(4));
    if (asking) compat::add_rect(list, low, high, theme.accent, style.px(4), std::max(1.0f, std::floor(style.px(1))));
    const float text_top = std::floor(low.y + (row - ImGui::GetFontSize()) / 2), left = low.x + style.px(8);
    const Chord chord = asking && offered_ ? offered_ : entry.chords[slot];
    if (asking && !offered_)
        draw_text_until(list, {left, text_top}, high.x, theme.quiet, tr("Press the keys…"));
    else if (chord)
        draw_key_caps(list, style, {left, std::floor(low.y + (row - key_cap_height(style)) / 2)}, to_string(chord));
    else if (hovered && !asked_)
        draw_text_until(list, {left, text_top}, high.x, theme.quiet, slot == 0 ? tr("No keys") : tr("No second keys"));
    if (pressed && !asked_ && !answered_) ask(entry.command.id, slot);
}

void KeysWindow::draw_foot(const Context& context, KeyMap& map) {
    const Style& style = context.style;
    ImGui::Dummy({0, style.px(4)});
    ImGui::AlignTextToFramePadding();
    const KeyMap::Entry* entry = asked_ ? map.find(asked_->command) : nullptr;
    if (entry == nullptr) {
        quiet_text(style, std::string(tr("Click keys, or choose a row with the arrows and press ")) +
                              std::string(name_of(Key::Enter)));
    } else if (offered_) {
        colored_text(style.theme->text, note_);
        ImGui::SameLine();
        const bool takes = primary_button(style, tr("Take it over"), {}, tr("The other command loses it"));
        bool both = false;
        if (other_place_) {
            ImGui::SameLine();
            both = button(tr("Use it for both"), {},
                          tr("In its panel it means the panel's command, elsewhere the other one"));
        }
        ImGui::SameLine();
        if (button(tr("Cancel")))
            stop_asking();
        else if (takes || both)
            give(map, takes);
    } else {
        if (note_.empty())
            colored_text(style.theme->text, phrase("Press the new keys for {}", tr(entry->command.name)));
        else
            clipped_text(style.theme->warn, note_, ImGui::GetContentRegionAvail().x - style.px(180));
        ImGui::SameLine();
        const bool none =
            button(tr("No keys"), entry->chords[asked_->slot] ? "" : tr("It has none"), tr("Takes its keys away"));
        ImGui::SameLine();
        const bool cancelled = button(tr("Cancel##asking"), {}, name_of(Key::Escape));
        const bool elsewhere = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsAnyItemHovered() && !fresh_;
        if (elsewhere || ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
            ImGui::IsMouseClicked(ImGuiMouseButton_Middle))
            note_ = tr("Only keys can be given, not buttons of the mouse");
        if (none) map.set(asked_->command, asked_->slot, {});
        if (none || cancelled) stop_asking();
    }
    if (button(tr("Reset all"), map.any_changed() ? "" : tr("All keys are those of the default"),
               tr("Gives every command the keys that it has by default")))
        map.reset_all();
    ImGui::SameLine();
    if (button(tr("Close"), {}, name_of(Key::Escape))) close();
}

}  // namespace panels
