#include "ecs/lab/bench/each_run.hpp"

#include <random>

#include "catch.hpp"
#include "lab/support/lab_types.hpp"

namespace each_run_test {

using namespace ecs::lab;
using namespace lab_test;

namespace {

using Visits = std::vector<std::pair<Position, Wide>>;

Visits by_rows(Storage& storage) {
    Visits visits;
    const TypeIndex join[]{position, wide};
    storage.each(join, [&](Row& row) {
        Position at;
        Wide more;
        row.read(0, &at);
        row.read(1, &more);
        visits.emplace_back(at, more);
    });
    return visits;
}

Visits compiled_in(Storage& storage) {
    Visits visits;
    each_typed<Position, Wide>(storage, {position, wide},
                               [&](Position& at, Wide& more) { visits.emplace_back(at, more); });
    return visits;
}

}  // namespace

// What the bench measures must be what the lab shows: the same rows in the same order, whatever was done before.
TEST_CASE("Each run: it visits what each() visits, in its order, after any operations", "[lab][bench]") {
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        Arena arena;
        const auto storage = make_storage(kind, Mode::Repaired, {}, types(), arena, nullptr);
        CHECK(compiled_in(*storage).empty());
        std::mt19937 random(7);
        std::vector<Handle> handles;
        std::uint64_t visited = 0;
        for (int i = 0; i < 600; ++i) {
            const auto number = static_cast<float>(i);
            const Position at{number, 1, 2};
            const Wide more{static_cast<double>(i), 5, 6};
            const Health left{number};
            const std::size_t who = handles.empty() ? 0 : random() % handles.size();
            switch (random() % 6) {
                case 0:
                case 1: {
                    std::vector<Value> values;
                    if (random() % 3 != 0) values.push_back({position, &at});
                    if (random() % 3 != 0) values.push_back({wide, &more});
                    if (random() % 2 != 0) values.push_back({health, &left});
                    handles.push_back(storage->create(values).handle);
                    break;
                }
                case 2:
                    if (!handles.empty() && random() % 3 == 0) {
                        storage->destroy(handles[who]);
                        handles.erase(handles.begin() + static_cast<std::ptrdiff_t>(who));
                    }
                    break;
                case 3:
                    if (!handles.empty()) storage->add(handles[who], {wide, &more});
                    break;
                case 4:
                    if (!handles.empty()) storage->add(handles[who], {position, &at});
                    break;
                default:
                    if (!handles.empty()) storage->remove(handles[who], random() % 2 != 0 ? position : wide);
            }
            // Either may be the first to find what was destroyed (004 then drops it).
            const Visits first = i % 2 != 0 ? compiled_in(*storage) : by_rows(*storage);
            CHECK(first == (i % 2 != 0 ? by_rows(*storage) : compiled_in(*storage)));
            visited += first.size();
        }
        CHECK(visited > 1000);
        each_typed<Position>(*storage, {position}, [](Position& at) { at.y = 99; });
        for (const auto& [at, more] : by_rows(*storage)) CHECK(at.y == 99);
    }
}

}  // namespace each_run_test
