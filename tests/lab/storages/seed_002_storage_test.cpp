// Article 002 through the lab's interface: what it refuses and where it bites.
#include <cstring>
#include <map>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "ecs/types/type_registry.hpp"
#include "lab/support/lab_types.hpp"
#include "lab/support/seed_002_subject.hpp"

namespace seed_002_storage_test {

using namespace ecs::lab;
using lab_test::Health;
using lab_test::Position;
using lab_test::Velocity;

using seed_002::Removal;
using seed_002::Subject;

TEST_CASE("002: faithful refuses what the article cannot do, each with its row", "[lab][002]") {
    Subject subject(Mode::Faithful);
    Storage& storage = *subject.storage;
    const Handle entity = subject.create(lab_test::health, Health{5});
    CHECK(entity.bits != 0);
    CHECK(storage.create({}).rule == "002-L3");
    CHECK(storage.remove(entity, lab_test::health).rule == "002-L7");
    CHECK(storage.supports(OperationKind::Remove).verdict == Verdict::Refused);
    CHECK(storage.supports(OperationKind::ChangeInEach).rule == "002-L5");
    CHECK(storage.supports(OperationKind::MutateInEach).verdict == Verdict::Done);
    const TypeIndex join[]{lab_test::position, lab_test::velocity, lab_test::health};
    CHECK(storage.each(join, [](Row&) {}).rule == "002-C9");
    Position position;
    CHECK(storage.get(entity, lab_test::position, &position).rule == "002-L7");
    CHECK(storage.set(entity, {lab_test::position, &position}).rule == "002-L7");
    CHECK(storage.destroy({entity.bits + 1}).rule == "002-C6");
    CHECK(storage.size() == 1);
    for (std::size_t i = 0; i < operation_count; ++i)
        CHECK(Subject(Mode::Repaired).storage->supports(static_cast<OperationKind>(i)).verdict == Verdict::Done);
}

TEST_CASE("002-C8: destroying mends the handles of no one else, but tells of each", "[lab][002]") {
    const auto moves = [](Removal removal) {
        Subject subject(Mode::Faithful, removal);
        std::vector<Handle> handles;
        for (int i = 0; i < 5; ++i) handles.push_back(subject.create(lab_test::health, Health{static_cast<float>(i)}));
        std::map<std::uint64_t, std::uint64_t> told;
        subject.storage->moved = [&](Handle before, Handle after) { told[before.bits] = after.bits; };
        REQUIRE(subject.storage->destroy(handles[1]).verdict == Verdict::Done);
        for (std::size_t i : {0u, 2u, 3u, 4u}) {
            const auto found = told.find(handles[i].bits);
            const Handle now = found == told.end() ? handles[i] : Handle{found->second};
            CHECK(subject.get<Health>(now, lab_test::health).points == static_cast<float>(i));
        }
        return told.size();
    };
    CHECK(moves(Removal::SwapLast) == 1);
    CHECK(moves(Removal::Shift) == 3);

    // The trace names the same changes of handles, and none where handles are stable.
    for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
        Subject subject(mode, Removal::Shift, true);
        std::vector<Handle> handles;
        for (int i = 0; i < 5; ++i) handles.push_back(subject.create(lab_test::health, Health{1}));
        subject.trace->begin_operation("destroy");
        REQUIRE(subject.storage->destroy(handles[1]));
        std::vector<std::pair<std::uint64_t, std::uint64_t>> seen, expected;
        for (std::size_t i = subject.trace->operations().back().begin; i < subject.trace->events().size(); ++i) {
            const Event& event = subject.trace->events()[i];
            if (event.kind == EventKind::Relocate) seen.emplace_back(event.from, event.at);
        }
        if (mode == Mode::Faithful)
            for (std::size_t i = 2; i < 5; ++i) expected.emplace_back(handles[i].bits, handles[i - 1].bits);
        CHECK(seen == expected);
    }
}

TEST_CASE("002-L1: two types of one unqualified name share a column; repaired, each has its own", "[lab][002]") {
    ecs::TypeRegistry registry;
    registry.add<Health>("game::Position").field("points", &Health::points);
    registry.add<lab_test::Wide>("ui::Position").field("a", &lab_test::Wide::a);
    const ecs::ComponentType* const types[]{registry.find("game::Position"), registry.find("ui::Position")};
    const Health health{5};
    const lab_test::Wide wide{1, 2, 3};
    for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
        const bool faithful = mode == Mode::Faithful;
        Subject subject(mode, Removal::SwapLast, false, types);
        std::vector<Handle> handles;
        for (int i = 0; i < 8; ++i) handles.push_back(subject.create(0, health));
        CHECK(subject.storage->has(handles[0], 1) == faithful);
        const Outcome set = subject.storage->set(handles[0], {1, &wide});
        CHECK(set.verdict == (faithful ? Verdict::Bitten : Verdict::Refused));
        CHECK(set.rule == (faithful ? "002-L1" : "002-L7"));
        // 24 bytes went over the values of the five behind.
        CHECK((subject.get<Health>(handles[3], 0) == health) == !faithful);
        CHECK(subject.get<Health>(handles[6], 0) == health);
        if (faithful) {
            CHECK(subject.storage->set(handles[7], {1, &wide}).rule == "002-L1");
            CHECK(subject.get<Health>(handles[7], 0) == health);
        }
        CHECK(fault_of(*subject.storage, subject.arena) == "");
    }
}

