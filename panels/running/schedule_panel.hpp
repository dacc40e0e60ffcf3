// The Schedule panel: when systems run and why then. Three views: what ran on which thread in a tick, the stages with
// what waits for what, and which systems conflict over which components, with a check whether their order matters.
#pragma once

#include <string>
#include <string_view>

#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/running/conflict_matrix.hpp"
#include "panels/running/order_checks.hpp"
#include "panels/running/schedule_graph.hpp"
#include "panels/running/schedule_model.hpp"
#include "panels/running/tick_strip.hpp"

namespace panels {

class SchedulePanel : public Panel {
public:
    SchedulePanel();

    std::string save_settings() const override;
    void load_settings(std::string_view text) override;
    /// "ticks", "graph", "matrix", or "check": the matrix, and all neighbours are checked.
    void show_part(std::string_view part) override;
    std::vector<NamedPart> named_parts() const override;
    const char* group_of_parts() const override { return tr_later("Schedule"); }

protected:
    void draw(const Context& context) override;

private:
    enum class View { Ticks, Graph, Matrix };
    void draw_views(const Context& context);
    void draw_checks(const Context& context);
    void check_neighbours(const Context& context);

    View view_ = View::Ticks;
    ScheduleModel model_;
    OrderChecks checks_;
    TickStrip strip_;
    ScheduleGraph graph_;
    ConflictMatrix matrix_;
    bool check_all_ = false;
};

}  // namespace panels
