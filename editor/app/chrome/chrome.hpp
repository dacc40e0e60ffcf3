// The Chrome is everything around the panels: menu bar, status bar, messages, dialogs, the cards of jobs, and the window
// of costs.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "editor/app/chrome/attach_dialog.hpp"
#include "editor/app/chrome/dialogs.hpp"
#include "editor/app/chrome/file_dialog.hpp"
#include "editor/app/chrome/status_bar.hpp"
#include "editor/app/chrome/toasts.hpp"
#include "editor/document/document.hpp"
#include "panels/desk/desk.hpp"
#include "panels/keys/keys_overlay.hpp"
#include "panels/tour/tour.hpp"
#include "panels/widgets/job_card.hpp"

namespace editor {

/// The bar at the top of the window: the menus, the workspaces, and the transport of the simulation (main_menu.cpp).
void draw_menu_bar(panels::Desk& desk);
/// In pixels.
float menu_bar_height(const panels::Style& style);

class Chrome final : public DocumentDialogs {
public:
    /// `want_glyphs` gets texts that will be shown.
    explicit Chrome(std::function<void(std::string_view text)> want_glyphs) : want_glyphs_(std::move(want_glyphs)) {}

    Toasts toasts;
    Dialogs dialogs;
    FileDialog file_dialog;
    AttachDialog attach_dialog;
    panels::KeysOverlay keys_overlay;
    panels::Tour tour;  // drawn by the App, over the panels
    FrameCosts costs;
    bool show_messages = false, show_drawn_from = false;
    std::string served_at;  // the address at which other programs reach this world; empty: they do not

    /// What stands above the panels and below them, whose lower edge is at `status_top`.
    /// `status_top` is where the status bar begins; what goes by itself stands above `free_bottom`.
    void draw(const panels::Context& context, panels::Desk& desk, Document& document, float status_top,
              float free_bottom);

    /// Every key is for what is open.
    bool dialog_open(const panels::Desk& desk) const {
        return dialogs.any_open() || file_dialog.is_open() || attach_dialog.is_open() || keys_overlay.is_open() ||
               desk.palette.is_open() || desk.keys_window.is_open();
    }
    /// The title of the dialog that is open; empty when none is.
    std::string_view shown_dialog(const panels::Desk& desk) const;
    /// Whether something that Esc closes lies over the panels, and closing it: a job is cancelled, the tour left.
    bool overlay_open() const {
        return world_card_.shown() || job_card_.shown() || show_messages || show_drawn_from || tour.on();
    }
    void close_overlay(Document& document, panels::Jobs& jobs);

    // What the Document asks

    Reply<std::string> ask(std::string title, std::string text, std::vector<Answer> answers) override;
    bool asking() const override { return dialogs.any_open(); }
    FileDialog::Chosen choose_file(Choice choice, const std::filesystem::path& start) override;
    FileDialog::Chosen choose_again(const std::string& problem) override { return file_dialog.choose_again(problem); }
    bool choosing() const override { return file_dialog.is_open(); }
    bool has_chosen() const override { return file_dialog.waiting(); }
    void end_choice() override { file_dialog.close(); }

    /// What follows when all jobs have ended.
    FollowUp after_jobs;

private:
    std::optional<panels::JobCard::Facts> facts_of_world_job(const panels::Context& context,
                                                             const Document& document) const;
    std::optional<panels::JobCard::Facts> facts_of_job(const panels::Jobs& jobs) const;
    /// Draws the cards above `lower_right`, the corner of messages. In a narrow window the corner moves up by them.
    void draw_job_cards(const panels::Context& context, Document& document, panels::Jobs& jobs, ImVec2& lower_right);

    std::function<void(std::string_view text)> want_glyphs_;
    StatusBar status_bar_;
    panels::JobCard world_card_, job_card_;  // of the Document, and of Jobs
};

}  // namespace editor
