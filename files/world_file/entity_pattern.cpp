#include "files/world_file/entity_pattern.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "ecs/base/utf8.hpp"
#include "files/json/json_text.hpp"
#include "files/json/number_scan.hpp"
#include "files/world_file/world_format.hpp"

namespace files {

namespace {

using What = ValueNote::What;

constexpr std::size_t max_at_once = 128;

bool scan_entity(const char*& at, ecs::Entity& entity) {
    const char* here = at;
    std::uint64_t index = 0, generation = 0;
    if (*here++ != '"') return false;
    if (!scan_unsigned(here, index) || *here++ != 'v') return false;
    if (!scan_unsigned(here, generation) || *here++ != '"') return false;
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (index == 0 || index > most || generation == 0 || generation > most) return false;
    entity = {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(generation)};
    at = here;
    return true;
}

/// A string without escapes; `text` receives the part between the quotes.
bool scan_text(const char*& at, const char* end, std::string_view& text) {
    if (*at != '"') return false;
    const char* const first = at + 1;
    const char* here = first;
    while (here != end && *here != '"') {
        const auto c = static_cast<unsigned char>(*here);
        if (c < 0x20 || c == '\\') return false;
        std::size_t length = 1;
        if (c >= 0x80) length = ecs::utf8_length({here, static_cast<std::size_t>(end - here)});
        if (length == 0) return false;
        here += length;
    }
    if (here == end) return false;
    text = {first, static_cast<std::size_t>(here - first)};
    at = here + 1;
    return text.size() <= JsonReader::longest_string_bytes;
}

template <class Integer>
bool scan_integer(const char*& at, std::uint64_t& cell) {
    using Limits = std::numeric_limits<Integer>;
    const bool negative = std::is_signed_v<Integer> && *at == '-';
    at += negative;
    std::uint64_t value = 0;
    if (!scan_unsigned(at, value)) return false;
    if (*at == '.' || (*at | 0x20) == 'e') return false;
    if (negative && value > std::uint64_t{0} - static_cast<std::uint64_t>(std::int64_t{Limits::min()})) return false;
    if (!negative && value > static_cast<std::uint64_t>(Limits::max())) return false;
    cell = negative ? std::uint64_t{0} - value : value;
    return true;
}

bool starts_with(const char* at, std::string_view word) { return std::memcmp(at, word.data(), word.size()) == 0; }

bool scan_bool(const char*& at, std::uint64_t& cell) {
    cell = starts_with(at, "true");
    if (cell == 0 && !starts_with(at, "false")) return false;
    at += cell != 0 ? 4 : 5;
    return true;
}

bool scan_enum(const char*& at, const char* end, const ecs::Field& field, std::uint64_t& cell) {
    std::string_view name;
    if (!scan_text(at, end, name)) return false;
    const auto known = std::find_if(field.names.begin(), field.names.end(),
                                    [&](const ecs::EnumName& each) { return each.name == name; });
    if (known == field.names.end()) return false;
    cell = static_cast<std::uint64_t>(known->value);
    return true;
}

std::uint64_t bits_of(ecs::Entity entity) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &entity, sizeof entity);
    return bits;
}

template <class Float>
bool scan_float(const char*& at, std::uint64_t& cell) {
    Float value = 0;
    if constexpr (sizeof(Float) == 4) {
        if (!scan_f32(at, value)) return false;
        cell = std::bit_cast<std::uint32_t>(value);
    } else {
        if (!scan_f64(at, value)) return false;
        cell = std::bit_cast<std::uint64_t>(value);
    }
    return true;
}

/// Size of a value of the kind in a row of cells; 0 for texts.
std::size_t bytes_of(const ecs::FieldKind kind, const ecs::Field* field) {
    if (kind == ecs::FieldKind::String) return 0;
    return kind == ecs::FieldKind::Enum ? field->element_size : ecs::size_of(kind);
}

