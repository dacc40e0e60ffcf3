#include <algorithm>
#include <chrono>
#include <ctime>
#include <system_error>
#include <utility>

#include "editor/app/chrome/world_texts.hpp"
#include "editor/app/shell/app.hpp"
#include "editor/base/file_error.hpp"
#include "editor/demo/components.hpp"
#include "editor/files/world_file/world_file.hpp"
#include "editor/jobs/figure_file.hpp"

namespace editor {

namespace {

constexpr std::size_t max_warnings_shown = 20;

std::string scene_or_file_name(const Session& session) {
    if (!session.file.empty()) return session.file.stem().string();
    return session.scene ? std::string(session.scene->name) : std::string("untitled");
}

/// `2026-11-22 14:05`, of this computer's clock.
std::string time_text(std::filesystem::file_time_type time) {
    const std::time_t secs =
        std::chrono::system_clock::to_time_t(std::chrono::time_point_cast<std::chrono::system_clock::duration>(
            std::chrono::system_clock::now() + (time - std::filesystem::file_time_type::clock::now())));
    char text[32] = "";
    if (const std::tm* const local = std::localtime(&secs)) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", local);
    return text;
}

}  // namespace

std::string App::title() const {
    const OnDisk on_disk = disk_watch_.state();
    return scene_or_file_name(*session_) + (session_->history.unsaved() ? "*" : "") +
           (on_disk == OnDisk::Same   ? ""
            : on_disk == OnDisk::Gone ? " (not on disk)"
                                      : " (changed on disk)") +
           " — Chunkscope";
}

void App::report(MessageKind kind, const std::string& text) {
    imgui_.want_glyphs(text);
    toasts_.add(kind, text);
}

void App::adopt(std::unique_ptr<Session> session) {
    settle_jobs();
    imgui_.let_go();
    remember_view();
    if (session_) session_->world.observe(nullptr);
    requests_.clear();
    selection_ = {};
    journal_.clear();
    archetypes_.clear();
    moves_.clear();
    // Panels and requests hold values of types that belong to the world which goes now.
    workspace_.renew_panels();
    session_ = std::move(session);
    session_->world.observe(&journal_);
    renderer_.forget_world();
    viewport_.hint = session_->scene ? std::string(session_->scene->keys) : std::string();
    look_first();
    select_first();

    each_text(session_->world, [this](std::string_view text) { imgui_.want_glyphs(text); });

    const std::vector<std::string>& warnings = session_->warnings;
    if (warnings.size() == 1) report(MessageKind::Warning, warnings.front());
    if (warnings.size() < 2) return;
    for (std::size_t i = 0; i < std::min(warnings.size(), max_warnings_shown); ++i) {
        imgui_.want_glyphs(warnings[i]);
        toasts_.note(MessageKind::Warning, warnings[i]);
    }
    toasts_.add(
        MessageKind::Warning,
        std::to_string(warnings.size()) + " things in the file were not as expected; the first: " + warnings.front(),
        "All of them", [this] { show_messages_ = true; });
}

void App::look_first() {
    const std::optional<CameraState> left = views_.find(session_->file);
    if (left) session_->camera = *left;
    viewport_.camera = {session_->camera.x, session_->camera.y, session_->camera.zoom};
    remembered_camera_ = viewport_.camera;
    fitted_camera_.reset();
    if (!left && !session_->file_camera) fitted_camera_ = viewport_.camera;
}

void App::remember_view() {
    if (!session_ || session_->file.empty() || fitted_camera_ || viewport_.camera == remembered_camera_) return;
    remembered_camera_ = viewport_.camera;
    const std::string problem =
        views_.remember(session_->file, {viewport_.camera.x, viewport_.camera.y, viewport_.camera.zoom});
    if (!problem.empty()) report(MessageKind::Warning, problem);
}

void App::select_first() {
    const ecs::World& world = session_->world;
    const ecs::ComponentId player = world.id<Player>();
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (archetype.has(player) && archetype.entity_count() > 0)
            return selection_.select(archetype.chunk(0).entities().front());
    }
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
        if (const ecs::Entity first = world.entity_at_slot(slot)) return selection_.select(first);
}

