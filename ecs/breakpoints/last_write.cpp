#include "ecs/breakpoints/last_write.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/record/field_place.hpp"

namespace ecs {

namespace {

constexpr std::uint64_t first_window = 16, longest_window = 600;  // ticks; a search can be given up between two

Value value_in(const World& world, const WrittenPlace& place) {
    if (!world.alive(place.entity) || !world.has(place.entity, place.component)) return {};
    const ComponentType& type = world.types()[place.component];
    const void* const value = world.get(place.entity, place.component);
    return value == nullptr ? Value(type) : Value(type, value);
}

bool differ(const Value& a, const Value& b, const WrittenPlace& place) {
    if (!a || !b) return static_cast<bool>(a) != static_cast<bool>(b);
    if (a.data() == nullptr || b.data() == nullptr) return false;
    if (a.type().fields.empty()) return std::memcmp(a.data(), b.data(), a.type().size) != 0;
    bool different = false;
    // A vector is one value, named by its start; behind that, one of its members is meant.
    each_difference(a.type(), a.data(), b.data(), [&](const Field& field, std::uint32_t offset) {
        if (place.offset == whole_component || place.offset == offset) {
            different = true;
        } else if (place.offset > offset && place.offset < offset + field.element_size) {
            const auto* const x = static_cast<const std::byte*>(a.data()) + place.offset;
            const auto* const y = static_cast<const std::byte*>(b.data()) + place.offset;
            different = different || std::memcmp(x, y, sizeof(float)) != 0;
        }
    });
    return different;
}

}  // namespace

bool TimeSource::run_to(std::uint64_t tick, const std::function<void()>& begun) {
    while (world().tick() < tick) {
        if (!run_tick()) return false;
        begun();
    }
    return true;
}

LastWriteSearch find_last_write(TimeSource& source, const WrittenPlace& place, std::uint64_t until,
                                const std::function<bool()>& cancelled) {
    LastWriteSearch search;
    std::uint64_t end = std::min(until, source.last_tick());
    std::uint64_t window = first_window;
    const std::uint64_t first = source.first_tick();
    search.searched_from = end;
    const auto lost = [&](std::uint64_t tick) {
        search.problem = phrase("Tick {} could not be run again", std::to_string(tick));
        return search;
    };
    while (end > first) {
        const std::uint64_t begin = end - first > window ? end - window : first;
        if (!source.seek(begin)) return lost(begin);
        if (cancelled && cancelled()) {
            search.problem = tr("The search was given up");
            return search;
        }
        std::optional<std::uint64_t> written;
        Value before = value_in(source.world(), place);
        const auto look = [&] {
            Value now = value_in(source.world(), place);
            if (differ(before, now, place)) written = source.world().tick() - 1;
            before = std::move(now);
        };
        if (!source.run_to(end, look)) return lost(source.world().tick());
        search.ticks_run += end - begin;
        search.searched_from = begin;
        if (!written) {
            end = begin;
            window = std::min(window * 2, longest_window);
            continue;
        }
        if (!source.seek(*written)) return lost(*written);
        LastWrite found;
        found.tick = *written;
        before = value_in(source.world(), place);
        const bool ran = source.run_tick_in_steps([&](WriterKind kind, std::string_view name) {
            Value now = value_in(source.world(), place);
            if (differ(before, now, place)) {
                found.writer = kind;
                found.writer_name = name;
                found.before = before;
                found.after = now;
            }
            before = std::move(now);
        });
        ++search.ticks_run;
        if (!ran) return lost(*written);
        search.found = std::move(found);
        return search;
    }
    return search;
}

}  // namespace ecs
