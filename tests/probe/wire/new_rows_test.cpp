#include "probe/wire/new_rows.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/ecs.hpp"

namespace new_rows_test {

namespace {

struct Padded {
    float height = 0;
    bool on = false;
};
struct Word {
    std::string text;
};
struct Mark {};

/// Two rows of three types, as a program writes them.
struct Written {
    ecs::World world;
    std::vector<ecs::ComponentType> types;
    std::vector<ecs::Entity> entities{{7, 1}, {9, 3}};
    Padded heights[2] = {{1.5f, true}, {2.5f, false}};
    Word words[2] = {{"one"}, {"two"}};
    std::vector<probe::NewRows> rows{1};

    Written() {
        world.types().add<Padded>("Padded").field("height", &Padded::height).field("on", &Padded::on);
        world.types().add<Word>("Word").field("text", &Word::text);
        world.types().add<Mark>("Mark");
        types = {world.types()[world.id<Padded>()], world.types()[world.id<Word>()], world.types()[world.id<Mark>()]};
        rows[0] = {entities,
                   {{0, reinterpret_cast<const std::byte*>(heights)},
                    {1, reinterpret_cast<const std::byte*>(words)},
                    {2, nullptr}}};
    }
    std::vector<std::byte> bytes() const {
        probe::ByteWriter writer;
        probe::write_new_rows(writer, rows, 123, types);
        return writer.take();
    }
};

void check(const ecs::Pull& pull) {
    REQUIRE(pull.created.size() == 2);
    CHECK(pull.created[1].key == ecs::Entity{9, 3}.bits());
    CHECK(pull.created[1].wanted == ecs::Entity{9, 3});
    REQUIRE(pull.columns[0].values.size() == 2);
    CHECK(static_cast<const Padded*>(pull.columns[0].values[1])->height == 2.5f);
    CHECK(static_cast<const Padded*>(pull.columns[0].values[0])->on);
    REQUIRE(pull.columns[1].values.size() == 2);
    CHECK(static_cast<const Word*>(pull.columns[1].values[1])->text == "two");
    CHECK(pull.columns[2].keys == std::vector<ecs::OwnerKey>{ecs::Entity{7, 1}.bits(), ecs::Entity{9, 3}.bits()});
    CHECK(pull.columns[2].values.empty());
}

}  // namespace

TEST_CASE("New rows: what is said in columns is as if each entity had been said alone", "[wire]") {
    const Written written;
    ecs::Pull pull;
    pull.clear(3);
    add_to(pull, written.rows[0], written.types);
    check(pull);
}

TEST_CASE("New rows: entities, values and what is still to come are read as they were written", "[wire]") {
    const Written written;
    const std::vector<std::byte> bytes = written.bytes();
    probe::ByteReader reader(bytes);
    ecs::Pull pull;
    pull.clear(3);
    std::vector<probe::ValueColumn> values;
    CHECK(probe::read_new_rows(reader, pull, written.types, values) == 123);
    CHECK(reader.fine());
    CHECK(reader.at_end());
    check(pull);
}

TEST_CASE("New rows: no cut and no other byte is read as something that cannot be", "[wire]") {
    const Written written;
    const std::vector<std::byte> whole = written.bytes();
    const bool cut = GENERATE(false, true);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::vector<std::byte> bytes = whole;
        if (cut)
            bytes.resize(i);
        else
            bytes[i] ^= std::byte{0xff};
        probe::ByteReader reader(bytes);
        ecs::Pull pull;
        pull.clear(3);
        std::vector<probe::ValueColumn> values;
        (void)probe::read_new_rows(reader, pull, written.types, values);
        CHECK((!cut || !reader.fine()));
        for (const ecs::Pull::Column& column : pull.columns)
            CHECK((!reader.fine() || column.type == 2 || column.values.size() == column.keys.size()));
    }
}

}  // namespace new_rows_test
