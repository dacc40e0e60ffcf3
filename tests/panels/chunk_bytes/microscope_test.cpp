#include "panels/chunk_bytes/microscope.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/chunk_bytes/byte_tooltip.hpp"
#include "panels/chunks/chunks_panel.hpp"
#include "panels/support/headless.hpp"

namespace microscope_test {

using panels::BlockGrid;
using panels::ChunksPanel;

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Mixed {
    std::uint8_t kind = 3;
    double weight = 0.5;
};
struct Tag {};

/// Keeps what it is shown; its textures are numbers.
struct Pictures : panels::PictureStore {
    std::vector<std::uint32_t> pixels;
    int width = 0;
    std::uint64_t revision = 0, uploads = 0;
    std::uintptr_t texture_of(const panels::Picture& picture) override {
        if (picture.revision != revision) {
            ++uploads;
            revision = picture.revision;
            pixels = picture.pixels;
            width = picture.width;
        }
        return 7;
    }
};

struct Scene {
    Harness harness;
    ChunksPanel panel;
    ecs::World& world = harness.world;
    std::vector<ecs::Entity> entities;

    explicit Scene(std::size_t count = 1000, ImVec2 size = {1100, 420}) : harness(size) {
        world.types()
            .add<Position>("game::Position")
            .field("x", &Position::x, {.unit = "m"})
            .field("y", &Position::y)
            .field("z", &Position::z);
        world.types().add<Mixed>("game::Mixed").field("kind", &Mixed::kind).field("weight", &Mixed::weight);
        world.types().add<Tag>("game::Tag");
        for (std::size_t i = 0; i < count; ++i)
            entities.push_back(world.create(Position{static_cast<float>(i), 0, 1}, Mixed{}, Tag{}));
        harness.add(panel);
        harness.selection.select_chunk(archetype().id(), 0);
        harness.frames(3);
    }
    const ecs::Archetype& archetype() const { return harness.world.archetype_of(entities.front()); }
    const ecs::Chunk& block() const { return archetype().chunk(0); }
    const panels::Microscope& microscope() const { return panel.view().microscope(); }
    const BlockGrid& grid() const { return microscope().grid(); }
    ImVec2 place_of(std::uint32_t byte) const {
        const ImVec2 corner = grid().place_of(byte);
        return {corner.x + grid().byte_px / 2, corner.y + grid().line_px / 2};
    }
    bool in_view(std::uint32_t byte) const { return microscope().camera().canvas().contains(place_of(byte)); }
    /// Turns the wheel over a byte, as a person who wants to see it.
    void zoom_to(std::uint32_t byte, int notches) {
        harness.move_to(place_of(byte));
        for (int i = 0; i < notches; ++i) harness.wheel(1);
    }
    std::uint32_t offset_of(const void* value) const {
        return static_cast<std::uint32_t>(static_cast<const std::byte*>(value) - block().at(0));
    }
};

std::string two_digits(const std::byte* byte) {
    char text[8];
    std::snprintf(text, sizeof text, "%02x", static_cast<unsigned>(*byte));
    return text;
}

}  // namespace

TEST_CASE("Microscope: the place of each value is that of its address in the chunk, at any zoom",
          "[panels][microscope]") {
    Scene s;
    ecs::Random random;
    for (int round = 0; round < 12; ++round) {
        const std::size_t i = random.below(s.block().rows);
        const auto* position = &s.world.get<Position>(s.block().entities()[i]);
        const auto* mixed = &s.world.get<Mixed>(s.block().entities()[i]);
        const std::uint32_t y = s.offset_of(&position->y), weight = s.offset_of(&mixed->weight);
        s.zoom_to(round % 2 == 0 ? y : weight, static_cast<int>(random.below(9)));
        CHECK(s.grid().byte_at(s.place_of(y)) == y);
        CHECK(s.grid().byte_at(s.place_of(weight)) == weight);
        const std::uint32_t wanted = round % 2 == 0 ? y : weight;
        REQUIRE(s.in_view(wanted));
        s.harness.hover(s.place_of(wanted));
        s.harness.frame();
        CHECK(s.harness.says(round % 2 == 0 ? "Position.y = 0.00" : "Mixed.weight = 0.50"));
        CHECK(s.harness.selection.hovered == s.block().entities()[i]);
        s.harness.double_click(s.place_of(0));
        if (!s.in_view(0)) s.harness.click_text("Fit");
        s.harness.frames(2);
    }
}

