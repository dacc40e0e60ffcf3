#include <array>
#include <cstring>
#include <utility>

#include "ecs/lab/bench/bench_subjects.hpp"
#include "ecs/types/type_registry.hpp"

namespace ecs::lab::bench {

namespace {

struct Red {};
struct Green {};
struct Blue {};
struct Dark {};

template <class T>
void add_point(TypeRegistry& registry, const char* name) {
    registry.add<T>(name).field("x", &T::x).field("y", &T::y).field("z", &T::z);
}

}  // namespace

std::span<const ComponentType* const> types() {
    struct Types {
        TypeRegistry registry;
        std::vector<const ComponentType*> list;
        Types() {
            add_point<Position>(registry, "Position");
            add_point<Velocity>(registry, "Velocity");
            registry.add<Health>("Health").field("points", &Health::points);
            registry.add<Shield>("Shield").field("points", &Shield::points);
            add_point<WidePosition>(registry, "WidePosition");
            add_point<WideVelocity>(registry, "WideVelocity");
            registry.add<Red>("Red");
            registry.add<Green>("Green");
            registry.add<Blue>("Blue");
            registry.add<Dark>("Dark");
            for (const char* name : {"Position", "Velocity", "Health", "Shield", "WidePosition", "WideVelocity", "Red",
                                     "Green", "Blue", "Dark"})
                list.push_back(registry.find(name));
        }
    };
    static const Types types;
    return types.list;
}

PatternCounts count_pattern(std::uint64_t entities) {
    PatternCounts counts;
    for (std::uint64_t i = 0; i < entities; ++i) {
        counts.positions += has_position(i) ? 1 : 0;
        counts.velocities += has_velocity(i) ? 1 : 0;
        counts.both += has_position(i) && has_velocity(i) ? 1 : 0;
    }
    return counts;
}

std::vector<std::uint32_t> shuffled(std::uint64_t count) {
    std::vector<std::uint32_t> order(count);
    for (std::uint32_t i = 0; i < count; ++i) order[i] = i;
    std::uint64_t state = 0x9E3779B97F4A7C15ull;
    for (std::uint64_t i = count; i > 1; --i) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        std::swap(order[i - 1], order[state % i]);
    }
    return order;
}

void Checksum::add(const void* bytes, std::size_t count, std::uint64_t salt) {
    std::uint64_t hash = 0xcbf29ce484222325ull ^ salt * 0x9E3779B97F4A7C15ull;
    for (std::size_t i = 0; i < count; ++i)
        hash = (hash ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001b3ull;
    sum_ += hash ^ hash >> 29;
}

std::uint64_t Population::checksum() {
    Checksum sum;
    std::array<unsigned char, 64> bytes{};
    const auto types = storage().types();
    for (TypeIndex type = 0; type < types.size(); ++type) {
        const std::size_t size = types[type]->size;
        const TypeIndex join[]{type};
        storage().each(join, [&](Row& row) {
            row.read(0, bytes.data());
            sum.add(bytes.data(), size, type + 1);
        });
        if (type == health || types.size() <= health) continue;
        const TypeIndex pair[]{health, type};
        storage().each(pair, [&](Row& row) {
            row.read(0, bytes.data());
            row.read(1, bytes.data() + sizeof(Health));
            sum.add(bytes.data(), sizeof(Health) + size, type + 101);
        });
    }
    const std::uint64_t living = storage().size();
    sum.add(&living, sizeof living, 0);
    return sum.value();
}

std::uint64_t create_pattern(Population& population, std::uint64_t entities) {
    Storage& storage = population.storage();
    std::uint64_t created = 0;
    population.handles.resize(entities);
    for (std::uint64_t i = 0; i < entities; ++i) {
        const auto number = static_cast<float>(i);
        const Position at{number, 1, 2};
        const Velocity speed{0.5f, 0.25f, 0.125f};
        const Health left{number};
        std::array<Value, 3> values;
        std::size_t count = 0;
        if (has_position(i)) values[count++] = {position, &at};
        if (has_velocity(i)) values[count++] = {velocity, &speed};
        values[count++] = {health, &left};
        const Outcome outcome = storage.create({values.data(), count});
        population.handles[i] = outcome.handle;
        created += outcome.verdict == Verdict::Done ? 1 : 0;
    }
    return created;
}

}  // namespace ecs::lab::bench
