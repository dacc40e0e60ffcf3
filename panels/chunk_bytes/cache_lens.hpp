// The cache-line lens: the lines of the chunk in view that a system touches according to its declaration (see
// ecs/diagnose/cache_lines.hpp). It tells the Microscope which lines to highlight, and shows the numbers beside it.
// The numbers come from the model, except the time of the system's runs, which stands apart.
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
    /// Chooses a system if none is chosen, and recomputes what changed. Call it before lights() and show().
    void look_at(const ChunkInView& in);
    /// One entry per line of the block; empty when there is no system.
    std::span<const LineLight> lights() const { return lights_; }
    /// Draws the choice of the system and the numbers.
    void show(const ChunkInView& in, const ChunkPointer& pointer, ImVec2 size);

    /// Shows the lines of this system from now on, if a system has this name.
    void choose(std::string system) { system_ = std::move(system); }
    const std::string& system() const { return system_; }
    const ecs::ChunkUse& chunk_use() const { return chunk_; }
    /// Number of chunks that the model examined so far: the cost of the lens.
    std::uint64_t chunks_examined() const { return chunks_examined_; }

private:
    /// Everything that the model depends on.
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
