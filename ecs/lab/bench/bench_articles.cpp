// The measurements of the articles themselves: 001's workload, 002's sample program, 003's game.
#include <array>
#include <optional>
#include <unordered_map>

#include "ecs/base/language.hpp"
#include "ecs/lab/bench/bench_subjects.hpp"
#include "ecs/lab/bench/each_run.hpp"
#include "ecs/lab/scenario/chase.hpp"

namespace ecs::lab::bench {

namespace {

constexpr double decay = 0.9999;  // so close to 1 that no number of rounds makes a speed subnormal

void slow_down(WideVelocity& speed) {
    speed.x *= decay;
    speed.y *= decay;
    speed.z *= decay;
}
void move_on(WidePosition& at, const WideVelocity& speed) {
    at.x += speed.x;
    at.y += speed.y;
    at.z += speed.z;
}

WidePosition first_position(std::uint64_t i) { return {static_cast<double>(i), 1, 2}; }
WideVelocity first_velocity(std::uint64_t i) { return {0.5, static_cast<double>(i % 7), 0.125}; }

/// A program without an ECS: an object that may or may not have each of the two components.
struct Thing {
    std::optional<WidePosition> at;
    std::optional<WideVelocity> speed;
};
Thing make_thing(std::uint64_t i) {
    Thing thing;
    if (has_position(i)) thing.at = first_position(i);
    if (has_velocity(i)) thing.speed = first_velocity(i);
    return thing;
}
void add_to(Checksum& sum, const Thing& thing) {
    if (thing.at) sum.add(&*thing.at, sizeof *thing.at, wide_position + 1);
    if (thing.speed) sum.add(&*thing.speed, sizeof *thing.speed, wide_velocity + 1);
}

/// One of the workload's three passes over things, found by `each_thing(function)`.
template <class EachThing>
std::uint64_t work(const EachThing& each_thing) {
    std::uint64_t done = 0;
    const auto slow = [&](Thing& thing) {
        if (!thing.speed) return;
        slow_down(*thing.speed);
        ++done;
    };
    each_thing(slow);
    each_thing([&](Thing& thing) {
        if (!thing.at || !thing.speed) return;
        move_on(*thing.at, *thing.speed);
        ++done;
    });
    each_thing(slow);
    return done;
}

std::uint64_t work(Storage& storage) {
    std::uint64_t done = 0;
    const auto slow = [&] {
        each_run_of<WideVelocity>(storage, {wide_velocity}, [&](WideVelocity* speed, std::uint64_t rows) {
            for (std::uint64_t i = 0; i < rows; ++i) slow_down(speed[i]);
            done += rows;
        });
    };
    slow();
    each_run_of<WidePosition, WideVelocity>(storage, {wide_position, wide_velocity},
                                            [&](WidePosition* at, WideVelocity* speed, std::uint64_t rows) {
                                                for (std::uint64_t i = 0; i < rows; ++i) move_on(at[i], speed[i]);
                                                done += rows;
                                            });
    slow();
    return done;
}

/// The same sum for a storage and for things: only over the two types.
std::uint64_t wide_checksum(Storage& storage) {
    Checksum sum;
    for (const TypeIndex type : {wide_position, wide_velocity}) {
        const TypeIndex one[]{type};
        std::array<double, 3> bytes{};
        storage.each(one, [&](Row& row) {
            row.read(0, bytes.data());
            sum.add(bytes.data(), sizeof bytes, type + 1);
        });
    }
    return sum.value();
}

template <class Round>
std::function<std::uint64_t(std::uint64_t)> repeated(Round round) {
    return [round](std::uint64_t rounds) {
        std::uint64_t done = 0;
        for (std::uint64_t i = 0; i < rounds; ++i) {
            done += round();
            keep_in_memory(&done);
        }
        return done;
    };
}

/// The bench counts a whole workload as one operation per entity. Its passes over rows are counted against this.
BenchSubject whole(SubjectWords words, std::uint64_t entities) {
    BenchSubject subject;
    subject.name = std::move(words.name);
    subject.title = std::move(words.title);
    subject.detail = std::move(words.detail);
    subject.operations = entities;
    return subject;
}

/// Returns `entities` when all the work was done, else another number.
std::uint64_t counted_as(std::uint64_t entities, std::uint64_t done, std::uint64_t expected) {
    return done == expected ? entities : entities + 1;
}

}  // namespace

Subjects workload_subjects(std::uint64_t entities, const std::stop_token& stop) {
    Subjects subjects;
    const PatternCounts counts = count_pattern(entities);
    const std::uint64_t expected = 2 * counts.velocities + counts.both;
    for (const StorageKind kind : storage_kinds) {
        if (stop.stop_requested()) return {};
        auto population = std::make_shared<Population>(kind);
        for (std::uint64_t i = 0; i < entities; ++i) {
            const WidePosition at = first_position(i);
            const WideVelocity speed = first_velocity(i);
            std::array<Value, 2> values;
            std::size_t count = 0;
            if (has_position(i)) values[count++] = {wide_position, &at};
            if (has_velocity(i)) values[count++] = {wide_velocity, &speed};
            population->storage().create({values.data(), count});
        }
        population->start_here();
        BenchSubject subject = whole(words_of_subject(kind), entities);
        subject.rounds_follow = true;
        subject.prepare = [population] { population->go_back(); };
        subject.run = repeated([=] { return counted_as(entities, work(population->storage()), expected); });
        subject.checksum = [population] { return wide_checksum(population->storage()); };
        subjects.list.push_back(std::move(subject));
    }
    const auto add = [&](auto things, const auto& fill, auto each_thing, SubjectWords words) {
        BenchSubject subject = whole(std::move(words), entities);
        subject.rounds_follow = true;
        subject.prepare = [=] { fill(*things); };
        subject.run = repeated([=] {
            return counted_as(entities, work([&](const auto& function) { each_thing(*things, function); }), expected);
        });
        subject.checksum = [=] {
            Checksum sum;
            each_thing(*things, [&](const Thing& thing) { add_to(sum, thing); });
            return sum.value();
        };
        subjects.list.push_back(std::move(subject));
    };
    add(
        std::make_shared<std::vector<Thing>>(),
        [entities](std::vector<Thing>& things) {
            things.clear();
            for (std::uint64_t i = 0; i < entities; ++i) things.push_back(make_thing(i));
        },
        [](auto& things, const auto& function) {
            for (auto& thing : things) function(thing);
        },
        {"objects", tr_later("Plain objects"), tr_later("in a vector")});
    add(
        std::make_shared<std::unordered_map<std::uint64_t, Thing>>(),
        [entities](std::unordered_map<std::uint64_t, Thing>& things) {
            for (std::uint64_t i = 0; i < entities; ++i) things[i] = make_thing(i);
        },
        [](auto& things, const auto& function) {
            for (auto& thing : things) function(thing.second);
        },
        {"object map", std::string(tr_later("Plain objects")) + ", " + tr_later("hashed"), tr_later("in a hash map")});
    return subjects;
}

Subjects sample_subjects(std::uint64_t entities, const std::stop_token& stop) {
    constexpr std::uint64_t max_shifted = 20'000;
    Subjects subjects;
    const auto add = [&](StorageKind kind, const StorageOptions& options, SubjectWords words) {
        if (stop.stop_requested()) return;
        auto population = std::make_shared<Population>(kind, options);
        population->start_here();
        BenchSubject subject = whole(std::move(words), entities);
        subject.prepare = [population] { population->go_back(); };
        subject.run = [population, entities](std::uint64_t) {
            Storage& storage = population->storage();
            std::uint64_t done = 0;
            population->handles.resize(entities);
            for (std::uint64_t i = 0; i < entities; ++i) {
                const Position at{static_cast<float>(i), static_cast<float>(i), 0};
                const Value values[]{{position, &at}};
                population->handles[i] = storage.create(values).handle;
            }
            for (const Handle handle : population->handles) {
                const Health scale{500};
                done += storage.add(handle, {health, &scale}).verdict == Verdict::Done ? 1 : 0;
            }
            for (int update = 0; update < 5; ++update)
                each_typed<Position, Health>(storage, {position, health}, [&](Position& at, Health& scale) {
                    at.x += 2;
                    scale.points -= 1;
                    ++done;
                });
            return counted_as(entities, done, 6 * entities);
        };
        subject.checksum = [population] { return population->checksum(); };
        subjects.list.push_back(std::move(subject));
    };
    for (const StorageKind kind : storage_kinds) add(kind, {}, words_of_subject(kind));
    if (entities <= max_shifted) {
        StorageOptions shift;
        shift.removal = StorageOptions::Removal::Shift;
        add(StorageKind::ArchetypeBlock, shift,
            words_of_subject(StorageKind::ArchetypeBlock, "shift", tr_later("shifting"),
                             tr_later("rows behind a hole move up")));
    } else {
        subjects.notes.push_back(
            phrase("Shifting columns are left out above {} entities: the bytes that it moves grow with their square",
                   std::to_string(max_shifted)));
    }
    return subjects;
}

Subjects scene_subjects(std::uint64_t entities, const std::stop_token& stop) {
    Subjects subjects;
    for (const StorageKind kind : storage_kinds) {
        if (stop.stop_requested()) return {};
        auto population = std::make_shared<Population>(kind, StorageOptions{}, chase::types());
        Chase game(population->storage());
        game.add_player();
        for (std::uint64_t i = 1; i < entities; ++i)
            game.add_enemy({static_cast<float>(i * 37 % 800), static_cast<float>(i * 61 % 600)});
        population->start_here();
        BenchSubject subject = whole(words_of_subject(kind), entities);
        subject.rounds_follow = true;
        subject.prepare = [population] { population->go_back(); };
        subject.run = [population, entities](std::uint64_t rounds) {
            Chase playing(population->storage());
            // No key is pressed: a player who walked away would leave less work for later rounds.
            std::uint64_t done = 0;
            for (std::uint64_t i = 0; i < rounds; ++i) done += playing.tick({}) ? entities : 0;
            return done;
        };
        subject.checksum = [population] {
            Checksum sum;
            std::array<std::byte, 16> bytes{};
            for (TypeIndex type = 0; type < chase::types().size(); ++type) {
                const TypeIndex one[]{type};
                population->storage().each(one, [&](Row& row) {
                    row.read(0, bytes.data());
                    sum.add(bytes.data(), chase::types()[type]->size, type);
                });
            }
            return sum.value();
        };
        subjects.list.push_back(std::move(subject));
    }
    return subjects;
}

}  // namespace ecs::lab::bench