TEST_CASE("002-L2: faithful columns lie at odd addresses, repaired ones where their type may", "[lab][002]") {
    for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
        Subject subject(mode);
        const lab_test::Small small{1};
        const lab_test::Wide wide{1, 2, 3};
        const Value values[]{{lab_test::wide, &wide}, {lab_test::small, &small}};
        REQUIRE(subject.storage->create(values));
        subject.storage->describe([&](const Span& span) {
            if (span.role == Role::Payload && span.type == static_cast<int>(lab_test::wide))
                CHECK((span.at % 8 == 0) == (mode == Mode::Repaired));
        });
    }
}

TEST_CASE("002-L3: adding a component again makes a second column that nothing finds", "[lab][002]") {
    Subject subject(Mode::Faithful);
    const Handle entity = subject.create(lab_test::health, Health{1});
    const Health two{2};
    const Outcome added = subject.storage->add(entity, {lab_test::health, &two});
    CHECK(added.verdict == Verdict::Bitten);
    CHECK(added.rule == "002-L3");
    CHECK(subject.get<Health>(added.handle, lab_test::health) == two);
    const Account account = account_of(*subject.storage, subject.arena);
    CHECK(account.payload == sizeof(Health));
    CHECK(account.holes == sizeof(Health));

    Subject repaired(Mode::Repaired);
    const Handle stable = repaired.create(lab_test::health, Health{1});
    CHECK(repaired.storage->add(stable, {lab_test::health, &two}).verdict == Verdict::Done);
    CHECK(repaired.get<Health>(stable, lab_test::health) == two);
    CHECK(account_of(*repaired.storage, repaired.arena).holes == 0);
}

TEST_CASE("002-L4: an old handle writes into whoever has the place now; repaired, it is refused", "[lab][002]") {
    for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
        Subject subject(mode);
        const Handle first = subject.create(lab_test::health, Health{1});
        const Handle second = subject.create(lab_test::health, Health{2});
        REQUIRE(subject.storage->destroy(first));
        const bool faithful = mode == Mode::Faithful;
        CHECK(subject.storage->alive(first) == faithful);
        const Health nine{9};
        CHECK(static_cast<bool>(subject.storage->set(first, {lab_test::health, &nine})) == faithful);
        if (faithful)
            CHECK_FALSE(subject.storage->alive(second));  // its row is first's now
        else
            CHECK(subject.get<Health>(second, lab_test::health).points == 2);
        CHECK(static_cast<bool>(subject.storage->destroy(first)) == faithful);
    }
}

TEST_CASE("002-L5: rows that grow under a loop: it goes on in memory that holds them no more", "[lab][002]") {
    for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
        Subject subject(mode);
        for (int i = 0; i < 4; ++i) subject.create(lab_test::health, Health{1});  // full
        const TypeIndex join[]{lab_test::health};
        const Health two{2};
        int visited = 0;
        const Outcome outcome = subject.storage->each(join, [&](Row& row) {
            if (visited++ == 0) subject.create(lab_test::health, Health{1});
            row.write(0, &two);
        });
        int written = 0;
        subject.storage->each(join, [&](Row& row) {
            Health health;
            row.read(0, &health);
            if (health == two) ++written;
        });
        const bool faithful = mode == Mode::Faithful;
        CHECK(outcome.verdict == (faithful ? Verdict::Bitten : Verdict::Done));
        CHECK(visited == 4);
        CHECK(written == (faithful ? 0 : 4));
    }
}

