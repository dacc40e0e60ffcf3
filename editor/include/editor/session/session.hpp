// A Session is one world of a Game that is open: the world, its systems, where they came from and what was done to it
// since. Loading makes a new Session; the old one is untouched until the new one is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/play/play_session.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/timeline/timeline.hpp"
#include "ecs/world/world.hpp"
#include "editor/game/game.hpp"
#include "editor/session/saved_past.hpp"
#include "files/world_file/world_file.hpp"

namespace editor {

class AttachedWorld;

/// What a picture of the scene shows.
using CameraState = files::Camera;

/// What a session was opened with that came from a bundle (session_bundle.hpp).
struct FromBundle {
    std::filesystem::path file;                   // empty: it was read from a text
    std::string note;                             // what a person wrote about it
    std::vector<ecs::Entity> selection;           // some may not live in this tick
    std::string layout;                           // which panels stood where
    std::uint64_t first_tick = 0, last_tick = 0;  // of the bundle
    std::size_t hashes = 0;                       // that these ticks were compared with
    std::optional<ecs::Divergence> divergence;    // a tick that came out otherwise than it was recorded
};

class Session {
    std::shared_ptr<const void> code_;  // of the Game; goes last, because all that follows may consist of its functions

public:
    /// An empty world that knows all components of the Game and has no systems. `game` must outlive it,
    /// unless it comes from a GameLibrary: then the session keeps it.
    explicit Session(const Game& game);
    /// The same before it is known which names of components are its own: it knows none yet.
    struct WithoutTypes {};
    Session(const Game& game, WithoutTypes);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// A scene of the Game, fresh. `count` of nothing is the scene's own default.
    static std::unique_ptr<Session> from_scene(const Game& game, const Scene& scene,
                                               std::optional<std::size_t> count = {}, std::uint64_t seed = 1);

    /// Keeps the code of the Game in memory: for work that uses types of the world and may go on without the session.
    std::shared_ptr<const void> code() const { return code_; }

    const Game& game;
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    ecs::PlaySession play{world, schedule, history};
    ecs::Timeline timeline{world, schedule, history};  // records nothing until record()
    HeldKeys keys;                                     // do not change within a tick

    const Scene* scene = nullptr;  // whose systems run; null: a file without a scene
    std::string unknown_scene;     // name that the file gave and no scene has; kept for the next save
    struct UnknownSystem {
        std::string name;
        bool enabled = true;
        std::string after;  // the system that it follows in the file; empty: it is the first
        files::SystemNote note = {};
    };
    std::vector<UnknownSystem> unknown_systems;  // the same for systems
    std::optional<std::size_t>
        scene_count;  // that the scene was made with; nothing: its own default, or it is from a file
    std::uint64_t seed = 1;
    CameraState camera;                             // what is looked at now, which no file keeps
    std::optional<CameraState> file_camera;         // what the file says to look at first; stays as it is
    std::filesystem::path file;                     // where it was loaded from or saved to; empty: never
    files::FileStamp on_disk;                       // that file as it was then: what a save may replace
    std::vector<std::string> warnings;              // of loading: what was migrated or kept without being understood
    std::vector<std::string> losses;                // of loading: values that were dropped or changed on the way
    std::vector<ecs::ComponentId> described_types;  // by the file: they stay in it while no entity has them
    std::vector<files::MergeMark> conflicts;        // of a merge, which the file marks: they stay in it

    std::unique_ptr<FromBundle> from_bundle;  // null: it did not come from one
    std::unique_ptr<AttachedWorld> attached;  // null: the world is not that of another program
    /// How the worlds of that program are drawn, also when it was let go of.
    struct ProgramKind {
        std::string name;
        bool y_grows_up = false;
    };
    std::optional<ProgramKind> detached_from;
    std::optional<ProgramKind> program_kind() const;
    std::shared_ptr<SavedPast> saved_past = std::make_shared<SavedPast>();  // of an attached world
    bool is_level = true;  // false: a scene that was made here, whose start nobody has saved

    // What a save writes. A level that is played is saved as Stop would leave it; a scene in which nothing was changed
    // before it ran, and an attached world, are saved as they are now.

    /// Whether a save writes the world before Play, and not the present one.
    bool saves_authored() const { return attached == nullptr && play.begun() && (is_level || play.steps_before() > 0); }
    /// Names the state of the history that a save writes.
    std::uint64_t state_to_save() const { return saves_authored() ? history.noted_state() : history.state(); }
    /// Whether edits would be lost with the session. Those of an attached world were sent to its program.
    bool unsaved() const { return attached == nullptr && history.unsaved(state_to_save()); }
    /// Whether there are edits that a save leaves out, because they were made while the level is played.
    bool changed_while_played() const { return saves_authored() && history.state() != history.noted_state(); }
    /// What state_to_save() names is in the session's file now.
    void note_saved(std::uint64_t state);

    /// How many threads ticks run on, 0 for one a core, which is what a session starts with. What they come to does
    /// not depend on it.
    void use_threads(std::size_t count);
    /// Makes `camera` show the whole area that the Game names, if there is one, in a picture of 800 x 600 pixels.
    void look_at_all();
    /// Adds the system of that name, if the Game has it, to the end of the schedule.
    bool add_system(std::string_view name) { return game.add_system(name, world, schedule, keys); }
    /// From now on every tick can be reached again.
    void record(ecs::TimelineOptions options = {});
    /// Runs one tick.
    void tick() { schedule.tick(world); }
    /// `tick N hash H`, N in decimal, H as 16 hex digits: the hash of the world and of the random source.
    std::string hash_line() const;

private:
    /// The held keys as the timeline keeps them.
    class KeyInputs final : public ecs::TimelineInputs {
    public:
        explicit KeyInputs(HeldKeys& held) : held_(held) {}
        std::string read() const override;
        void write(std::string_view inputs) override;

    private:
        HeldKeys& held_;
    };
    KeyInputs inputs_{keys};

    std::unique_ptr<ecs::JobPool> pool_;  // starts its threads when there is enough to do for them
};

}  // namespace editor
