#include "link_looker.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <thread>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ecs/mirror/mirror.hpp"
#include "remote/kinds/owner_kinds.hpp"

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* argument = "--looker";
constexpr std::chrono::microseconds frame{16'667};

Board* shared_board(int file) {
    void* const memory = ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory can be shared");
    return static_cast<Board*>(memory);
}

/// The tick of the Stamp in this world; 0 where none is.
std::uint64_t stamped_tick(const ecs::World& world) {
    const ecs::ComponentType* const type = world.types().find("Stamp");
    if (type == nullptr) return 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        const int column = archetype.column_of(type->id);
        if (column < 0 || archetype.entity_count() == 0) continue;
        Stamp stamp;
        std::memcpy(&stamp, archetype.column_data(0, static_cast<std::size_t>(column)), sizeof stamp);
        return stamp.tick;
    }
    return 0;
}

void look(std::uint16_t port, std::string token, Board& board) {
    const auto begin = Clock::now();
    const auto owner = remote::find_owner_kind("program")->make_owner({.port = port, .token = std::move(token)});
    {
        ecs::Mirror mirror(*owner);
        owner->know(&mirror);
        // A parent that was killed tells nobody to stop.
        for (auto next = Clock::now(); !board.stop && ::getppid() != 1; next = std::max(next + frame, Clock::now())) {
            std::this_thread::sleep_until(next);
            // The last frame has been on the screen until now.
            if (board.whole_secs > 0) {
                const std::uint64_t behind = board.tick - stamped_tick(mirror.world());
                board.most_behind =
                    board.reset_behind.exchange(false) ? behind : std::max<std::uint64_t>(board.most_behind, behind);
            }
            while (owner->moments().value_or(0) > 0) mirror.update();
            const std::size_t entities = mirror.world().entity_count();
            if (entities > 0 && board.first_secs == 0) board.first_secs = secs_since(begin);
            if (entities == board.entities && mirror.still_to_come() == 0 && board.whole_secs == 0)
                board.whole_secs = secs_since(begin);
        }
        owner->know(nullptr);
    }
}

}  // namespace

Looker::Looker(std::uint16_t port, const std::string& token) {
    std::FILE* const file = std::tmpfile();
    if (file == nullptr || ::ftruncate(::fileno(file), sizeof(Board)) != 0)
        throw std::runtime_error("no memory can be shared");
    const std::string number = std::to_string(::fileno(file)), at = std::to_string(port);
    board_ = shared_board(::fileno(file));
    process_ = ::fork();
    if (process_ == 0) {
        ::execl("/proc/self/exe", "chunkscope_bench", argument, at.c_str(), token.c_str(), number.c_str(),
                static_cast<char*>(nullptr));
        ::_exit(1);
    }
    std::fclose(file);
}

Looker::~Looker() {
    board_->stop = true;
    if (process_ > 0) ::waitpid(process_, nullptr, 0);
    ::munmap(board_, sizeof(Board));
}

bool Looker::ended() {
    if (process_ > 0 && ::waitpid(process_, nullptr, WNOHANG) == process_) process_ = -1;
    return process_ < 0;
}

int look_if_told(int argc, char** argv, bool& was_told) {
    was_told = argc == 5 && std::strcmp(argv[1], argument) == 0;
    if (!was_told) return 0;
    look(static_cast<std::uint16_t>(std::atoi(argv[2])), argv[3], *shared_board(std::atoi(argv[4])));
    return 0;
}

}  // namespace bench