TEST_CASE("Microscope: any place of the screen is the byte that memory holds, and the tooltip has its digits",
          "[panels][microscope]") {
    Scene s;
    ecs::Random random;
    const panels::Area canvas = s.microscope().camera().canvas();
    std::size_t looked_at = 0;
    for (int round = 0; round < 60; ++round) {
        if (round % 6 == 0) s.harness.click_text("Fit");
        // A mouse stands on whole pixels.
        const ImVec2 place{std::floor(canvas.low.x + random.unit() * canvas.width()),
                           std::floor(canvas.low.y + random.unit() * canvas.height())};
        s.harness.move_to(place);
        s.harness.wheel(static_cast<float>(random.below(4)) - 0.5f);
        const auto byte = s.grid().byte_at(place);
        if (!byte) continue;
        ++looked_at;
        s.harness.hover(place);
        INFO("byte " << *byte << ", magnified " << s.microscope().camera().magnification());
        const ecs::ByteSpan span = ecs::describe_byte(s.archetype(), 0, *byte);
        const std::uint32_t from = span.size > 16 ? *byte : span.offset;
        const std::string digits = panels::hex_bytes(s.block().at(from), span.offset + span.size - from, 16);
        CHECK(digits.substr((*byte - from) * 3, 2) == two_digits(s.block().at(*byte)));
        CHECK(s.harness.says(digits));
        char address[32];
        std::snprintf(address, sizeof address, "address 0x%llx",
                      static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(s.block().at(*byte))));
        CHECK(s.harness.says(address));
    }
    CHECK(looked_at > 30);
}

TEST_CASE("Microscope: near enough, bytes have their digits and fields their values", "[panels][microscope]") {
    Scene s;
    const auto* position = &s.world.get<Position>(s.block().entities()[37]);
    const std::uint32_t x = s.offset_of(&position->x);
    CHECK_FALSE(s.harness.says("37.00 m"));
    s.zoom_to(x, 40);
    s.harness.drag(s.place_of(x), s.microscope().camera().canvas().middle());
    s.harness.move_to({5, 5});
    REQUIRE(s.microscope().camera().level() == 1);
    CHECK(s.harness.says("37.00 m"));
    // The digits of each byte stand in its own cell.
    for (std::uint32_t byte = x; byte < x + 4; ++byte) {
        bool found = false;
        const ImVec2 low = s.grid().place_of(byte);
        for (const DrawnText& text : s.harness.texts())
            found = found || (text.text.find(two_digits(s.block().at(byte))) != std::string::npos &&
                              text.high.x > low.x && text.low.x < low.x + s.grid().byte_px && text.middle().y > low.y &&
                              text.middle().y < low.y + s.grid().line_px);
        CHECK(found);
    }
}

TEST_CASE("Microscope: dragging moves without selecting, a click selects", "[panels][microscope]") {
    Scene s;
    const std::uint32_t middle = panels::cell_bytes(s.archetype(), 0, 100).begin;
    s.zoom_to(middle, 10);
    const ImVec2 from = s.place_of(middle), before = s.grid().origin;
    s.harness.drag(from, {from.x - 50, from.y - 30});
    CHECK(s.grid().origin.x == Approx(before.x - 50).margin(1));
    CHECK(s.grid().origin.y == Approx(before.y - 30).margin(1));
    CHECK_FALSE(s.harness.selection.entity());
    s.harness.click(s.place_of(middle));
    CHECK(s.harness.selection.entity() == s.block().entities()[100]);
}

