// The Timeline panel: the branches of time, the marks of what happened in each tick, and what the record holds. A click
// on a branch goes to its end, one on a mark to its tick. The TimelineStrip shows the same as a line.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/timeline/time_facts.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"

namespace panels {

class TimelinePanel : public Panel {
public:
    TimelinePanel()
        : Panel("timeline", tr_later("Timeline"), DockPlace::Bottom,
                tr_later("Every recorded tick, the branches of time, and what happened when")) {}

    /// Rows of marks drawn in the last frame.
    std::size_t rows_drawn() const { return rows_drawn_; }

protected:
    void draw(const Context& context) override;

private:
    struct Renaming {
        ecs::BranchId branch = 0;
        std::string name;
        bool started = false;
    };

    void draw_head(const Context& context);
    void draw_divergence(const Context& context);
    void draw_branches(const Context& context);
    void draw_branch(const Context& context, const ecs::TimeBranch& branch);
    void draw_rename(const Context& context);
    void draw_marks(const Context& context);
    void read_marks(const Context& context);
    void ask_for_menu(const Context& context, const ecs::TimeBranch& branch);

    struct MarkAt {
        ecs::BranchId branch = 0;
        std::size_t number = 0;  // among the branch's marks
    };
    std::vector<MarkAt> marks_;   // of the line that leads to now, newest first
    std::uint64_t marks_of_ = 0;  // what they were read for
    std::string note_;
    bool writes_note_ = false;  // its field gets the keyboard
    // Written by the menu, which may outlive this panel.
    std::shared_ptr<std::optional<Renaming>> renaming_ = std::make_shared<std::optional<Renaming>>();
    std::size_t rows_drawn_ = 0;
};

}  // namespace panels
