#include "editor/files/world_file/world_file.hpp"

#include <new>

#include "editor/files/world_file/job.hpp"
#include "editor/files/world_file/type_migration.hpp"
#include "editor/files/world_file/world_reader.hpp"
#include "files/base/atomic_file.hpp"
#include "files/json/text_window.hpp"

namespace editor {

namespace {

/// Limit of a text that must be in memory as a whole: about fifteen times a million entities.
constexpr std::uint64_t max_world_bytes = std::uint64_t{2} << 30;

/// The result of `read`; nothing when the file must be read with the general reader, even if only for its error
/// message.
template <class Read>
std::unique_ptr<Session> try_directly(const Read& read) {
    try {
        return read();
    } catch (const files::Cancelled&) {
        throw;
    } catch (const files::FileError&) {
    } catch (const WorldReader::NotDirect&) {
    }
    return nullptr;
}

/// The same for reads that run out of memory.
template <class Read>
std::unique_ptr<Session> with_memory(const std::string& name, const Read& read) {
    try {
        return read();
    } catch (const std::bad_alloc&) {
        throw files::FileError(name, 0, 0, "there is not enough memory for this world");
    }
}

std::unique_ptr<Session> read_text(const Game& game, std::string_view text, const std::string& name, Job& job) {
    if (auto session = try_directly([&] { return WorldReader(game, text, name, job).read_directly(); })) return session;
    return WorldReader(game, text, name, job).read();
}

/// Reads without the whole text in memory, if possible.
std::unique_ptr<Session> read_window(const Game& game, files::FileReader& file, const std::string& name, Job& job) {
    constexpr std::uint64_t tail_bytes = 1024;
    if (file.size().value_or(0) < tail_bytes) return nullptr;
    char tail[tail_bytes];
    file.go_to(*file.size() - tail_bytes);
    const std::size_t held = file.read(tail);
    file.go_to(0);
    if (!files::ends_in_array({tail, held})) return nullptr;
    files::TextWindow window(file);
    auto session = try_directly([&] { return WorldReader(game, window, name, job).read_directly(); });
    if (!session) file.go_to(0);
    return session;
}

void refuse_losses(const Session& session, const std::string& name, Losses losses) {
    if (losses == Losses::Refuse && !session.losses.empty())
        throw files::FileError(name, 0, 0, "opening it would lose values: " + losses_of(session));
}

}  // namespace

std::string losses_of(const Session& session) { return listed(session.losses, "; "); }

std::unique_ptr<Session> read_world(const Game& game, std::string_view text, const std::string& name,
                                    ecs::Progress* progress, Losses losses) {
    Job job(progress, name, "opening");
    job.begin(text.size());
    std::unique_ptr<Session> session = with_memory(name, [&] { return read_text(game, text, name, job); });
    refuse_losses(*session, name, losses);
    job.finish();
    return session;
}

std::unique_ptr<Session> load_world(const Game& game, const std::filesystem::path& file, ecs::Progress* progress,
                                    Losses losses) {
    const std::string name = file.string();
    Job job(progress, name, "opening");
    job.advance_to(0);
    files::FileReader reader(file);
    job.begin(reader.size().value_or(0));
    std::unique_ptr<Session> session = with_memory(name, [&] {
        if (auto direct = read_window(game, reader, name, job)) return direct;
        return read_text(game, reader.read_rest(reader.size() ? max_world_bytes : files::max_bytes_read), name, job);
    });
    session->on_disk = reader.read_stamp();
    refuse_losses(*session, name, losses);
    job.finish();
    if (reader.size()) session->file = file;  // a pipe is read once; worlds cannot be saved to it
    return session;
}

}  // namespace editor
