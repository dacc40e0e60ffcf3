#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/host/host.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// Of windows that Dear ImGui never saw: the bar at the top, lists at the left, the inspector at the right.
struct Places {
    explicit Places(const Style& style) {
        const ImGuiViewport& viewport = *ImGui::GetMainViewport();
        const float gap = style.px(8), side = std::min(style.px(340), viewport.WorkSize.x * 0.3f);
        const ImVec2 low{viewport.WorkPos.x + gap, viewport.WorkPos.y + gap};
        const ImVec2 high{viewport.WorkPos.x + viewport.WorkSize.x - gap,
                          viewport.WorkPos.y + viewport.WorkSize.y - gap};
        const float rows = ImGui::GetFrameHeight() * 3 + ImGui::GetTextLineHeight() + style.px(28);
        const float low_row = std::max(high.y - std::min(style.px(260), viewport.WorkSize.y * 0.32f), low.y + rows);
        const float from = low.x + side + gap, to = high.x - side - gap;
        bar = {{from, low.y}, {to, low.y + rows}};
        left = {low, {low.x + side, high.y}};
        right = {{high.x - side, low.y}, high};
        middle = {{from, bar.high.y + gap}, {to, low_row - gap}};
        bottom = {{from, low_row}, {to, high.y}};
    }
    const Area& of(DockPlace place) const {
        switch (place) {
            case DockPlace::Left:
                return left;
            case DockPlace::Right:
                return right;
            case DockPlace::Bottom:
                return bottom;
            case DockPlace::Middle:
                break;
        }
        return middle;
    }

    Area bar, left, right, middle, bottom;
};

void place_window(const Style& style, const Area& area) {
    ImGui::SetNextWindowPos(area.low, ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize({std::max(area.width(), style.px(200)), std::max(area.height(), style.px(100))},
                             ImGuiCond_FirstUseEver);
}

std::string with_label(const char* word, std::string_view label) {
    return label.empty() ? word : label_text(word + (" " + std::string(label)));
}

}  // namespace

std::string Host::window_name(std::string_view title, std::string_view id) const {
    std::string name(title);
    if (!name_.empty() && title != name_) name += " — " + name_;
    return label_text(name) + "###chunkscope/" + windows_of_ + "/" + std::string(id);
}

bool Host::shown(const Panel& panel) const { return viewport != nullptr || std::string_view(panel.id()) != "scene"; }

void Host::draw_panel(const Context& context, Panel& panel, std::size_t number) {
    Area area = Places(style_).of(panel.default_place());
    // Several stand in one place: the bar of each can be reached.
    std::size_t before = 0;
    for (std::size_t i = 0; i < number; ++i) {
        const Panel& earlier = *panels_[i];
        before += shown(earlier) && earlier.open && earlier.default_place() == panel.default_place() ? 1 : 0;
    }
    const float aside = style_.px(24) * static_cast<float>(before % 8);
    area.low.x += aside;
    area.high.x += aside;
    area.low.y -= aside;
    area.high.y -= aside;
    place_window(style_, area);
    if (to_front_ == panel.id()) ImGui::SetNextWindowFocus();
    if (ImGui::Begin(window_name(panel.title(), panel.id()).c_str(), &panel.open)) {
        focused_ |= ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
        panel.show(context);
    }
    ImGui::End();
}

void Host::draw_bar(const Context& context) {
    place_window(style_, Places(style_).bar);
    const std::string name = window_name(name_.empty() ? "World" : name_, "bar");
    if (ImGui::Begin(name.c_str(), nullptr, ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollbar)) {
        focused_ |= ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
        if (ImGui::BeginMenuBar()) {
            draw_menus(context);
            ImGui::EndMenuBar();
        }
        bar_.show(context);
        const std::string entities = format_count(context.world.entity_count(), "entity", "entities");
        same_line_if_fits(ImGui::CalcTextSize(entities.c_str()).x, style_.px(16));
        colored_text(style_.theme->quiet, entities);
        if (!message_.empty()) clipped_line(style_.theme->quiet, message_);
    }
    ImGui::End();
}