TEST_CASE("002-L5: repaired, whoever had the types is visited once, whatever is done meanwhile", "[lab][002]") {
    for (const Removal removal : {Removal::SwapLast, Removal::Shift}) {
        Subject subject(Mode::Repaired, removal);
        Storage& storage = *subject.storage;
        const Position position;
        std::vector<Handle> handles;
        for (int i = 0; i < 300; ++i) {
            handles.push_back(subject.create(lab_test::health, Health{static_cast<float>(i)}));
            if (i % 7 == 0) REQUIRE(storage.add(handles.back(), {lab_test::position, &position}));
        }
        std::map<float, int> visits;
        std::vector<bool> destroyed(300), lacking(300);
        const TypeIndex join[]{lab_test::health};
        REQUIRE(storage
                    .each(join,
                          [&](Row& row) {
                              Health health;
                              row.read(0, &health);
                              const auto number = static_cast<std::size_t>(health.points);
                              CHECK_FALSE(destroyed[number]);
                              CHECK_FALSE(lacking[number]);
                              ++visits[health.points];
                              const std::size_t other = (number * 7 + 150) % 300;
                              if (number % 4 == 0) {  // another one goes
                                  destroyed[other] = destroyed[other] || storage.destroy(handles[other]);
                              } else if (number % 4 == 1) {
                                  destroyed[number] = true;
                                  REQUIRE(storage.destroy(row.entity()));
                                  CHECK_FALSE(row.write(0, &health));
                              } else if (number % 4 == 2) {
                                  subject.create(lab_test::health, Health{1000});
                                  if (!destroyed[other] && !lacking[other])
                                      lacking[other] =
                                          static_cast<bool>(storage.remove(handles[other], lab_test::health));
                              } else if (!storage.has(row.entity(), lab_test::position)) {
                                  REQUIRE(storage.add(row.entity(), {lab_test::position, &position}));
                                  Health again;
                                  row.read(0, &again);  // where it is now
                                  CHECK(again == health);
                              }
                          })
                    .verdict == Verdict::Done);
        for (const auto& [number, count] : visits) CHECK(count == 1);
        CHECK_FALSE(visits.contains(1000));  // made meanwhile
        for (std::size_t i = 0; i < 300; ++i)
            CHECK((visits.contains(static_cast<float>(i)) || destroyed[i] || lacking[i]));
        CHECK(fault_of(storage, subject.arena) == "");
    }
}

TEST_CASE("002-L6: a tag costs one byte a row", "[lab][002]") {
    for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
        Subject subject(mode);
        for (int i = 0; i < 128; ++i) {
            const Value values[]{{lab_test::marked, nullptr}};
            REQUIRE(subject.storage->create(values));
        }
        std::uint64_t tag_bytes = 0;
        subject.storage->describe([&](const Span& span) {
            if (span.type == static_cast<int>(lab_test::marked)) tag_bytes += span.bytes;
        });
        CHECK(tag_bytes == 128);
        CHECK(account_of(*subject.storage, subject.arena).payload == 0);
    }
}

TEST_CASE("002: faithful, whoever follows the moves finds every value, and the ledger tiles", "[lab][002]") {
    for (const Removal removal : {Removal::SwapLast, Removal::Shift}) {
        Subject subject(Mode::Faithful, removal);
        Storage& storage = *subject.storage;
        std::map<std::uint64_t, std::map<TypeIndex, std::vector<std::byte>>> model;
        storage.moved = [&](Handle before, Handle after) {
            auto node = model.extract(before.bits);
            REQUIRE_FALSE(node.empty());
            node.key() = after.bits;
            REQUIRE(model.insert(std::move(node)).inserted);
        };
        ecs::Random random(3);
        const auto value_of = [&](TypeIndex type) {
            std::vector<std::byte> bytes(lab_test::types()[type]->size);
            for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
            return bytes;
        };
        for (int i = 0; i < 1500; ++i) {
            const auto type = random.below(6);
            const auto value = value_of(type);
            const std::uint32_t what = random.below(8);
            if (model.empty() || what < 3) {
                const Value values[]{{type, value.data()}};
                const Outcome made = storage.create(values);
                REQUIRE(made.verdict == Verdict::Done);
                REQUIRE(
                    model.emplace(made.handle.bits, std::map<TypeIndex, std::vector<std::byte>>{{type, value}}).second);
                continue;
            }
            auto at = model.begin();
            std::advance(at, random.below(static_cast<std::uint32_t>(model.size())));
            const Handle entity{at->first};
            if (what == 3) {
                model.erase(at);
                REQUIRE(storage.destroy(entity).verdict == Verdict::Done);
            } else if (at->second.contains(type)) {
                at->second[type] = value;
                REQUIRE(storage.set(entity, {type, value.data()}).verdict == Verdict::Done);
            } else {
                auto values = std::move(at->second);
                model.erase(at);
                const Outcome added = storage.add(entity, {type, value.data()});
                REQUIRE(added.verdict == Verdict::Done);
                values[type] = value;
                REQUIRE(model.emplace(added.handle.bits, std::move(values)).second);
            }
            if (i % 50 != 0) continue;
            REQUIRE(fault_of(storage, subject.arena) == "");
            REQUIRE(storage.size() == model.size());
            for (const auto& [bits, values] : model)
                for (const auto& [each, bytes] : values) {
                    std::vector<std::byte> seen(bytes.size());
                    REQUIRE(storage.get({bits}, each, seen.data()));
                    REQUIRE(seen == bytes);
                }
        }
    }
}

}  // namespace seed_002_storage_test
