// A file that does not fit into memory: no session, a sentence, and nothing left behind.
#include "editor/session/session_file.hpp"

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/support/demo.hpp"
#include "failing_allocator.hpp"
#include "files/base/atomic_file.hpp"

namespace world_file_oom_test {

using namespace editor;
using namespace files;
using namespace test;

TEST_CASE("Out of memory: a world file is loaded whole or not at all", "[editor][oom][world_file]") {
    const std::string text = read_file(std::filesystem::path(TEST_DATA_DIR) / "harbour.json");
    const std::uint64_t expected = ecs::state_hash(demo::read(text, "harbour.json")->world);
    for (const bool all_after : {false, true}) {
        std::size_t failures = 0, sentences = 0;
        for (std::size_t allocation = 1;; ++allocation) {
            const std::ptrdiff_t before = live_allocations();
            bool failed = true, told = false;
            std::uint64_t hash = 0;
            {
                std::unique_ptr<Session> session;
                {
                    const AllocationsFail fail(allocation, all_after);
                    try {
                        session = demo::read(text, "harbour.json");
                        failed = false;
                    } catch (const std::bad_alloc&) {
                    } catch (const FileError& error) {
                        told = error.problem() == "there is not enough memory for this world";
                        if (!told) throw;
                    }
                }
                if (session) hash = ecs::state_hash(session->world);
            }
            const std::ptrdiff_t after = live_allocations();
            INFO("allocation " << allocation << (all_after ? " and all after it" : ""));
            REQUIRE(after == before);
            if (!failed) REQUIRE(hash == expected);
            failures += failed;
            sentences += told;
            if (!failed && !AllocationsFail::happened()) break;
        }
        CHECK(failures > 100);
        if (!all_after) CHECK(sentences == failures);
    }
}

TEST_CASE("Out of memory: a world is written whole or not at all", "[editor][oom][world_file]") {
    const std::unique_ptr<Session> session =
        demo::read(read_file(std::filesystem::path(TEST_DATA_DIR) / "harbour.json"), "harbour.json");
    const std::string expected = write_world(*session);
    std::size_t failures = 0;
    for (std::size_t allocation = 1;; ++allocation) {
        std::string written;
        bool failed = true;
        {
            const AllocationsFail fail(allocation);
            try {
                written = write_world(*session);
                failed = false;
            } catch (const std::bad_alloc&) {
            }
        }
        failures += failed;
        if (!failed) REQUIRE(written == expected);
        if (!failed && !AllocationsFail::happened()) break;
    }
    CHECK(failures > 5);
    CHECK(write_world(*session) == expected);
}

}  // namespace world_file_oom_test
