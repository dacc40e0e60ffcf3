// Orders of worlds, and the handles that all parts of a bundle are made of.
#include "files/bundle/order_text.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "files/bundle/json_members.hpp"

namespace order_text_test {

using namespace ecs;
using test::contains;

TEST_CASE("Order text: every part of an order comes back", "[files][bundle]") {
    WorldOrder order;
    order.structural_changes = 22;
    order.parked = {{5, 2}, {9, 1}};
    order.archetypes = {{{}, 256, {}, {}}, {{"Name", "Place"}, 512, {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {7, 3}}, {0, 12}}};
    order.families = {{{1, 1}, {{3, 1}, {2, 1}}}, {{7, 3}, {{4, 1}, {9, 9}}}};
    order.nans = {{{1, 1}, "Place", 4, 0x7f800001}, {{2, 1}, "Place", 0, 0xffffffff12345678}};
    std::string text;
    files::append_order(text, order);
    CAPTURE(text);
    files::JsonReader json(text, "order");
    CHECK((files::read_order(json) == order));
    std::string empty;
    files::append_order(empty, {});
    CHECK(empty == R"({ "structural_changes": 0, "archetypes": [] })");
    const auto problem = [](const std::string& wrong) {
        try {
            files::JsonReader reader(wrong, "order");
            (void)files::read_order(reader);
        } catch (const files::FileError& error) {
            return error.problem();
        }
        return std::string();
    };
    CHECK_THAT(problem(R"({ "rows": [] })"), contains("unknown member \"rows\" of an order"));
    CHECK_THAT(problem(R"({ "archetypes": [{ "size": 1 }] })"), contains("unknown member \"size\" of an archetype"));
    CHECK_THAT(problem(R"({ "nans": [{ "size": 1 }] })"), contains("unknown member \"size\" of a float"));
    CHECK_THAT(problem(R"({ "children": [{ "size": 1 }] })"),
               contains("unknown member \"size\" of a list of children"));
}

TEST_CASE("Handles in bundles: long runs are ranges, and no text stands for too many", "[files][bundle]") {
    const auto written = [](const std::vector<Entity>& handles) {
        std::string out;
        files::append_handles(out, handles);
        return out;
    };
    const auto read = [](const std::string& text, std::size_t room = 100) {
        files::JsonReader json(text, "handles");
        return files::read_handles(json, room);
    };
    const std::vector<Entity> handles{{1, 1}, {2, 1}, {3, 1}, {5, 2}, {6, 2}, {7, 2}, {8, 2}, {9, 3}, {4, 1}};
    CHECK(written(handles) == R"(["1v1", "2v1", "3v1", "5v2..8v2", "9v3", "4v1"])");
    CHECK(read(written(handles)) == handles);
    CHECK(written({}) == "[]");
    CHECK(read(R"(["1v1..100v1"])").size() == 100);
    CHECK_THROWS_WITH(read(R"(["1v1..101v1"])"), contains("more entities than a world can have"));
    CHECK_THROWS_WITH(read(R"(["1v1..99v1", "3v2", "4v2"])"), contains("more entities than a world can have"));
    for (const char* const wrong : {R"(["2v1..1v1"])", R"(["1v1..2v2"])", R"(["1v1.."])", R"(["..1v1"])", R"(["x"])"})
        CHECK_THROWS_WITH(read(wrong), contains("an entity like \"12v3\" or a range"));
    std::string hex;
    files::append_hex(hex, 0x0123456789abcdef);
    CHECK(hex == "\"0123456789abcdef\"");
    files::JsonReader json(hex, "hex");
    CHECK(files::read_hex(json) == 0x0123456789abcdef);
    for (const char* const wrong : {"\"0123\"", "\"0123456789abcdefa\"", "\"0123456789abcdeg\"", "\"\""}) {
        files::JsonReader other(wrong, "hex");
        CHECK_THROWS_WITH(files::read_hex(other), contains("16 hex digits"));
    }
}

}  // namespace order_text_test
