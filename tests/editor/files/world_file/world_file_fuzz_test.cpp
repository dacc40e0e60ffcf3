// Files that were damaged at random: an error or a world, never a crash, never something in between.
#include <string>

#include "catch.hpp"
#include "editor/base/atomic_file.hpp"
#include "editor/files/world_file/world_file.hpp"
#include "editor/support/world_examples.hpp"

using namespace editor;

namespace {

const char* const pieces[] = {
    "\"",         "{",          "}",       "[",       "]",    ",",  ":",      "0",       "-1",      "1e999",
    "null",       "true",       "\\",      "\\ud800", "\xff", "\n", "\"id\"", "\"1v1\"", "\"0v0\"", "\"components\"",
    "\"fields\"", "4294967296", "\"nan\"", "[[[["};

std::string damaged(std::string text, ecs::Random& random) {
    const auto any = [&](std::size_t count) { return random.below(static_cast<std::uint32_t>(count)); };
    for (std::uint32_t i = 1 + random.below(3); i > 0 && !text.empty(); --i) {
        const std::size_t at = any(text.size()), length = any(std::min<std::size_t>(text.size() - at, 40)) + 1;
        switch (random.below(6)) {
            case 0:
                text[at] = static_cast<char>(random.next());
                break;
            case 1:
                text.erase(at, length);
                break;
            case 2:
                text.insert(at, text.substr(any(text.size()), length));
                break;
            case 3:
                text.insert(at, pieces[any(std::size(pieces))]);
                break;
            case 4:
                text.replace(at, 1, pieces[any(std::size(pieces))]);
                break;
            default:
                text.resize(at);
                break;
        }
    }
    return text;
}

}  // namespace

TEST_CASE("World file: a damaged file is an error or a world", "[editor][world_file][fuzz]") {
    ecs::Random random(2024);
    std::vector<std::string> originals{read_file(std::filesystem::path(TEST_DATA_DIR) / "harbour.json")};
    for (std::uint64_t seed = 1; seed < 5; ++seed) originals.push_back(write_world(*examples::random_session(seed)));
    int errors = 0, worlds = 0;
    for (int i = 0; i < 1500; ++i) {
        const std::string text = damaged(originals[random.below(5)], random);
        std::unique_ptr<Session> session;
        try {
            session = read_world(text, "level.json");
        } catch (const FileError& error) {
            ++errors;
            CHECK(error.line() >= 1);
            CHECK(error.column() >= 1);
            CHECK_FALSE(error.problem().empty());
            continue;
        }
        ++worlds;
        const std::string saved = write_world(*session);
        INFO(text);
        CHECK(write_world(*read_world(saved, "level.json")) == saved);
        session->tick();
    }
    CHECK(errors > 500);
    CHECK(worlds > 20);
}
