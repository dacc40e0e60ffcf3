#include "remote/program/program_memory.hpp"

#include <algorithm>
#include <utility>

namespace remote {

namespace {

/// While somebody waits for an answer, it is taken in the frame in which it comes.
constexpr std::chrono::seconds soon{1};

}  // namespace

ecs::OwnerMemory ProgramMemory::take(std::uint64_t owner_run) {
    if (came_ && std::chrono::steady_clock::now() - came_at_ > soon) came_.reset();
    if (!came_ || (came_->memory.unknown.empty() && came_->owner_run != owner_run)) {
        wanted_ = true;
        ecs::OwnerMemory memory;
        memory.on_its_way = true;
        return memory;
    }
    probe::MemoryAnswer answer = std::move(*came_);
    came_.reset();
    parts_.clear();
    // A block that went is as good as empty; it must not be asked for again and again.
    for (probe::WantedPart& part : asked_parts_) parts_.push_back({std::move(part), {}});
    for (probe::MemoryAnswer::Part& part : answer.parts)
        if (part.wanted < parts_.size() && part.first == parts_[part.wanted].of.first)
            parts_[part.wanted].read = std::move(part.read);
    asked_parts_.clear();
    wanted_parts_.clear();
    return std::move(answer.memory);
}

std::optional<ecs::PoolBytes> ProgramMemory::read_block(const ecs::OwnerMemory& memory, const ecs::PoolPart& part) {
    const probe::WantedPart of(memory, part);
    if (of.size > probe::most_part_bytes) return ecs::PoolBytes{};
    if (std::find(wanted_parts_.begin(), wanted_parts_.end(), of) == wanted_parts_.end()) {
        if (wanted_parts_.size() == probe::most_wanted_parts) wanted_parts_.erase(wanted_parts_.begin());
        wanted_parts_.push_back(of);
    }
    const auto found = std::find_if(parts_.begin(), parts_.end(), [&](const Part& each) { return each.of == of; });
    if (found == parts_.end()) return std::nullopt;
    return found->read;
}

std::optional<probe::MemoryWish> ProgramMemory::wish() {
    if (!wanted_ || asked_ || came_) return std::nullopt;
    wanted_ = false;
    asked_ = true;
    asked_parts_ = wanted_parts_;
    return probe::MemoryWish{++number_, asked_parts_};
}

bool ProgramMemory::take_in(probe::ByteReader& from) {
    probe::MemoryAnswer answer = probe::read_memory(from);
    if (!from.fine() || !from.at_end()) return false;
    // It may be about a world that is not shown any more.
    if (!asked_ || answer.number != number_) return true;
    asked_ = false;
    came_ = std::move(answer);
    came_at_ = std::chrono::steady_clock::now();
    return true;
}

void ProgramMemory::forget() {
    asked_ = false;
    came_.reset();
    parts_.clear();
    wanted_parts_.clear();
    asked_parts_.clear();
}

}  // namespace remote
