#include "panels/chunks/pool_map.hpp"

#include <cstring>
#include <set>

#include "catch.hpp"
#include "panels/chunks/chunks_panel.hpp"
#include "panels/support/pool_owner.hpp"

namespace pool_map_test {

using panels::ChunksPanel;
using panels::compat::Key;

namespace {

struct Scene : pool_test::PoolScene {
    ChunksPanel panel;

    explicit Scene(std::size_t things = 600, ImVec2 size = {900, 520}) : PoolScene(things, size) {
        harness.add(panel);
        harness.frames(3);
    }
    const panels::PoolBlockView& block() const { return panel.pools().block(); }
    void open(const char* pool) {
        panel.show_part(std::string("pool=") + pool);
        harness.frames(30);
    }
    ImVec2 place_of(std::uint32_t byte) const {
        const ImVec2 corner = block().grid().place_of(byte);
        return {corner.x + block().grid().byte_px / 2, corner.y + block().grid().line_px / 2};
    }
};

}  // namespace

TEST_CASE("Pools: a card for each pool says in the owner's words what it has", "[panels][chunks][pools]") {
    Scene s;
    CHECK(s.panel.pools().cards_drawn() == 2);
    for (const char* const text : {"Pools", "As archetypes", "2 pools", "Position", "Health", "sparse", "packed",
                                   "values", "50 tombstones", "keeps addresses", "owned by Position, Health"})
        CHECK(s.harness.says(text));
    CHECK_FALSE(s.harness.says("As if"));
}

TEST_CASE("Pools: they are sorted by bytes, by waste or by name, and searched", "[panels][chunks][pools]") {
    Scene s;
    CHECK(s.panel.pools().listed() == std::vector<std::size_t>{0, 1});
    s.harness.click_text("By bytes");
    s.harness.click_text("By name");
    s.harness.frames(2);
    CHECK(s.panel.pools().listed() == std::vector<std::size_t>{1, 0});
    s.panel.pools().search = "heal";
    s.harness.frames(2);
    CHECK(s.panel.pools().listed() == std::vector<std::size_t>{1});
}

TEST_CASE("Pools: the view of the copy's own chunks says that it is one", "[panels][chunks][pools]") {
    Scene s;
    s.harness.click_text("As archetypes");
    CHECK(s.harness.says("As if these were archetypes: Fake keeps its components in pools"));
    CHECK(s.harness.says("chunk"));
    CHECK(s.panel.save_settings().find("as_archetypes") != std::string::npos);
    // Also with one chunk open.
    s.harness.selection.select_chunk(s.harness.world.archetype_of(s.entity(100)).id(), 0);
    s.harness.frames(2);
    CHECK(s.harness.says("As if these were archetypes"));
}

TEST_CASE("Pools: an owner whose memory is not known has the copy's chunks, labelled", "[panels][chunks][pools]") {
    Scene s;
    s.owner.unknown = "it is far away";
    s.harness.pool_memory.ask_now();
    s.harness.frames(3);
    CHECK(s.harness.says("As if these were archetypes: the memory of Fake is not known"));
    CHECK_FALSE(s.harness.says("As archetypes"));
}

TEST_CASE("Pools: while the memory is on its way, a sentence says so, and the copy is not shown",
          "[panels][chunks][pools]") {
    Scene s;
    s.owner.memory_late = 5;
    s.harness.pool_memory.update(nullptr, 0);  // as if nobody had asked yet
    s.harness.frames(3);
    CHECK(s.harness.says("The memory of Fake is on its way"));
    CHECK_FALSE(s.harness.says("As if these were archetypes"));
    CHECK_FALSE(s.harness.says("chunk"));
    s.harness.frames(4);
    CHECK(s.panel.pools().cards_drawn() == 2);
    CHECK_FALSE(s.harness.says("on its way"));
}

TEST_CASE("Pools: while the bytes of a block are on their way, a sentence says so", "[panels][chunks][pools]") {
    Scene s;
    s.owner.bytes_late = 4;
    s.panel.show_part("pool=Position");
    s.harness.frames(4);
    REQUIRE(s.block().is_open());
    CHECK(s.block().bytes().empty());
    CHECK(s.harness.says("Its bytes are on their way"));
    s.harness.frames(10);
    CHECK(s.block().bytes().size() == 64 * 8);
    CHECK_FALSE(s.harness.says("on their way"));
    // What was read stays until the next bytes are here.
    s.owner.bytes_late = 1'000;
    s.harness.frames(40);
    CHECK(s.owner.bytes_late < 1'000);
    CHECK(s.block().bytes().size() == 64 * 8);
}

TEST_CASE("Pools: every byte of an open block has the role and the value that the owner says",
          "[panels][chunks][pools]") {
    Scene s;
    for (const char* const pool : {"Position", "Health"}) {
        s.open(pool);
        REQUIRE(s.block().is_open());
        const auto found = s.block().find(s.harness.pool_memory);
        REQUIRE(found.has_value());
        const std::vector<ecs::PoolSpan> said = s.owner.describe(found->pool, found->block);
        CHECK(s.block().spans() == said);
        const ecs::PoolBlock& block = s.harness.pool_memory.memory().pools[found->pool].blocks[found->block];
        REQUIRE(s.block().bytes().size() == block.bytes);
        CHECK(std::memcmp(s.block().bytes().data(), block.begin, block.bytes) == 0);
        std::size_t end = 0;
        for (const ecs::PoolSpan& span : said) {
            REQUIRE(span.offset == end);
            for (std::size_t byte = span.offset; byte < span.offset + span.size; ++byte)
                REQUIRE(*s.block().span_at(static_cast<std::uint32_t>(byte)) == span);
            end += span.size;
        }
        CHECK(end == block.bytes);
    }
}

TEST_CASE("Pools: pointing at a byte names entity, field and address, and a click selects it",
          "[panels][chunks][pools]") {
    Scene s;
    s.open("Position");
    s.harness.hover(s.place_of(5 * 8 + 4));
    s.harness.frames(2);
    CHECK(s.harness.selection.hovered == s.entity(105));
    CHECK(s.harness.says("Position.y = 1.00"));
    CHECK(s.harness.says("00 00 80 3f"));
    CHECK(s.harness.says("entry 5 of the pool"));
    CHECK(s.harness.says("byte 44 of the block"));
    s.harness.click(s.place_of(7 * 8));
    CHECK(s.harness.selection.entity() == s.entity(107));
    CHECK(s.harness.covered(s.block().grid().place_of(7 * 8), s.harness.style.theme->accent));

    SECTION("Esc goes back to the pools") {
        s.harness.key(Key::Escape);
        CHECK_FALSE(s.block().is_open());
        CHECK(s.panel.pools().cards_drawn() == 2);
    }
    SECTION("a double click edits the field, at the owner") {
        s.harness.double_click(s.place_of(7 * 8));
        s.harness.frames(3);
        s.harness.replace_text("42");
        s.harness.key(Key::Enter);
        s.harness.frames(3);
        CHECK(s.owner.get<pool_test::Pair>(107, test::FakeOwner::position).x == 42);
    }
}

TEST_CASE("Pools: values follow the owner, from one answer to the next", "[panels][chunks][pools]") {
    Scene s;
    s.open("Position");
    s.owner.set(100, test::FakeOwner::position, pool_test::Pair{7.5f, 1});
    s.owner.lay_out();
    s.mirror->update();
    s.harness.frames(30);
    float shown = 0;
    std::memcpy(&shown, s.block().bytes().data(), sizeof shown);
    CHECK(shown == 7.5f);
}

TEST_CASE("Pools: a block that was freed is said to be gone", "[panels][chunks][pools]") {
    Scene s;
    s.open("Health");
    for (ecs::OwnerKey key = 100; key < 700; ++key) s.owner.unset(key, test::FakeOwner::health);
    s.owner.lay_out();
    s.mirror->update();
    s.harness.frames(30);
    CHECK(s.harness.says("This block was freed"));
    s.harness.click_text("Back to the pools");
    CHECK(s.panel.pools().cards_drawn() == 2);
}

TEST_CASE("Pools: a large block is shown in parts, and the selected entity leads to its own",
          "[panels][chunks][pools]") {
    Scene s(20'000);
    s.panel.show_part("pool=Position");
    s.harness.frames(30);
    // The packed array of 20,000 entities has 80 KB.
    const auto& pool = s.harness.pool_memory.memory().pools[0];
    const auto packed = std::find_if(pool.blocks.begin(), pool.blocks.end(), [](const ecs::PoolBlock& block) {
        return block.kind == ecs::PoolBlockKind::Packed;
    });
    REQUIRE(packed->bytes > panels::PoolBlockView::part_bytes);
    panels::PoolBlockView view;
    view.open(pool, *packed);
    s.harness.add([&](const panels::Context& context) { view.show(context, s.harness.pool_memory); });
    s.harness.frames(30);
    CHECK(view.part_count() == 2);
    CHECK(view.first_byte() == 0);
    s.harness.selection.select(s.entity(100 + 19'000));
    s.harness.frames(30);
    CHECK(view.first_byte() == panels::PoolBlockView::part_bytes);
    CHECK(s.harness.says("part 2 of 2"));
}

namespace {

/// An archetype in chunks of 256 bytes, laid out as those of an ecs::World: 64 of header, then entities, positions and
/// healths of ten rows.
class ChunkOwner : public test::FakeOwner {
public:
    static constexpr std::size_t rows = 10, chunk_bytes = 288, positions_at = 144, healths_at = 224, end = 264;

    explicit ChunkOwner(std::size_t entities) {
        pool_.kind = ecs::PoolKind::Archetype;
        pool_.name = "Position, Health";
        pool_.entity_bytes = 8;
        pool_.value_bytes = 12;
        pool_.header_bytes = 64;
        pool_.columns = {{"Position", position}, {"Health", health}};
        for (std::size_t i = 0; i < entities; ++i) {
            const ecs::OwnerKey key = spawn();
            const pool_test::Pair at{static_cast<float>(i), 1};
            const auto hp = static_cast<std::int32_t>(i);
            set(key, position, at);
            set(key, health, hp);
            pool_.entities.push_back(key);
            if (i % rows == 0) chunks_.emplace_back(chunk_bytes);
            std::byte* const chunk = chunks_.back().data();
            std::memcpy(chunk + 64 + i % rows * 8, &key, 8);
            std::memcpy(chunk + positions_at + i % rows * 8, &at, 8);
            std::memcpy(chunk + healths_at + i % rows * 4, &hp, 4);
        }
        for (std::size_t i = 0; i < chunks_.size(); ++i)
            pool_.blocks.push_back({ecs::PoolBlockKind::Chunk, chunks_[i].data(), chunk_bytes, i * rows, rows,
                                    std::min(rows, entities - i * rows)});
        pool_.capacity = chunks_.size() * rows;
    }
    ecs::OwnerMemory memory() const override {
        ecs::OwnerMemory said;
        said.pools = {pool_};
        return said;
    }
    std::vector<ecs::PoolSpan> describe(std::size_t, std::size_t block) const override {
        using Role = ecs::PoolByteRole;
        std::vector<ecs::PoolSpan> spans{{0, 64, Role::Header}};
        const std::size_t first = block * rows, used = pool_.blocks[block].used;
        const auto add = [&](std::size_t at, std::size_t size, std::size_t fields, int column) {
            for (std::size_t row = 0; row < used; ++row)
                for (std::size_t field = 0; field < fields; ++field)
                    spans.push_back({at + row * size * fields + field * size, size,
                                     column < 0 ? Role::Entity : Role::Field, pool_.entities[first + row],
                                     column < 0 ? -1 : static_cast<int>(field), column});
            if (used < rows)
                spans.push_back({at + used * size * fields, (rows - used) * size * fields, Role::Unused,
                                 ecs::no_owner_key, -1, column});
        };
        add(64, 8, 1, -1);
        add(positions_at, 4, 2, 0);
        add(healths_at, 4, 1, 1);
        spans.push_back({end, chunk_bytes - end, Role::Unused});
        return spans;
    }

private:
    ecs::OwnerPool pool_;
    std::vector<std::vector<std::byte>> chunks_;
};

}  // namespace

TEST_CASE("Pools: an archetype of another process is a lane of chunks, and each chunk names its columns",
          "[panels][chunks][pools]") {
    Harness harness({900, 520});
    ChunkOwner owner(25);
    {
        ecs::Mirror mirror(owner, harness.world);
        mirror.follow(harness.history);
        mirror.update();
        harness.mirror = &mirror;
        ChunksPanel panel;
        harness.add(panel);
        harness.frames(3);
        for (const char* const text : {"In the program", "In the copy", "1 archetype", "Position, Health", "25 of 30"})
            CHECK(harness.says(text));
        CHECK_FALSE(harness.says("Pools"));
        panel.show_part("pool=Position, Health");
        harness.frames(30);
        const panels::PoolBlockView& block = panel.pools().block();
        REQUIRE(block.bytes().size() == ChunkOwner::chunk_bytes);
        for (const char* const text : {"chunk 1 of 3", "10 of 10", "header", "entity", "Back to the archetypes"})
            CHECK(harness.says(text));
        const auto place_of = [&](std::size_t byte) {
            const ImVec2 corner = block.grid().place_of(static_cast<std::uint32_t>(byte));
            return ImVec2{corner.x + block.grid().byte_px / 2, corner.y + block.grid().line_px / 2};
        };
        const auto point_at = [&](std::size_t byte) {
            harness.hover(place_of(byte));
            harness.frames(2);
        };
        point_at(ChunkOwner::positions_at + 3 * 8 + 4);
        CHECK(harness.says("Position.y = 1.00"));
        CHECK(harness.says("row 3 of the archetype"));
        CHECK(harness.selection.hovered == mirror.entity_of(103));
        point_at(ChunkOwner::healths_at + 5 * 4);
        CHECK(harness.says("Health.hp = 5"));
        point_at(20);
        CHECK(harness.says("The chunk's own numbers"));
        harness.click(place_of(ChunkOwner::healths_at + 7 * 4));
        CHECK(harness.selection.entity() == mirror.entity_of(107));
        harness.click_text("In the program");
        harness.click_text("In the copy");
        CHECK(harness.says("These are chunks of the copy: Fake has its own"));
        harness.mirror = nullptr;
        harness.pool_memory.update(nullptr, 0);
        mirror.unfollow();
    }
    owner.forget();
}

namespace {

/// Says that it has pools of a million entities each, of which a third are tombstones in one.
class HugeOwner : public test::FakeOwner {
public:
    ecs::OwnerMemory memory() const override {
        ++asked;
        constexpr std::size_t count = 1'000'000;
        ecs::OwnerMemory made;
        for (std::uint32_t type = 0; type < 4; ++type) {
            ecs::OwnerPool& pool = made.pools.emplace_back();
            pool.name = types()[type].name;
            pool.type = type;
            pool.entity_bytes = 4;
            pool.value_bytes = 16;
            pool.sparse_mask = 0xfffff;
            pool.entities.resize(count);
            for (std::size_t i = 0; i < count; ++i) {
                const bool left = type == 1 && i % 3 == 0;
                pool.entities[i] = left ? ecs::no_owner_key : 100 + (i * 7) % count;
                pool.tombstones += left ? 1u : 0u;
            }
            pool.capacity = 1 << 20;
            using Kind = ecs::PoolBlockKind;
            for (std::size_t page = 0; page < 245; ++page)
                pool.blocks.push_back({Kind::SparsePage, bytes_.data(), 4096 * 4, page * 4096, 4096, 4096});
            pool.blocks.push_back({Kind::Packed, bytes_.data(), pool.capacity * 4, 0, pool.capacity, pool.size()});
            for (std::size_t page = 0; page < 977; ++page)
                pool.blocks.push_back({Kind::ValuePage, bytes_.data(), 1024 * 16, page * 1024, 1024, 1024});
        }
        return made;
    }

    mutable std::size_t asked = 0;  // for its memory

private:
    std::vector<std::byte> bytes_ = std::vector<std::byte>(1 << 22);
};

}  // namespace

TEST_CASE("Pools: with a million entities in each, frames between two answers are cheap", "[panels][chunks][pools]") {
    Harness harness({1200, 700});
    HugeOwner owner;
    for (int i = 0; i < 1000; ++i) owner.spawn();
    ecs::Mirror mirror(owner, harness.world);
    mirror.update();
    harness.mirror = &mirror;
    ChunksPanel panel;
    harness.add(panel);
    harness.frames(3);
    CHECK(panel.pools().cards_drawn() == 4);
    std::vector<ecs::Entity> some;
    for (ecs::OwnerKey key = 100; key < 600; ++key) some.push_back(mirror.entity_of(key));
    harness.selection.select_all(some);
    // Nothing is asked, and nothing drawn, that grows with the entities.
    owner.asked = 0;
    int most_vertices = 0;
    for (int i = 0; i < 200; ++i) {
        harness.frame();
        most_vertices = std::max(most_vertices, ImGui::GetDrawData()->TotalVtxCount);
    }
    CHECK(owner.asked < 20);
    CHECK(most_vertices > 0);
    CHECK(most_vertices < 100'000);
    harness.mirror = nullptr;
    harness.pool_memory.update(nullptr, 0);
    owner.forget();
}

}  // namespace pool_map_test
