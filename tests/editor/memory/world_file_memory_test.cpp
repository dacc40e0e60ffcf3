// What reading and writing world files takes in memory, beside the world: an amount that does not depend on the file.
#include <filesystem>

#include "catch.hpp"
#include "counted_memory.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/world_variants.hpp"
#include "files/base/atomic_file.hpp"
#include "files/support/temporary_folder.hpp"

namespace world_file_memory_test {

using namespace editor;

namespace {

constexpr std::size_t max_beyond = 2u << 20;

/// For the session and its types, and now and then one for the chunks: none for an entity.
constexpr std::size_t max_allocations(std::size_t entities) { return 2'500 + entities / 50; }

std::unique_ptr<Session> world_of(std::size_t entities) {
    auto session = demo::new_session();
    for (std::size_t i = 0; i < entities; ++i) {
        const float x = static_cast<float>(i) / 7;
        session->world.create(Position{x, -x}, Velocity{x / 3, 1});
    }
    return session;
}

struct Cost {
    std::size_t beyond = 0;  // bytes, at the worst moment, that neither were there before nor stayed
    std::size_t allocations = 0;
};

Cost cost_of_saving(const Session& session, const std::filesystem::path& file) {
    const CountedMemory before = counted_memory();
    reset_peak();
    save_world(session, file);
    const CountedMemory after = counted_memory();
    return {after.peak_bytes - before.live_bytes, after.allocations - before.allocations};
}

Cost cost_of_loading(const std::filesystem::path& file) {
    const CountedMemory before = counted_memory();
    reset_peak();
    const auto session = demo::load(file);
    const CountedMemory after = counted_memory();
    return {after.peak_bytes - after.live_bytes, after.allocations - before.allocations};
}

}  // namespace

TEST_CASE("World file memory: saving and loading take no more for a longer file", "[editor][world_file][memory]") {
    const TemporaryFolder folder;
    for (const std::size_t entities : {20'000, 200'000}) {
        const auto file = folder.path / "level.json";
        const auto session = world_of(entities);
        const Cost saving = cost_of_saving(*session, file);
        CHECK(saving.beyond < max_beyond);
        CHECK(saving.allocations < max_allocations(entities));
        const Cost loading = cost_of_loading(file);
        CHECK(loading.beyond < max_beyond);
        CHECK(loading.allocations < max_allocations(entities));
    }
}

TEST_CASE("World file memory: nor when every entity is spelt in its own way", "[editor][world_file][memory]") {
    const TemporaryFolder folder;
    ecs::Random random(1);
    for (const std::size_t entities : {5'000, 20'000}) {
        const auto file = folder.write("level.json", examples::respelt(write_world(*world_of(entities)), random,
                                                                       {.own_space = true, .own_order = true}));
        const Cost loading = cost_of_loading(file);
        CHECK(loading.beyond < max_beyond);
        CHECK(loading.allocations < max_allocations(entities));
    }
}

TEST_CASE("World file memory: read the long way, the text and a record an entity are in memory",
          "[editor][world_file][memory]") {
    const TemporaryFolder folder;
    constexpr std::size_t entities = 50'000;
    std::string text = write_world(*world_of(entities));
    const std::string first = "\"id\": \"1v1\", ";
    text.erase(text.find(first), first.size());  // an entity without an id gets the slot that the others leave
    const auto file = folder.write("level.json", text);
    const Cost loading = cost_of_loading(file);
    CHECK(loading.beyond < text.size() + 64 * entities + max_beyond);
    CHECK(loading.allocations < max_allocations(entities));
}

}  // namespace world_file_memory_test
