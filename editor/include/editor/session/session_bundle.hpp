// Sessions as bundles, and back: a world with the time that was recorded of it, with its history, and what a person
// looked at and wrote about it. See docs/bundle.md.
//
// Saving takes two turns: bundle_of() copies what the next tick would change, and save() writes that copy, on any
// thread. Of a record of states bundle_of() copies only the record, and save() makes of it what the file has. Opening
// runs the recorded ticks again, so the opened session can go to each of them, and goes on as the saved one did.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/timeline/state_record.hpp"
#include "editor/session/session.hpp"
#include "files/bundle/bundle.hpp"

namespace editor {

/// What a person chooses, and what only the program knows.
struct BundleOptions {
    std::string note = {};
    std::uint64_t last_ticks = std::numeric_limits<std::uint64_t>::max();  // that it has at least, if they are kept
    std::vector<ecs::Entity> selection = {};
    std::string layout = {};  // which panels are where
};

/// A copy of a session, which may go on. Values in it are of types that the copy keeps.
struct SessionBundle {
    std::shared_ptr<const void> code;        // of the Game
    std::optional<ecs::StateRecord> record;  // then start, content.time and the ticks are still missing
    std::shared_ptr<const ecs::World> start;
    files::BundleContent content;
    std::uint64_t first_tick = 0, last_tick = 0;
    std::string why_short;  // why it has fewer ticks than were asked for; empty: it has not
};

/// Finishes a tick that is half done first. Throws FileError when the session has something that no bundle can hold.
SessionBundle bundle_of(Session& session, BundleOptions options);
/// Writes beside the old file, flushes to disk and renames over it. Throws FileError; the old file is intact then.
/// Returns why it has fewer ticks than were asked for, for a person; empty: it has not.
std::string save(const SessionBundle& bundle, const std::filesystem::path& file, ecs::Progress* progress = nullptr);
/// What save() writes.
std::string text_of(const SessionBundle& bundle);

/// How recorded ticks run again.
struct BundleRun {
    std::uint64_t until = std::numeric_limits<std::uint64_t>::max();  // or to the last one
    bool to_view = true;  // then to the tick that was looked at, if it is another one
    std::size_t threads = 0;
    ecs::TimelineOptions timeline = {};
};

/// As load_world. The session records, and Session::from_bundle says what it was opened with.
std::unique_ptr<Session> load_bundle(const Game& game, const std::filesystem::path& file,
                                     ecs::Progress* progress = nullptr, files::Losses losses = files::Losses::Refuse,
                                     const BundleRun& run = {});
/// The same from text; `name` appears in error messages.
std::unique_ptr<Session> read_bundle(const Game& game, std::string text, const std::string& name,
                                     ecs::Progress* progress = nullptr, files::Losses losses = files::Losses::Refuse,
                                     const BundleRun& run = {});

}  // namespace editor
