// A Harness draws panels without a window or a GPU and is their person: it moves the mouse, clicks, drags and types,
// and reads what stands on the screen from the glyphs that were drawn. It has the Desk of the program, which executes
// what panels request after each frame; `performed` keeps the requests.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/base/noted_places.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/screen_text.hpp"
#include "panels/base/second_click.hpp"
#include "panels/base/tick_trace.hpp"
#include "panels/desk/desk.hpp"
#include "panels/support/keyboard.hpp"

struct ImGuiContext;

/// Calls of operator new and of ImGui's allocator since the program started.
std::size_t allocation_count();

using DrawnText = panels::ScreenText;

/// What a Harness shows, and what keeps its past.
struct HarnessWorld {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    ecs::PlaySession play{world, schedule, history};
    ecs::Timeline timeline{world, schedule, history};  // records once a test calls start()
};

class Harness : public HarnessWorld, private panels::DeskOwner, public panels::Desk {
public:
    explicit Harness(ImVec2 panel_size = {480, 640});
    ~Harness() override;
    Harness(const Harness&) = delete;
    Harness& operator=(const Harness&) = delete;

    using HarnessWorld::world, HarnessWorld::play, HarnessWorld::timeline;  // not the functions of the Desk
    panels::Style style;
    std::vector<panels::Request> performed;       // all that were executed or refused, as they were asked for
    std::vector<std::string> refused;             // why edits did not fit, or nothing was undone
    std::vector<std::string> told;                // what was found out, or done besides
    std::function<void(panels::Request&)> alter;  // what panels asked for, before it is executed
    bool stands_still = false;                    // edits wait, as while the world is saved
    std::size_t stayed_awake = 0;                 // frames in which a panel asked for another one
    panels::NotedPlaces places;
    Keyboard keyboard;
    bool ticks_while_playing = false;  // one before each frame, as long as the transport plays

    /// Panels get it from now on, as this part of their Context: lend(&panels::Context::journal, &journal).
    template <class Part>
    void lend(Part panels::Context::*part, std::type_identity_t<Part> what) {
        lent_.emplace_back([=](panels::Context& context) { context.*part = what; });
    }
    /// Panels and requests get `play` from now on. Call it before there is something to select.
    void keep_authored_world() { show_world(&play); }
    /// As if a panel had asked for it while the world stands still.
    void wait_for(panels::Request request);
    /// Asked for while the world stood still.
    std::span<const panels::Request> waiting() const { return runner.waiting(); }

    /// Shows the panel from now on, to the right of those already there.
    void add(panels::Panel& panel);
    /// Draws widgets without a panel, likewise.
    void add(std::function<void(const panels::Context&)> draw);
    /// Draws what makes windows of its own, on a screen of the size of one panel.
    void add_windows(std::function<void(const panels::Context&)> draw);
    /// Draws one frame and carries out what was requested.
    void frame();
    void frames(int count);
    /// Ends standing still: carries out what waits, and draws a frame.
    void go_on();

    // Mouse and keys. Each takes as many frames as a quick person would.

    void move_to(ImVec2 position);
    void press(int button = 0);
    void release(int button = 0);
    void click(ImVec2 position, int button = 0);
    void double_click(ImVec2 position);
    void drag(ImVec2 from, ImVec2 to, int steps = 8);
    void wheel(float lines);
    void hold(bool ctrl, bool shift = false, bool alt = false);
    /// Presses the key and lets it go, with what hold() holds.
    void key(panels::compat::Key pressed);
    void key(editor::Shortcut pressed);
    void hold_key(editor::Key held);
    void let_go(editor::Key held);
    void type(std::string_view text);
    /// Ctrl+A and typing instead of what is selected, in the text field that has the keyboard.
    void replace_text(std::string_view text);

    // What stands on the screen after the last frame

    /// Valid until the next frame.
    const std::vector<DrawnText>& texts() const;
    /// The `nth` place where `text` stands, as a part of a run; nothing when there are fewer.
    std::optional<DrawnText> find(std::string_view text, std::size_t nth = 0) const;
    bool says(std::string_view text) const { return find(text).has_value(); }
    /// All of it, a run a line, for messages of failed checks.
    std::string screen() const;
    /// find() must succeed: fails the test otherwise.
    DrawnText need(std::string_view text, std::size_t nth = 0) const;
    void click_text(std::string_view text, std::size_t nth = 0, int button = 0);
    void double_click_text(std::string_view text, std::size_t nth = 0);
    /// Moves there and waits until a tooltip would have come.
    void hover_text(std::string_view text, std::size_t nth = 0);
    void hover(ImVec2 position);

    std::size_t vertex_count() const;
    /// Whether something of this colour, at any opacity, was drawn over the place.
    bool covered(ImVec2 place, ImU32 color) const;
    /// Labels of the applied edits, in order.
    std::vector<std::string> edit_labels() const;

private:
    void lend(panels::Context& context) override;
    void say(const std::string& text) override { told.push_back(text); }
    void refuse(const std::string& reason) override { refused.push_back(reason); }
    void run_tick() override { schedule.tick(world); }

    void show_world(ecs::PlaySession* played);
    /// Notes these requests as performed, but for those that have to wait.
    void note(std::span<const panels::Request> asked);
    void tell_imgui(editor::Key key, bool down);

    ImGuiContext* imgui_;
    ImVec2 panel_size_;
    std::vector<std::function<void(const panels::Context&)>> shown_, windows_;
    std::vector<std::function<void(panels::Context&)>> lent_;  // the later ones go before
    double time_secs_ = 0;
    panels::SecondClicks second_clicks_;
    mutable panels::ScreenReader reader_;
    mutable std::optional<std::vector<DrawnText>> read_;  // of the last frame
};