void App::when_nothing_is_lost(const std::string& what, std::function<void()> then) {
    if (saving()) {
        follow_ups_.push_back({what, [this, what, then = std::move(then)] { when_nothing_is_lost(what, then); }});
        return;
    }
    if (!session_->history.unsaved()) return then();
    if (dialogs_.any_open()) return;
    const auto discard = [this, then] {
        settle_jobs();
        if (recovery_) recovery_->discard();
        then();
    };
    dialogs_.ask("Unsaved changes",
                 "\"" + (session_->file.empty() ? scene_or_file_name(*session_) : session_->file.filename().string()) +
                     "\" has changes that are not saved. Without saving they are lost.",
                 {{"Save", [this, then] { save(then); }}, {"Discard", discard}, {"Cancel", {}}});
}

void App::new_world() {
    start_job("New world", [this] {
        adopt(std::make_unique<Session>());
        transport_.playing = false;
    });
}

void App::open_file(const std::filesystem::path& file) {
    when_nothing_is_lost("Open " + file.filename().string(), [this, file] { start_opening(file); });
}

void App::ask_for_file_to_open() {
    const std::vector<std::filesystem::path> recent = settings_.recent_files();
    std::filesystem::path start = !session_->file.empty() ? session_->file.parent_path()
                                  : !recent.empty()       ? recent.front().parent_path()
                                                          : std::filesystem::path();
    file_dialog_.open(FileDialog::Purpose::Open, start,
                      [this](const std::filesystem::path& file) { start_opening(file); });
}

void App::start_scene(const Scene& scene) {
    const std::string what = "Scene " + std::string(scene.name);
    when_nothing_is_lost(what, [this, what, &scene] {
        start_job(what, [this, &scene] {
            adopt(Session::from_scene(scene));
            transport_.playing = true;
        });
    });
}

void App::restart_scene() {
    start_job("Restart scene", [this] {
        if (session_->scene) adopt(Session::from_scene(*session_->scene, {}, session_->seed));
    });
}

void App::save(std::function<void()> then) {
    if (saving()) {
        // What was changed since waits, and is saved after.
        const bool asked = std::any_of(follow_ups_.begin(), follow_ups_.end(),
                                       [](const FollowUp& each) { return each.what == "Save again"; });
        if (!waiting_.empty() && !asked) follow_ups_.push_back({"Save again", [this, then] { save(then); }});
        return;
    }
    if (session_->file.empty()) return save_as(std::move(then));
    save_to(session_->file, session_->on_disk, std::move(then));
}

void App::save_as(std::function<void()> then) {
    if (saving()) {
        follow_ups_.push_back({"Save as…", [this, then] { save_as(then); }});
        return;
    }
    std::filesystem::path start = session_->file;
    if (start.empty()) start = std::filesystem::path(scene_or_file_name(*session_) + ".json");
    file_dialog_.open(FileDialog::Purpose::Save, start, [this, then](const std::filesystem::path& file) {
        // Who agreed to replace a file agreed to what it is now, or is here.
        std::error_code error;
        const bool same = std::filesystem::equivalent(file, session_->file, error) && !error;
        save_to(file, same ? session_->on_disk : stamp_of(file), then);
    });
}

void App::save_to(const std::filesystem::path& file, const FileStamp& over, std::function<void()> then) {
    start_job("Save " + file.filename().string(), [this, file, over, then = std::move(then)] {
        jobs_->save(*session_, file, over);
        after_save_ = then;
    });
}

void App::ask_about_changed_file(const FileStamp& found, std::function<void()> then) {
    const std::filesystem::path file = session_->file;
    const std::string name = "\"" + file.filename().string() + "\"";
    // Enter takes the first answer, so it is one that loses nothing.
    dialogs_.ask("The file changed on disk",
                 name +
                     " was changed by something else since it was read or saved here. Reload takes what is on disk, "
                     "and what was changed here is lost; Keep mine writes over it.",
                 {{"Save as…", [this, then] { save_as(then); }},
                  {"Keep mine (overwrite)", [this, file, found, then] { save_to(file, found, then); }},
                  {"Reload", [this] { reload(); }},
                  {"Cancel", {}}});
}

void App::reload() { start_opening(session_->file); }

