#include "editor/session/undescribed.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "ecs/base/language.hpp"

namespace editor {

namespace {

using ecs::phrase;

/// Bytes from `begin` on, before `end`.
struct Gap {
    std::size_t begin = 0, end = 0;
};

void mark_fields(const std::vector<ecs::Field>& fields, std::size_t base, std::vector<bool>& described) {
    for (const ecs::Field& field : fields)
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::size_t at = base + field.offset + std::size_t{i} * field.element_size;
            if (field.kind == ecs::FieldKind::Struct)
                mark_fields(field.fields, at, described);
            else
                std::fill_n(described.begin() + static_cast<std::ptrdiff_t>(at), field.element_size, true);
        }
}

std::vector<Gap> gaps_of(const ecs::ComponentType& type) {
    std::vector<bool> described(type.size);
    mark_fields(type.fields, 0, described);
    std::vector<Gap> gaps;
    for (std::size_t at = 0; at < described.size(); ++at) {
        if (described[at]) continue;
        if (gaps.empty() || gaps.back().end != at) gaps.push_back({at, at});
        gaps.back().end = at + 1;
    }
    return gaps;
}

/// Whether a compiler would leave these bytes unused, so that perhaps nothing is there.
bool may_be_padding(const ecs::ComponentType& type, const Gap& gap) {
    const std::size_t above = std::bit_ceil(gap.end - gap.begin + 1);
    return above <= type.align && gap.end % above == 0;
}

std::string places_of(const std::vector<Gap>& gaps) {
    std::string text;
    for (const Gap& gap : gaps)
        text += (text.empty() ? "" : ", ") + phrase("{} to {}", std::to_string(gap.begin), std::to_string(gap.end - 1));
    return text;
}

/// A value that nobody wrote, in memory that had only bytes of one number before.
class FreshValue {
public:
    FreshValue(const ecs::ComponentType& type, int before)
        : type_(type), data_(::operator new (type.size, std::align_val_t{type.align})) {
        std::memset(data_, before, type.size);
        try {
            ecs::construct_values(type, data_, 1);
        } catch (...) {
            ::operator delete (data_, std::align_val_t{type.align});
            throw;
        }
    }
    ~FreshValue() {
        ecs::destroy_values(type_, data_, 1);
        ::operator delete (data_, std::align_val_t{type_.align});
    }
    FreshValue(const FreshValue&) = delete;
    FreshValue& operator=(const FreshValue&) = delete;
    std::byte operator[](std::size_t at) const { return static_cast<const std::byte*>(data_)[at]; }

private:
    const ecs::ComponentType& type_;
    void* data_;
};

/// Bytes that can be told from those of a value that nobody wrote. The others are not written by its constructor, or
/// are addresses inside of it.
std::vector<std::size_t> comparable(const std::vector<Gap>& gaps, const FreshValue& one, const FreshValue& other) {
    std::vector<std::size_t> places;
    for (const Gap& gap : gaps)
        for (std::size_t at = gap.begin; at < gap.end; ++at)
            if (one[at] == other[at]) places.push_back(at);
    return places;
}

template <class F>
void each_value(const ecs::World& world, const ecs::ComponentType& type, F visit) {
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        const int column = archetype.column_of(type.id);
        if (column == ecs::no_column) continue;
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk) {
            const std::byte* value = archetype.column_data(chunk, static_cast<std::size_t>(column));
            for (const ecs::Entity entity : archetype.chunk(chunk).entities()) {
                visit(entity, value);
                value += type.size;
            }
        }
    }
}

std::string reset_text(const ecs::World& from, const ecs::ComponentType& type, std::vector<Gap> gaps) {
    std::erase_if(gaps, [&](const Gap& gap) { return may_be_padding(type, gap); });
    if (gaps.empty()) return {};
    const FreshValue one(type, 0), other(type, 255);
    const std::vector<std::size_t> places = comparable(gaps, one, other);
    std::size_t entities = 0, bytes = 0;
    each_value(from, type, [&](ecs::Entity, const std::byte* value) {
        entities += std::any_of(places.begin(), places.end(), [&](std::size_t at) { return value[at] != one[at]; });
    });
    if (entities == 0) return {};
    for (const Gap& gap : gaps) bytes += gap.end - gap.begin;
    return phrase("{}: {} bytes that no field describes ({}) are new in {}", type.name, std::to_string(bytes),
                  places_of(gaps), ecs::count_phrase(std::to_string(entities), entities == 1 ? "entity" : "entities"));
}

}  // namespace

std::vector<std::string> carry_undescribed(const ecs::World& from, ecs::World& to) {
    std::vector<std::string> reset;
    for (ecs::ComponentId id = 0; id < from.types().size(); ++id) {
        const ecs::ComponentType& type = from.types()[id];
        if (type.is_tag() || type.opaque_json) continue;
        std::vector<Gap> gaps = gaps_of(type);
        if (gaps.empty()) continue;
        const ecs::ComponentType* const next = to.types().find(type.name);
        const bool same = next != nullptr && type.trivial && next->trivial && !next->opaque_json &&
                          ecs::layout_difference(type, *next).empty();
        if (!same) {
            if (std::string text = reset_text(from, type, std::move(gaps)); !text.empty())
                reset.push_back(std::move(text));
            continue;
        }
        each_value(from, type, [&](ecs::Entity entity, const std::byte* value) {
            if (!to.alive(entity) || !to.has(entity, next->id)) return;
            auto* const written = static_cast<std::byte*>(to.get_mut(entity, next->id));
            for (const Gap& gap : gaps) std::memcpy(written + gap.begin, value + gap.begin, gap.end - gap.begin);
        });
    }
    return reset;
}

}  // namespace editor
