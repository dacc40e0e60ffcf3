#include "ecs/snapshot/column_hash.hpp"

#include <array>

namespace ecs {

ColumnHash::ColumnHash(const ComponentType& type) : seed_(hash_bytes(0, type.name.data(), type.name.size())) {
    if (!type.fields.empty())
        append_fields(type.fields, 0);
    else if (type.trivial && !type.is_tag())
        append_run(0, type.size);
}

void ColumnHash::append_run(std::uint32_t offset, std::uint32_t size) {
    if (!pieces_.empty() && pieces_.back().size != 0 && pieces_.back().offset + pieces_.back().size == offset)
        pieces_.back().size += size;
    else
        pieces_.push_back({offset, size});
}

void ColumnHash::append_fields(const std::vector<Field>& fields, std::uint32_t base) {
    for (const Field& field : fields) {
        const std::uint32_t start = base + field.offset;
        if (field.kind != FieldKind::String && field.kind != FieldKind::Struct) {
            append_run(start, static_cast<std::uint32_t>(field.size_bytes()));
            continue;
        }
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::uint32_t element = start + i * field.element_size;
            if (field.kind == FieldKind::String)
                pieces_.push_back({element, 0});
            else
                append_fields(field.fields, element);
        }
    }
}

void ColumnHash::gather(const std::byte* value) {
    gathered_.clear();
    for (const Piece piece : pieces_) {
        const auto* bytes = reinterpret_cast<const char*>(value + piece.offset);
        if (piece.size != 0) {
            gathered_.append(bytes, piece.size);
            continue;
        }
        const auto& text = *reinterpret_cast<const std::string*>(value + piece.offset);
        const std::uint64_t length = text.size();
        std::array<char, sizeof length> length_bytes;
        std::memcpy(length_bytes.data(), &length, sizeof length);
        gathered_.append(length_bytes.data(), length_bytes.size()).append(text);
    }
}

}  // namespace ecs