TEST_CASE("Microscope: a value edited at its bytes is an edit like any other", "[panels][microscope]") {
    Scene s;
    const ecs::Entity entity = s.block().entities()[20];
    const auto y_of = [&] { return s.world.get<Position>(entity).y; };
    s.harness.double_click(s.place_of(s.offset_of(&s.world.get<Position>(entity).y)));
    s.harness.frames(3);
    REQUIRE(s.harness.says("Position of " + figures::short_id(entity)));

    SECTION("a number") {
        s.harness.replace_text("12.5");
        s.harness.key(panels::compat::Key::Enter);
        s.harness.frames(2);
        CHECK(y_of() == 12.5f);
        CHECK(s.harness.edit_labels() ==
              std::vector<std::string>{"Set game::Position.y of " + figures::short_id(entity)});
        CHECK(s.world.get<Position>(entity).x == 20);
        CHECK_FALSE(s.harness.says("Position of " + figures::short_id(entity)));
        CHECK(s.harness.says("edited, no tick ran"));
    }
    SECTION("text that is no number changes nothing") {
        s.harness.replace_text("twelve");
        s.harness.key(panels::compat::Key::Enter);
        s.harness.key(panels::compat::Key::Escape);
        s.harness.frames(3);
        CHECK(y_of() == 0);
        CHECK(s.harness.performed.empty());
    }
    SECTION("an entity that goes meanwhile closes it") {
        s.world.destroy(entity);
        s.harness.frames(3);
        CHECK_FALSE(s.harness.says("Position of"));
        CHECK(s.harness.performed.empty());
    }
}

TEST_CASE("Microscope: a double click on a cell of the rows edits the component", "[panels][microscope]") {
    Scene s;
    const ecs::Entity entity = s.block().entities()[3];
    s.harness.double_click_text("3.00, 0.00, 1.00");
    s.harness.frames(3);
    REQUIRE(s.harness.says("Position of " + figures::short_id(entity)));
    s.harness.replace_text("8");
    s.harness.key(panels::compat::Key::Enter);
    s.harness.frames(2);
    CHECK(s.world.get<Position>(entity).x == 8);
}

