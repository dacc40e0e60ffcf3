// The cache-line lens: which lines of the chunk in view a system touches, by what it declares (see
// ecs/cache_lines.hpp). It gives the Microscope the lines to light, and shows the numbers beside it. All of them are
// the model's but one, the time of the system's runs, which stands apart.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ecs/diagnose/cache_lines.hpp"
#include "panels/chunk_bytes/chunk_in_view.hpp"
#include "panels/chunk_bytes/microscope.hpp"

namespace panels {

class CacheLens {
public:
    /// Chooses a system if none is, and computes what changed. Call before lights() and show().
    void look_at(const ChunkInView& in);
    /// One for each line of the block; none when there is no system.
    std::span<const LineLight> lights() const { return lights_; }
    /// The choice of the system and the numbers.
    void show(const ChunkInView& in, const ChunkPointer& pointer, ImVec2 size);

    /// Looks through the eyes of this system from now on, if there is one of this name.
    void choose(std::string system) { system_ = std::move(system); }
    const std::string& system() const { return system_; }
    const ecs::ChunkUse& chunk_use() const { return chunk_; }
    /// Chunks that the model looked at so far: what the lens cost.
    std::uint64_t chunks_examined() const { return chunks_examined_; }

private:
    /// All that the model depends on.
    struct Seen {
        const ecs::System* system = nullptr;
        const ecs::Archetype* archetype = nullptr;
        std::uint32_t rows = 0, block_bytes = 0;
        friend bool operator==(const Seen&, const Seen&) = default;
    };
    void draw_choice(const ChunkInView& in);
    void draw_chunk(const ChunkInView& in, const ChunkPointer& pointer);
    void draw_columns(const ChunkInView& in) const;
    void draw_world(const ChunkInView& in, const ecs::System& system) const;

    std::string system_;
    Seen seen_;
    ecs::ChunkUse chunk_;
    std::vector<LineLight> lights_;
    ecs::SystemUse world_;
    const ecs::System* world_system_ = nullptr;
    std::uint64_t world_structure_ = 0;
    double world_at_secs_ = 0;
    std::uint64_t chunks_examined_ = 0;
};

}  // namespace panels
