#include "editor/files/world_file/world_file.hpp"

#include <new>

#include "editor/base/atomic_file.hpp"
#include "editor/files/json/text_window.hpp"
#include "editor/files/world_file/job.hpp"
#include "editor/files/world_file/type_migration.hpp"
#include "editor/files/world_file/world_reader.hpp"

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
    } catch (const Cancelled&) {
        throw;
    } catch (const FileError&) {
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
        throw FileError(name, 0, 0, "there is not enough memory for this world");
    }
}

std::unique_ptr<Session> read_text(const Game& game, std::string_view text, const std::string& name, Job& job,
                                   const std::vector<std::string>* names_of_game = nullptr) {
    const auto read = [&](auto way) {
        WorldReader reader(game, text, name, job);
        if (names_of_game) reader.carry_over(*names_of_game);
        return (reader.*way)();
    };
    if (auto session = try_directly([&] { return read(&WorldReader::read_directly); })) return session;
    return read(&WorldReader::read);
}

/// Reads without the whole text in memory, if possible.
std::unique_ptr<Session> read_window(const Game& game, FileReader& file, const std::string& name, Job& job) {
    constexpr std::uint64_t tail_bytes = 1024;
    if (file.size().value_or(0) < tail_bytes) return nullptr;
    char tail[tail_bytes];
    file.go_to(*file.size() - tail_bytes);
    const std::size_t held = file.read(tail);
    file.go_to(0);
    if (!ends_in_array({tail, held})) return nullptr;
    TextWindow window(file);
    auto session = try_directly([&] { return WorldReader(game, window, name, job).read_directly(); });
    if (!session) file.go_to(0);
    return session;
}

void refuse_losses(const Session& session, const std::string& name, Losses losses) {
    if (losses == Losses::Refuse && !session.losses.empty())
        throw FileError(name, 0, 0, "opening it would lose values: " + losses_of(session));
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

std::unique_ptr<Session> with_other_game(const Session& session, const Game& game) {
    const ecs::TypeRegistry& types = session.world.types();
    std::vector<std::string> names_of_game, described;
    for (ecs::ComponentId id = 0; id < types.size(); ++id)
        if (types[id].cpp_key != 0) names_of_game.push_back(types[id].name);
    for (const ecs::ComponentId id : session.described_types) described.push_back(types[id].name);

    const std::string name = "the world";
    Job job(nullptr, name, "changing the code of");
    const std::string text = write_world(session);
    job.begin(text.size());
    std::unique_ptr<Session> other =
        with_memory(name, [&] { return read_text(game, text, name, job, &names_of_game); });
    other->described_types.clear();
    for (const std::string& each : described)
        if (const ecs::ComponentType* type = other->world.types().find(each))
            other->described_types.push_back(type->id);
    other->camera = session.camera;
    other->file = session.file;
    other->on_disk = session.on_disk;
    if (session.history.unsaved()) other->history.mark_unsaved();
    return other;
}

std::unique_ptr<Session> load_world(const Game& game, const std::filesystem::path& file, ecs::Progress* progress,
                                    Losses losses) {
    const std::string name = file.string();
    Job job(progress, name, "opening");
    job.advance_to(0);
    FileReader reader(file);
    job.begin(reader.size().value_or(0));
    std::unique_ptr<Session> session = with_memory(name, [&] {
        if (auto direct = read_window(game, reader, name, job)) return direct;
        return read_text(game, reader.read_rest(reader.size() ? max_world_bytes : max_bytes_read), name, job);
    });
    session->on_disk = reader.read_stamp();
    refuse_losses(*session, name, losses);
    job.finish();
    if (reader.size()) session->file = file;  // a pipe is read once; worlds cannot be saved to it
    return session;
}

}  // namespace editor
