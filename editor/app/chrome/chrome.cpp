#include "editor/app/chrome/chrome.hpp"

#include <imgui.h>

#include "editor/base/language.hpp"
#include "panels/base/format.hpp"
#include "panels/base/main_area.hpp"

namespace editor {

namespace {

/// Nobody asked for a backup, so it may take longer before it shows.
constexpr double backup_patience_secs = 1;

std::string how_much(const WorldJobs& jobs, bool in_bytes) {
    const auto done = static_cast<std::uint64_t>(jobs.fraction() * static_cast<double>(jobs.size()));
    if (jobs.size() == 0) return {};
    if (in_bytes) return panels::format_bytes(done) + " of " + panels::format_bytes(jobs.size());
    return panels::format_count(done) + " of " + panels::format_count(jobs.size(), "entity", "entities");
}

/// What the job means for the person meanwhile.
std::string consequence_of(const Document& document, const panels::Context& context) {
    std::string text;
    if (document.world_stands_still()) {
        const std::size_t count = context.waiting.size();
        const bool opening = document.state() == Document::State::Opening;
        const std::string changes = panels::format_count(count, "change waits", "changes wait");
        if (count > 0)
            text = opening ? phrase("{} until the other is there", changes) : phrase("{} until it is written", changes);
        else if (context.transport.playing)
            text = opening ? tr("The simulation waits until the other is there")
                           : tr("The simulation waits until it is written");
        else
            text = opening ? tr("Changes wait until the other is there") : tr("Changes wait until it is written");
    } else if (context.world.entity_count() > 0) {
        text = tr("This world stays until the other is there");
    }
    if (const std::string next = document.follows(); !next.empty()) text += phrase("; next: {}", next);
    return text;
}

/// Over the picture of the scene, where it is large enough: at the edge of the window messages would cover the buttons
/// of the panel that is there.
ImVec2 corner_of_messages(const panels::Context& context, const panels::Workbench& workbench,
                          const panels::Area& free) {
    const panels::Style& style = context.style;
    const float wide = style.px(Toasts::width + 24), high = style.px(160), hint = style.px(36);
    const panels::SceneLink* const scene = context.viewport;
    if (scene == nullptr || !workbench.visible("scene") || scene->width_px < wide || scene->height_px < high)
        return {free.high.x - style.px(12), free.high.y - style.px(8)};
    return {std::min(scene->left_px + scene->width_px, free.high.x) - style.px(12),
            std::min(scene->top_px + scene->height_px - hint, free.high.y - style.px(8))};
}

}  // namespace

void Chrome::draw(const panels::Context& context, panels::Desk& desk, Document& document, float status_top,
                  float free_bottom) {
    const panels::Style& style = context.style;
    const panels::Area screen = panels::main_area();
    status_bar_.draw(context, {{screen.low.x, status_top}, screen.high}, desk.workbench, costs, toasts,
                     document.session().unsaved(), served_at);
    ImVec2 lower_right = corner_of_messages(context, desk.workbench, {screen.low, {screen.high.x, free_bottom}});
    draw_job_cards(context, document, desk.jobs, lower_right);
    toasts.draw(style, context.time_secs, lower_right, asking() || choosing());
    toasts.draw_log(style, context.time_secs, show_messages);
    desk.palette.draw(context);
    desk.keys_window.draw(context, desk.key_map);
    keys_overlay.draw(context);
    file_dialog.draw(style);
    attach_dialog.draw(style);
    dialogs.draw(style);
}

Reply<std::string> Chrome::ask(std::string title, std::string text, std::vector<Answer> answers) {
    want_glyphs_(text);
    return dialogs.ask(std::move(title), std::move(text), std::move(answers));
}

FileDialog::Chosen Chrome::choose_file(Choice choice, const std::filesystem::path& start) {
    using Purpose = FileDialog::Purpose;
    const Purpose purpose = choice == Choice::FileToOpen   ? Purpose::Open
                            : choice == Choice::FileToSave ? Purpose::Save
                                                           : Purpose::SaveState;
    return file_dialog.choose(purpose, start);
}

std::string_view Chrome::shown_dialog(const panels::Desk& desk) const {
    if (desk.keys_window.is_open()) return tr("Keys");
    if (keys_overlay.is_open()) return tr("Keys of this panel");
    if (attach_dialog.is_open()) return attach_dialog.shown();
    return dialogs.any_open() ? dialogs.shown() : file_dialog.shown();
}

void Chrome::close_overlay(Document& document, panels::Jobs& jobs) {
    if (world_card_.shown()) return document.cancel_job();
    if (job_card_.shown()) return jobs.cancel();
    if (!show_messages && !show_drawn_from) return tour.leave();
    (show_messages ? show_messages : show_drawn_from) = false;
}

std::optional<panels::JobCard::Facts> Chrome::facts_of_world_job(const panels::Context& context,
                                                                 const Document& document) const {
    const Document::State state = document.state();
    if (state == Document::State::Idle || file_dialog.waiting()) return std::nullopt;
    const WorldJobs& jobs = document.jobs();
    const bool backup = state == Document::State::BackingUp, opening = state == Document::State::Opening;
    const double elapsed = jobs.elapsed_secs(), fraction = jobs.fraction();
    if (!world_card_.shown() &&
        (!panels::JobCard::due(elapsed, fraction) || (backup && elapsed < backup_patience_secs)))
        return std::nullopt;
    panels::JobCard::Facts facts;
    facts.title = document.job_title();
    facts.consequence = consequence_of(document, context);
    facts.known = jobs.fraction_known();
    facts.fraction = fraction;
    facts.doing = jobs.doing().empty() ? how_much(jobs, opening) : std::string(tr(std::string_view(jobs.doing())));
    facts.elapsed_secs = elapsed;
    facts.cancelled = jobs.cancelled();
    return facts;
}

std::optional<panels::JobCard::Facts> Chrome::facts_of_job(const panels::Jobs& jobs) const {
    if (file_dialog.waiting()) return std::nullopt;
    std::optional<panels::JobCard::Facts> facts = panels::facts_of(jobs, job_card_.shown());
    if (facts && after_jobs.flow)
        facts->consequence +=
            (facts->consequence.empty() ? phrase("Next: {}", after_jobs.what) : phrase("; next: {}", after_jobs.what));
    return facts;
}

void Chrome::draw_job_cards(const panels::Context& context, Document& document, panels::Jobs& jobs,
                            ImVec2& lower_right) {
    const panels::Style& style = context.style;
    const float middle = panels::main_area().middle().x, gap = style.px(8);
    float bottom = lower_right.y;
    const auto draw = [&](panels::JobCard& card, const char* name,
                          const std::optional<panels::JobCard::Facts>& facts) -> bool {
        if (!facts) {
            card.hide();
            return false;
        }
        const bool stop = card.draw(style, context.time_secs, name, {middle, bottom}, *facts);
        bottom -= card.size().y + gap;
        const bool beside_messages = middle + card.size().x / 2 + gap <= lower_right.x - style.px(Toasts::width);
        if (!beside_messages) lower_right.y = bottom;
        return stop;
    };
    if (draw(world_card_, "##job", facts_of_world_job(context, document))) document.cancel_job();
    if (draw(job_card_, "##job of a panel", facts_of_job(jobs))) jobs.cancel();
}

}  // namespace editor
