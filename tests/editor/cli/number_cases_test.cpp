// Numbers and line ends of files that went wrong before, through the commands.
#include <string>

#include "catch.hpp"
#include "editor/support/command_line_run.hpp"
#include "files/support/temporary_folder.hpp"

namespace number_cases_test {

using Catch::Matchers::Contains;

namespace {

const TemporaryFolder& folder() {
    static const TemporaryFolder made;
    return made;
}
std::string file_with(const std::string& text) { return folder().write("level.json", text).string(); }
std::string of_scene(const std::string& scene, const std::string& schema, const std::string& components) {
    return R"({"format":"chunkscope.world","version":1,"scene":{"name":")" + scene + R"("},"components":{)" + schema +
           R"(},"entities":[{"id":"1v1","components":{)" + components + "}}]}";
}

}  // namespace

TEST_CASE("Number cases: values that fit another kind are opened, and the change of the kind is said",
          "[editor][numbers]") {
    const std::string position = R"("Position":{"fields":{"x":"KIND","y":"KIND"}})";
    const auto with_kind = [](std::string schema, const std::string& kind) {
        for (std::size_t at = schema.find("KIND"); at != std::string::npos; at = schema.find("KIND"))
            schema.replace(at, 4, kind);
        return schema;
    };
    const std::string opened[] = {
        R"({"format":"chunkscope.world","version":1,"entities":[{"id":"1v1","components":{"Position":{"x":0.10000000149011612}}}]})",
        of_scene("chase", with_kind(position, "f32"), R"("Position":{"x":0.10000000149011612,"y":0.1234567890123})"),
        of_scene("chase", with_kind(position, "f64"), R"("Position":{"x":0.5,"y":2})"),
        of_scene("chase", with_kind(position, "i32"), R"("Position":{"x":5,"y":2})"),
        of_scene("bullets", R"("Health":{"fields":{"hp":"i64","max":"i64"}})", R"("Health":{"hp":5,"max":10})"),
        R"({"format":"chunkscope.world","version":1,"entities":[{"id":"1v1","name":"P","components":{"Position":{"x":0.1,"y":0},"Prefab":{}}},{"id":"2v1","of":"1v1","moved":{"Position.x":0.10000000149011612}}]})",
        R"({"format":"chunkscope.world","version":1,"entities":[{"id":"1v1","components":{"Color":{"value":[0.9215686321258545,0.1,0.2,1.0]},"Position":{"x":1,"y":2}}}]})"};
    for (const std::string& text : opened) {
        INFO(text);
        const CommandLineRun check({"check", file_with(text)});
        CHECK(check.exit_code == 0);
        if (text.find("f64") != std::string::npos)
            CHECK_THAT(check.out, Contains("warning: Position: made x f32, which was f64, made y f32, which was f64"));
        CHECK(CommandLineRun({"query", file_with(text), "name == \"x\" | Position | Health"}).exit_code == 0);
    }
    const CommandLineRun lost(
        {"check", file_with(of_scene("chase", with_kind(position, "i32"), R"("Position":{"x":16777217,"y":2})"))});
    CHECK(lost.fails(1));
    CHECK_THAT(lost.err, Contains("Position.x: 1 number that f32 cannot hold, 16777217 in line 1, column"));
}

TEST_CASE("Number cases: a type that changes its kinds keeps every value, or says whose it cannot",
          "[editor][numbers]") {
    const auto world = [](const std::string& entities) {
        return R"({"format":"chunkscope.world","version":1,
"components":{"Big":{"fields":{"u":"u64","i":"i64","f":"f64"}}},
"entities":[)" +
               entities + "]}";
    };
    const std::string script =
        folder()
            .write("edits.json", R"({"edits":[{"type":"Big","to":{"fields":{"u":"i64","i":"f64","f":"f32"}}}]})")
            .string();
    const std::string out = (folder().path / "out.json").string();
    const CommandLineRun refused(
        {"edit",
         file_with(world(
             R"({"id":"1v1","name":"A","components":{"Big":{"u":9007199254740993,"i":-9007199254740993,"f":9007199254740992}}},
{"id":"3v1","name":"C","components":{"Big":{"u":18446744073709551615,"i":-9223372036854775808,"f":1e308}}})")),
         "--script", script, "--save", out});
    CHECK(refused.fails(1));
    CHECK_THAT(refused.err,
               Contains("Big.u of 3v1 (C) is 18446744073709551615, which i64 cannot hold; in all 3 values"));
    CHECK_FALSE(folder().has("out.json"));

    const CommandLineRun fits(
        {"edit",
         file_with(world(R"({"id":"1v1","components":{"Big":{"u":9007199254740993,"i":-9007199254740992,"f":0.1}}})")),
         "--script", script, "--save", out});
    CHECK(fits.exit_code == 0);
    CHECK_THAT(folder().read("out.json"),
               Contains(R"("Big": { "u": 9007199254740993, "i": -9007199254740992, "f": 0.1 })"));
}

TEST_CASE("Number cases: a script and a change give no float a number that it cannot hold", "[editor][numbers]") {
    const std::string world = file_with(
        R"({"format":"chunkscope.world","version":1,"entities":[{"id":"1v1","components":{"Position":{"x":1,"y":2}}}]})");
    const std::string out = (folder().path / "out.json").string();
    for (const char* const number : {"16777217", "1e-50"}) {
        const CommandLineRun change(
            {"edit", world, "--change", std::string("Position : Position.x = ") + number, "--save", out});
        CHECK(change.fails(1));
        CHECK_THAT(change.err, Contains("which a 32-bit float"));
        const std::string script =
            folder()
                .write("set.json",
                       std::string(R"({"edits":[{"set":"1v1","component":"Position","value":{"x":)") + number + "}}]}")
                .string();
        const CommandLineRun set({"edit", world, "--script", script, "--save", out});
        CHECK(set.fails(1));
        CHECK_THAT(set.err, Contains(std::string("must be a number that f32 can hold, found number ") + number));
    }
}

TEST_CASE("Number cases: saving says which lines change besides the edited ones, and keeps line ends",
          "[editor][numbers]") {
    const std::string text =
        "{\r\n  \"format\": \"chunkscope.world\",\r\n  \"version\": 1,\r\n  \"components\": {},\r\n"
        "  \"systems\": {},\r\n  \"entities\": [\r\n    { \"id\": \"1v1\", \"name\": \"A\" },\r\n"
        "    {\"id\": \"2v1\", \"name\": \"B\"}\r\n  ]\r\n}\r\n";
    const std::string file = file_with(text);
    const CommandLineRun edit({"edit", file, "--change", "#1 : name = \"C\"", "--save", file});
    CHECK(edit.exit_code == 0);
    CHECK_THAT(edit.err, Contains("level.json was written in another form: 1 line changed besides what was edited"));
    CHECK_THAT(folder().read("level.json"), Contains("{ \"id\": \"1v1\", \"name\": \"C\" },\r\n"));
    CHECK_THAT(folder().read("level.json"), Contains("{ \"id\": \"2v1\", \"name\": \"B\" }\r\n  ]\r\n}\r\n"));
    CHECK(CommandLineRun({"edit", file, "--change", "#1 : name = \"D\"", "--save", file}).err.empty());
}

}  // namespace number_cases_test
