#include "files/script/script_verb.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/edit/single_edits.hpp"
#include "ecs/support/random_members.hpp"
#include "files/base/atomic_file.hpp"
#include "files/script/edit_script.hpp"

namespace script_verb_test {

using namespace ecs;

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Link {
    Entity to;
    std::int32_t weights[2] = {};
};
struct Label {
    std::string text;
};
struct Red {};
struct Blue {};

SystemDescription system_of(std::string_view name) {
    SystemDescription system;
    system.name = name;
    return system;
}

struct Game {
    World world;
    Schedule schedule;
    files::SystemsByName systems{[](std::string_view name) { return std::optional(system_of(name)); }, {}};

    Game() {
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        world.types().add<Link>("Link").field("to", &Link::to).field("weights", &Link::weights);
        world.types().add<Label>("Label").field("text", &Label::text);
        world.types().add<Red>("Red");
        world.types().add<Blue>("Blue");
        world.create(Place{}, Red{}, Name{"one"});
        world.create(Place{}, Label{});
        for (const char* const name : {"Move", "Turn"}) schedule.add(system_of(name));
    }
    Edit read(std::string_view verb_name, const std::string& line) {
        const std::string text = "{ \"edits\": [" + line + "] }";
        files::EditReader reader(world, schedule, systems, text, "edits.json");
        reader.start_edit(0, text.find('[') + 1);
        const files::ScriptVerb* const verb = files::find_verb(verb_name);
        REQUIRE(verb);
        for (const std::string_view member : verb->needed) CHECK(reader.has(member));
        reader.set_verb(verb->name);
        return verb->read(reader);
    }
    template <class Kind>
    void check(const Kind& edit) {
        const std::string line = files::script_line(world, edit);
        CAPTURE(line);
        const Edit read_again = read(name_of(edit), line);
        REQUIRE(std::holds_alternative<Kind>(read_again));
        CHECK(files::script_line(world, read_again) == line);
        if constexpr (!requires { files::own_verb(std::type_identity<Kind>()); })
            CHECK(test::first_other_member(edit, std::get<Kind>(read_again), true) == "");
    }
    void check(const EntityRecord& created) { check(CreateEntities{{created}}); }
    void check(AddSystem edit) {
        edit.description->enabled = true;  // a script adds a system that is on
        check<AddSystem>(edit);
    }
};

}  // namespace

TEST_CASE("Script verbs: random edits of each kind are read as they were written", "[files][script]") {
    Game game;
    test::RandomMembers random(game.world, {"Move", "Turn"}, 31);
    test::each_kind([&]<class Kind>(std::type_identity<Kind>) {
        for (int i = 0; i < 60; ++i)
            each_single(game.world, random.edit<Kind>(), [&game](const auto& single) { game.check(single); });
    });
}

TEST_CASE("Script verbs: every kind of edit has one", "[files][script]") {
    std::set<std::string> others;
    for (const std::string& name : files::names_of_verbs()) CHECK(others.insert(name).second);
    for (const KindNames& names : names_of_kinds()) {
        INFO(names.verb);
        CHECK(files::find_verb(names.verb));
        others.erase(std::string(names.verb));
    }
    // All other verbs are a way to say what another verb writes.
    CHECK(others == std::set<std::string>{"rename"});
}

TEST_CASE("Script verbs: the page about world files explains each", "[files][script]") {
    const std::string page = files::read_file(std::filesystem::path(TEST_DATA_DIR) / "../../docs/world-file.md");
    const std::size_t start = page.find("| edit | members | notes |");
    REQUIRE(start != std::string::npos);
    const std::string table = page.substr(start, page.find("\n\n", start) - start);

    for (const std::string& name : files::names_of_verbs()) {
        INFO(name);
        const std::size_t at = table.find("`" + name + "`");
        REQUIRE(at != std::string::npos);
        const std::size_t begin = table.rfind('\n', at) + 1;
        const std::string row = table.substr(begin, table.find('\n', at) - begin);
        const files::ScriptVerb& verb = *files::find_verb(name);
        for (const auto* members : {&verb.needed, &verb.optional})
            for (const std::string_view member : *members)
                CHECK(row.find("`" + std::string(member) + "`") != std::string::npos);
    }
}

TEST_CASE("Script verbs: an edit of many is as many lines, or the first of them", "[files][script]") {
    Game game;
    DestroyMany destroy;
    destroy.entities.push_back_run({5, 1}, 3);
    CHECK(files::script_line(game.world, destroy) ==
          "{ \"destroy\": \"5v1\" },\n{ \"destroy\": \"6v1\" },\n{ \"destroy\": \"7v1\" }");
    CHECK(files::script_line(game.world, destroy, 1) == R"({ "destroy": "5v1" })");
    const AddToMany add = add_to_many(destroy.entities, Value(game.world.types()[game.world.id<Red>()]));
    CHECK(files::script_line(game.world, add, 2) ==
          "{ \"add\": \"5v1\", \"component\": \"Red\" },\n{ \"add\": \"6v1\", \"component\": \"Red\" }");
    CHECK(files::script_line(game.world, DestroyEntities{{{1, 1}, {2, 1}}}, 1) == R"({ "destroy": "2v1" })");
    CHECK(files::script_line(game.world, CreateEntities{std::vector<EntityRecord>(3)}, 1) == R"({ "create": null })");
}

}  // namespace script_verb_test
