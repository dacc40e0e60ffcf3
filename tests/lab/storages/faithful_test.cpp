// What holds for faithful storages, whose callers make every mistake.
#include <algorithm>
#include <optional>
#include <string>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "lab/support/lab_types.hpp"

namespace faithful_test {

using namespace ecs::lab;

namespace {

struct Subject {
    Arena arena;
    std::optional<Trace> trace;
    std::unique_ptr<Storage> storage;
    std::vector<Handle> handles{{0}, {1'000'000}};  // two that never were anyone's

    Subject(StorageKind kind, bool traced) {
        if (traced) trace.emplace(arena);
        storage = make_storage(kind, Mode::Faithful, {}, lab_test::types(), arena, trace ? &*trace : nullptr);
    }
};

/// One operation, on any handle that ever was, living or not, whether it has the type or not. Returns what came of it.
Outcome step(Subject& subject, ecs::Random& random, int depth = 0) {
    const std::byte bytes[32]{static_cast<std::byte>(random.below(256))};
    std::byte read[32];
    const auto type = random.below(static_cast<std::uint32_t>(lab_test::types().size()));
    const Handle entity = subject.handles[random.below(static_cast<std::uint32_t>(subject.handles.size()))];
    if (subject.trace && depth == 0) subject.trace->begin_operation("step");
    switch (random.below(depth == 0 ? 9 : 8)) {
        case 0:
        case 1: {
            const Value value{type, bytes};
            const Outcome made = subject.storage->create({&value, random.below(2)});
            if (made) subject.handles.push_back(made.handle);
            return made;
        }
        case 2:
        case 3:
            return subject.storage->add(entity, {type, bytes});
        case 4:
            return subject.storage->set(entity, {type, bytes});
        case 5:
            return subject.storage->destroy(entity);
        case 6:
            return subject.storage->remove(entity, type);
        case 7:
            return subject.storage->get(entity, type, read);
        default: {
            const TypeIndex join[]{type, (type + 1) % static_cast<TypeIndex>(lab_test::types().size())};
            return subject.storage->each({join, 1 + random.below(2)}, [&](Row& row) {
                row.read(0, read);
                if (random.below(4) == 0) row.write(0, bytes);
                if (random.below(8) == 0) step(subject, random, depth + 1);
                row.read(0, read);
            });
        }
    }
}

}  // namespace

TEST_CASE("Storage: faithful ones refuse or are bitten, and their ledger still tiles every byte", "[lab][storage]") {
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        Subject subject(kind, false);
        ecs::Random random(21);
        std::size_t verdicts[3]{};
        for (int i = 0; i < 2000; ++i) {
            const Outcome outcome = step(subject, random);
            ++verdicts[static_cast<std::size_t>(outcome.verdict)];
            REQUIRE((outcome.verdict == Verdict::Done) == outcome.rule.empty());
            REQUIRE(outcome.rule.empty() == outcome.why.empty());
            REQUIRE(fault_of(*subject.storage, subject.arena) == "");
        }
        CHECK(verdicts[static_cast<std::size_t>(Verdict::Done)] > 20);
        CHECK(verdicts[static_cast<std::size_t>(Verdict::Refused)] > 20);
        // Only our own has no article whose bugs could bite.
        CHECK((verdicts[static_cast<std::size_t>(Verdict::Bitten)] > 0) == (kind != StorageKind::Chunks));
    }
}

TEST_CASE("Storage: faithful ones, too, end in the same bytes traced or not, and can be taken back to the first",
          "[lab][storage]") {
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        Subject plain(kind, false), traced(kind, true);
        const Arena::Snapshot first = traced.arena.snapshot();
        const std::size_t first_events = traced.trace->events().size();
        ecs::Random plain_random(22), traced_random(22);
        for (int i = 0; i < 600; ++i) {
            const Outcome one = step(plain, plain_random), other = step(traced, traced_random);
            REQUIRE(one.verdict == other.verdict);
            REQUIRE(one.rule == other.rule);
            REQUIRE(one.handle == other.handle);
        }
        const Arena::Snapshot last = traced.arena.snapshot();
        REQUIRE(plain.arena.snapshot() == last);
        traced.trace->go_to(first_events);
        REQUIRE(traced.arena.snapshot() == first);
        traced.trace->go_to(traced.trace->events().size());
        REQUIRE(traced.arena.snapshot() == last);
    }
}

}  // namespace faithful_test
