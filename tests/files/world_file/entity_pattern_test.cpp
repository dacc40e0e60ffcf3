// A pattern reads what has the form that it learnt, and nothing else: all the rest is for the general reader.
#include "files/world_file/entity_pattern.hpp"

#include <deque>
#include <string>

#include "catch.hpp"
#include "files/world_file/world_format.hpp"

namespace entity_pattern_test {

using namespace files;
using enum ecs::FieldKind;

namespace {

/// A pattern that was learnt from an entity with one component, which has one field.
class Learned {
public:
    Learned(ecs::FieldKind kind, const std::string& value, const std::string& parent = {}) {
        ecs::ComponentType type;
        type.name = "T";
        ecs::Field& field = type.fields.emplace_back();
        field.name = "v";
        field.kind = kind;
        if (kind == Enum) {
            field.element_size = 2;
            field.names = {{"Calm", 0}, {"Angry", 300}};
        }
        id_ = *world.types().add_at_run_time(std::move(type));
        learn(entity("1v1", value, parent));
    }

    static std::string entity(const std::string& id, const std::string& value, const std::string& parent = {}) {
        return "{ \"id\": \"" + id + '"' + (parent.empty() ? "" : ", \"parent\": \"" + parent + '"') +
               ", \"components\": { \"T\": { \"v\": " + value + " } } }";
    }
    /// Whether it reads the whole entity, with more of the file behind it.
    bool reads(const std::string& text) {
        const std::size_t bytes = pattern->read(texts_.emplace_back(text + std::string(1000, ' ')));
        if (bytes != 0) CHECK(bytes == text.size());
        return bytes != 0;
    }
    std::string value_of(ecs::Entity entity) const {
        std::string out;
        append_value(out, world.types()[id_], world.get(entity, id_));
        return out;
    }

    ecs::World world;
    std::unique_ptr<EntityPattern> pattern;

private:
    void learn(const std::string& text) {
        const ecs::ComponentType& type = world.types()[id_];
        ecs::Value value(type);
        JsonReader json(text, "t");
        FieldReader fields(json, [](std::string_view) { return ecs::null_entity; });
        ValueNotes notes;
        fields.note_values(&notes);
        json.begin_object();
        while (const auto key = json.next_member()) {
            if (*key == "components") {
                json.begin_object();
                REQUIRE(json.next_member() == "T");
                fields.read_value(type, value.data());
                REQUIRE_FALSE(json.next_member());
                continue;
            }
            json.read_string();
            notes.values.push_back(
                {json.offset(), json.end_offset(), *key == "id" ? ValueNote::What::Id : ValueNote::What::Parent});
        }
        REQUIRE(notes.complete);
        const EntityPattern::Component component{&type, value.data()};
        pattern = std::make_unique<EntityPattern>(text, 0, notes.values, std::span(&component, 1));
    }

    std::deque<std::string> texts_;  // until the entities are made
    ecs::ComponentId id_ = 0;
};

}  // namespace

TEST_CASE("Entity pattern: it reads usual values of each kind, as the general reader does", "[files][world_file]") {
    const std::pair<ecs::FieldKind, std::vector<const char*>> rows[] = {
        {Bool, {"true", "false"}},
        {I8, {"-128", "127", "0"}},
        {I16, {"-32768", "32767"}},
        {I32, {"-2147483648", "2147483647"}},
        {I64, {"-123456789012345", "12345678", "123456789"}},
        {U8, {"255", "0"}},
        {U16, {"65535"}},
        {U32, {"4294967295"}},
        {U64, {"123456789012345"}},
        {F32, {"1.5", "-0.25", "-0.0", "100"}},
        {F64, {"0.1", "-1234567.12345678"}},
        {Enum, {"\"Calm\"", "\"Angry\""}},
        {Entity, {"null", "\"7v2\"", "\"4294967295v4294967295\""}},
        {String, {"\"\"", "\"plain\"", "\"é 狐 longer than a short string is\""}}};
    for (const auto& [kind, values] : rows) {
        Learned learned(kind, values.front());
        std::uint32_t slot = 0;
        for (const char* const value : values) {
            CAPTURE(value);
            REQUIRE(learned.reads(Learned::entity(std::to_string(++slot) + "v3", value)));
            CHECK(learned.pattern->last() == ecs::Entity{slot, 3});
        }
        REQUIRE(learned.pattern->count() == values.size());
        REQUIRE(learned.pattern->create_all(learned.world));
        CHECK(learned.pattern->count() == 0);
        for (std::uint32_t i = 0; i < values.size(); ++i)
            CHECK(learned.value_of({i + 1, 3}) == std::string("{ \"v\": ") + values[i] + " }");
    }
}

TEST_CASE("Entity pattern: it reads nothing unusual, and nothing that is wrong", "[files][world_file]") {
    const std::pair<ecs::FieldKind, std::vector<const char*>> rows[] = {
        {Bool, {"falze", "truth", "1", "null"}},
        {I8, {"-129", "128", "1.5", "1e1", "1E1", "01", "-", "\"1\""}},
        {I16, {"-32769", "32768"}},
        {I32, {"-2147483649", "2147483648"}},
        {I64, {"1234567890123456", "9223372036854775808"}},
        {U8, {"256", "-1"}},
        {U16, {"65536"}},
        {U32, {"4294967296"}},
        {U64, {"-1"}},
        {F32, {"1e3", ".5", "null"}},
        {F64, {"1.5e3", "-"}},
        {Enum, {"\"Cross\"", "0", "\"Calm"}},
        {Entity, {"\"0v1\"", "\"1v0\"", "\"4294967296v1\"", "\"1v4294967296\"", "\"1x1\"", "\"1v1", "nul1"}},
        {String, {"\"a\\n\"", "\"a\tb\"", "\"\xff\"", "\"no end", "5"}}};
    const char* const usual[] = {"true", "1", "1",   "1",   "1",        "1",    "1",
                                 "1",    "1", "1.5", "1.5", "\"Calm\"", "null", "\"\""};
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        Learned learned(rows[i].first, usual[i]);
        for (const char* const value : rows[i].second) {
            CAPTURE(value);
            CHECK_FALSE(learned.reads(Learned::entity("2v1", value)));
        }
        CHECK(learned.pattern->count() == 0);
        CHECK(learned.reads(Learned::entity("2v1", usual[i])));
    }
}

