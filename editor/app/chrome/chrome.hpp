// The Chrome is everything around the panels: status bar, messages, dialogs, the card of a job, and the window of
// costs. The menu bar is main_menu.hpp.
#pragma once

#include "editor/app/chrome/dialogs.hpp"
#include "editor/app/chrome/file_dialog.hpp"
#include "editor/app/chrome/job_card.hpp"
#include "editor/app/chrome/status_bar.hpp"
#include "editor/app/chrome/toasts.hpp"
#include "editor/document/document.hpp"
#include "panels/keys/keys_overlay.hpp"
#include "panels/keys/keys_window.hpp"
#include "panels/palette/palette.hpp"
#include "panels/workspace/workbench.hpp"

namespace editor {

class Chrome {
public:
    Toasts toasts;
    Dialogs dialogs;
    FileDialog file_dialog;
    panels::Palette palette;
    panels::KeysWindow keys_window;
    panels::KeysOverlay keys_overlay;
    FrameCosts costs;
    bool show_costs = false, show_messages = false, show_drawn_from = false;

    /// What stands above the panels and below them, whose lower edge is at `status_top`.
    void draw(const panels::Context& context, const panels::Workbench& workbench, Document& document, float status_top,
              panels::KeyMap& keys);

    /// Every key is for what is open.
    bool dialog_open() const {
        return dialogs.any_open() || file_dialog.is_open() || palette.is_open() || keys_window.is_open() ||
               keys_overlay.is_open();
    }
    /// The title of the dialog that is open; empty when none is.
    std::string_view shown_dialog() const;
    /// Whether something that Esc closes lies over the panels, and closing it: a job is cancelled.
    bool overlay_open() const { return job_card_.shown() || show_messages || show_costs || show_drawn_from; }
    void close_overlay(Document& document);

private:
    void draw_job_card(const panels::Context& context, Document& document, ImVec2& lower_right);

    StatusBar status_bar_;
    JobCard job_card_;
};

}  // namespace editor
