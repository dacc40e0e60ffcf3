#include "panels/chunk_bytes/byte_camera.hpp"

#include <cmath>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace byte_camera_test {

using panels::Area;
using panels::ByteCamera;

namespace {

const panels::Style plain_style;
const Area wide_canvas{{20, 40}, {740, 280}};

ByteCamera camera_on(std::uint32_t bytes, const Area& canvas = wide_canvas) {
    ByteCamera camera;
    camera.look_at(bytes, canvas, plain_style);
    return camera;
}

ImVec2 middle_of(const ByteCamera& camera, std::uint32_t byte) {
    const ImVec2 low = camera.grid().place_of(byte);
    return {low.x + camera.grid().byte_px / 2, low.y + camera.grid().line_px / 2};
}

}  // namespace

TEST_CASE("Byte camera: at first the whole block is in view, and fit() comes back to it", "[panels][byte_camera]") {
    ByteCamera camera = camera_on(16'384);
    const auto whole = [&] {
        return wide_canvas.contains(middle_of(camera, 0)) && wide_canvas.contains(middle_of(camera, 16'383)) &&
               camera.level() == 0 && camera.magnification() == 1;
    };
    CHECK(whole());
    camera.zoom(9, {300, 100});
    camera.pan({-40, 25});
    CHECK_FALSE(whole());
    camera.fit();
    CHECK(whole());
    CHECK(camera.bytes_in_view().begin == 0);
    CHECK(camera.bytes_in_view().end == 16'384);
}

TEST_CASE("Byte camera: the byte under the pointer stays there while the wheel turns", "[panels][byte_camera]") {
    ecs::Random random;
    for (int round = 0; round < 40; ++round) {
        ByteCamera camera = camera_on(round % 2 == 0 ? 16'384 : 4096);
        const ImVec2 pointer{40 + random.unit() * 660, 60 + random.unit() * 200};
        const auto byte = camera.grid().byte_at(pointer);
        if (!byte) continue;
        float before = camera.grid().byte_px;
        while (camera.level() < 1) {
            camera.zoom(1, pointer);
            REQUIRE(camera.grid().byte_at(pointer) == byte);
            // No jump: no notch makes a byte much larger than the one before it did.
            REQUIRE(camera.grid().byte_px <= before * 1.3f);
            before = camera.grid().byte_px;
        }
        CHECK(camera.grid().byte_px >= 60);
        for (int back = 0; back < 60; ++back) camera.zoom(-1, pointer);
        CHECK(camera.level() == 0);
        CHECK(camera.grid().byte_at(pointer) == byte);
    }
}

TEST_CASE("Byte camera: bytes cannot be dragged out of view", "[panels][byte_camera]") {
    ByteCamera camera = camera_on(16'384);
    camera.pan({100, 100});
    CHECK(camera.grid().origin.x == wide_canvas.low.x);
    camera.zoom(12, {400, 160});
    for (const ImVec2 by : {ImVec2{1e6f, 1e6f}, ImVec2{-1e6f, -1e6f}, ImVec2{3e5f, -2e5f}}) {
        camera.pan(by);
        const panels::ByteRange seen = camera.bytes_in_view();
        CHECK(seen.begin < seen.end);
        CHECK(seen.end <= 16'384);
        const ImVec2 end{camera.grid().origin.x + camera.grid().size().x,
                         camera.grid().origin.y + camera.grid().size().y};
        CHECK(camera.grid().origin.x <= wide_canvas.low.x);
        CHECK(camera.grid().origin.y <= wide_canvas.low.y);
        CHECK(end.x >= wide_canvas.high.x - 1);
        CHECK(end.y >= wide_canvas.high.y - 1);
    }
}

TEST_CASE("Byte camera: another size of the panel keeps what is in the middle, another block is shown whole",
          "[panels][byte_camera]") {
    ByteCamera camera = camera_on(16'384);
    camera.go_to(9000);
    CHECK(camera.level() == 1);
    CHECK(wide_canvas.contains(middle_of(camera, 9000)));
    const auto before = camera.grid().byte_at(camera.canvas().middle());
    camera.look_at(16'384, {{20, 40}, {700, 260}}, plain_style);
    CHECK(camera.grid().byte_at(camera.canvas().middle()) == before);
    camera.look_at(512, {{20, 40}, {700, 260}}, plain_style);
    CHECK(camera.level() == 0);
}

}  // namespace byte_camera_test