void Host::draw_menus(const Context& context) {
    if (file_menu && ImGui::BeginMenu("File")) {
        if (menu_item("Open…", "Ctrl+O")) ask_to_open();
        if (menu_item(shown_->on_disk ? "Save" : "Save…", "Ctrl+S")) save_or_ask();
        if (menu_item("Save as…", "Ctrl+Shift+S")) ask_to_save();
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Edit")) {
        const HistoryState& history = context.history;
        const auto& selected = selection_.entities();
        const char* const why_none = selected.empty() ? "No entity is selected" : "";
        if (menu_item(with_label("Undo", history.undo_label).c_str(), "Ctrl+Z",
                      history.can_undo ? "" : "There is nothing to undo"))
            requests_.push_back(HistoryRequest{.undo = true});
        if (menu_item(with_label("Redo", history.redo_label).c_str(), "Ctrl+Y",
                      history.can_redo ? "" : "There is nothing to redo"))
            requests_.push_back(HistoryRequest{.undo = false});
        ImGui::Separator();
        if (menu_item("Create entity")) request_create(context);
        if (menu_item("Duplicate", nullptr, why_none)) request_duplicate(context, selected);
        if (menu_item("Destroy", nullptr, why_none)) request_destroy(context, selected);
        ImGui::Separator();
        if (menu_item("Select what was selected before", nullptr,
                      selection_.can_go_back(context.world) ? "" : "Nothing was selected before"))
            selection_.go_back(context.world);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Panels")) {
        for (const auto& panel : panels_) {
            if (!shown(*panel)) continue;
            if (ImGui::MenuItem(panel->title(), nullptr, panel->open)) {
                if (panel->open)
                    panel->open = false;
                else
                    open_panel(panel->id());
            }
            tooltip(panel->description());
        }
        ImGui::Separator();
        constexpr std::pair<const char*, ThemeName> themes[] = {
            {"Dark", ThemeName::Dark}, {"Light", ThemeName::Light}, {"High contrast", ThemeName::Contrast}};
        for (const auto& [label, theme] : themes)
            if (ImGui::MenuItem(label, nullptr, style_.theme_name == theme, own_look)) set_theme(theme);
        ImGui::EndMenu();
    }
    if (chooser_ != nullptr && ImGui::BeginMenu("World")) {
        for (std::size_t i = 0; i < chooser_->hosts_.size(); ++i) {
            const std::string& name = chooser_->hosts_[i]->name();
            ImGui::PushID(static_cast<int>(i));
            if (ImGui::MenuItem(label_text(name.empty() ? "World" : name).c_str(), nullptr, i == chooser_->chosen_))
                chosen_ = i;
            ImGui::PopID();
        }
        ImGui::EndMenu();
    }
    if (menus) menus();
}

void Host::draw_file_question(const Context&) {
    if (!question_) return;
    FileQuestion& question = *question_;
    const std::string name = question.title + "###chunkscope/" + windows_of_ + "/file";
    if (std::exchange(question.opens, false)) ImGui::OpenPopup(name.c_str());
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({size.x / 2, size.y / 2}, ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(style_.px(420), size.x), 0});
    bool stays = true;
    if (!ImGui::BeginPopupModal(name.c_str(), &stays, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings)) {
        question_.reset();
        return;
    }
    focused_ = true;
    if (!question.about.empty()) wrapped_text(style_.theme->quiet, question.about);
    if (std::exchange(question.to_field, false)) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    const bool entered = input_text("##file", question.file, "Name of the file", ImGuiInputTextFlags_EnterReturnsTrue);
    if (!question.problem.empty()) wrapped_text(style_.theme->error, question.problem);
    const bool pressed = button(question.button.c_str(), question.file.empty() ? "The file needs a name" : "");
    ImGui::SameLine();
    bool done = button("Cancel") || compat::key_pressed(compat::Key::Escape, false);
    if (!done && !question.file.empty() && (entered || pressed)) {
        question.problem = question.act(question.file);
        done = question.problem.empty();
        question.to_field = !done;  // Enter again, or another name
    }
    if (done) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    if (done || !stays) question_.reset();
}

void Host::do_what_keys_say(const Context& context) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!focused_ || question_ || io.WantTextInput || io.KeyAlt || ImGui::IsAnyItemActive()) return;
    using compat::Key;
    const auto pressed = [](Key key) { return compat::key_pressed(key); };
    if (io.KeyCtrl) {
        if (pressed(Key::Z)) requests_.push_back(HistoryRequest{.undo = !io.KeyShift});
        if (pressed(Key::Y)) requests_.push_back(HistoryRequest{.undo = false});
        if (file_menu && pressed(Key::S)) io.KeyShift ? ask_to_save() : save_or_ask();
        if (file_menu && pressed(Key::O)) ask_to_open();
        return;
    }
    using Kind = TransportRequest::Kind;
    const auto ask = [this](Kind kind, double speed = 1) { requests_.push_back(TransportRequest{kind, speed}); };
    if (take_key(context, Key::Space, false)) ask(transport_.playing ? Kind::Pause : Kind::Play);
    if (take_key(context, Key::F10)) ask(Kind::StepTick);
    if (take_key(context, Key::F11) && !context.schedule.systems().empty()) ask(Kind::StepSystem);
    if (take_key(context, Key::LeftBracket)) ask(Kind::SetSpeed, transport_.speed / 2);
    if (take_key(context, Key::RightBracket)) ask(Kind::SetSpeed, transport_.speed * 2);
}

}  // namespace panels
