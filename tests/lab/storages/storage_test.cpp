// What holds for every storage, whatever is done to it.
#include "ecs/lab/storages/storage.hpp"

#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "lab/support/lab_types.hpp"

namespace storage_test {

using namespace ecs::lab;

namespace {

using Bytes = std::vector<std::byte>;

/// A storage with its arena, and what it should hold.
struct Subject {
    Arena arena;
    std::optional<Trace> trace;
    std::unique_ptr<Storage> storage;

    Subject(StorageKind kind, Mode mode, bool traced, const StorageOptions& options = {}) {
        if (traced) trace.emplace(arena);
        storage = make_storage(kind, mode, options, lab_test::types(), arena, trace ? &*trace : nullptr);
    }
};

struct Model {
    struct Owner {
        Handle handle;
        std::map<TypeIndex, Bytes> values;
    };
    std::map<int, Owner> entities;
    std::vector<Handle> dead;
    int next = 0;
};

Bytes random_value(ecs::Random& random, TypeIndex type) {
    Bytes bytes(lab_test::types()[type]->size);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
    return bytes;
}

std::map<int, Model::Owner>::iterator pick(Model& model, ecs::Random& random) {
    auto at = model.entities.begin();
    std::advance(at, random.below(static_cast<std::uint32_t>(model.entities.size())));
    return at;
}

/// One random operation, done to model and storage alike. `text` says what, for a failing test.
void step(Subject& subject, Model& model, ecs::Random& random) {
    const auto type_count = static_cast<std::uint32_t>(lab_test::types().size());
    const std::uint32_t what = random.below(10);
    if (subject.trace) subject.trace->begin_operation("step");
    Storage& storage = *subject.storage;
    if (model.entities.empty() || what < 3) {
        Model::Owner owner;
        std::vector<Value> values;
        for (TypeIndex type = 0; type < type_count; ++type)
            if (random.below(2) == 0)
                values.push_back({type, owner.values.emplace(type, random_value(random, type)).first->second.data()});
        const Outcome made = storage.create(values);
        REQUIRE(made.verdict == Verdict::Done);
        owner.handle = made.handle;
        model.entities.emplace(model.next++, std::move(owner));
        return;
    }
    const auto entity = pick(model, random);
    Model::Owner& owner = entity->second;
    const TypeIndex type = random.below(type_count);
    const bool has = owner.values.contains(type);
    REQUIRE(storage.has(owner.handle, type) == has);
    if (what == 3) {
        REQUIRE(storage.destroy(owner.handle).verdict == Verdict::Done);
        model.dead.push_back(owner.handle);
        model.entities.erase(entity);
    } else if (what < 6) {
        const Bytes value = random_value(random, type);
        const Outcome added =
            has ? storage.set(owner.handle, {type, value.data()}) : storage.add(owner.handle, {type, value.data()});
        REQUIRE(added.verdict == Verdict::Done);
        if (!has) REQUIRE(added.handle == owner.handle);
        owner.values[type] = value;
    } else if (what < 8 && has) {
        const Outcome removed = storage.remove(owner.handle, type);
        REQUIRE(removed.verdict == Verdict::Done);
        REQUIRE(removed.handle == owner.handle);
        owner.values.erase(type);
    } else if (has) {
        Bytes value(lab_test::types()[type]->size);
        REQUIRE(storage.get(owner.handle, type, value.data()).verdict == Verdict::Done);
        REQUIRE(value == owner.values[type]);
    }
}

/// All values that the storage gives back equal those of the model, entity by entity and by visiting.
void check_equal(Subject& subject, Model& model) {
    Storage& storage = *subject.storage;
    REQUIRE(storage.size() == model.entities.size());
    for (auto& [name, owner] : model.entities) {
        REQUIRE(storage.alive(owner.handle));
        for (const auto& [type, bytes] : owner.values) {
            Bytes value(bytes.size());
            REQUIRE(storage.get(owner.handle, type, value.data()));
            REQUIRE(value == bytes);
        }
    }
    for (const Handle dead : model.dead) {
        REQUIRE_FALSE(storage.alive(dead));
        REQUIRE(storage.destroy(dead).verdict == Verdict::Refused);
    }
    using Join = std::vector<TypeIndex>;
    for (const Join& join : {Join{lab_test::position}, Join{lab_test::velocity, lab_test::health},
                             Join{lab_test::small, lab_test::wide, lab_test::position}}) {
        std::map<std::uint64_t, std::vector<Bytes>> expected, seen;
        for (const auto& [name, owner] : model.entities) {
            std::vector<Bytes> row;
            for (const TypeIndex type : join)
                if (const auto found = owner.values.find(type); found != owner.values.end())
                    row.push_back(found->second);
            if (row.size() == join.size()) expected.emplace(owner.handle.bits, row);
        }
        const Outcome visited = storage.each(join, [&](Row& row) {
            std::vector<Bytes> values;
            for (std::size_t i = 0; i < join.size(); ++i) {
                values.emplace_back(lab_test::types()[join[i]]->size);
                row.read(i, values.back().data());
            }
            REQUIRE(seen.emplace(row.entity().bits, values).second);
        });
        REQUIRE(visited.verdict == Verdict::Done);
        REQUIRE(seen == expected);
    }
}

/// The kinds that there are.
std::vector<StorageKind> kinds() {
    std::vector<StorageKind> result;
    for (const StorageKind kind : storage_kinds)
        if (Subject(kind, Mode::Repaired, false).storage != nullptr) result.push_back(kind);
    return result;
}

}  // namespace

TEST_CASE("Storage: every kind, repaired, holds what a map holds after random operations", "[lab][storage]") {
    for (const StorageKind kind : kinds()) {
        CAPTURE(name_of(kind));
        Subject subject(kind, Mode::Repaired, false);
        Model model;
        ecs::Random random(7);
        for (int i = 0; i < 3000; ++i) {
            step(subject, model, random);
            if (i % 300 == 299) check_equal(subject, model);
        }
    }
}

TEST_CASE("Storage: the ledger tiles every byte after every operation, and its roles add up", "[lab][storage]") {
    for (const StorageKind kind : kinds()) {
        CAPTURE(name_of(kind));
        Subject subject(kind, Mode::Repaired, false);
        Model model;
        ecs::Random random(8);
        for (int i = 0; i < 600; ++i) {
            step(subject, model, random);
            REQUIRE(fault_of(*subject.storage, subject.arena) == "");
            const Account account = account_of(*subject.storage, subject.arena);
            REQUIRE(account.payload + account.index + account.holes + account.spare + account.padding ==
                    account.allocated);
            std::array<std::uint64_t, role_groups.size()> groups{};
            for (std::size_t role = 0; role < role_count; ++role)
                groups[static_cast<std::size_t>(group_of(static_cast<Role>(role)))] += account.by_role[role];
            for (const RoleGroup group : role_groups)
                REQUIRE(account[group] == groups[static_cast<std::size_t>(group)]);
            std::uint64_t payload = 0;
            for (const auto& [name, owner] : model.entities)
                for (const auto& [type, bytes] : owner.values) payload += bytes.size();
            REQUIRE(account.payload == payload);
        }
    }
}

TEST_CASE("Storage: the bytes of a payload span are the value that get gives back", "[lab][storage]") {
    for (const StorageKind kind : kinds()) {
        CAPTURE(name_of(kind));
        Subject subject(kind, Mode::Repaired, false);
        Model model;
        ecs::Random random(9);
        for (int i = 0; i < 400; ++i) step(subject, model, random);
        std::map<std::pair<std::uint64_t, TypeIndex>, Bytes> seen, expected;
        subject.storage->describe([&](const Span& span) {
            if (span.role != Role::Payload) return;
            REQUIRE(span.type >= 0);
            const std::byte* begin = subject.arena.at(span.at);
            seen[{span.handle, static_cast<TypeIndex>(span.type)}] = Bytes(begin, begin + span.bytes);
        });
        for (const auto& [name, owner] : model.entities)
            for (const auto& [type, bytes] : owner.values)
                if (!bytes.empty()) expected[{owner.handle.bits, type}] = bytes;
        REQUIRE(seen == expected);
    }
}

TEST_CASE("Storage: traced and untraced end in the same bytes, and undoing all events gives the first",
          "[lab][storage]") {
    for (const StorageKind kind : kinds()) {
        CAPTURE(name_of(kind));
        Subject plain(kind, Mode::Repaired, false), traced(kind, Mode::Repaired, true);
        Model plain_model, traced_model;
        const Arena::Snapshot first = traced.arena.snapshot();
        const std::size_t first_events = traced.trace->events().size();
        ecs::Random plain_random(10), traced_random(10);
        for (int i = 0; i < 300; ++i) {
            step(plain, plain_model, plain_random);
            step(traced, traced_model, traced_random);
        }
        const Arena::Snapshot last = traced.arena.snapshot();
        REQUIRE(plain.arena.snapshot() == last);
        traced.trace->go_to(first_events);
        REQUIRE(traced.arena.snapshot() == first);
        REQUIRE(traced.storage->size() == 0);
        traced.trace->go_to(traced.trace->events().size());
        REQUIRE(traced.arena.snapshot() == last);
        check_equal(traced, traced_model);
    }
}

TEST_CASE("Storage: a traced operation names its lines of pseudo-code", "[lab][storage]") {
    for (const StorageKind kind : kinds()) {
        CAPTURE(name_of(kind));
        Subject subject(kind, Mode::Repaired, true);
        Storage& storage = *subject.storage;
        const lab_test::Position value{1, 2, 3};
        const Handle entity = storage.create({}).handle;
        const auto lines_of = [&](OperationKind operation, const auto& act) {
            subject.trace->begin_operation("one");
            act();
            const std::size_t count = storage.pseudo_code(operation).size();
            std::size_t seen = 0;
            const Trace::Operation& done = subject.trace->operations().back();
            for (std::size_t i = done.begin; i < done.end; ++i)
                if (subject.trace->events()[i].kind == EventKind::Line) {
                    ++seen;
                    REQUIRE(subject.trace->events()[i].at < count);
                }
            CAPTURE(name_of(operation));
            CHECK(seen > 0);
        };
        lines_of(OperationKind::Add, [&] { storage.add(entity, {lab_test::position, &value}); });
        lines_of(OperationKind::Set, [&] { storage.set(entity, {lab_test::position, &value}); });
        lines_of(OperationKind::Get, [&] {
            lab_test::Position read;
            storage.get(entity, lab_test::position, &read);
            CHECK(read == value);
        });
        const TypeIndex join[]{lab_test::position};
        lines_of(OperationKind::Each, [&] { storage.each(join, [](Row&) {}); });
        lines_of(OperationKind::Remove, [&] { storage.remove(entity, lab_test::position); });
        lines_of(OperationKind::Destroy, [&] { storage.destroy(entity); });
        lines_of(OperationKind::Create, [&] { storage.create({}); });
    }
}

TEST_CASE("Storage: whose row it is, is read only when a query asks, and then the trace knows", "[lab][storage]") {
    for (const StorageKind kind : kinds()) {
        for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
            CAPTURE(name_of(kind), name_of(mode));
            Arena arena;
            Trace trace(arena);
            const auto storage = make_storage(kind, mode, {}, lab_test::types(), arena, &trace);
            std::set<std::uint64_t> expected;
            for (int i = 0; i < 40; ++i) {
                const lab_test::Health value{static_cast<float>(i)};
                const Value values[]{{lab_test::health, &value}};
                expected.insert(storage->create(values).handle.bits);
            }
            const TypeIndex join[]{lab_test::health};
            const auto work_of = [&](const RowFunction& function) {
                trace.begin_operation("each");
                REQUIRE(storage->each(join, function).verdict == Verdict::Done);
                trace.end_operation();
                return trace.operations().back().work;
            };
            std::set<std::uint64_t> seen;
            const Work without = work_of([](Row&) {});
            const Work with = work_of([&](Row& row) { seen.insert(row.entity().bits); });
            const Work twice = work_of([](Row& row) { CHECK(row.entity() == row.entity()); });
            CHECK(seen == expected);
            // 000 and 003 come across it on their way, and a place needs no looking up.
            const bool has_it = kind == StorageKind::HashIndex || kind == StorageKind::PackedVector ||
                                (kind == StorageKind::ArchetypeBlock && mode == Mode::Faithful);
            CHECK((with.reads > without.reads) == !has_it);
            // The article's pointers are its callers' own, in no memory of the storage.
            const bool on_heap = !has_it && !(kind == StorageKind::SharedObject && mode == Mode::Faithful);
            CHECK((with.lines > without.lines) == on_heap);
            CHECK(with == twice);
        }
    }
}

}  // namespace storage_test
