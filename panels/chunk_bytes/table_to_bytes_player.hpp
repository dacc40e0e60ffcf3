// Where a person stands on the way from a table to bytes (see TableToBytes), and the controls for it: step, play, pause
// and scrub, both ways. It starts paused at the table; where motion is not wanted, it jumps.
#pragma once

#include "panels/base/panel.hpp"

namespace panels {

class TableToBytesPlayer {
public:
    /// Moves on by the time that passed, and draws the controls on one line, which may go on behind them.
    void show(const Context& context);

    /// 0 to 2, as TableToBytes has it.
    float t() const { return t_; }
    bool moving() const { return t_ != goal_; }

private:
    void advance(const Context& context);
    void go_to(const Style& style, float goal);

    float t_ = 0, goal_ = 0;
    double time_secs_ = 0;
};

}  // namespace panels
