// The benches of single operations, on all six storages.
#include <cstring>

#include "ecs/base/language.hpp"
#include "ecs/lab/bench/bench_subjects.hpp"
#include "ecs/lab/bench/each_run.hpp"

namespace ecs::lab::bench {

namespace {

constexpr std::array<TypeIndex, 2> join{position, velocity};

/// One round on a population. Returns how many operations succeeded.
using Round = std::uint64_t (*)(Population& population, const std::vector<std::uint32_t>& order);

std::uint64_t create_all(Population& population, const std::vector<std::uint32_t>& order) {
    return create_pattern(population, order.size());
}

std::uint64_t iterate(Population& population, const std::vector<std::uint32_t>&) {
    std::uint64_t visited = 0;
    each_run_of<Position, Velocity>(population.storage(), join, [&](Position* at, Velocity* speed, std::uint64_t rows) {
        for (std::uint64_t i = 0; i < rows; ++i) {
            at[i].x += speed[i].x;
            at[i].y += speed[i].y;
            at[i].z += speed[i].z;
        }
        visited += rows;
    });
    return visited;
}

std::uint64_t iterate_rows(Population& population, const std::vector<std::uint32_t>&) {
    std::uint64_t visited = 0;
    population.storage().each(join, [&](Row& row) {
        Position at;
        Velocity speed;
        row.read(0, &at);
        row.read(1, &speed);
        at = {at.x + speed.x, at.y + speed.y, at.z + speed.z};
        visited += row.write(0, &at) ? 1 : 0;
    });
    return visited;
}

std::uint64_t add_all(Population& population, const std::vector<std::uint32_t>&) {
    std::uint64_t done = 0;
    float number = 0;
    for (const Handle handle : population.handles) {
        const Shield value{number++};
        done += population.storage().add(handle, {shield, &value}).verdict == Verdict::Done ? 1 : 0;
    }
    return done;
}

std::uint64_t remove_all(Population& population, const std::vector<std::uint32_t>&) {
    std::uint64_t done = 0;
    for (const Handle handle : population.handles)
        done += population.storage().remove(handle, shield).verdict == Verdict::Done ? 1 : 0;
    return done;
}

std::uint64_t destroy_half(Population& population, const std::vector<std::uint32_t>& order) {
    std::uint64_t done = 0;
    const std::size_t half = std::max<std::size_t>(order.size() / 2, 1);
    for (std::size_t i = 0; i < half; ++i)
        done += population.storage().destroy(population.handles[order[i]]).verdict == Verdict::Done ? 1 : 0;
    return done;
}

std::uint64_t get_all(Population& population, const std::vector<std::uint32_t>& order) {
    std::uint64_t done = 0;
    float sum = 0;
    for (const std::uint32_t number : order) {
        Position at;
        done += population.storage().get(population.handles[number], position, &at).verdict == Verdict::Done ? 1 : 0;
        sum += at.x;
    }
    keep_in_memory(&sum);
    return done;
}

struct Plan {
    Round round;
    std::uint64_t operations;
    bool filled, rounds_follow;
};
Plan plan_of(BenchKind kind, std::uint64_t entities) {
    const PatternCounts counts = count_pattern(entities);
    switch (kind) {
        case BenchKind::Create:
            return {create_all, entities, false, false};
        case BenchKind::Iterate:
            return {iterate, counts.both, true, true};
        case BenchKind::Rows:
            return {iterate_rows, counts.both, true, true};
        case BenchKind::Add:
            return {add_all, entities, true, false};
        case BenchKind::Remove:
            return {remove_all, entities, true, false};
        case BenchKind::Destroy:
            return {destroy_half, std::max<std::uint64_t>(entities / 2, 1), true, false};
        default:
            return {get_all, counts.positions, true, true};
    }
}

}  // namespace

SubjectWords words_of_subject(StorageKind kind) {
    return {std::string(name_of(kind)), std::string(title_of(kind)), std::string(origin_of(kind))};
}

SubjectWords words_of_subject(StorageKind kind, std::string_view variant, std::string_view shown,
                              std::string_view more) {
    SubjectWords words = words_of_subject(kind);
    words.name.append(" ").append(variant);
    words.title.append(", ").append(shown);
    if (!more.empty()) words.detail.append(", ").append(more);
    return words;
}

Subjects operation_subjects(BenchKind kind, std::uint64_t entities, const std::stop_token& stop) {
    const Plan plan = plan_of(kind, entities);
    auto order = std::make_shared<std::vector<std::uint32_t>>(shuffled(entities));
    if (kind == BenchKind::Get)
        order->erase(std::remove_if(order->begin(), order->end(), [](std::uint32_t i) { return !has_position(i); }),
                     order->end());
    Subjects subjects;
    const auto add = [&](StorageKind storage, const StorageOptions& options, SubjectWords words) {
        if (stop.stop_requested()) return;
        auto population = std::make_shared<Population>(storage, options);
        if (plan.filled) create_pattern(*population, entities);
        if (kind == BenchKind::Remove) add_all(*population, *order);
        population->start_here();
        BenchSubject subject;
        subject.name = std::move(words.name);
        subject.title = std::move(words.title);
        subject.detail = std::move(words.detail);
        subject.operations = plan.operations;
        subject.rounds_follow = plan.rounds_follow;
        subject.prepare = [population] { population->go_back(); };
        subject.run = [population, order, round = plan.round](std::uint64_t rounds) {
            std::uint64_t done = 0;
            for (std::uint64_t i = 0; i < rounds; ++i) {
                done += round(*population, *order);
                keep_in_memory(population.get());
            }
            return done;
        };
        subject.checksum = [population] { return population->checksum(); };
        subjects.list.push_back(std::move(subject));
    };
    for (const StorageKind storage : storage_kinds) add(storage, {}, words_of_subject(storage));
    if (kind == BenchKind::Create) {
        StorageOptions pooled;
        pooled.pool_objects = true;
        add(StorageKind::SharedObject, pooled,
            words_of_subject(StorageKind::SharedObject, "pooled", tr_later("pooled"), tr_later("sixteen to a block")));
        subjects.notes.push_back(
            tr("Objects ask the lab's arena for a block an entity, and its ordered maps are slower than a heap; "
               "pooled objects ask for a sixteenth of them"));
    }
    return subjects;
}

}  // namespace ecs::lab::bench
