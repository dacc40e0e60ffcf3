// What was saved once is the same when it is loaded and saved again: random worlds of prefabs, instances and types,
// described or not.
#include <string>
#include <utility>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "files/world_file/world_file.hpp"

namespace saved_again_test {

namespace {

class RandomFile {
public:
    explicit RandomFile(std::uint64_t seed) : random_(seed) {}

    std::string text() {
        std::string described, between;
        const auto describe = [&](const char* schema) {
            if (below(3) != 0) described += std::exchange(between, ", ") + schema;
        };
        describe(R"("Hp": { "fields": { "hp": "i32", "max": "i32" } })");
        describe(R"("Pos": { "fields": { "x": "f32", "y": "f32" } })");
        describe(R"("Note": { "fields": { "text": "string", "of": "entity" } })");
        describe(R"("Lit": {})");
        std::string all = R"({ "format": "chunkscope.world", "version": 1, "components": { )" + described +
                          " }, \"systems\": { \"Fade\": { \"enabled\": " + word({"true", "false"}) +
                          R"(, "rule": "Hp.hp > 1 : Hp.hp -= 1" }, "Tides": {} }, )" + scene() + "\"entities\": [\n";
        all += R"({ "id": "1v1", "name": "Tower", "components": { "Prefab": {}, )" + components(true) + " } },\n";
        all += R"({ "id": "2v2", "name": "Gun", "parent": "1v1", "components": { "Prefab": {}, )" + components(true) +
               " } }";
        for (int id = 10; id < 18; id += 2) {
            all += ",\n{ \"id\": \"" + std::to_string(id) + "v1\", \"of\": \"1v1\", \"parts\": { \"2v2\": \"" +
                   std::to_string(id + 1) + "v3\" }";
            if (below(2) == 0) all += R"(, "name": "North")";
            all += rest() + " }";
            if (below(2) == 0)
                all += ",\n{ \"id\": \"" + std::to_string(id + 1) + "v3\", \"of\": \"2v2\"" + rest() + " }";
        }
        all += ",\n{ \"id\": \"20v1\"" + (below(2) == 0 ? std::string(R"(, "parent": "12v1")") : std::string()) +
               rest() + " }";
        return all + " ] }";
    }

private:
    std::uint32_t below(std::uint32_t count) { return random_.below(count); }
    std::string word(std::initializer_list<const char*> words) {
        return words.begin()[below(static_cast<std::uint32_t>(words.size()))];
    }
    std::string number() { return word({"0", "-0.0", "1", "7", "136.24196", "-21", "1e-30"}); }
    std::string whole() { return word({"0", "1", "-7", "10", "2147483647"}); }
    std::string scene() {
        if (below(3) == 0) return {};
        return R"("scene": { "tick": )" + word({"0", "140"}) +
               (below(2) == 0 ? std::string(R"(, "free": ["9v2", "24v1", "23v1"], "slots": 30)") : std::string()) +
               " }, ";
    }
    /// Of the four types; all of them for a prefab.
    std::string components(bool all) {
        std::string text, between;
        const auto add = [&](const std::string& component) {
            if (all || below(2) == 0) text += std::exchange(between, ", ") + component;
        };
        add(R"("Hp": { "hp": )" + whole() + (all || below(2) == 0 ? ", \"max\": " + whole() : std::string()) + " }");
        add(R"("Pos": { "x": )" + number() + (all || below(2) == 0 ? ", \"y\": " + number() : std::string()) + " }");
        add(R"("Note": { "text": )" + word({"\"\"", "\"tea\\nsalt\"", "\"2v2\""}) + R"(, "of": )" +
            word({"null", "\"2v2\"", "\"12v1\"", "\"99v1\""}) + " }");
        add(R"("Lit": {})");
        return text;
    }
    std::string rest() {
        const std::string own = components(false);
        return own.empty() ? std::string() : ", \"components\": { " + own + " }";
    }

    ecs::Random random_;
};

/// What is written of the world that is read from `text`, and its hash.
std::pair<std::string, std::uint64_t> saved(const std::string& text) {
    ecs::World world;
    const files::WorldFile file = files::read_world(text, "world.json", world, {.losses = files::Losses::Accept});
    return {files::write_world(world, file), ecs::state_hash(world)};
}

}  // namespace

TEST_CASE("World file: what was saved once is the same when saved again, in random worlds", "[files][world_file]") {
    std::size_t short_lines = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const std::string text = RandomFile(seed).text();
        INFO("seed " << seed << "\n" << text);
        const auto once = saved(text);
        const auto again = saved(once.first);
        REQUIRE(again.first == once.first);
        REQUIRE(again.second == once.second);
        short_lines += once.first.find("\"of\": \"1v1\"") != std::string::npos;
    }
    CHECK(short_lines > 200);
}

TEST_CASE("World file: a component that nobody describes keeps its text in an instance, too", "[files][world_file]") {
    const std::string text = R"({ "format": "chunkscope.world", "version": 1, "entities": [
        { "id": "1v1", "components": { "Prefab": {}, "Hp": { "hp": 5, "max": 5 } } },
        { "id": "2v1", "of": "1v1", "components": { "Hp": { "hp": 10 } } } ] })";
    CHECK_THAT(saved(text).first,
               Catch::Matchers::Contains(R"({ "id": "2v1", "of": "1v1", "components": { "Hp": {"hp":10} } })"));
}

}  // namespace saved_again_test
