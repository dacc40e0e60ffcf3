// What the renderer knows of the rows of one archetype beside their components: a colour for each chunk, which rows are
// lit, and which are hidden. All are buffer textures that the shape shader reads by the number of the row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace editor {

class RowMarks {
public:
    RowMarks() = default;
    ~RowMarks();
    RowMarks(const RowMarks&) = delete;
    RowMarks& operator=(const RowMarks&) = delete;

    /// RGBA8, in the order of the chunks.
    void set_colors(std::span<const std::uint32_t> colors);
    /// A byte for each row of all chunks, not 0 where it is lit.
    void set_lit(std::span<const std::uint8_t> lit);
    /// The same, where it is hidden.
    void set_hidden(std::span<const std::uint8_t> hidden);
    /// Makes them the textures of the units 0 (colours) and 1 (lit).
    void bind() const;
    /// Of the unit 2.
    void bind_hidden() const;

private:
    struct Table {
        unsigned buffer = 0, texture = 0;
    };
    static void upload(Table& table, unsigned format, const void* data, std::size_t bytes);

    Table colors_, lit_, hidden_;
};

}  // namespace editor
