// Files that were damaged at random: an error or a world, never a crash, never something in between.
#include <string>

#include "catch.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/world_examples.hpp"
#include "editor/support/world_variants.hpp"
#include "files/base/atomic_file.hpp"

namespace world_file_fuzz_test {

using namespace editor;
using namespace files;

TEST_CASE("World file: a damaged file is an error or a world", "[editor][world_file][fuzz]") {
    ecs::Random random(2024);
    std::vector<std::string> originals{read_file(std::filesystem::path(TEST_DATA_DIR) / "harbour.json")};
    for (std::uint64_t seed = 1; seed < 5; ++seed) originals.push_back(write_world(*examples::random_session(seed)));
    int errors = 0, worlds = 0;
    for (int i = 0; i < 1500; ++i) {
        const std::string text = examples::damaged(originals[random.below(5)], random);
        std::unique_ptr<Session> session;
        try {
            session = demo::read(text, "level.json");
        } catch (const FileError& error) {
            ++errors;
            if (error.problem().starts_with("opening it would lose values")) continue;  // has its places in the text
            CHECK(error.line() >= 1);
            CHECK(error.column() >= 1);
            CHECK_FALSE(error.problem().empty());
            continue;
        }
        ++worlds;
        const std::string saved = write_world(*session);
        INFO(text);
        CHECK(write_world(*demo::read(saved, "level.json")) == saved);
        session->tick();
    }
    CHECK(errors > 500);
    CHECK(worlds > 20);
}

}  // namespace world_file_fuzz_test
