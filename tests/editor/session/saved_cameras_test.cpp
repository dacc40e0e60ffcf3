#include "editor/session/saved_cameras.hpp"

#include <string>

#include "catch.hpp"
#include "files/support/temporary_folder.hpp"

namespace saved_cameras_test {

using namespace editor;

TEST_CASE("SavedCameras: where a person looked last is found again by any name of the file", "[editor][views]") {
    const TemporaryFolder folder;
    const auto file = folder.write("a level.json", "{}");
    const SavedCameras views(folder.path / "state");
    CHECK_FALSE(views.find(file));
    CHECK(views.remember(file, {1.5f, -2, 0.1f}).empty());
    CHECK(views.find(file) == CameraState{1.5f, -2, 0.1f});
    CHECK(views.find(folder.path / "no" / ".." / "a level.json") == CameraState{1.5f, -2, 0.1f});
    std::filesystem::create_symlink(file, folder.path / "link.json");
    CHECK(views.find(folder.path / "link.json") == CameraState{1.5f, -2, 0.1f});
    CHECK_FALSE(views.find(folder.path / "other.json"));
    CHECK(views.remember(file, {3, 4, 5}).empty());
    CHECK(SavedCameras(folder.path / "state").find(file) == CameraState{3, 4, 5});
    CHECK(folder.read("a level.json") == "{}");
}

TEST_CASE("SavedCameras: so many files are remembered, the last ones", "[editor][views]") {
    const TemporaryFolder folder;
    const SavedCameras views(folder.path);
    const auto file = [&](std::size_t i) { return folder.path / ("level" + std::to_string(i) + ".json"); };
    for (std::size_t i = 0; i < SavedCameras::most + 5; ++i) REQUIRE(views.remember(file(i), {0, 0, 1}).empty());
    CHECK_FALSE(views.find(file(4)));
    CHECK(views.find(file(5)));
    CHECK(views.find(file(SavedCameras::most + 4)));
}

TEST_CASE("SavedCameras: without a folder, or with a damaged file, nothing is remembered and nothing breaks",
          "[editor][views]") {
    const SavedCameras none{std::filesystem::path()};
    CHECK(none.remember("level.json", {1, 2, 3}).empty());
    CHECK_FALSE(none.find("level.json"));
    const TemporaryFolder folder;
    const auto file = folder.path / "level.json";
    for (const std::string entry : {"1 2 0 ", "1 2 -1 ", "nan 2 1 ", "1 2 ", "", "1e99 0 1 "}) {
        folder.write("views.json", "{ \"views\": [\"" + entry + file.string() + "\"] }");
        CHECK_FALSE(SavedCameras(folder.path).find(file));
    }
    folder.write("views.json", "{ \"views\": [");
    CHECK_FALSE(SavedCameras(folder.path).find(file));
}

}  // namespace saved_cameras_test
