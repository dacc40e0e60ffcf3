// World files: a world as JSON that people read, keep in git and edit by hand. See docs/world-file.md.
// Loading is all or nothing and never touches a session that is open; saving never leaves a broken file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "editor/file_error.hpp"
#include "editor/session.hpp"

namespace editor {

/// Throws FileError. Warnings (migrated or unknown types) are in the session.
std::unique_ptr<Session> load_world(const std::filesystem::path& file);
/// The same from text; `name` stands in error messages.
std::unique_ptr<Session> read_world(std::string_view text, const std::string& name);

/// The text that save_world writes. read_world(write_world(s)) is equal, and writes the same text again.
/// Throws FileError when the world is beyond what a file can hold.
std::string write_world(const Session& session);
/// Writes beside the old file, flushes to disk and renames over it. Throws FileError; the old file is intact then.
void save_world(const Session& session, const std::filesystem::path& file);

}  // namespace editor