void App::look_at_file() {
    const bool focused = window_.focused(), came = focused && !was_focused_;
    was_focused_ = focused;
    if (settings_folder_.empty() || jobs_->running()) return;
    const std::string news = disk_watch_.update(*session_, clock_.now_secs(), came);
    if (news.empty()) return;
    stay_awake();
    if (disk_watch_.state() != OnDisk::Changed) return report(MessageKind::Warning, news);
    toasts_.add(MessageKind::Warning, news, "Reload", [this, file = session_->file] {
        if (session_->file == file) when_nothing_is_lost("Reload", [this] { reload(); });
    });
}

void App::remember_file(const std::filesystem::path& file) {
    settings_.add_recent_file(file);
    const std::string problem = settings_.save();
    if (!problem.empty()) report(MessageKind::Warning, problem);
}

void App::execute(const panels::ExportRequest& request) {
    if (!figures::why_not({session_->world, &session_->schedule}, request.figure).empty())
        return;  // what it shows went in this very frame
    // The figure is of now, however long the person thinks about its name.
    auto figure = std::make_shared<Figure>(take_figure(*session_, request.figure));
    const FigureLook look{.theme = request.theme, .scale = 2};
    const std::string name = figure_name(*session_, request.figure) + request.extension;
    const auto write = [this, figure, look](const std::filesystem::path& file) {
        try {
            write_figure(*figure, look, file);
        } catch (const FileError& error) {
            return file_dialog_.answer(error.what());
        }
        file_dialog_.answer({});
        export_folder_ = file.parent_path();
        report(MessageKind::Note, "Exported " + file.filename().string() + " to " + file.parent_path().string());
    };
    const std::filesystem::path folder = export_folder_.empty() ? session_->file.parent_path() : export_folder_;
    file_dialog_.open(FileDialog::Purpose::Export, folder / name, write);
}

void App::offer_recovery() {
    if (settings_folder_.empty()) return;
    std::vector<std::filesystem::path> files = settings_.recent_files();
    const std::filesystem::path opened = opening() ? jobs_->file() : session_->file;
    if (!opened.empty()) files.push_back(opened);
    tell_if_unsaved_elsewhere(opened);
    const std::vector<RecoveryOffer> offers = find_recoveries(settings_folder_, files);
    if (!offers.empty()) ask_to_recover(offers.front());
}

void App::offer_recovery_of(const std::filesystem::path& file) {
    if (settings_folder_.empty()) return;
    tell_if_unsaved_elsewhere(file);
    const std::vector<RecoveryOffer> offers = find_recoveries({}, {file});
    if (!offers.empty() && !dialogs_.any_open()) ask_to_recover(offers.front());
}

void App::ask_to_recover(const RecoveryOffer& offer) {
    const std::string what =
        offer.world_file.empty() ? "a world that was never saved" : "\"" + offer.world_file.filename().string() + "\"";
    const auto open = [this, offer = offer]() mutable {
        claim(offer);
        start_opening(
            offer.recovery_file, [offer](ecs::Progress* progress) { return recover(offer, progress); },
            [this, offer] {
                if (offer.owner_known_gone && recovery_) recovery_->take_over(offer.recovery_file);
                if (!offer.world_file.empty()) remember_file(offer.world_file);
            });
    };
    const std::string kept = "They were kept at " + time_text(offer.written) + ".";
    const std::string changed =
        offer.world_file_changed ? " The file itself was changed since, so saving will ask before it is written over."
                                 : "";
    if (!offer.owner_known_gone)
        return dialogs_.ask("Unsaved work of another computer",
                            "Changes to " + what +
                                " that were not saved were kept by a run on another computer, which may still go on. "
                                "They can be opened as a copy." +
                                changed,
                            {{"Open a copy", open}, {"Decide later", {}}});
    dialogs_.ask("Recover unsaved work",
                 "The program ended last time before the changes to " + what + " were saved. " + kept +
                     " Recover opens them instead of what is open now." + changed,
                 {{"Recover", open}, {"Discard", [offer] { discard(offer); }}, {"Decide later", {}}});
}

void App::tell_if_unsaved_elsewhere(const std::filesystem::path& file) {
    if (file.empty()) return;
    const std::optional<std::int64_t> pid = unsaved_elsewhere(file);
    if (!pid) return;
    report(MessageKind::Warning, file.filename().string() + " is open in another Chunkscope (process " +
                                     std::to_string(*pid) + "), with changes that are not saved there yet");
}

}  // namespace editor
