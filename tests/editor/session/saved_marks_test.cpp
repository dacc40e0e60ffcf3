#include "editor/session/saved_marks.hpp"

#include <string>

#include "catch.hpp"
#include "files/support/temporary_folder.hpp"

namespace saved_marks_test {

using editor::SavedMarks;

TEST_CASE("SavedMarks: what a person hid and locked in a file is found again, and forgotten when nothing is",
          "[editor][marks]") {
    const TemporaryFolder folder;
    const auto file = folder.write("a level.json", "{}");
    const SavedMarks kept(folder.path / "state");
    CHECK(kept.find(file) == SavedMarks::Marks{});
    const SavedMarks::Marks marks{{{12, 3}, {13, 1}}, {{5, 1}}}, only_locked{{}, {{5, 1}}};
    CHECK(kept.remember(file, marks).empty());
    CHECK(kept.find(folder.path / "no" / ".." / "a level.json") == marks);
    CHECK(kept.find(folder.path / "level.json") == SavedMarks::Marks{});
    CHECK(kept.remember(file, only_locked).empty());
    CHECK(SavedMarks(folder.path / "state").find(file) == only_locked);
    CHECK(kept.remember(file, {}).empty());
    CHECK(folder.read("state/marks.json").find("level.json") == std::string::npos);
    CHECK(folder.read("a level.json") == "{}");
}

TEST_CASE("SavedMarks: without a folder, or with a damaged file, nothing is marked and nothing breaks",
          "[editor][marks]") {
    const SavedMarks none{std::filesystem::path()};
    CHECK(none.remember("level.json", {{{1, 1}}, {}}).empty());
    CHECK(none.find("level.json") == SavedMarks::Marks{});
    const TemporaryFolder folder;
    const auto file = folder.path / "level.json";
    for (const std::string entry : {"hidden x locked  ", "hidden 1v1 ", "locked 1v1 ", "", "hidden 0v0 locked  "}) {
        folder.write("marks.json", "{ \"marks\": [\"" + entry + file.string() + "\"] }");
        CHECK(SavedMarks(folder.path).find(file) == SavedMarks::Marks{});
    }
}

}  // namespace saved_marks_test
