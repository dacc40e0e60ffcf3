// The Breakpoints panel: what stopped the simulation, and the list of breakpoints with their hits. What it shows lives
// in the Debugger of the program, which go on while the panel is closed; the panel's settings are theirs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ecs/language/text_error.hpp"
#include "ecs/language/text_query.hpp"
#include "panels/base/panel.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/widgets/query_field.hpp"

namespace panels {

class BreakpointsPanel : public Panel {
public:
    BreakpointsPanel()
        : Panel("breakpoints", tr_later("Breakpoints"), DockPlace::Bottom,
                tr_later("Conditions at which the simulation stops between two systems")) {}

    void connect_debugger(Debugger& debugger) override;
    std::string save_settings() const override;
    void load_settings(std::string_view text) override;
    bool find() override {
        field_.take_keyboard();
        return true;
    }
    void take_keyboard() override { field_.take_keyboard(); }

    /// Rows drawn in the last frame.
    std::size_t rows_drawn() const { return rows_drawn_; }

protected:
    void draw(const Context& context) override;

private:
    void draw_stop(const Context& context);
    void draw_new(const Context& context);
    void draw_list(const Context& context);
    void draw_row(const Context& context, const ecs::Breakpoint& breakpoint);
    void ask_for_row_menu(const Context& context, const ecs::Breakpoint& breakpoint);
    void read_text(const Context& context);

    Debugger* debugger_ = nullptr;
    std::string settings_;  // until it is connected
    QueryField field_{QueryField::Takes::Breakpoint};
    std::string text_;
    std::optional<ecs::TextError> error_;
    std::optional<ecs::TextQuery> query_;  // of the text that is typed, to count what matches
    bool begins_ = false;                  // what is typed stops when it begins to hold
    std::string query_text_;
    std::size_t matches_ = 0;
    double counted_secs_ = -1;
    ecs::BreakpointId editing_ = ecs::no_breakpoint;  // its text is in the field
    std::size_t rows_drawn_ = 0;
};

}  // namespace panels
