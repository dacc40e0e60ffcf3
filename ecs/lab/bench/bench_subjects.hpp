// The subjects of each bench: the measured work, prepared for one number of entities. Each subject owns its storage.
// It returns to its start by restoring the bytes of the storage's arena.
#pragma once

#include <memory>
#include <vector>

#include "ecs/lab/bench/bench.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab::bench {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Velocity {
    float x = 0, y = 0, z = 0;
};
struct Health {
    float points = 0;
};
struct Shield {
    float points = 0;
};
struct WidePosition {
    double x = 0, y = 0, z = 0;
};
struct WideVelocity {
    double x = 0, y = 0, z = 0;
};
/// The six types above, in this order, then four tags.
std::span<const ComponentType* const> types();
inline constexpr TypeIndex position = 0, velocity = 1, health = 2, shield = 3, wide_position = 4, wide_velocity = 5,
                           first_tag = 6;

/// Article 001's pattern: whether entity `i` has this component.
inline bool has_position(std::uint64_t i) { return i / 10 % 3 != 0; }
inline bool has_velocity(std::uint64_t i) { return i / 10 % 4 != 0; }
struct PatternCounts {
    std::uint64_t positions = 0, velocities = 0, both = 0;
};
PatternCounts count_pattern(std::uint64_t entities);

/// The numbers 0 … count-1, shuffled. The order is the same in every run.
std::vector<std::uint32_t> shuffled(std::uint64_t count);

/// A checksum of numbered values. The order of adding does not matter.
class Checksum {
public:
    void add(const void* bytes, std::size_t count, std::uint64_t salt);
    std::uint64_t value() const { return sum_; }

private:
    std::uint64_t sum_ = 0;
};

/// A storage with its arena and the handles of its entities, in order of creation.
class Population {
public:
    explicit Population(StorageKind kind, const StorageOptions& options = {},
                        std::span<const ComponentType* const> types = bench::types())
        : storage_(make_storage(kind, Mode::Repaired, options, types, arena_, nullptr)) {}

    Storage& storage() { return *storage_; }
    std::vector<Handle> handles;

    /// Makes the present state the one that go_back() restores.
    void start_here() { start_ = arena_.snapshot(); }
    void go_back() { arena_.restore(start_); }
    /// Checksum of all values, and of which values belong to one entity (its Health tells it).
    std::uint64_t checksum();

private:
    Arena arena_;
    std::unique_ptr<Storage> storage_;
    Arena::Snapshot start_;
};

/// Creates entities `0 … entities-1` of the pattern. Returns how many succeeded.
std::uint64_t create_pattern(Population& population, std::uint64_t entities);

/// The texts of a subject that measures a storage: its name, and a variant of it such as `shift`.
struct SubjectWords {
    std::string name, title, detail;
};
SubjectWords words_of_subject(StorageKind kind);
/// `variant` is for files, `shown` and `more` for people: `Columns, shifting`, `article 002, rows behind a hole move
/// up`.
SubjectWords words_of_subject(StorageKind kind, std::string_view variant, std::string_view shown,
                              std::string_view more);

struct Subjects {
    std::vector<BenchSubject> list;
    std::vector<std::string> notes;
};
// Making subjects takes as long as filling that many storages. After `stop` asks to stop, only some are made.

/// The subjects for the operations of a storage.
Subjects operation_subjects(BenchKind kind, std::uint64_t entities, const std::stop_token& stop);
Subjects workload_subjects(std::uint64_t entities, const std::stop_token& stop);
Subjects sample_subjects(std::uint64_t entities, const std::stop_token& stop);
Subjects scene_subjects(std::uint64_t entities, const std::stop_token& stop);
Subjects crossover_subjects(std::uint64_t entities, const std::stop_token& stop);
Subjects join_subjects(std::uint64_t entities, const std::stop_token& stop);

}  // namespace ecs::lab::bench
