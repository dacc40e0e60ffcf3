// The position in the animation from table to bytes (see TableToBytes), and its controls: step, play, pause and
// scrub, both ways. It starts paused at the table. With reduced motion it jumps.
#pragma once

#include "panels/base/panel.hpp"

namespace panels {

class TableToBytesPlayer {
public:
    /// Advances by the elapsed time and draws the controls in one line, which may continue behind them.
    void show(const Context& context);

    /// 0 to 2, as in TableToBytes.
    float t() const { return t_; }
    bool moving() const { return t_ != goal_; }

private:
    void advance(const Context& context);
    void go_to(const Style& style, float goal);

    float t_ = 0, goal_ = 0;
    double time_secs_ = 0;
};

}  // namespace panels
