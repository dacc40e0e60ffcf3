// The ChunkView shows one chunk in one of three views: its bytes in the Microscope beside its rows, the animation from
// a table of rows to these bytes, or the bytes under the cache-line lens. Pointing at a row in one view marks it in
// the others. Everything drawn comes from the archetype's layout and ecs::describe.
#pragma once

#include <string>
#include <string_view>

#include "panels/chunk_bytes/byte_names.hpp"
#include "panels/chunk_bytes/cache_lens.hpp"
#include "panels/chunk_bytes/chunk_legend.hpp"
#include "panels/chunk_bytes/chunk_rows.hpp"
#include "panels/chunk_bytes/microscope.hpp"
#include "panels/chunk_bytes/table_to_bytes_view.hpp"

namespace panels {

class ChunkView {
public:
    /// The views.
    enum class Kind { Bytes, FromTable, CacheLines };

    /// Draws the chunk into the remaining room. The chunk must exist.
    void show(const Context& context, const ecs::Archetype& archetype, std::size_t chunk);

    /// The settings are the view and then the system under the lens. The system is last because its name may have
    /// spaces.
    static constexpr std::string_view system_key = "system=";
    std::string save_settings() const;
    void load_settings(std::string_view line);

    /// As last drawn.
    const BlockGrid& grid() const { return microscope_.grid(); }
    const Microscope& microscope() const { return microscope_; }
    const TableToBytesView& table_to_bytes() const { return table_to_bytes_; }
    const CacheLens& lens() const { return lens_; }
    Kind kind() const { return kind_; }

private:
    void draw_bar(const ChunkInView& in);

    void draw_bytes(const ChunkInView& in, std::span<const LineLight> lights, ImVec2 size);
    bool names_fit(float width, const Style& style) const;
    void draw_beside(const ChunkInView& in, ImVec2 size);

    Kind kind_ = Kind::Bytes;
    std::vector<ChunkRun> runs_;
    ChunkPointer pointer_;
    ChunkLegend legend_;
    ByteNames names_;
    bool named_ = false;  // names stand beside the bytes, so no legend above them
    struct Refused {
        float width = 0;
        std::uint32_t bytes = 0;
    };
    Refused refused_;  // room in which names do not fit
    Microscope microscope_;
    ChunkRows rows_;
    TableToBytesView table_to_bytes_;
    CacheLens lens_;
};

}  // namespace panels
