// The App as the DocumentUi: what the Document asks and tells, and what happens when its session is replaced.
#include <algorithm>
#include <utility>

#include "editor/app/chrome/world_texts.hpp"
#include "editor/app/shell/app.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/base/language.hpp"
#include "editor/jobs/crash_report.hpp"

namespace editor {

namespace {

std::vector<ecs::Entity> alive_of(const ecs::World& world, std::vector<ecs::Entity> entities) {
    std::erase_if(entities, [&](ecs::Entity entity) { return !world.alive(entity); });
    return entities;
}

}  // namespace

void App::tell(MessageKind kind, const std::string& text, const std::string& button, std::function<void()> on_button) {
    note_for_report("told: " + text);
    imgui_.want_glyphs(text);
    chrome_.toasts.add(kind, text, button, std::move(on_button));
    wakefulness_.wake(desk_.clock.now_secs());
}

void App::keep_recent_picture() {
    constexpr int first_frames = 5;  // in which panels find their sizes
    if (recent_pictures_.due.empty() || !document_.idle() || ImGui::GetFrameCount() < first_frames) return;
    // What is not opened after all has no picture.
    const std::filesystem::path file = std::exchange(recent_pictures_.due, {});
    if (document_.session().file != file) return;
    using Small = SceneViewer::SmallPicture;
    recent_pictures_.keep(file, scene_.small_picture(imgui_.style()).pixels, Small::width, Small::height,
                          kept_.settings.recent_files());
}

void App::open_dropped_files() {
    const std::vector<std::string> files = window_.take_dropped_files();
    if (files.empty()) return;
    if (files.size() > 1)
        return tell(MessageKind::Warning, tr("One world is open at a time: drag one file onto the window"));
    std::error_code error;
    if (std::filesystem::is_directory(files.front(), error))
        return tell(MessageKind::Warning, phrase("{} is a folder. Drag a world file onto the window", files.front()));
    document_.open(files.front());
}

void App::compare_with(const std::filesystem::path& file) {
    // What somebody else wrote into it may have given an id to an entity of their own.
    const Session& session = document_.session();
    files::FileStamp stamp = session.on_disk;
    const bool as_saved =
        file == session.file && files::compare_with_disk(file, stamp, files::DiskLook::Quick) == files::OnDisk::Same;
    desk_.workbench.focus_panel("compare", (as_saved ? "saved:" : "file:") + file.string());
}

void App::compare_with_authored() {
    desk_.transport.playing = false;
    desk_.workbench.focus_panel("compare", "play");
}

void App::session_goes() {
    chrome_.toasts.world_goes();
    imgui_.let_go();
    warn({scene_.remember(), kept_.keep_questions(desk_.workbench, document_.session())});
    serving_.session_goes();
    desk_.close();
}

void App::session_came(std::optional<bool> playing) {
    Session& session = document_.session();
    if (session.attached && serving()) set_serving(false);
    desk_.transport.playing = !session.attached && playing.value_or(desk_.transport.playing);
    desk_.transport.why_not = why_not_run();
    desk_.transport.until_tick.reset();
    if (!session.attached && !session.timeline.recording()) session.record();
    show_session();
    desk_.watch.follow(desk_.mirror);
    kept_.bring_questions(desk_.workbench, session);
    scene_.look_first();
    if (session.from_bundle) {
        desk_.selection.select_all(alive_of(session.world, session.from_bundle->selection));
        if (!session.from_bundle->layout.empty()) desk_.workbench.show_layout(session.from_bundle->layout);
    } else {
        select_first();
    }
    tell_warnings();
}

/// Of programs that let their ticks be controlled, only the connection can be missing.
std::string App::why_not_run() {
    const AttachedWorld* const attached = document_.session().attached.get();
    if (attached == nullptr) return {};
    if (const ecs::OwnerClock* const clock = attached->owner().clock())
        return attached->lost().empty() ? clock->why_not_control : attached->lost();
    return phrase("This world is run by {}", attached->owner().address());
}

void App::show_session() {
    Session& session = document_.session();
    note_for_report("a world came: " + session.file.string() +
                    (session.scene != nullptr ? " scene " + std::string(session.scene->name) : std::string()) + ", " +
                    std::to_string(session.world.entity_count()) + " entities, tick " +
                    std::to_string(session.world.tick()));
    desk_.mirror = session.attached ? &session.attached->mirror() : nullptr;
    desk_.show({session.world, session.schedule, session.history, session.attached ? nullptr : &session.play,
                &session.timeline});
    lent_.list_systems();
    const TextVisit want_glyphs = [this](std::string_view text) { imgui_.want_glyphs(text); };
    each_text(session.world, want_glyphs);
    each_text(session.timeline, want_glyphs);
    if (session.attached) session.attached->on_log_line = want_glyphs;
}

void App::game_changes(const std::function<void()>& change) {
    std::vector<ecs::Entity> selected = desk_.selection.entities();
    session_goes();
    change();
    Session& session = document_.session();
    session.record();
    show_session();
    kept_.follow(session);
    scene_.look_again();
    desk_.selection.select_all(alive_of(session.world, std::move(selected)));
}

void App::tell_warnings() {
    constexpr std::size_t max_warnings_shown = 20;
    const Session& session = document_.session();
    std::vector<std::string> warnings = session.warnings;
    if (!session.conflicts.empty()) {
        constexpr std::size_t max_conflicts_named = 3;
        const std::string places = files::places_of(session.conflicts, max_conflicts_named);
        imgui_.want_glyphs(places);
        // The first of the warnings says the same in the words of the command line.
        if (!warnings.empty()) warnings.erase(warnings.begin());
        tell(MessageKind::Warning,
             phrase("The file marks conflicts of a merge: {}. The world has our side there. When you have decided one, "
                    "take its line out of \"conflicts\" in the file",
                    places));
    }
    if (warnings.size() == 1) tell(MessageKind::Warning, warnings.front());
    if (warnings.size() < 2) return;
    for (std::size_t i = 0; i < std::min(warnings.size(), max_warnings_shown); ++i) {
        imgui_.want_glyphs(warnings[i]);
        chrome_.toasts.note(MessageKind::Warning, warnings[i]);
    }
    tell(MessageKind::Warning,
         phrase("{} things in the file were not as expected; the first: {}", std::to_string(warnings.size()),
                warnings.front()),
         tr("All of them"), [this] { chrome_.show_messages = true; });
}

void App::select_first() {
    const ecs::World& world = document_.session().world;
    const Scene* const scene = document_.session().scene;
    const std::string wanted = scene ? scene->selected_first : std::string();
    for (std::size_t slot = 0; !wanted.empty() && slot < world.slot_count(); ++slot)
        if (const ecs::Entity each = world.entity_at_slot(slot); each && world.name(each) == wanted)
            return desk_.selection.select(each);
    const ecs::ComponentType* first_kind = world.types().find(document_.session().game.selected_first);
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (first_kind && archetype.has(first_kind->id) && archetype.entity_count() > 0)
            return desk_.selection.select(archetype.chunk(0).entities().front());
    }
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
        if (const ecs::Entity first = world.entity_at_slot(slot)) return desk_.selection.select(first);
}

}  // namespace editor