template <class Cell>
void write_column(std::byte* to, std::size_t stride, const std::uint64_t* cells, std::size_t cells_each,
                  std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = static_cast<Cell>(cells[i * cells_each]);
        std::memcpy(to + i * stride, &value, sizeof value);
    }
}

}  // namespace

EntityPattern::EntityPattern(std::string_view text, std::size_t start, std::span<const ValueNote> notes,
                             std::span<const Component> components) {
    for (const Component& component : components) {
        components_.push_back(component.type->id);
        sizes_.push_back(component.type->size);
        value_bytes_ += component.type->size;
    }
    std::size_t read_to = 0;
    min_bytes_ = sizeof(std::uint64_t);
    for (const ValueNote& note : notes) {
        Step& step = steps_.emplace_back();
        add_piece(text.substr(read_to, note.begin - start - read_to), step);
        step.what = note.what;
        if (note.what == What::Parent) has_parent_ = true;
        if (note.what == What::Value) {
            const auto address = reinterpret_cast<std::uintptr_t>(note.to);
            for (std::size_t c = 0; c < components.size(); ++c) {
                const auto value = reinterpret_cast<std::uintptr_t>(components[c].read_to);
                if (address < value || address >= value + components[c].type->size) continue;
                step.component = static_cast<std::uint32_t>(c);
                step.offset = static_cast<std::uint32_t>(address - value);
            }
            step.kind = note.kind;
            step.field = note.field;
            step.cell = static_cast<std::uint32_t>(cells_each_);
            cells_each_ += note.kind == ecs::FieldKind::String ? 2 : 1;
        }
        min_bytes_ += step.bytes + scan_bytes;
        read_to = note.end - start;
    }
    add_piece(text.substr(read_to), closing_);
    min_bytes_ += closing_.bytes;
    max_ = std::clamp<std::size_t>(16 * 1024 / (8 * (cells_each_ + 1)), 1, max_at_once);
    handles_.reserve(max_);
    if (has_parent_) parents_.reserve(max_);
    cells_.resize(max_ * cells_each_);
}

void EntityPattern::add_piece(std::string_view piece, Step& step) {
    step.first_word = static_cast<std::uint32_t>(words_.size());
    step.bytes = static_cast<std::uint32_t>(piece.size());
    for (std::size_t at = 0; at < piece.size(); at += sizeof(std::uint64_t)) {
        char word[sizeof(std::uint64_t)] = {};
        const std::size_t count = std::min(piece.size() - at, sizeof word);
        std::memcpy(word, piece.data() + at, count);
        words_.push_back(load_eight(word));
        step.last_mask = ~std::uint64_t{0} >> 8 * (sizeof word - count);
    }
    step.words = static_cast<std::uint32_t>(words_.size()) - step.first_word;
}

bool EntityPattern::same_piece(const char* at, const Step& step) const {
    if (step.words == 0) return true;
    const std::uint64_t* word = words_.data() + step.first_word;
    const std::uint64_t* const last = word + step.words - 1;
    for (; word != last; ++word, at += sizeof *word)
        if (load_eight(at) != *word) return false;
    return ((load_eight(at) ^ *last) & step.last_mask) == 0;
}

std::size_t EntityPattern::read(std::string_view text) {
    if (text.size() < min_bytes_ || full()) return 0;
    const char* at = text.data();
    const char* const end = at + text.size();
    // Only texts can be longer than a scan reads; the rest of the text must have room for the excess, too.
    const char* const last_start = end - min_bytes_;
    std::uint64_t* const cells = cells_.data() + handles_.size() * cells_each_;
    ecs::Entity handle, parent;
    const char* budget = at;  // limit for the scans of the steps so far
    for (const Step& step : steps_) {
        if (!same_piece(at, step)) return 0;
        at += step.bytes;
        if (step.what == What::Id) {
            if (!scan_entity(at, handle) || handle.index > highest_index) return 0;
        } else if (step.what == What::Parent) {
            if (!scan_entity(at, parent)) return 0;
        } else if (!read_value(at, end, step, cells + step.cell)) {
            return 0;
        }
        budget += step.bytes + scan_bytes;
        if (at > budget) {  // after a long text
            if (at - budget > last_start - text.data()) return 0;
        }
    }
    if (!same_piece(at, closing_)) return 0;
    at += closing_.bytes;
    handles_.push_back(handle);
    if (has_parent_) parents_.push_back(parent);
    return static_cast<std::size_t>(at - text.data());
}

