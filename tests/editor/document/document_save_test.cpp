// What a person is told when a world is saved.
#include <algorithm>
#include <array>

#include "catch.hpp"
#include "editor/document/document.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/person.hpp"
#include "files/support/temporary_folder.hpp"

namespace document_save_test {

using namespace editor;

namespace {

struct Matrix {
    std::array<float, 16> cells{};
};

struct Desk : DocumentDesk {
    using DocumentDesk::DocumentDesk;
    void change_and_save() {
        change();
        save();
    }
};

std::size_t times_told(const Person& person, const std::string& text) {
    return static_cast<std::size_t>(std::count(person.told.begin(), person.told.end(), text));
}

}  // namespace

TEST_CASE("Saving: bytes that no field describes are named before the file is written, once for each type",
          "[editor][document]") {
    const TemporaryFolder folder;
    const auto file = folder.write("level.json", R"({ "format": "chunkscope.world", "version": 1,
  "entities": [ { "id": "1v1" } ] })");
    Desk desk(demo::load(file));
    desk.document->session().world.types().add<Matrix>("Matrix");
    desk.document->session().world.add(desk.document->session().world.entity_at_slot(1), Matrix{});
    const std::string sentence = "Matrix: 64 bytes of each value have no field and are not in the file (1 entity)";
    desk.change_and_save();
    CHECK(times_told(desk.person, sentence) == 1);
    const auto of = [&](const std::string& text) {
        return std::find(desk.person.told.begin(), desk.person.told.end(), text) - desk.person.told.begin();
    };
    CHECK(of(sentence) < of("Saved level.json"));
    desk.change_and_save();
    CHECK(times_told(desk.person, "Saved level.json") == 2);
    CHECK(times_told(desk.person, sentence) == 1);
}

TEST_CASE("Saving: lines that change besides the edited ones are said, at the first save only", "[editor][document]") {
    const TemporaryFolder folder;
    const auto file = folder.write("level.json",
                                   "{\r\n  \"format\": \"chunkscope.world\",\r\n  \"version\": 1,\r\n"
                                   "  \"components\": {},\r\n  \"systems\": {},\r\n  \"entities\": [\r\n"
                                   "    { \"id\": \"1v1\", \"name\": \"A\" },\r\n"
                                   "    {\"id\":\"2v1\"},\r\n    {\"id\":\"3v1\"}\r\n  ]\r\n}\r\n");
    Desk desk(demo::load(file));
    const std::string sentence = "level.json was written in another form: 2 lines changed besides what you edited";
    desk.change_and_save();
    CHECK(times_told(desk.person, sentence) == 1);
    CHECK(folder.read("level.json").find("{ \"id\": \"1v1\", \"name\": \"A\" },\r\n    { \"id\": \"2v1\" },\r\n") !=
          std::string::npos);
    desk.change_and_save();
    CHECK(times_told(desk.person, sentence) == 1);
}

}  // namespace document_save_test