TEST_CASE("Microscope: the whole chunk is one texture of a pixel a byte, uploaded when it changes",
          "[panels][microscope]") {
    Scene s;
    Pictures pictures;
    const std::size_t with_rectangles = s.harness.vertex_count();
    s.harness.lend(&panels::Context::pictures, &pictures);
    s.harness.frames(5);
    CHECK(pictures.uploads == 1);
    CHECK(pictures.width == 64);
    REQUIRE(pictures.pixels.size() == 16'384);
    CHECK(s.harness.vertex_count() < with_rectangles);
    for (std::uint32_t byte = 0; byte < 16'384; ++byte) {
        const ecs::ByteSpan span = ecs::describe_byte(s.archetype(), 0, byte);
        REQUIRE(pictures.pixels[byte] == panels::color_of_byte(s.harness.style, s.archetype(), span));
    }
    // Another row is another picture.
    s.harness.selection.select_chunk(s.archetype().id(), s.archetype().chunk_count() - 1);
    s.harness.frames(2);
    const std::uint64_t uploads = pictures.uploads;
    s.entities.push_back(s.world.create(Position{}, Mixed{}, Tag{}));
    s.harness.frames(2);
    CHECK(pictures.uploads == uploads + 1);
}

TEST_CASE("Microscope: all selected rows are lit, however many are selected elsewhere", "[panels][microscope]") {
    Scene s(3000);
    const auto lit_at = [&](ImVec2 place) {  // under how many shapes of the undimmed tone it lies
        const ImU32 tone = s.harness.style.color_of(s.archetype().components()[0]);
        const ImDrawData& data = *ImGui::GetDrawData();
        int count = 0;
        for (int l = 0; l < data.CmdListsCount; ++l) {
            const ImDrawList& list = *data.CmdLists[l];
            for (const ImDrawCmd& command : list.CmdBuffer) {
                for (unsigned int i = 0; i + 6 <= command.ElemCount; i += 3) {
                    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + i;
                    const ImDrawVert& a = list.VtxBuffer[static_cast<int>(command.VtxOffset + index[0])];
                    const ImDrawVert& b = list.VtxBuffer[static_cast<int>(command.VtxOffset + index[2])];
                    if (a.col != tone) continue;
                    count += place.x >= a.pos.x && place.x < b.pos.x && place.y >= a.pos.y && place.y < b.pos.y;
                }
            }
        }
        return count;
    };
    ecs::Random random;
    for (const std::size_t chosen : {std::size_t{20}, std::size_t{2000}}) {
        // Those of other chunks come first; the person's brush does not care either.
        std::vector<ecs::Entity> selected;
        std::vector<bool> is_selected(s.block().rows);
        for (std::size_t i = s.entities.size(); i-- > 0 && selected.size() < chosen;)
            if (s.world.location(s.entities[i]).chunk > 0) selected.push_back(s.entities[i]);
        for (std::uint32_t row = 0; row < s.block().rows; ++row) {
            if (random.below(chosen < 100 ? 12 : 3) != 0) continue;
            selected.push_back(s.block().entities()[row]);
            is_selected[row] = true;
        }
        s.harness.selection.select_all(selected);
        s.harness.selection.select_chunk(s.archetype().id(), 0);
        s.harness.frames(2);
        std::vector<std::uint32_t> expected;
        for (std::uint32_t row = 0; row < s.block().rows; ++row)
            if (is_selected[row]) expected.push_back(row);
        CHECK(s.microscope().selected_rows() == expected);
        std::size_t right = 0;
        for (std::uint32_t row = 0; row < s.block().rows; ++row) {
            const panels::ByteRange cell = panels::cell_bytes(s.archetype(), 0, row);
            right += (lit_at(s.place_of(cell.begin + 4)) > 0) == is_selected[row] ? 1 : 0;
        }
        CHECK(right == s.block().rows);
    }
}

TEST_CASE("Microscope: the legend has start and stride of each column", "[panels][microscope]") {
    Scene s;
    const int column = s.archetype().column_of(s.world.id<Position>());
    const std::uint32_t start = s.archetype().layout().offsets[static_cast<std::size_t>(column)];
    CHECK(s.offset_of(&s.world.get<Position>(s.block().entities()[0])) == start);
    CHECK(s.harness.says("0x" + panels::hex_offset(start)));
    CHECK(s.harness.says("12 B a row"));
    CHECK(s.harness.says("16 B a row"));
}

TEST_CASE("Microscope: parts of the header tile it and have its numbers", "[panels][microscope]") {
    Scene s;
    std::uint32_t end = 0;
    for (const panels::HeaderPart& part : panels::header_parts(s.block())) {
        CHECK(part.bytes.begin >= end);
        CHECK(part.bytes.begin - end < 8);
        end = part.bytes.end;
        if (std::string(part.name) != "rows") continue;
        std::uint32_t rows = 0;
        std::memcpy(&rows, s.block().at(part.bytes.begin), sizeof rows);
        CHECK(std::to_string(rows) == part.value);
    }
    CHECK(end <= ecs::Chunk::header_bytes);
}

TEST_CASE("Microscope: what is drawn stays bounded at every zoom", "[panels][microscope]") {
    Scene s(1000, {1600, 900});
    Pictures pictures;
    s.harness.lend(&panels::Context::pictures, &pictures);
    s.harness.move_to(s.microscope().camera().canvas().middle());
    std::size_t most = 0;
    while (s.microscope().camera().level() < 1) {
        s.harness.wheel(1);
        most = std::max(most, s.harness.vertex_count());
    }
    CHECK(most < 60'000);
}

TEST_CASE("Microscope: a double click where no value is shows the whole chunk again", "[panels][microscope]") {
    Scene s(30);  // most of the block is not in use
    const std::uint32_t unused = s.archetype().layout().block_bytes - 1;
    REQUIRE(s.microscope().camera().level() == 0);
    s.zoom_to(unused, 3);
    const bool zoomed = s.microscope().camera().level() > 0;
    REQUIRE(zoomed);
    s.harness.double_click(s.place_of(unused));
    CHECK(s.microscope().camera().level() == 0);
    CHECK(s.harness.performed.empty());
}

}  // namespace microscope_test
