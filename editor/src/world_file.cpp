#include "editor/world_file.hpp"

#include <new>

#include "editor/atomic_file.hpp"
#include "job.hpp"
#include "world_reader.hpp"

namespace editor {

namespace {

std::unique_ptr<Session> read_world(std::string_view text, const std::string& name, Job& job) {
    try {
        job.begin(text.size());
        std::unique_ptr<Session> session = WorldReader(text, name, job).read();
        job.finish();
        return session;
    } catch (const std::bad_alloc&) {
        throw FileError(name, 0, 0, "there is not enough memory for this world");
    }
}

}  // namespace

std::unique_ptr<Session> read_world(std::string_view text, const std::string& name, Progress* progress) {
    Job job(progress, name, "opening");
    return read_world(text, name, job);
}

std::unique_ptr<Session> load_world(const std::filesystem::path& file, Progress* progress) {
    Job job(progress, file.string(), "opening");
    job.advance_to(0);
    std::unique_ptr<Session> session = read_world(read_file(file), file.string(), job);
    session->file = file;
    return session;
}

}  // namespace editor
