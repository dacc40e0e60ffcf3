#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ecs/diagnose/doctor.hpp"
#include "editor/session/session.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "files/support/temporary_folder.hpp"

namespace run_doctor_test {

using namespace editor;
using Catch::Matchers::Contains;
using nlohmann::json;

using Run = CommandLineRun;

namespace {

const json* find(const json& root, const std::string& shape) {
    const auto found = std::find_if(root["findings"].begin(), root["findings"].end(),
                                    [&](const json& each) { return each["shape"] == shape; });
    return found == root["findings"].end() ? nullptr : &*found;
}

const std::set<std::string> all_shapes{"tag-explosion",      "small-archetypes", "passed-through",
                                       "emptied-archetypes", "roomy-block",      "large-component",
                                       "padded-component",   "dead-slots",       "scattered-slabs"};

}  // namespace

TEST_CASE("Doctor subcommand: every case that the scene plants is found, and no other", "[editor][doctor]") {
    for (const char* count : {"0", "400", "5000"}) {
        const Run run({"doctor", "--scene", "fragments", "--count", count, "--json"});
        REQUIRE(run.exit_code == 0);
        CHECK(run.err.empty());
        const json root = json::parse(run.out);
        CHECK(root.size() == 1);
        std::set<std::string> shapes;
        for (const json& each : root["findings"]) {
            CHECK(each.size() == 5);
            CHECK(each["wasted_bytes"].get<std::uint64_t>() >= ecs::min_waste_bytes);
            CHECK_FALSE(each["cause"].get<std::string>().empty());
            CHECK_FALSE(each["remedy"].get<std::string>().empty());
            CHECK(shapes.insert(each["shape"].get<std::string>()).second);
        }
        CHECK(shapes == all_shapes);
        // What the scene plants is known to the entity.
        CHECK((*find(root, "tag-explosion"))["archetypes"].size() == 255);
        CHECK((*find(root, "passed-through"))["archetypes"].size() == 21);
        CHECK((*find(root, "emptied-archetypes"))["archetypes"].size() == 8);
        CHECK((*find(root, "roomy-block"))["archetypes"] ==
              json::parse(R"([["Position", "Shape", "Color", "Radius", "Morale"]])"));
        CHECK((*find(root, "roomy-block"))["wasted_bytes"] == 16384 - 256);
        CHECK((*find(root, "padded-component"))["wasted_bytes"] == 400 * 16);
        CHECK((*find(root, "large-component"))["archetypes"].size() == 1);
        CHECK((*find(root, "dead-slots"))["archetypes"].empty());
    }
}

TEST_CASE("Doctor subcommand: silent on worlds that are healthy", "[editor][doctor]") {
    for (const std::vector<std::string>& world : {std::vector<std::string>{"--scene", "chase"},
                                                  {"--scene", "chase", "--count", "1000", "--ticks", "200"},
                                                  {"--scene", "stress"},
                                                  {"--scene", "stress", "--count", "100000", "--ticks", "3"},
                                                  {"--scene", "stress", "--count", "7"}}) {
        std::vector<std::string> arguments{"doctor"};
        arguments.insert(arguments.end(), world.begin(), world.end());
        const Run text(arguments);
        CHECK(text.exit_code == 0);
        CHECK_THAT(text.out, Contains("no problems found in "));
        arguments.emplace_back("--json");
        CHECK(json::parse(Run(arguments).out) == json::parse(R"({"findings": []})"));
    }
}

TEST_CASE("Doctor subcommand: text names shape, cause, remedy and bytes", "[editor][doctor]") {
    const Run run({"doctor", "--scene", "fragments"});
    CHECK(run.exit_code == 0);
    CHECK_THAT(run.out,
               Contains("Tag explosion (now)") && Contains("8 tags (Burning, Wet, Poisoned, Stunned and 4 more)"));
    CHECK_THAT(run.out, Contains("Archetypes passed through (likely)") && Contains("9 findings"));
}

TEST_CASE("Doctor subcommand: --fix mends what edits can mend and saves the rest as it was", "[editor][doctor]") {
    TemporaryFolder folder;
    const std::string file = (folder.path / "mended.json").string();
    const Run run({"doctor", "--scene", "fragments", "--fix", "--save", file, "--json"});
    REQUIRE(run.exit_code == 0);
    const json left = json::parse(run.out);
    CHECK(left["findings"].size() == 4);
    for (const char* mended :
         {"tag-explosion", "passed-through", "emptied-archetypes", "roomy-block", "scattered-slabs"})
        CHECK_FALSE(find(left, mended));

    const auto before = demo::start("fragments");
    const auto after = demo::load(file);
    CHECK(after->world.entity_count() == before->world.entity_count());
    const ecs::ComponentType* marks = after->world.types().find("Marks");
    REQUIRE(marks);
    for (std::size_t slot = 0; slot < before->world.slot_count(); ++slot) {
        const ecs::Entity entity = before->world.entity_at_slot(slot);
        if (!entity) continue;
        REQUIRE(after->world.alive(entity));
        const auto* folded = static_cast<const std::byte*>(after->world.get(entity, marks->id));
        for (const ecs::ComponentType* type : before->world.archetype_of(entity).types()) {
            const ecs::ComponentType* same = after->world.types().find(type->name);
            const ecs::Field* field = marks->find_field(type->name);
            if (field) {
                CHECK_FALSE(after->world.has(entity, same->id));
                REQUIRE(folded);
                CHECK(folded[field->offset] == std::byte{1});
                continue;
            }
            REQUIRE(same);
            REQUIRE(after->world.has(entity, same->id));
            if (type->is_tag()) continue;
            CHECK(ecs::values_equal(*type, before->world.get(entity, type->id), after->world.get(entity, same->id)));
        }
        if (!folded) continue;
        for (const ecs::Field& field : marks->fields)
            CHECK((folded[field.offset] != std::byte{0}) ==
                  before->world.has(entity, before->world.types().find(field.name)->id));
    }
    CHECK(json::parse(Run({"doctor", file, "--json"}).out)["findings"].size() == 4);
    const Run text({"doctor", "--scene", "fragments", "--fix", "--save", file});
    CHECK_THAT(text.out, Contains("fixed 5 findings") && Contains("chunks took 407,296 bytes and take 345,088"));
}

TEST_CASE("Doctor subcommand: wrong usage is one line", "[editor][doctor]") {
    CHECK(Run({"doctor"}).err == "chunkscope doctor: needs a world file or --scene NAME\n");
    CHECK(Run({"doctor", "--scene", "chase", "--fix"}).err == "chunkscope doctor: needs --save OUT.json\n");
    CHECK(Run({"doctor", "--scene", "chase", "--save", "x.json"}).err == "chunkscope doctor: --save goes with --fix\n");
    CHECK(Run({"doctor"}).exit_code == 2);
    CHECK(Run({"doctor", "--scene", "frag"}).exit_code == 1);
}

TEST_CASE("Layout subcommand: --rules says what a chunk of any components would hold", "[editor][layout_rules]") {
    // No entity has exactly these.
    const std::vector<std::string> arguments{"layout",      "--scene",           "stress", "--count", "10",
                                             "--archetype", "Velocity,Position", "--rules"};
    const Run text(arguments);
    REQUIRE(text.exit_code == 0);
    CHECK_THAT(text.out, Contains("ours") && Contains("naive") && Contains("unity-64") && Contains("unity-128"));
    std::vector<std::string> with_json = arguments;
    with_json.emplace_back("--json");
    const json root = json::parse(Run(with_json).out);
    CHECK(root["bytes"] == 16384);
    REQUIRE(root["rules"].size() == 4);
    const json& ours = root["rules"][0];
    CHECK(ours["rule"] == "ours");
    CHECK(ours["capacity"] == (16384 - 64) / 24);
    CHECK(root["rules"][1]["capacity"] == 16384 / 24);
    CHECK(root["rules"][3]["capacity"] == 128);
    CHECK(ours["columns"][1]["component"] == "Velocity");
    for (const json& rule : root["rules"]) {
        std::size_t bytes = rule["header"].get<std::size_t>() + rule["slack"].get<std::size_t>();
        for (const json& column : rule["columns"]) {
            CHECK(column["offset"].get<std::size_t>() + rule["slack"].get<std::size_t>() <= 16384);
            bytes += column["size"].get<std::size_t>() + column["padding"].get<std::size_t>();
        }
        CHECK(bytes == 16384);
    }
    CHECK(Run({"layout", "--scene", "chase", "--archetype", "Position", "--rules", "--chunk", "1"}).exit_code == 2);
    CHECK(Run({"layout", "--scene", "chase", "--archetype", "Positon", "--rules"}).exit_code == 1);
}

}  // namespace run_doctor_test
