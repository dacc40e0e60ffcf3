#include "files/world_file/world_file.hpp"

#include <new>

#include "ecs/snapshot/snapshot.hpp"
#include "files/base/atomic_file.hpp"
#include "files/json/text_window.hpp"
#include "files/world_file/job.hpp"
#include "files/world_file/type_migration.hpp"
#include "files/world_file/world_reader.hpp"

namespace files {

namespace {

/// Limit of a text that must be in memory as a whole: about fifteen times a million entities.
constexpr std::uint64_t max_world_bytes = std::uint64_t{2} << 30;

/// Attempts to read one file. An attempt that fails leaves some of the entities behind: the next one finds a world
/// without them, and so does the caller after the last one.
class Attempts {
public:
    Attempts(ecs::World& world, const LoadOptions& options, const std::string& name)
        : world_(&world), options_(options), types_(world.types()) {
        if (world.entity_count() != 0) throw FileError(name, 0, 0, "a file is read into a world without entities");
        if (options.another_world) return;
        snapshots_.emplace(world);
        const ecs::Result<ecs::Snapshot> taken = snapshots_->take();
        if (!taken) throw FileError(name, 0, 0, taken.error());
        before_ = *taken;
        forget_slots();
        if (world.slot_count() > 1) {
            give_up();
            throw FileError(name, 0, 0,
                            "a file is read into a world without entities, and an undo step still holds one of this "
                            "world");
        }
    }
    Attempts(const Attempts&) = delete;
    Attempts& operator=(const Attempts&) = delete;

    ReadInto next() { return {*world_, options_, types_}; }
    void begin_anew() {
        if (options_.another_world) {
            world_ = &options_.another_world();
            types_.begin_anew(world_->types());
            return;
        }
        give_up();
        forget_slots();
        types_.begin_anew();
    }
    void give_up() {
        if (snapshots_) snapshots_->restore(before_);
    }

private:
    /// So that the world hands out the handles that the file says, whatever lived in it before.
    void forget_slots() { world_->take_back({}, 1); }

    ecs::World* world_;
    const LoadOptions& options_;
    FileTypes types_;
    std::optional<ecs::Snapshots> snapshots_;  // when there is no other world
    ecs::Snapshot before_;
};

/// The result of `read`; nothing when the file must be read with the general reader, even if only for its error
/// message.
template <class Read>
std::optional<WorldFile> try_directly(Attempts& attempts, const Read& read) {
    try {
        return read();
    } catch (const Cancelled&) {
        throw;
    } catch (const FileError&) {
    } catch (const WorldReader::NotDirect&) {
    }
    attempts.begin_anew();
    return std::nullopt;
}

/// The result of `read`, which may make several attempts. An error leaves the world as it was.
template <class Read>
WorldFile read_all_or_nothing(ecs::World& world, const LoadOptions& options, const std::string& name,
                              const Read& read) {
    try {
        Attempts attempts(world, options, name);
        try {
            WorldFile file = read(attempts);
            if (options.losses == Losses::Refuse && !file.losses.empty())
                throw FileError(name, 0, 0, "opening it would lose values: " + losses_of(file));
            return file;
        } catch (...) {
            attempts.give_up();
            throw;
        }
    } catch (const std::bad_alloc&) {
        throw NotEnoughMemory(name, "this world");
    }
}

WorldFile read_text(Attempts& attempts, std::string_view text, const std::string& name, Job& job) {
    const auto directly = [&] { return WorldReader(attempts.next(), text, name, job).read_directly(); };
    if (auto file = try_directly(attempts, directly)) return std::move(*file);
    return WorldReader(attempts.next(), text, name, job).read();
}

/// Reads without the whole text in memory, if possible.
std::optional<WorldFile> read_window(Attempts& attempts, FileReader& file, const std::string& name, Job& job) {
    constexpr std::uint64_t tail_bytes = 1024;
    if (file.size().value_or(0) < tail_bytes) return std::nullopt;
    char tail[tail_bytes];
    file.go_to(*file.size() - tail_bytes);
    const std::size_t held = file.read(tail);
    file.go_to(0);
    if (!ends_in_array({tail, held})) return std::nullopt;
    TextWindow window(file);
    auto read = try_directly(attempts, [&] { return WorldReader(attempts.next(), window, name, job).read_directly(); });
    if (!read) file.go_to(0);
    return read;
}

}  // namespace

std::string losses_of(const WorldFile& file) { return listed(file.losses, "; "); }

WorldFile read_world(std::string_view text, const std::string& name, ecs::World& world, const LoadOptions& options) {
    Job job(options.progress, name, "opening");
    job.begin(text.size());
    WorldFile file = read_all_or_nothing(world, options, name,
                                         [&](Attempts& attempts) { return read_text(attempts, text, name, job); });
    job.finish();
    return file;
}

WorldFile load_world(const std::filesystem::path& file, ecs::World& world, const LoadOptions& options) {
    const std::string name = file.string();
    Job job(options.progress, name, "opening");
    job.advance_to(0);
    FileReader reader(file);
    job.begin(reader.size().value_or(0));
    WorldFile loaded = read_all_or_nothing(world, options, name, [&](Attempts& attempts) {
        std::optional<WorldFile> read = read_window(attempts, reader, name, job);
        if (!read) {
            const std::string text = reader.read_rest(reader.size() ? max_world_bytes : max_bytes_read);
            read = read_text(attempts, text, name, job);
        }
        read->on_disk = reader.read_stamp();
        return std::move(*read);
    });
    job.finish();
    if (reader.size()) loaded.file = file;  // a pipe is read once; worlds cannot be saved to it
    return loaded;
}

ecs::Result<WorldFile> try_load_world(const std::filesystem::path& file, ecs::World& world,
                                      const LoadOptions& options) {
    try {
        return load_world(file, world, options);
    } catch (const std::exception& failure) {
        return ecs::Error{failure.what()};
    }
}

ecs::Result<FileStamp> try_save_world(const ecs::World& world, const WorldFile& file, const std::filesystem::path& to) {
    try {
        return save_world(world, file, to);
    } catch (const std::exception& failure) {
        return ecs::Error{failure.what()};
    }
}

}  // namespace files
