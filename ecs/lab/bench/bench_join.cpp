// L12: the share of the vectoriser in the difference between Options and Columns, and cache lines compared with time.
#include "ecs/base/language.hpp"
#include "ecs/lab/bench/bench_subjects.hpp"
#include "ecs/lab/bench/each_run.hpp"
#include "ecs/lab/bench/join_loop.hpp"
#include "ecs/lab/memory/trace.hpp"

namespace ecs::lab::bench {

namespace {

template <Vectoriser vectoriser>
std::uint64_t join_once(Storage& storage) {
    std::uint64_t visited = 0;
    if (storage.kind() == StorageKind::SparseVector) {
        static_cast<SparseVectorStorage<PlainMemory>&>(storage).with_options(
            {position, velocity}, [&](std::byte* to, std::byte* from, std::uint64_t length) {
                visited += add_options<vectoriser>(to, from, length);
            });
        return visited;
    }
    each_run_of<Position, Velocity>(storage, {position, velocity},
                                    [&](Position* to, const Velocity* from, std::uint64_t rows) {
                                        visited += add_columns<vectoriser>(&to->x, &from->x, rows);
                                    });
    return visited;
}

}  // namespace

Subjects join_subjects(std::uint64_t entities, const std::stop_token& stop) {
    Subjects subjects;
    const std::uint64_t matching = count_pattern(entities).both;
    const auto add = [&](StorageKind kind, Vectoriser vectoriser) {
        if (stop.stop_requested()) return;
        auto population = std::make_shared<Population>(kind);
        create_pattern(*population, entities);
        population->start_here();
        const bool off = vectoriser == Vectoriser::Off;
        BenchSubject subject;
        SubjectWords words = off ? words_of_subject(kind, "scalar", tr_later("scalar"), tr_later("no vectoriser"))
                                 : words_of_subject(kind);
        subject.name = std::move(words.name);
        subject.title = std::move(words.title);
        subject.detail = std::move(words.detail);
        subject.operations = matching;
        subject.rounds_follow = true;
        subject.prepare = [population] { population->go_back(); };
        subject.run = [population,
                       once = off ? join_once<Vectoriser::Off> : join_once<Vectoriser::AsBuilt>](std::uint64_t rounds) {
            std::uint64_t visited = 0;
            for (std::uint64_t i = 0; i < rounds; ++i) {
                visited += once(population->storage());
                keep_in_memory(population.get());
            }
            return visited;
        };
        subject.checksum = [population] { return population->checksum(); };
        subjects.list.push_back(std::move(subject));
    };
    for (const Vectoriser vectoriser : {Vectoriser::AsBuilt, Vectoriser::Off})
        for (const StorageKind kind : {StorageKind::SparseVector, StorageKind::ArchetypeBlock}) add(kind, vectoriser);
    return subjects;
}

namespace {

std::uint64_t lines_of_join(StorageKind kind, std::uint64_t entities) {
    Arena arena;
    Trace trace(arena, false);
    const auto storage = make_storage(kind, Mode::Repaired, {}, types(), arena, &trace);
    for (std::uint64_t i = 0; i < entities; ++i) {
        const Position at;
        const Velocity speed;
        const Health left;
        std::vector<Value> values;
        if (has_position(i)) values.push_back({position, &at});
        if (has_velocity(i)) values.push_back({velocity, &speed});
        values.push_back({health, &left});
        storage->create(values);
    }
    trace.begin_operation("each");
    const TypeIndex join[]{position, velocity};
    storage->each(join, [](Row& row) {
        Position at;
        Velocity speed;
        row.read(0, &at);
        row.read(1, &speed);
        at = {at.x + speed.x, at.y + speed.y, at.z + speed.z};
        row.write(0, &at);
    });
    trace.end_operation();
    return trace.operations().back().work.lines;
}

}  // namespace

}  // namespace ecs::lab::bench

namespace ecs::lab {

std::optional<LinesVersusTime> lines_versus_time(std::uint64_t entities, const BenchEffort& effort,
                                                 const BenchHooks& hooks) {
    const BenchResult result = run_bench({BenchKind::Join, {entities}, effort}, hooks);
    if (result.rows.empty()) return std::nullopt;
    LinesVersusTime found;
    found.entities = entities;
    found.matching = bench::count_pattern(entities).both;
    found.lines_001 = bench::lines_of_join(StorageKind::SparseVector, entities);
    found.lines_002 = bench::lines_of_join(StorageKind::ArchetypeBlock, entities);
    found.lines_ratio = static_cast<double>(found.lines_001) / static_cast<double>(found.lines_002);
    found.time_ratio = time_ratio(result, "001", "002", entities);
    found.time_ratio_scalar = time_ratio(result, "001 scalar", "002 scalar", entities);
    return found;
}

}  // namespace ecs::lab
