#include <algorithm>
#include <system_error>
#include <utility>

#include "app.hpp"
#include "ecs/query.hpp"
#include "editor/components.hpp"
#include "editor/figure_file.hpp"
#include "editor/file_error.hpp"
#include "editor/world_file.hpp"

namespace editor {

namespace {

constexpr std::size_t most_warnings_shown = 20;

std::string scene_or_file_name(const Session& session) {
    if (!session.file.empty()) return session.file.stem().string();
    return session.scene ? std::string(session.scene->name) : std::string("untitled");
}

}  // namespace

std::string App::title() const {
    return scene_or_file_name(*session_) + (session_->history.unsaved() ? "*" : "") + " — Chunkscope";
}

void App::report(MessageKind kind, const std::string& text) { toasts_.add(kind, text); }

void App::adopt(std::unique_ptr<Session> session) {
    settle_jobs();
    imgui_.let_go();
    if (session_) session_->world.observe(nullptr);
    requests_.clear();
    selection_ = {};
    journal_.clear();
    archetypes_.clear();
    // Panels and requests hold values of types that belong to the world which goes now.
    workspace_.renew_panels();
    session_ = std::move(session);
    session_->world.observe(&journal_);
    renderer_.forget_world();
    viewport_.hint = session_->scene ? std::string(session_->scene->keys) : std::string();
    viewport_.camera = {session_->camera.x, session_->camera.y, session_->camera.zoom};
    // A file says what to look at; a fresh scene is shown as a whole.
    fitted_camera_.reset();
    if (session_->file.empty()) fitted_camera_ = viewport_.camera;
    select_first();

    ecs::Query named(session_->world, {{session_->world.name_id()}});
    named.each_chunk(std::as_const(session_->world), [&](const ecs::ChunkRows& rows) {
        const auto* names = static_cast<const ecs::Name*>(rows.column(0));
        for (std::size_t row = 0; row < rows.size(); ++row) imgui_.want_glyphs(names[row].value);
    });

    const std::vector<std::string>& warnings = session_->warnings;
    if (warnings.size() == 1) report(MessageKind::Warning, warnings.front());
    if (warnings.size() < 2) return;
    for (std::size_t i = 0; i < std::min(warnings.size(), most_warnings_shown); ++i)
        toasts_.note(MessageKind::Warning, warnings[i]);
    report(MessageKind::Warning, std::to_string(warnings.size()) +
                                     " things in the file were not as expected; the first: " + warnings.front());
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
    dialogs_.ask(
        "Unsaved changes",
        "\"" + scene_or_file_name(*session_) + "\" has changes that are not saved. Without saving they are lost.",
        {{"Save", [this, then] { save(then); }}, {"Discard", discard}, {"Cancel", {}}});
}

void App::new_world() {
    start_job("New world", [this] { adopt(std::make_unique<Session>()); });
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
    save_to(session_->file, std::move(then));
}

void App::save_as(std::function<void()> then) {
    if (saving()) {
        follow_ups_.push_back({"Save as…", [this, then] { save_as(then); }});
        return;
    }
    std::filesystem::path start = session_->file;
    if (start.empty()) start = std::filesystem::path(scene_or_file_name(*session_) + ".json");
    file_dialog_.open(FileDialog::Purpose::Save, start,
                      [this, then](const std::filesystem::path& file) { save_to(file, then); });
}

void App::save_to(const std::filesystem::path& file, std::function<void()> then) {
    start_job("Save " + file.filename().string(), [this, file, then = std::move(then)] {
        jobs_->save(*session_, file);
        after_save_ = then;
    });
}

void App::carry_out(const panels::ExportRequest& request) {
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
    if (!session_->file.empty()) files.push_back(session_->file);
    if (opening()) files.push_back(jobs_->file());
    const std::vector<RecoveryOffer> offers = find_recoveries(settings_folder_, files);
    if (offers.empty()) return;
    const RecoveryOffer offer = offers.front();
    const std::string what =
        offer.world_file.empty() ? "a world that was never saved" : "\"" + offer.world_file.filename().string() + "\"";
    dialogs_.ask("Recover unsaved work",
                 "The program ended last time before the changes to " + what + " were saved. They were kept.",
                 {{"Recover",
                   [this, offer] {
                       start_opening(
                           offer.recovery_file, [offer](Progress* progress) { return recover(offer, progress); },
                           [offer] { discard(offer); });
                   }},
                  {"Discard", [offer] { discard(offer); }},
                  {"Decide later", {}}});
}

}  // namespace editor
