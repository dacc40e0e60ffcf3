#include "editor/jobs/world_jobs.hpp"

#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "ecs/base/assert.hpp"
#include "editor/base/language.hpp"

namespace editor {

namespace {

double steady_secs() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

WorldJobs::WorldJobs()
    : WorldJobs(
          [](const ecs::World& world, const files::WorldFile& head, const std::filesystem::path& file,
             ecs::Progress* progress, files::FileStamp* over) { return save_world(world, head, file, progress, over); },
          steady_secs) {}

WorldJobs::WorldJobs(Save save, Now now) : save_(std::move(save)), now_(std::move(now)) {}

void WorldJobs::save(Session& session, const std::filesystem::path& file, std::optional<files::FileStamp> over) {
    write(Kind::Save, session, file, std::move(over));
}

void WorldJobs::save_present(Session& session, const std::filesystem::path& file,
                             std::optional<files::FileStamp> over) {
    write(Kind::Save, session, file, std::move(over), true);
}

void WorldJobs::back_up(Session& session, const std::filesystem::path& file) { write(Kind::BackUp, session, file, {}); }

void WorldJobs::write(Kind kind, Session& session, const std::filesystem::path& file,
                      std::optional<files::FileStamp> over, bool present) {
    if (task_.running()) return ecs::fail("WorldJobs: a world can't be written while another job runs");
    WorldToSave wanted = present ? WorldToSave{head_of(session), {}} : world_to_save(session);
    outcome_ = {};
    outcome_.kind = kind;
    outcome_.file = file;
    outcome_.state = present ? session.history.state() : session.state_to_save();
    outcome_.authored = static_cast<bool>(wanted.authored);
    outcome_.copy = present;
    outcome_.tick = session.world.tick();
    session_ = &session;
    size_ = wanted.authored ? wanted.authored.entity_count() : session.world.entity_count();
    start_secs_ = now_();
    still_.emplace(session.world);
    if (over && over->kind == files::FileStamp::Kind::File)
        outcome_.was_gone = files::stamp_of(file).kind == files::FileStamp::Kind::Absent;
    const bool looks = kind == Kind::Save && file == session.file && file != in_form_;
    task_.start([this, looks, wanted = std::move(wanted), file, over = std::move(over), &game = session.game,
                 &world = std::as_const(session.world)](ecs::Progress& progress) mutable {
        const std::unique_ptr<ecs::World> authored = wanted.authored ? wanted.authored.make_world() : nullptr;
        Done done;
        if (looks) done.other_lines = lines_in_other_form(game, file);
        done.on_disk = save_(authored ? *authored : world, wanted.head, file, &progress, over ? &*over : nullptr);
        return done;
    });
}

void WorldJobs::open(const Game& game, const std::filesystem::path& file) {
    open(file,
         [file, &game](ecs::Progress* progress) { return load_world(game, file, progress, files::Losses::Accept); });
}

void WorldJobs::open(const std::filesystem::path& file, Load load) {
    if (task_.running()) return ecs::fail("WorldJobs: a world can't be opened while another job runs");
    outcome_ = {};
    outcome_.kind = Kind::Open;
    outcome_.file = file;
    std::error_code unknown;
    size_ = std::filesystem::file_size(file, unknown);
    if (unknown) size_ = 0;
    start_secs_ = now_();
    task_.start([load = std::move(load)](ecs::Progress& progress) {
        Done done;
        done.session = load(&progress);
        return done;
    });
}

void WorldJobs::make(Session& present, const std::string& name, Load load) {
    open(name, std::move(load));
    size_ = 0;  // of a file that happens to have that name
    still_.emplace(present.world);
}

std::optional<WorldJobs::Kind> WorldJobs::running() const {
    return task_.running() ? std::optional(outcome_.kind) : std::nullopt;
}

WorldJobs::Outcome WorldJobs::take_outcome() {
    Done done;
    try {
        done = task_.take();
        // Who cancelled a moment after the world was there wants the present one all the same.
        if (outcome_.kind == Kind::Open && task_.progress().cancelled()) {
            done = {};
            outcome_.cancelled = true;
        }
    } catch (const files::Cancelled&) {
        outcome_.cancelled = true;
    } catch (const files::ChangedOnDisk& error) {
        outcome_.problem = error.what();
        outcome_.changed_on_disk = true;
        outcome_.on_disk = error.found();
    } catch (const std::bad_alloc&) {
        outcome_.problem = phrase("{}: there is not enough memory for this", outcome_.file.string());
    } catch (const std::exception& error) {
        outcome_.problem = error.what();
    }
    // Errors after the cancel do not matter.
    if (!outcome_.problem.empty() && task_.progress().cancelled()) {
        outcome_.cancelled = true;
        outcome_.problem.clear();
        outcome_.changed_on_disk = false;
    }
    still_.reset();
    outcome_.secs = elapsed_secs();
    if (outcome_.kind == Kind::Save && outcome_.good()) {
        outcome_.on_disk = done.on_disk;
        outcome_.other_lines = done.other_lines;
        in_form_ = outcome_.file;
        note_saved();
    }
    session_ = nullptr;
    outcome_.session = std::move(done.session);
    return std::exchange(outcome_, {});
}

void WorldJobs::note_saved() {
    Session& session = *session_;
    // A file of an attached world is a copy of one moment, and not where the world is.
    if (session.attached) return;
    std::error_code unknown;
    const bool own_file = !session.file.empty() && std::filesystem::equivalent(outcome_.file, session.file, unknown);
    if (outcome_.copy && !own_file) return;
    session.file = outcome_.file;
    session.on_disk = outcome_.on_disk;
    if (outcome_.copy && session.saves_authored())
        session.history.mark_unsaved();  // what a save would write is in no file now
    else
        session.note_saved(outcome_.state);
}

}  // namespace editor
