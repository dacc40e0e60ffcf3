#include "ecs/breakpoints/last_write.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/record/field_place.hpp"
#include "ecs/schedule/schedule.hpp"

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

LastWriteParts::LastWriteParts(const TimeSource& source, const WrittenPlace& place, std::uint64_t until)
    : place_(place), first_(source.first_tick()), until_(std::max(first_, std::min(until, source.last_tick()))) {
    end_ = until_;
    window_ = first_window;
    stride_ = first_window;
    search_.searched_from = until_;
    begin_window();
    const TypeRegistry& types = source.world().types();
    if (place.component < types.size() && !types[place.component].copyable())
        give_up(phrase("{} cannot be copied and does not go back in time", types[place.component].name));
}

void LastWriteParts::begin_window() {
    begin_ = at_ = end_ - first_ > window_ ? end_ - window_ : first_;
    written_.reset();
    before_ = {};
    ended_ = end_ == first_;
}

void LastWriteParts::give_up(std::string problem) {
    search_.problem = std::move(problem);
    ended_ = true;
}

void LastWriteParts::lose(std::uint64_t tick) {
    give_up(phrase("Tick {} could not be run again", std::to_string(tick)));
}

bool LastWriteParts::go_on(TimeSource& source, const std::function<bool()>& enough) {
    bool there = false;  // whether the source stands at at_
    while (!ended_) {
        if (!there && !source.seek(at_)) {
            lose(at_);
            break;
        }
        there = true;
        if (at_ == begin_) {
            before_ = value_in(source.world(), place_);
            looked_ = source.world().tick();
        }
        const bool part_ends = run_stride(source, enough);
        if (ended_ || at_ < end_) {
            if (part_ends) break;
            continue;
        }
        search_.searched_from = begin_;
        if (written_) {
            if (find_writer(source)) ended_ = true;
            break;
        }
        end_ = begin_;
        window_ = std::min(window_ * 2, longest_window);
        begin_window();
        there = false;
        if (part_ends) break;
    }
    return ended_;
}

/// Each stride costs something of its own, so they grow while there is time.
bool LastWriteParts::run_stride(TimeSource& source, const std::function<bool()>& enough) {
    const std::uint64_t from = at_, to = std::min(end_, at_ + stride_);
    const auto look = [&] {
        Value now = value_in(source.world(), place_);
        if (differ(before_, now, place_)) {
            written_ = source.world().tick() - 1;
            from_ = looked_;
        }
        before_ = std::move(now);
        looked_ = source.world().tick();
    };
    if (!source.run_to(to, look)) {
        lose(source.world().tick());
        return true;
    }
    at_ = to;
    search_.ticks_run += to - from;
    const bool part_ends = enough && enough();
    stride_ = part_ends ? std::max<std::uint64_t>(stride_ / 2, 1) : std::min(stride_ * 2, longest_window);
    return part_ends;
}

/// Runs the tick of the last write once more, system by system. False when it cannot be run.
bool LastWriteParts::find_writer(TimeSource& source) {
    const std::uint64_t tick = *written_;
    if (!source.seek(tick)) {
        lose(tick);
        return false;
    }
    LastWrite found;
    found.tick = tick;
    found.from_tick = std::min(from_, tick);
    Value before = value_in(source.world(), place_);
    const bool ran = source.run_tick_in_steps([&](WriterKind kind, std::string_view name) {
        Value now = value_in(source.world(), place_);
        if (differ(before, now, place_)) {
            found.writer = kind;
            found.writer_name = name;
            found.before = before;
            found.after = now;
        }
        before = std::move(now);
    });
    ++search_.ticks_run;
    if (!ran) {
        lose(tick);
        return false;
    }
    search_.found = std::move(found);
    return true;
}

LastWriteSearch find_last_write(TimeSource& source, const WrittenPlace& place, std::uint64_t until,
                                const std::function<bool()>& cancelled) {
    LastWriteParts parts(source, place, until);
    while (!parts.go_on(source, cancelled))
        if (cancelled && cancelled()) parts.give_up(tr("The search was given up"));
    return parts.result();
}

std::vector<std::string> writers_of(const Schedule& schedule, ComponentId component) {
    std::vector<std::string> names;
    for (const System* const system : schedule.systems())
        for (const SystemAccess& access : system->description.accesses)
            if (access.component == component && access.access == Access::Write)
                names.push_back(system->description.name);
    return names;
}

}  // namespace ecs
