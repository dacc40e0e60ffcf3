// The History panel: every change that a person made, as one named step, oldest first. A click goes there: the world is
// then as it was after that step. The second view shows the same steps as lines of an edit script, to be copied, and
// runs a script from the clipboard as one step. The panel only requests; the History belongs to the program.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"

namespace panels {

class HistoryPanel : public Panel {
public:
    HistoryPanel()
        : Panel("history", tr_later("History"), DockPlace::Right,
                tr_later("Every change that you made, as a step: a click goes there and back")) {}

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;
    /// "script" or "steps".
    void show_part(std::string_view part) override { shows_script_ = part == "script"; }

    /// Rows drawn in the last frame.
    std::size_t rows_drawn() const { return rows_drawn_; }

protected:
    void draw(const Context& context) override;

private:
    void draw_head(const Context& context);
    void draw_steps(const Context& context, float height);
    void draw_start(const Context& context);
    void draw_step(const Context& context, std::size_t position);
    void draw_foot(const Context& context) const;
    void ask_for_menu(const Context& context);

    // In history_script.cpp
    void draw_script_head(const Context& context);
    void draw_script_row(const Context& context, std::size_t position) const;
    void run_clipboard(const Context& context) const;

    bool shows_script_ = false;
    // From the settings, or chosen in the menu, which may outlive this panel. Asked for until the history has it.
    std::shared_ptr<std::optional<std::size_t>> wanted_limit_ = std::make_shared<std::optional<std::size_t>>();
    std::optional<std::uint64_t> state_seen_;
    std::size_t rows_drawn_ = 0;
    // What is wrong with the script that ran last. Its request may outlive this panel.
    std::shared_ptr<std::string> problem_ = std::make_shared<std::string>();
};

}  // namespace panels
