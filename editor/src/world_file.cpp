#include "editor/world_file.hpp"

#include <new>

#include "editor/atomic_file.hpp"
#include "world_reader.hpp"

namespace editor {

std::unique_ptr<Session> read_world(std::string_view text, const std::string& name) {
    try {
        return WorldReader(text, name).read();
    } catch (const std::bad_alloc&) {
        throw FileError(name, 0, 0, "there is not enough memory for this world");
    }
}

std::unique_ptr<Session> load_world(const std::filesystem::path& file) {
    std::unique_ptr<Session> session = read_world(read_file(file), file.string());
    session->file = file;
    return session;
}

void save_world(const Session& session, const std::filesystem::path& file) { write_file(file, write_world(session)); }

}  // namespace editor
