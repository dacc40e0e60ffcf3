// The only file that loads code.
#include "editor/game/game_library.hpp"

#include <cstdlib>
#include <exception>
#include <utility>

#include "editor/game/plugin.hpp"
#include "editor/game/rehearsal.hpp"

#if __has_include(<dlfcn.h>)
#include <cxxabi.h>
#include <dlfcn.h>
#include <unistd.h>
#endif

namespace editor {

#if __has_include(<dlfcn.h>)

namespace fs = std::filesystem;

/// The loaded code, and what it made. The Game goes first, because it consists of the code's functions.
struct GameLibrary::Code {
    Code() = default;
    ~Code() {
        game = {};
        if (handle) ::dlclose(handle);
    }
    Code(const Code&) = delete;
    Code& operator=(const Code&) = delete;

    void* handle = nullptr;
    Game game;
};

namespace {

/// A copy of a file under a name that nobody else has, gone with this object.
class PrivateCopy {
public:
    PrivateCopy() = default;
    ~PrivateCopy() {
        std::error_code ignored;
        if (!file_.empty()) fs::remove(file_, ignored);
    }
    PrivateCopy(const PrivateCopy&) = delete;
    PrivateCopy& operator=(const PrivateCopy&) = delete;

    /// Beside the file, so that libraries that it finds relative to itself ($ORIGIN) are found; where nobody may write
    /// there, in the folder for temporary files. Empty, or why there is none.
    std::string make(const fs::path& file) {
        std::error_code none;
        std::string problem;
        for (const fs::path& folder : {file.parent_path(), fs::temp_directory_path(none)})
            if (problem = make_in(folder, file); problem.empty()) return {};
        return problem;
    }
    const fs::path& file() const { return file_; }

private:
    std::string make_in(const fs::path& folder, const fs::path& file) {
        std::string name = (folder / ("." + file.filename().string() + ".XXXXXX")).string();
        const int made = ::mkstemp(name.data());
        if (made < 0) return "no copy of it can be made in " + folder.string();
        ::close(made);
        std::error_code error;
        fs::copy_file(file, name, fs::copy_options::overwrite_existing, error);
        file_ = name;
        if (!error) return {};
        fs::remove(file_, error);
        file_.clear();
        return "it cannot be read";
    }

    fs::path file_;
};

bool same_version(const files::FileStamp& a, const files::FileStamp& b) {
    return a.kind == b.kind && a.inode == b.inode && a.size == b.size && a.modified_ns == b.modified_ns;
}

/// What dlopen says, without the name of the copy, and with functions as they are written.
std::string loader_problem(const fs::path& copy) {
    const char* const said = ::dlerror();
    std::string text = said ? said : "no reason is known";
    const std::string prefix = copy.string() + ": ";
    if (text.starts_with(prefix)) text.erase(0, prefix.size());
    const std::string undefined = "undefined symbol: ";
    if (!text.starts_with(undefined)) return "is no library that can be loaded: " + text;
    std::string symbol = text.substr(undefined.size());
    int status = 0;
    if (char* const readable = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status)) {
        symbol = readable;
        std::free(readable);
    }
    return "needs " + symbol + ", which neither it nor this program has";
}

std::string why_not_fitting(const GameLibraryEntry* entry) {
    constexpr const char* again = ": build it again with this one";
    if (!entry || entry->format != GameLibraryEntry::present_format || !entry->make)
        return std::string("was built for another version of Chunkscope") + again;
    constexpr GameAbi own = game_abi();
    if (entry->abi == own) return {};
    if (entry->abi.standard_library != own.standard_library)
        return std::string("was built with another C++ standard library than this Chunkscope") + again;
    return std::string("was built for another version of Chunkscope") + again;
}

/// Loads the copy and makes the Game. Returns what is wrong, as the end of a sentence.
std::string load(const fs::path& copy, void*& handle, Game& game) {
    handle = ::dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) return loader_problem(copy);
    void* const function = ::dlsym(handle, game_library_function);
    if (!function)
        return std::string("has no function ") + game_library_function + ": CHUNKSCOPE_GAME(…) in it makes one";
    const GameLibraryEntry* const entry = reinterpret_cast<const GameLibraryEntry* (*)()>(function)();
    if (std::string reason = why_not_fitting(entry); !reason.empty()) return reason;
    try {
        entry->make(game);
    } catch (const std::exception& error) {
        return std::string("failed in its set-up: ") + error.what();
    } catch (...) {
        return "failed in its set-up: it threw something that is no std::exception";
    }
    return game.name.empty() ? "has a Game without a name" : "";
}

/// Everything that the editor asks of a Game, once.
void try_out(const Game& game, RehearsalReport& report) {
    const HeldKeys keys;
    {
        ecs::World world;
        ecs::Schedule schedule;
        if (game.register_types) game.register_types(world.types());
        for (const std::string& system : game.system_names()) game.add_system(system, world, schedule, keys);
    }
    report.essential_part_done();
    for (const Scene& scene : game.scenes) {
        ecs::World world;
        if (game.register_types) game.register_types(world.types());
        if (scene.register_types) scene.register_types(world.types());
        if (scene.fill) scene.fill(world, scene.default_count, 1);
    }
}

std::string rehearse_copy(const fs::path& copy, std::chrono::milliseconds patience) {
    const auto work = [&](RehearsalReport& report) {
        void* handle = nullptr;
        // Never destroyed: the process ends here.
        Game* const game = std::make_unique<Game>().release();
        if (const std::string problem = load(copy, handle, *game); !problem.empty()) return report.problem(problem);
        try_out(*game, report);
    };
    return rehearse(work, patience);
}

}  // namespace

ecs::Result<std::shared_ptr<const GameLibrary>> GameLibrary::open(const fs::path& file, Patience patience) {
    const auto refused = [&](const std::string& reason) { return ecs::Error{file.filename().string() + " " + reason}; };
    std::error_code error;
    const fs::path whole = fs::absolute(file, error);
    const files::FileStamp before = files::stamp_of(whole);
    if (before.kind == files::FileStamp::Kind::Absent) return ecs::Error{"there is no file " + file.string()};
    if (before.kind != files::FileStamp::Kind::File) return refused("is not a file");
    PrivateCopy copy;
    if (const std::string problem = copy.make(whole); !problem.empty()) return refused("cannot be loaded: " + problem);
    std::shared_ptr<GameLibrary> library(new GameLibrary);
    library->file_ = whole;
    library->loaded_ = files::stamp_with_content_of(whole);
    if (!same_version(library->loaded_, before)) return refused("is being written");
    if (const std::string problem = rehearse_copy(copy.file(), patience.rehearsal); !problem.empty())
        return refused(problem);
    library->code_ = std::make_shared<Code>();
    if (const std::string problem = load(copy.file(), library->code_->handle, library->code_->game); !problem.empty())
        return refused(problem);
    library->code_->game.code = library->code_;
    return std::shared_ptr<const GameLibrary>(std::move(library));
}

const Game& GameLibrary::game() const { return code_->game; }

#else

struct GameLibrary::Code {};

ecs::Result<std::shared_ptr<const GameLibrary>> GameLibrary::open(const std::filesystem::path& file, Patience) {
    return ecs::Error{file.filename().string() +
                      " cannot be loaded: on this system, link your Game with editor::run()"};
}
const Game& GameLibrary::game() const { return no_game(); }

#endif

}  // namespace editor
