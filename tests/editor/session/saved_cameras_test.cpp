#include "editor/session/saved_cameras.hpp"

#include <string>

#include "catch.hpp"
#include "files/support/temporary_folder.hpp"

namespace saved_cameras_test {

using namespace editor;

TEST_CASE("SavedCameras: where a person looked last is found again by any name of the file", "[editor][cameras]") {
    const TemporaryFolder folder;
    const auto file = folder.write("a level.json", "{}");
    const SavedCameras cameras(folder.path / "state");
    CHECK_FALSE(cameras.find(file));
    CHECK(cameras.remember(file, {1.5f, -2, 0.1f}).empty());
    CHECK(cameras.find(file) == CameraState{1.5f, -2, 0.1f});
    CHECK(cameras.find(folder.path / "no" / ".." / "a level.json") == CameraState{1.5f, -2, 0.1f});
    std::filesystem::create_symlink(file, folder.path / "link.json");
    CHECK(cameras.find(folder.path / "link.json") == CameraState{1.5f, -2, 0.1f});
    CHECK_FALSE(cameras.find(folder.path / "other.json"));
    CHECK(cameras.remember(file, {3, 4, 5}).empty());
    CHECK(SavedCameras(folder.path / "state").find(file) == CameraState{3, 4, 5});
    CHECK(folder.read("a level.json") == "{}");
}

TEST_CASE("SavedCameras: so many files are remembered, the last ones", "[editor][cameras]") {
    const TemporaryFolder folder;
    const SavedCameras cameras(folder.path);
    const auto file = [&](std::size_t i) { return folder.path / ("level" + std::to_string(i) + ".json"); };
    for (std::size_t i = 0; i < SavedCameras::most + 5; ++i) REQUIRE(cameras.remember(file(i), {0, 0, 1}).empty());
    CHECK_FALSE(cameras.find(file(4)));
    CHECK(cameras.find(file(5)));
    CHECK(cameras.find(file(SavedCameras::most + 4)));
}

TEST_CASE("SavedCameras: without a folder, or with a damaged file, nothing is remembered and nothing breaks",
          "[editor][cameras]") {
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
