#include "editor/app/chrome/chrome.hpp"

#include <imgui.h>

#include "editor/base/language.hpp"
#include "panels/base/format.hpp"
#include "panels/base/main_area.hpp"

namespace editor {

namespace {

/// A job is shown when it takes longer than this; one that is nearly done, a little later.
constexpr double patience_secs = 0.15, long_job_secs = 0.4;
/// Nobody asked for a backup, so it may take longer before it shows.
constexpr double backup_patience_secs = 1;

/// What the job means for the person meanwhile.
std::string consequence_of(const Document& document, const panels::Context& context) {
    std::string text;
    if (document.world_stands_still()) {
        const std::size_t count = context.waiting.size();
        if (count > 0)
            text = phrase("{} until it is written", panels::format_count(count, "change waits", "changes wait"));
        else
            text = context.transport.playing ? tr("The simulation waits until it is written")
                                             : tr("Changes wait until it is written");
    } else if (context.world.entity_count() > 0) {
        text = tr("This world stays until the other is there");
    }
    if (const std::string next = document.follows(); !next.empty()) text += phrase("; next: {}", next);
    return text;
}

}  // namespace

void Chrome::draw(const panels::Context& context, const panels::Workbench& workbench, Document& document,
                  float status_top, panels::KeyMap& keys) {
    const panels::Style& style = context.style;
    const panels::Area screen = panels::main_area();
    status_bar_.draw(context, {{screen.low.x, status_top}, screen.high}, workbench, costs, toasts,
                     document.session().history.unsaved(), show_costs);
    draw_costs(style, workbench, show_costs);
    ImVec2 lower_right{screen.high.x - style.px(12), status_top - style.px(8)};
    draw_job_card(context, document, lower_right);
    toasts.draw(style, context.time_secs, lower_right);
    toasts.draw_log(style, context.time_secs, show_messages);
    palette.draw(context);
    keys_window.draw(context, keys);
    keys_overlay.draw(context);
    file_dialog.draw(style);
    dialogs.draw(style);
}

std::string_view Chrome::shown_dialog() const {
    if (keys_window.is_open()) return tr("Keys");
    if (keys_overlay.is_open()) return tr("Keys of this panel");
    return dialogs.any_open() ? dialogs.shown() : file_dialog.shown();
}

void Chrome::close_overlay(Document& document) {
    if (job_card_.shown()) return document.cancel_job();
    (show_messages ? show_messages : show_costs ? show_costs : show_drawn_from) = false;
}

void Chrome::draw_job_card(const panels::Context& context, Document& document, ImVec2& lower_right) {
    const Document::State state = document.state();
    if (state == Document::State::Idle || file_dialog.waiting()) return job_card_.hide();
    const WorldJobs& jobs = document.jobs();
    const bool backup = state == Document::State::BackingUp, opening = state == Document::State::Opening;
    const double elapsed = jobs.elapsed_secs(), fraction = jobs.fraction();
    if (!job_card_.shown()) {
        const double expected = fraction > 0 ? elapsed / fraction : long_job_secs;
        const double patience = backup                     ? backup_patience_secs
                                : expected < long_job_secs ? long_job_secs
                                                           : patience_secs;
        if (elapsed < patience) return;
    }
    const std::string name = jobs.file().filename().string();
    JobCard::Facts facts;
    facts.title = opening  ? phrase("Opening {}", name)
                  : backup ? tr("Backing up unsaved changes")
                           : phrase("Saving {}", name);
    facts.consequence = consequence_of(document, context);
    facts.fraction = fraction;
    facts.size = jobs.size();
    facts.in_bytes = opening;
    facts.elapsed_secs = elapsed;
    facts.cancelled = jobs.cancelled();
    if (job_card_.draw(context.style, context.time_secs, lower_right, facts)) document.cancel_job();
}

}  // namespace editor