TEST_CASE("Entity pattern: every character between the values counts", "[files][world_file]") {
    Learned learned(I32, "5", "1v1");
    const std::string text = Learned::entity("2v1", "5", "1v1");
    const std::size_t values[] = {text.find("2v1"), text.rfind("1v1"), text.find('5')};
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (at == values[2] || at - values[0] < 3 || at - values[1] < 3) continue;
        std::string other = text;
        other[at] ^= 1;
        CAPTURE(other);
        CHECK_FALSE(learned.reads(other));
    }
    CHECK(learned.pattern->count() == 0);
    CHECK(learned.reads(text));
    CHECK(learned.pattern->last_parent() == ecs::Entity{1, 1});
}

TEST_CASE("Entity pattern: handles are those that a world can have", "[files][world_file]") {
    Learned learned(I32, "5", "1v1");
    const std::string most = std::to_string(highest_index), more = std::to_string(highest_index + 1);
    CHECK(learned.reads(Learned::entity(most + "v1", "5", more + "v1")));  // whether it lives is found out later
    for (const std::string& wrong : {more + "v1", std::string("0v1"), std::string("1v0"), std::string("01v1")}) {
        CAPTURE(wrong);
        CHECK_FALSE(learned.reads(Learned::entity(wrong, "5", "1v1")));
    }
    CHECK_FALSE(learned.reads(Learned::entity("3v1", "5", "0v1")));
    Learned alone(I32, "5");
    CHECK(alone.reads(Learned::entity("3v1", "5")));
    CHECK(alone.pattern->last_parent() == ecs::null_entity);
}

TEST_CASE("Entity pattern: it takes a hundred entities and then waits until they are made", "[files][world_file]") {
    Learned learned(I32, "5");
    std::uint32_t slot = 0;
    const auto next = [&] { return Learned::entity(std::to_string(slot + 1) + "v1", std::to_string(slot * 3)); };
    while (learned.reads(next())) ++slot;
    CHECK(slot == 128);
    CHECK(learned.pattern->full());
    REQUIRE(learned.pattern->create_all(learned.world));
    CHECK(learned.reads(next()));
    CHECK(learned.world.entity_count() == 128);
    for (std::uint32_t i = 0; i < slot; ++i)
        CHECK(learned.value_of({i + 1, 1}) == "{ \"v\": " + std::to_string(i * 3) + " }");

    // A handle that is taken makes nothing.
    Learned twice(I32, "5");
    twice.world.create();
    REQUIRE(twice.reads(Learned::entity("1v1", "5")));
    CHECK_FALSE(twice.pattern->create_all(twice.world));
}

TEST_CASE("Entity pattern: it reads nothing where a scan could cross the end of the text", "[files][world_file]") {
    Learned learned(I32, "5");
    const std::string text = Learned::entity("2v1", "5");
    for (std::size_t spaces = 0; spaces < 60; ++spaces)
        CHECK(learned.pattern->read(text + std::string(spaces, ' ')) == 0);
    Learned texts(String, "\"\"");
    const std::string longer = Learned::entity("2v1", '"' + std::string(5000, 'x') + '"');
    CHECK(texts.pattern->read(longer) == 0);
    CHECK(texts.pattern->read(longer + std::string(1000, ' ')) == longer.size());
}

}  // namespace entity_pattern_test
