// The App as the ActionProgram: what actions ask of the whole program.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>

#include "editor/app/shell/app.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"
#include "editor/jobs/crash_report.hpp"
#include "editor/session/session_bundle.hpp"
#include "panels/base/format.hpp"
#include "panels/texts/manual_text.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

void App::ask_text(panels::TextAsked asked) {
    chrome_.dialogs.ask_text(panels::label_text(asked.title), asked.hint, asked.text)
        .then([this, act = asked.act](const std::string& text) { warn({act(text)}); });
}

Reply<bool> App::save_past() {
    return Reply<bool>([this](Reply<bool>::Answered answered) {
        write_bundle(true, [answered = std::move(answered)] { answered(true); });
    });
}

void App::look_at_branch(ecs::BranchId branch) {
    desk_.requests.push_back(panels::TimelineRequest{.kind = panels::TimelineRequest::Kind::Switch, .branch = branch});
}

Flow App::write_bundle(bool whole, std::function<void()> written) {
    // The bundle is of this moment, however long the person thinks about its note.
    desk_.transport.playing = false;
    const std::string title = tr("Save repro bundle");
    std::uint64_t last_ticks = std::numeric_limits<std::uint64_t>::max();
    if (!whole) {
        constexpr double most_secs = 1e7;
        const std::string text = co_await chrome_.dialogs.ask_text(title, tr("How many of the last seconds"), "10");
        char* end = nullptr;
        const double secs = std::strtod(text.c_str(), &end);
        if (end == text.c_str() || *end != '\0' || !(secs > 0) || secs > most_secs) {
            tell(MessageKind::Warning, phrase("\"{}\" is no number of seconds", text));
            co_return;
        }
        last_ticks = static_cast<std::uint64_t>(secs / double{document_.session().schedule.dt_secs} + 0.5);
    }
    const std::string note =
        co_await chrome_.dialogs.ask_text(title, tr("Note for whoever opens it: what happens, and what should"), "");
    Session& session = document_.session();
    std::shared_ptr<SessionBundle> bundle;
    try {
        bundle = std::make_shared<SessionBundle>(bundle_of(session, {.note = note,
                                                                     .last_ticks = last_ticks,
                                                                     .selection = desk_.selection.entities(),
                                                                     .layout = desk_.workbench.layout()}));
    } catch (const files::FileError& error) {
        tell(MessageKind::Error, error.what());
        co_return;
    }
    const Exports::Write write = [bundle, whole, saved = session.saved_past, branch = session.timeline.branch(),
                                  last_tick = session.timeline.last_tick()](const std::filesystem::path& file,
                                                                            ecs::Progress* progress) {
        const std::string to_know = save(*bundle, file, progress);
        if (whole) saved->note(branch, last_tick);
        return to_know;
    };
    const std::string name = session.attached ? session.attached->owner().name() : name_of_world(session);
    exports_.ask(session.file.parent_path() / (name + std::string(bundle_extension)),
                 phrase("It shows the world as it was at tick {}", panels::format_count(session.world.tick())), write,
                 std::move(written));
}

void App::set_serving(bool serve) {
    serving_.set_on(serve, name_of_world(document_.session()));
    chrome_.served_at = serving_.address();
}

void App::open_palette(std::string_view text) {
    if (desk_.palette.is_open()) return desk_.palette.close();
    std::vector<panels::PaletteItem> items;
    for (const std::string_view first : {"Run", "Edit", "File", "View", "Help", "Workspace"})
        for (const Menu& menu : all_menus())
            if (menu.label == first) panels::add_command_items(items, menu.label, menu.commands, desk_);
    panels::add_panel_items(items, desk_.workbench);
    panels::add_world_items(items, desk_, [this](std::string_view id, std::string_view part) {
        desk_.workbench.focus_panel_here(id, part);
    });
    desk_.palette.open(std::move(items), text);
}

void App::notes_command(std::string_view by, const Command& action) {
    note_for_report(std::string(by) + ": " + std::string(action.name));
}

void App::start_tour() {
    kept_.settings.set("tour.seen", true);
    desk_.workbench.choose_workspace("inspect");
    desk_.workbench.maximize({});
    chrome_.tour.start();
}

void App::do_with_file(panels::FileAction what) {
    if (what == panels::FileAction::Open) document_.choose_file_to_open();
    if (what == panels::FileAction::Save) document_.save();
    if (what == panels::FileAction::SaveAs) document_.save_as();
}

void App::set_look(panels::ThemeName theme, float user_scale) {
    imgui_.set_look(theme, user_scale);
    desk_.user_scale = imgui_.user_scale();
}

void App::frame_scene(bool all) {
    const std::size_t left_out = all ? scene_.frame_all(imgui_.style()) : scene_.frame(desk_.selection, imgui_.style());
    if (left_out == 1)
        tell(MessageKind::Note, tr("1 entity is left out: its place is no finite number, or too far away"));
    else if (left_out > 1)
        tell(MessageKind::Note, phrase("{} entities are left out: their places are no finite numbers, or too far away",
                                       panels::format_count(left_out)));
}

/// All characters of the language are wanted at once: fonts are built anew for each that is new.
void App::set_language(std::string_view wanted) {
    const std::string code = wanted.empty() ? languages_.of_environment() : std::string(wanted);
    const ecs::Catalog* const catalog = languages_.find(code);
    if (catalog != nullptr) {
        for (const auto& text : catalog->texts()) imgui_.want_glyphs(text.second);
        for (const panels::ManualChapter& chapter : panels::manual_chapters_in(code))
            for (const panels::ManualBlock& block : chapter.blocks) imgui_.want_glyphs(panels::plain_text(block));
    }
    ecs::speak(catalog);
}

}  // namespace editor
