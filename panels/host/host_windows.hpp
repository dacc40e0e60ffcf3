// The windows of a Host: one for all of it, or one for each panel and a bar; and whether one of them has the keyboard.
#pragma once

#include "panels/host/host.hpp"

namespace panels {

class Host::Windows {
public:
    explicit Windows(Host& host) : host_(host), desk_(host.desk_), style_(host.style_), prefix_(host.name_) {}

    void begin_frame() { was_focused_ = std::exchange(focused_, false); }
    /// Does what Host::toggle_key says.
    void toggle_if_asked();
    void draw(const Context& context);
    /// When a window of the program closes, Dear ImGui gives the next one the focus; the keys are to be the game's then.
    void refuse_uninvited_focus();

    bool focused() const { return focused_; }
    /// What else belongs to the Host has the keyboard.
    void note_focus(bool focused) { focused_ |= focused; }
    /// A person asked for something that is in them.
    void appear();
    /// Of those with a window each.
    void bring_to_front(std::string_view panel) { to_front_ = panel; }
    void without_bar() { bar_wanted_ = false; }
    /// Several Hosts share them, one after the other.
    void share() { prefix_.clear(); }
    /// The part of a window's name that no other one has.
    std::string id(std::string_view of) const { return "chunkscope/" + prefix_ + "/" + std::string(of); }

private:
    std::string name(std::string_view title, std::string_view of) const;
    void note_window(ImGuiFocusedFlags with);
    void draw_window(const Context& context);
    void draw_area(const Context& context);
    void draw_all_within(const Context& context, const char* of, ImGuiWindowFlags flags, float border);
    void draw_here(const Context& context);
    void draw_all_of_it(const Context& context);
    void draw_bar_line(const Context& context);
    void draw_bar(const Context& context);
    void draw_panel(const Context& context, Panel& panel, std::size_t number);

    Host& host_;
    Desk& desk_;
    const Style& style_;
    std::string prefix_;    // of their names
    std::string to_front_;  // the id of a panel
    bool bar_wanted_ = true;
    bool comes_to_front_ = false;                 // the window, in the next frame
    bool focused_ = false, was_focused_ = false;  // one of the windows, in this frame and in the last one
    bool invited_ = false, clicked_ = false;      // a person, or the Host, gave a window the focus
};

}  // namespace panels
