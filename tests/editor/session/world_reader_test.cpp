// The two ways of WorldReader against each other: reading directly, by patterns, must give the very world that reading
// the long way gives, and must not take a file that the long way refuses.
#include "files/world_file/world_reader.hpp"

#include <string>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/read_ways.hpp"
#include "editor/support/world_examples.hpp"
#include "editor/support/world_variants.hpp"
#include "files/support/temporary_folder.hpp"

namespace world_reader_test {

using namespace editor;
using namespace files;
using examples::damaged;
using examples::respelt;
using examples::session_of_kinds;

namespace {

/// Null when it cannot be read directly.
std::unique_ptr<Session> directly(const std::string& text) {
    try {
        return demo::read_directly(text);
    } catch (const FileError&) {
    } catch (const WorldReader::NotDirect&) {
    }
    return nullptr;
}

void check_same(const Session& a, const Session& b) {
    REQUIRE(write_world(a) == write_world(b));
    REQUIRE(ecs::state_hash(a.world) == ecs::state_hash(b.world));
    REQUIRE(a.warnings == b.warnings);
    REQUIRE(a.losses == b.losses);
    REQUIRE(a.world.slot_count() == b.world.slot_count());
    REQUIRE(a.world.entity_index().free_list() == b.world.entity_index().free_list());
    REQUIRE(a.world.archetype_count() == b.world.archetype_count());
    for (std::size_t slot = 0; slot < a.world.slot_count(); ++slot) {
        const ecs::Entity entity = a.world.entity_at_slot(slot);
        REQUIRE(b.world.entity_at_slot(slot) == entity);
        if (!entity) continue;
        REQUIRE(a.world.location(entity) == b.world.location(entity));
        const auto below = a.world.children(entity), also_below = b.world.children(entity);
        REQUIRE(std::equal(below.begin(), below.end(), also_below.begin(), also_below.end()));
    }
}

/// Whether it was read; the error must be the same then, too.
bool check_both_ways(const std::string& text) {
    const std::unique_ptr<Session> direct = directly(text);
    std::string error;
    try {
        const std::unique_ptr<Session> session = demo::read_the_long_way(text);
        if (direct) check_same(*direct, *session);
        check_same(*demo::read(text, "level.json", nullptr, files::Losses::Accept), *session);
        return true;
    } catch (const FileError& failure) {
        error = failure.what();
    }
    INFO(text);
    REQUIRE(direct == nullptr);
    CHECK_THROWS_WITH(demo::read(text, "level.json", nullptr, files::Losses::Accept), error);
    return false;
}

}  // namespace

TEST_CASE("World reader: what the program writes is read directly, into the same world", "[editor][world_reader]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const std::string text = write_world(*session_of_kinds(seed, 300));
        const auto direct = directly(text);
        REQUIRE(direct);
        check_same(*direct, *demo::read_the_long_way(text));
        CHECK(write_world(*direct) == text);
    }
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const std::string text = write_world(*examples::random_session(seed));
        const auto direct = directly(text);
        REQUIRE(direct);
        check_same(*direct, *demo::read_the_long_way(text));
    }
}

TEST_CASE("World reader: any white space and order of members is read directly, into the same world",
          "[editor][world_reader]") {
    ecs::Random random(77);
    for (std::uint64_t i = 0; i < 48; ++i) {
        const examples::Spelling spelling{(i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
        const std::string text = respelt(write_world(*session_of_kinds(i, 100)), random, spelling);
        INFO(text);
        const auto direct = directly(text);
        REQUIRE(direct);
        check_same(*direct, *demo::read_the_long_way(text));
    }
}

TEST_CASE("World reader: a damaged file is the same world or the same error both ways", "[editor][world_reader]") {
    ecs::Random random(4242);
    std::vector<std::string> originals;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        originals.push_back(write_world(*session_of_kinds(seed, 40)));
        originals.push_back(respelt(originals.back(), random, {seed % 2 == 0, false, seed % 3 == 0}));
    }
    int errors = 0, worlds = 0;
    for (int i = 0; i < 1000; ++i) ++(check_both_ways(damaged(originals[random.below(12)], random)) ? worlds : errors);
    CHECK(errors > 300);
    CHECK(worlds > 50);
}

TEST_CASE("World reader: a long file is read through a window", "[editor][world_reader]") {
    const TemporaryFolder folder;
    for (const std::size_t entities : {6'000, 14'000}) {
        const auto session = session_of_kinds(entities, entities);
        const auto file = folder.path / "level.json";
        save_world(*session, file);
        REQUIRE(std::filesystem::file_size(file) > (1u << 20));
        FileReader reader(file);
        TextWindow window(reader);
        const auto direct = demo::read_directly(window);
        CHECK(window.at_end());
        check_same(*direct, *demo::read_the_long_way(write_world(*session)));
        check_same(*demo::load(file), *direct);
    }
}

TEST_CASE("World reader: an error late in a long file has its place", "[editor][world_reader]") {
    const TemporaryFolder folder;
    std::string text = write_world(*session_of_kinds(5, 9'000));
    const std::size_t last = text.rfind("\"x\": ");
    text.insert(last + 5, "!");
    const TextPlace place = place_of(text, last + 5);
    const auto file = folder.write("level.json", text);
    try {
        demo::load(file);
        FAIL("was read");
    } catch (const FileError& error) {
        CHECK(error.line() == place.line);
        CHECK(error.column() == place.column);
        CHECK(error.problem().find("expected a value, found \"!\"") != std::string::npos);
    }
}

TEST_CASE("World reader: entities longer than a window", "[editor][world_reader]") {
    const TemporaryFolder folder;
    demo::Session session;
    for (int i = 0; i < 6; ++i)
        session.world.create(Position{1, 2}, ecs::Name{std::string(200'000 * static_cast<std::size_t>(i), 'n')});
    save_world(session, folder.path / "level.json");
    check_same(*demo::load(folder.path / "level.json"), session);
}

TEST_CASE("World reader: texts that lie next to the end", "[editor][world_reader]") {
    // Each is cut where scans of eight bytes would run over the end, if they did not know it.
    const std::string text = write_world(*session_of_kinds(9, 12));
    for (std::size_t length = text.size() - 600; length < text.size(); ++length) {
        const std::string exact = text.substr(0, length);
        check_both_ways(std::string(exact.data(), exact.size()));
    }
}

}  // namespace world_reader_test
