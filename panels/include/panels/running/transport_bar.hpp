// The transport: play, pause, steps and speed of the simulation, and its clock. One line; changes go through Requests.
#pragma once

#include <string>

#include "panels/running/tick_question.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

/// `1×`, `0.25×`
std::string format_speed(double speed);
/// Time of the simulation: `20.57 s`, from one minute on `1:02.3`, from one hour on `1:02:03.4`.
std::string format_clock(double secs);

/// Why there is nothing to stop, for a person; empty: there is. Where the program keeps no authored world, too.
std::string why_not_stop(const Context& context);
/// Puts the authored world back; if a person changed something while it was played, the panel that asks what to keep
/// comes first.
void request_stop(const Context& context);

/// Goes so many ticks back in recorded time, or as many as there are.
void request_back(const Context& context, std::uint64_t ticks);
/// Why there is no earlier tick, for a person; empty: there is one.
std::string why_not_back(const Context& context);
/// Goes to the newest tick.
void request_now(const Context& context);
std::string why_not_now(const Context& context);

/// The parts of the bar that follow the buttons to play, step and stop.
struct TransportParts {
    bool speed = true, tick = true, time = true;
};

class TransportBar {
public:
    /// Into the present line.
    void show(const Context& context, TransportParts parts = {});
    /// What show() takes of the line, in pixels. It stays the same while numbers change.
    float width(const Style& style, TransportParts parts = {}) const;

    /// Asks for a number of ticks, and remembers it.
    TickQuestion& question() { return question_; }
    /// What is asked, below show(). Once a frame, outside of any window.
    void draw_question(const Context& context) { question_.draw(context, question_place_); }

    /// Real speed of the simulation relative to real time, over about the last second.
    double reached_speed() const { return reached_speed_; }

private:
    void draw_steps(const Context& context);
    void measure_speed(const Context& context);
    void draw_speed(const Context& context);
    void draw_clock(const Context& context, bool with_time);

    TickQuestion question_;
    ImVec2 question_place_{0, 0};
    double measured_from_secs_ = 0, measured_speed_ = 0, reached_speed_ = 0;
    std::uint64_t measured_from_tick_ = 0;
    bool stops_ = false;    // the program keeps an authored world
    bool rewinds_ = false;  // the program records earlier ticks
    bool measured_ = false, was_playing_ = false, falls_short_ = false;
};

}  // namespace panels