bool EntityPattern::read_value(const char*& at, const char* end, const Step& step, std::uint64_t* cell) {
    using enum ecs::FieldKind;
    switch (step.kind) {
        case F32:
            return scan_float<float>(at, *cell);
        case F64:
            return scan_float<double>(at, *cell);
        case Bool:
            return scan_bool(at, *cell);
        case I8:
            return scan_integer<std::int8_t>(at, *cell);
        case I16:
            return scan_integer<std::int16_t>(at, *cell);
        case I32:
            return scan_integer<std::int32_t>(at, *cell);
        case I64:
            return scan_integer<std::int64_t>(at, *cell);
        case U8:
            return scan_integer<std::uint8_t>(at, *cell);
        case U16:
            return scan_integer<std::uint16_t>(at, *cell);
        case U32:
            return scan_integer<std::uint32_t>(at, *cell);
        case U64:
            return scan_integer<std::uint64_t>(at, *cell);
        case Enum:
            return scan_enum(at, end, *step.field, *cell);
        case Entity: {
            ecs::Entity entity;
            if (starts_with(at, "null"))
                at += 4;
            else if (!scan_entity(at, entity))
                return false;
            *cell = bits_of(entity);
            return true;
        }
        case String: {
            std::string_view text;
            if (!scan_text(at, end, text)) return false;
            cell[0] = reinterpret_cast<std::uintptr_t>(text.data());
            cell[1] = text.size();
            return true;
        }
        default:
            return false;
    }
}

bool EntityPattern::create_all(ecs::World& world) {
    const std::size_t count = handles_.size();
    const bool created = world.create_many_at(handles_, components_) == count;
    for (std::size_t first = 0; created && first < count && !components_.empty();) {
        const ecs::Location place = world.location(handles_[first]);
        const std::size_t in_chunk = world.archetype(place.archetype).chunk(place.chunk).rows - place.row;
        const std::size_t run = std::min(count - first, in_chunk);
        write_run(world, first, run);
        first += run;
    }
    handles_.clear();
    parents_.clear();
    return created;
}

/// Writes rows of one chunk, one after another.
void EntityPattern::write_run(ecs::World& world, std::size_t first, std::size_t count) const {
    std::byte* column = nullptr;
    std::uint32_t present = std::numeric_limits<std::uint32_t>::max();
    for (const Step& step : steps_) {
        if (step.what != What::Value) continue;
        if (step.component != present) {
            present = step.component;
            column = static_cast<std::byte*>(world.get_mut(handles_[first], components_[present]));
        }
        const std::size_t stride = sizes_[present];
        std::byte* const to = column + step.offset;
        const std::uint64_t* const cells = cells_.data() + first * cells_each_ + step.cell;
        switch (bytes_of(step.kind, step.field)) {
            case 0:
                for (std::size_t i = 0; i < count; ++i) {
                    const std::uint64_t* const text = cells + i * cells_each_;
                    reinterpret_cast<std::string*>(to + i * stride)
                        ->assign(reinterpret_cast<const char*>(text[0]), text[1]);
                }
                break;
            case 1:
                write_column<std::uint8_t>(to, stride, cells, cells_each_, count);
                break;
            case 2:
                write_column<std::uint16_t>(to, stride, cells, cells_each_, count);
                break;
            case 4:
                write_column<std::uint32_t>(to, stride, cells, cells_each_, count);
                break;
            default:
                write_column<std::uint64_t>(to, stride, cells, cells_each_, count);
                break;
        }
    }
}

}  // namespace files
