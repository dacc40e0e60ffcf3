// One block of an owner's pool, byte by byte: each byte in the colour of its role, from the whole block to single bytes
// with their hex digits. Bytes and roles are those of Owner::read_block, which is asked while the memory is fresh; until
// they have come from another process, those of before stay. Of a large block one part is shown at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "panels/base/picture.hpp"
#include "panels/chunk_bytes/byte_camera.hpp"
#include "panels/inspector/field_popup.hpp"
#include "panels/pools/pool_lanes.hpp"

namespace panels {

class PoolBlockView {
public:
    static constexpr std::size_t part_bytes = 64 * 1024;

    /// Shows this block from now on, whatever becomes of the pools around it.
    void open(const ecs::OwnerPool& pool, const ecs::PoolBlock& block);
    void close() { open_ = false; }
    bool is_open() const { return open_; }
    struct Found {
        std::size_t pool = 0, block = 0;
    };
    /// Nothing when the block was freed.
    std::optional<Found> find(const PoolMemory& memory) const;

    /// Draws into the remaining room. The block must be found.
    void show(const Context& context, PoolMemory& memory);

    // As last drawn.
    const BlockGrid& grid() const { return camera_.grid(); }
    /// The spans of the part that is shown, and the bytes; offsets count from the start of the block.
    const std::vector<ecs::PoolSpan>& spans() const { return spans_; }
    const std::vector<std::byte>& bytes() const { return bytes_; }
    std::size_t first_byte() const { return read_part_ * part_bytes; }
    std::size_t part_count() const { return std::max<std::size_t>(1, (block_bytes_ + part_bytes - 1) / part_bytes); }
    /// The span of a byte of the part; null outside of it.
    const ecs::PoolSpan* span_at(std::uint32_t byte) const;

private:
    void read(const Context& context, PoolMemory& memory, Found at);
    void draw_bar(const Context& context, PoolMemory& memory);
    void draw_legend(const Context& context);
    void take_input(const Context& context);
    void draw_bytes(const Context& context, PoolMemory& memory);
    void draw_picture(const Context& context);
    void draw_details(const Context& context);
    void draw_marks(const Context& context);
    void outline_entity(ecs::OwnerKey key, ImU32 color, float thick);
    void draw_tooltip(const Context& context, PoolMemory& memory, std::uint32_t byte);
    ImU32 color_of(const Context& context, const ecs::PoolSpan& span) const;
    std::string what_is(const Context& context, const ecs::PoolSpan& span) const;
    std::string value_of(const Context& context, const ecs::PoolSpan& span) const;
    ecs::Entity entity_of(const Context& context, const ecs::PoolSpan& span) const;
    /// The component that the bytes belong to, its type and its name.
    ecs::ComponentId component_of(const ecs::PoolSpan& span) const;
    const ecs::ComponentType* type_of(const Context& context, const ecs::PoolSpan& span) const;
    std::string component_name(const Context& context, const ecs::PoolSpan& span) const;
    /// Null: it is none, or not one that the type has.
    const ecs::Field* field_of(const Context& context, const ecs::PoolSpan& span) const;
    void follow_selection(const Context& context, PoolMemory& memory, Found at);

    bool open_ = false, on_its_way_ = false;
    std::string pool_, component_;
    ecs::PoolBlockKind kind_ = ecs::PoolBlockKind::Packed;
    std::size_t first_ = 0;

    std::uint64_t read_number_ = 0;  // of the memory whose bytes these are
    std::size_t part_ = 0, read_part_ = 0, block_bytes_ = 0, value_bytes_ = 0, entity_bytes_ = 0;
    ecs::OwnerKey position_mask_ = 0;
    const std::byte* begin_ = nullptr;  // never read: the address
    std::vector<std::byte> bytes_;
    std::vector<ecs::PoolSpan> spans_;
    ecs::ComponentId of_ = ecs::no_component;  // of the whole block
    std::vector<ecs::OwnerColumn> columns_;    // of a chunk
    std::vector<ecs::ComponentId> column_components_;
    ByteCamera camera_;
    Picture picture_;
    std::uint64_t painted_number_ = 0;
    std::size_t painted_part_ = 0;
    const Theme* painted_theme_ = nullptr;
    AreaBatch batch_;
    FieldPopup popup_;
    std::size_t revision_seen_ = 0;
    bool hovered_ = false, pressed_here_ = false, dragged_ = false;
};

}  // namespace panels
