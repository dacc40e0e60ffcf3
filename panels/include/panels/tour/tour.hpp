// The Tour is five cards, one after the other, each beside the thing that it speaks of, which has a ring around it. A
// step goes on by itself when the person does what it says. Nothing waits for the tour: everything works while it is
// open, it takes no keys and no focus, and it never covers what it explains. It finds things by the places that panels
// note (NotedPlaces), and asks for a panel that is not in view, or to let it fill the window where it is too small to
// show anything. The program owns it.
//
//     ┌────────────────────────┐
//     │ Click an enemy         │ ╭───╮
//     │ Each shape is an …     │ │ ● │   the ring
//     │ • ● • • •  Leave  Next │ ╰───╯
//     └────────────────────────┘
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "panels/base/noted_places.hpp"
#include "panels/base/panel.hpp"

namespace panels {

class Tour {
public:
    static constexpr int step_count = 5;

    void start();
    void leave() { step_ = -1; }
    bool on() const { return step_ >= 0; }
    /// From 0; -1 when the tour is not open.
    int step() const { return step_; }

    /// Draws the card and the ring within `screen`; call it after the panels drew. `context.places` must be given.
    void draw(const Context& context, const Area& screen);

    // Where they were drawn in the last frame, for tests. Nothing when they were not.

    const std::optional<Area>& ring() const { return ring_; }
    const std::optional<Area>& card() const { return card_; }

private:
    /// One thing that the person is asked to do.
    struct Task {
        std::string words = {};  // empty: the text of the step says it
        bool done = false;
    };
    /// What the world and the person's work were like when the step began.
    struct Began {
        std::uint64_t tick = 0, history = 0;
        ecs::Entity selected;
        bool playing = false, could_undo = false;
    };

    void go_to(int step);
    void begin_step(const Context& context);
    void ask_for_panel(const Context& context);
    void look_at_tasks(const Context& context);
    void look_at_time(const Context& context);
    std::optional<Area> find_subject(const Context& context);
    std::optional<Area> find_shape(const Context& context, const Area& picture);
    void draw_ring(const Context& context) const;
    void draw_card(const Context& context, const Area& screen);
    /// Returns the button that was pressed.
    enum class Pressed { None, Leave, Next };
    Pressed draw_card_content(const Context& context, float room) const;
    ImVec2 place_card(const Area& screen, ImVec2 size, float gap) const;

    int step_ = -1;
    bool fresh_ = false;                                  // the step has not seen a frame yet
    bool asked_to_show_ = false, asked_to_fill_ = false;  // in this step, for its panel
    const char* filling_ = nullptr;  // the panel that fills the window because the tour asked for it
    Began began_;
    std::vector<Task> tasks_;
    double done_secs_ = -1;  // when all tasks were done
    ecs::Entity shape_;      // that the ring is around, in the scene
    std::optional<Area> ring_, card_;
    std::optional<Area> beside_;  // the panel that the card does not cover, either, if it can
    ImVec2 card_at_, screen_seen_;
    int frames_ = 0;  // that the card of this step was drawn
};

}  // namespace panels
