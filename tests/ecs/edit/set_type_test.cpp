// Types that people make and change: all values are carried over, and undo leaves no trace.
#include <cstring>
#include <map>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/edit/type_words.hpp"
#include "ecs/language/rule.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/types/field_path.hpp"

namespace set_type_test {

using namespace ecs;

namespace {

struct Other {
    std::int32_t number = 0;
};

Field field_named(std::string name, FieldKind kind, std::uint32_t count = 1) {
    Field field;
    field.name = std::move(name);
    field.kind = kind;
    field.count = count;
    if (kind == FieldKind::Enum) {
        field.element_size = 2;
        field.names = {{"Calm", 0}, {"Angry", 7}};
    }
    return field;
}

ComponentType type_named(std::string name, std::vector<Field> fields) {
    ComponentType type;
    type.name = std::move(name);
    type.fields = std::move(fields);
    return type;
}

SetType made(ComponentType type) {
    SetType edit;
    edit.to = std::move(type);
    return edit;
}
SetType changed(std::string from, ComponentType to, std::vector<std::pair<std::string, std::string>> renamed = {}) {
    SetType edit;
    edit.from = std::move(from);
    edit.to = std::move(to);
    edit.renamed = std::move(renamed);
    return edit;
}

constexpr FieldKind kinds[] = {FieldKind::F32,  FieldKind::F64,    FieldKind::I8,    FieldKind::I32,
                               FieldKind::U16,  FieldKind::U64,    FieldKind::Bool,  FieldKind::Enum,
                               FieldKind::Vec2, FieldKind::String, FieldKind::Entity};

std::vector<Field> random_fields(Random& random, const std::vector<std::string>& names) {
    std::vector<Field> fields;
    for (const std::string& name : names)
        fields.push_back(field_named(name, kinds[random.below(std::size(kinds))], 1 + (random.below(5) == 0)));
    return fields;
}

void fill_value(Random& random, const ComponentType& type, void* value) {
    for (const Field& field : type.fields) {
        for (std::uint32_t i = 0; i < field.count; ++i) {
            auto* at = static_cast<std::byte*>(value) + field.offset + std::size_t{i} * field.element_size;
            if (is_number(field.kind) && field.kind != FieldKind::Enum)
                write_number({0, field.kind, 0, field.element_size}, at, random.below(120));
            else if (field.kind == FieldKind::Enum)
                write_enum(field, at, random.below(2) ? 7 : 0);
            else if (field.kind == FieldKind::String)
                *reinterpret_cast<std::string*>(at) = std::string(random.below(40), 'x');
            else if (field.kind == FieldKind::Entity)
                *reinterpret_cast<Entity*>(at) = {random.below(9) + 1, 1};
            else
                *reinterpret_cast<Vec2*>(at) = {static_cast<float>(random.below(9)), 3};
        }
    }
}

/// A value as text, without any of the code that carries values.
std::string text_of_element(const Field& field, const void* at) {
    if (is_number(field.kind) && field.kind != FieldKind::Enum)
        return std::to_string(read_number({0, field.kind, 0, field.element_size}, at));
    if (field.kind == FieldKind::Enum) return "choice " + std::to_string(read_enum(field, at));
    if (field.kind == FieldKind::String) return '"' + *static_cast<const std::string*>(at) + '"';
    if (field.kind == FieldKind::Entity) return to_string(*static_cast<const Entity*>(at));
    const auto& vec = *static_cast<const Vec2*>(at);
    return std::to_string(vec.x) + "," + std::to_string(vec.y);
}
std::string default_text(const Field& field) {
    const Entity nobody;
    const std::string empty;
    const std::uint64_t zero[2] = {};
    return text_of_element(field, field.kind == FieldKind::String   ? static_cast<const void*>(&empty)
                                  : field.kind == FieldKind::Entity ? static_cast<const void*>(&nobody)
                                                                    : static_cast<const void*>(zero));
}

/// Of each entity, of each field, of each element.
using Plain = std::map<Entity, std::map<std::string, std::vector<std::string>>>;
Plain plain_of(const World& world, const std::string& name) {
    Plain plain;
    const ComponentType* const type = world.types().find(name);
    for (std::size_t slot = 1; type && slot < world.slot_count(); ++slot) {
        const Entity entity = world.entity_at_slot(slot);
        if (!world.has(entity, type->id)) continue;
        auto& fields = plain[entity];
        for (const Field& field : type->fields)
            for (std::uint32_t i = 0; i < field.count; ++i)
                fields[field.name].push_back(
                    text_of_element(field, static_cast<const std::byte*>(world.get(entity, type->id)) + field.offset +
                                               std::size_t{i} * field.element_size));
    }
    return plain;
}

bool is_plain_number(FieldKind kind) { return is_number(kind) && kind != FieldKind::Enum; }
bool can_hold(FieldKind kind, double value) {
    switch (kind) {
        case FieldKind::Bool:
            return value < 2;
        case FieldKind::I8:
            return value < 128;
        default:
            return true;
    }
}

}  // namespace

TEST_CASE("SetType: random changes carry all values over, and undo and redo leave no trace", "[ecs][edit][type]") {
    std::size_t carried = 0, left_out = 0, converted = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        World world;
        world.types().add<Other>("Other").field("number", &Other::number);
        Schedule schedule;
        History history(world, schedule);
        std::vector<std::string> names{"a", "b", "c", "d"};
        names.resize(random.below(5));
        REQUIRE(history.perform({"New", {made(type_named("Own", random_fields(random, names)))}}) == "");
        history.seal();
        const ComponentType before = *world.types().find("Own");
        for (std::uint32_t count = 1 + random.below(random.below(10) == 0 ? 2000 : 30); count-- > 0;) {
            const Entity entity = world.create();
            if (random.below(2)) world.add(entity, Other{static_cast<std::int32_t>(count)});
            if (random.below(4) == 0) continue;
            Value value(world.types()[before.id]);
            if (!before.is_tag()) fill_value(random, before, value.data());
            world.add(entity, std::move(value));
        }

        // Some fields go, some get another name or kind, some come.
        SetType edit = changed("Own", type_named(random.below(3) ? "Own" : "Mine", {}));
        std::map<std::string, std::string> former;  // new name of a field: its name now
        for (const Field& field : before.fields) {
            if (random.below(4) == 0) continue;
            Field next = field;
            if (random.below(4) == 0) next.kind = kinds[random.below(std::size(kinds))];
            if (next.kind != field.kind) next = field_named(field.name, next.kind, field.count);
            if (random.below(4) == 0) {
                next.name = "new_" + field.name;
                edit.renamed.emplace_back(field.name, next.name);
            }
            former[next.name] = field.name;
            edit.to->fields.push_back(next);
        }
        if (random.below(2)) edit.to->fields.push_back(field_named("added", kinds[random.below(std::size(kinds))]));
        const Plain plain = plain_of(world, "Own");
        const std::uint64_t hash = state_hash(world);
        const std::vector<Field> wanted = edit.to->fields;
        const std::string name = edit.to->name;
        // A number that the new kind cannot hold ends the edit before it begins.
        bool fits = true;
        for (const auto& [entity, fields] : plain)
            for (const Field& field : wanted) {
                const auto from = former.find(field.name);
                if (from == former.end()) continue;
                const FieldKind was = before.find_field(from->second)->kind;
                if (!is_number(was) || was == field.kind) continue;
                for (std::uint32_t i = 0; i < field.count; ++i) {
                    const std::string& old = fields.at(from->second)[i];
                    fits &= can_hold(field.kind, std::stod(old.substr(was == FieldKind::Enum ? 7 : 0)));
                }
            }
        const std::string refused = history.perform({"Change", {std::move(edit)}});
        REQUIRE(refused.empty() == fits);
        if (!fits) {
            CHECK(refused.find("which ") != std::string::npos);
            CHECK(state_hash(world) == hash);
            ++left_out;
            continue;
        }
        history.seal();

        const Plain after = plain_of(world, name);
        REQUIRE(after.size() == plain.size());
        for (const auto& [entity, fields] : plain) {
            REQUIRE(after.count(entity) == 1);
            const auto& now = after.at(entity);
            for (const Field& field : wanted) {
                const auto from = former.find(field.name);
                for (std::uint32_t i = 0; i < field.count; ++i) {
                    const std::string& found = now.at(field.name)[i];
                    if (from == former.end()) {
                        CHECK(found == default_text(field));
                        continue;
                    }
                    const FieldKind was = before.find_field(from->second)->kind;
                    const std::string& old = fields.at(from->second)[i];
                    const bool numbers = is_plain_number(was) && is_plain_number(field.kind);
                    if (was == field.kind) {
                        CHECK(found == old);
                        ++carried;
                    } else if (numbers) {
                        CHECK(found == old);
                        ++converted;
                    }
                }
            }
        }
        const std::uint64_t hash_after = state_hash(world);
        for (int i = 0; i < 2; ++i) {
            REQUIRE(history.undo() == "");
            REQUIRE(state_hash(world) == hash);
            CHECK(plain_of(world, "Own") == plain);
            CHECK((name == "Own" || world.types().find(name) == nullptr));
            REQUIRE(history.redo() == "");
            REQUIRE(state_hash(world) == hash_after);
        }
        REQUIRE(history.undo() == "");
        REQUIRE(history.undo() == "");
        CHECK(world.types().find("Own") == nullptr);
        REQUIRE(history.redo() == "");
        CHECK(state_hash(world) == hash);
    }
    CHECK(carried > 3000);
    CHECK(converted > 100);
    CHECK(left_out > 5);
}

TEST_CASE("SetType: undo brings back what was left out, and keeps what was written since", "[ecs][edit][type]") {
    World world;
    Schedule schedule;
    History history(world, schedule);
    REQUIRE(history.perform({"New",
                             {made(type_named("Lamp", {field_named("reach", FieldKind::F32),
                                                       field_named("power", FieldKind::F32)}))}}) == "");
    history.seal();
    const auto put = [&](Entity entity, const char* path, double value) {
        const FieldPath field = *find_field(world.types(), path);
        auto* component = static_cast<std::byte*>(world.get_mut(entity, field.component));
        write_number({field.component, field.kind, 0, field.element_size}, component + field.offset, value);
    };
    const auto get = [&](Entity entity, const char* path) {
        const FieldPath field = *find_field(world.types(), path);
        const auto* component = static_cast<const std::byte*>(world.get(entity, field.component));
        return read_number({field.component, field.kind, 0, field.element_size}, component + field.offset);
    };
    const Entity one = world.create(), two = world.create();
    for (const Entity entity : {one, two}) {
        world.add(entity, world.types().find("Lamp")->id);
        put(entity, "Lamp.reach", 3);
        put(entity, "Lamp.power", 7.5);
    }
    REQUIRE(history.perform({"Change",
                             {changed("Lamp", type_named("Lamp", {field_named("range", FieldKind::I32)}),
                                      {{"reach", "range"}})}}) == "");
    CHECK(get(one, "Lamp.range") == 3);
    CHECK_FALSE(find_field(world.types(), "Lamp.power"));
    put(two, "Lamp.range", 40);

    REQUIRE(history.undo() == "");
    CHECK(get(one, "Lamp.reach") == 3);
    CHECK(get(one, "Lamp.power") == 7.5);
    CHECK(get(two, "Lamp.reach") == 40);
    CHECK(get(two, "Lamp.power") == 7.5);

    REQUIRE(history.redo() == "");
    history.seal();
    REQUIRE(history.perform({"Remove", {changed("Lamp", {})}}) == "");
    CHECK(world.types().find("Lamp") == nullptr);
    REQUIRE(history.undo() == "");
    CHECK(get(two, "Lamp.range") == 40);
}

TEST_CASE("SetType: an array that gets another length keeps the elements that fit", "[ecs][edit][type]") {
    World world;
    Schedule schedule;
    for (const FieldKind kind : {FieldKind::I32, FieldKind::String}) {
        const auto with = [&](std::uint32_t count) {
            return type_named("Row", {field_named("cells", kind, count), field_named("end", FieldKind::I32)});
        };
        History history(world, schedule);
        REQUIRE(history.perform({"New", {made(with(4))}}) == "");
        history.seal();
        const Entity entity = world.create();
        const ComponentType* const type = world.types().find("Row");
        Random random(5);
        Value value(*type);
        fill_value(random, *type, value.data());
        world.add(entity, std::move(value));
        const auto before = plain_of(world, "Row").at(entity);
        for (const std::uint32_t count : {1u, 2u, 6u}) {
            CAPTURE(name_of(kind), count);
            REQUIRE(history.perform({"Change", {changed("Row", with(count))}}) == "");
            auto expected = before;
            expected["cells"].resize(count, default_text(field_named("cells", kind)));
            CHECK(plain_of(world, "Row").at(entity) == expected);
            REQUIRE(history.undo() == "");
            CHECK(plain_of(world, "Row").at(entity) == before);
        }
        REQUIRE(history.undo() == "");
    }
}

TEST_CASE("SetType: numbers go from kind to kind exactly, or the edit says whose do not",
          "[ecs][edit][type][numbers]") {
    World world;
    Schedule schedule;
    History history(world, schedule);
    REQUIRE(
        history.perform({"New",
                         {made(type_named("Big", {field_named("u", FieldKind::U64), field_named("i", FieldKind::I64),
                                                  field_named("f", FieldKind::F64)}))}}) == "");
    const auto at = [&](Entity entity, const char* path) {
        const FieldPath field = *find_field(world.types(), path);
        return static_cast<std::byte*>(world.get_mut(entity, field.component)) + field.offset;
    };
    const auto put = [&](Entity entity, std::uint64_t u, std::int64_t i, double f) {
        world.add(entity, world.types().find("Big")->id);
        std::memcpy(at(entity, "Big.u"), &u, sizeof u);
        std::memcpy(at(entity, "Big.i"), &i, sizeof i);
        std::memcpy(at(entity, "Big.f"), &f, sizeof f);
    };
    const Entity a = world.create(Name{"A"}), b = world.create(Name{"B"});
    put(a, 9007199254740993, -9007199254740993, 0.1);
    put(b, 18446744073709551615u, 9223372036854775807, 1e308);
    const auto change = [&](FieldKind u, FieldKind i, FieldKind f) {
        return changed("Big", type_named("Big", {field_named("u", u), field_named("i", i), field_named("f", f)}));
    };
    using enum FieldKind;
    const std::pair<SetType, std::string> refused[] = {
        {change(I64, I64, F64), "Big.u of 2v1 (B) is 18446744073709551615, which i64 cannot hold"},
        {change(F64, I64, F64),
         "Big.u of 1v1 (A) is 9007199254740993, which f64 cannot hold; in all 2 values do not fit"},
        {change(U64, F64, F64),
         "Big.i of 1v1 (A) is -9007199254740993, which f64 cannot hold; in all 2 values do not fit"},
        {change(U64, U64, F64), "Big.i of 1v1 (A) is -9007199254740993, which u64 cannot hold"},
        {change(U64, I64, F32), "Big.f of 2v1 (B) is 1e+308, which f32 cannot hold"},
        {change(U64, I64, I32), "Big.f of 1v1 (A) is 0.1, which i32 cannot hold; in all 2 values do not fit"},
    };
    for (const auto& [edit, sentence] : refused) CHECK(why_not(world, schedule, Edit(edit)) == sentence);

    put(b, 5, 5, 5);
    REQUIRE(history.perform({"Change", {change(I64, I64, F32)}}) == "");
    std::int64_t whole = 0;
    std::memcpy(&whole, at(a, "Big.u"), sizeof whole);
    CHECK(whole == 9007199254740993);
    float rounded = 0;
    std::memcpy(&rounded, at(a, "Big.f"), sizeof rounded);
    CHECK(rounded == 0.1f);
}

TEST_CASE("SetType: what cannot be a component is refused with a sentence", "[ecs][edit][type]") {
    World world;
    world.types().add<Other>("Other").field("number", &Other::number);
    Schedule schedule;
    Edit lamp = made(type_named("Lamp", {field_named("reach", FieldKind::F32)}));
    apply(world, schedule, lamp);
    std::vector<Field> many;
    for (int i = 0; i < 65; ++i) many.push_back(field_named("f" + std::to_string(i), FieldKind::Bool));
    Field upside_down = field_named("x", FieldKind::F32), no_choice = field_named("mood", FieldKind::Enum);
    upside_down.min = 2;
    upside_down.max = 1;
    no_choice.names.clear();
    const auto two_of_one = [](const char* a, const char* b) {
        Field field = field_named("mood", FieldKind::Enum);
        field.names = {{a, 0}, {b, std::string(a) == b ? 1 : 0}};
        return field;
    };
    const std::pair<SetType, std::string> rows[] = {
        {made(type_named("", {})), "a component needs a name"},
        {made(type_named("Lamp", {})), "there is a component named Lamp already"},
        {made(type_named("Other", {})), "there is a component named Other already"},
        {made(type_named("Name", {})), "there is a component named Name already"},
        {made(type_named("3D", {})), "3D is no name: it must begin with a letter"},
        {made(type_named("A b", {})), "A b is no name: only letters, digits and _ may stand in it"},
        {made(type_named("class", {})), "class is a word of C++ and cannot be a name"},
        {made(type_named("typeid", {})), "typeid is a word of C++ and cannot be a name"},
        {made(type_named(std::string(61, 'x'), {})), "A name has at most 60 characters"},
        {made(type_named("Full", many)), "Full has 65 fields, and a component made here has at most 64"},
        {made(type_named("T", {field_named("", FieldKind::F32)})), "A name is missing"},
        {made(type_named("T", {field_named("x", FieldKind::F32), field_named("x", FieldKind::F32)})),
         "There are two fields named x"},
        {made(type_named("T", {upside_down})), "The least value of x is above its largest"},
        {made(type_named("T", {no_choice})), "mood is a choice and needs at least one name"},
        {made(type_named("T", {two_of_one("Calm", "Calm")})), "mood has two choices named Calm"},
        {made(type_named("T", {two_of_one("Calm", "Angry")})), "mood has two choices with the number 0"},
        {changed("Torch", type_named("T", {})), "there is no component named Torch"},
        {changed("Other", type_named("T", {})), "Other is a type of the program: only its code can change it"},
        {changed("Name", type_named("T", {})), "Name is known to every world"},
        {changed("Lamp", type_named("Other", {})), "there is a component named Other already"},
        {changed("Lamp", type_named("T", {}), {{"far", "near"}}), "Lamp has no field far"},
    };
    for (const auto& [edit, sentence] : rows) CHECK(why_not(world, schedule, Edit(edit)) == sentence);
    CHECK(why_not(world, schedule, Edit(made(type_named("Tag", {})))) == "");

    SystemDescription code;
    code.name = "Shine";
    code.accesses = {{world.types().find("Lamp")->id, Access::Read}};
    REQUIRE(schedule.add(code));
    CHECK(why_not(world, schedule, Edit(changed("Lamp", type_named("T", {})))) ==
          "The system Shine uses Lamp: only its code can change that");
}

TEST_CASE("SetType: rules look up their names again, and wait while one is missing", "[ecs][edit][type][rule]") {
    World world;
    Schedule schedule;
    History history(world, schedule);
    REQUIRE(history.perform({"New", {made(type_named("Lamp", {field_named("reach", FieldKind::I32)}))}}) == "");
    history.seal();
    const Entity entity = world.create();
    world.add(entity, world.types().find("Lamp")->id);
    REQUIRE(history.perform({"Rule", {AddSystem{make_rule("Grow", "Lamp : Lamp.reach += 1")}}}) == "");
    history.seal();
    const auto number = [&](const char* path) {
        const FieldPath field = *find_field(world.types(), path);
        return read_number({field.component, field.kind, 0, field.element_size},
                           static_cast<const std::byte*>(world.get(entity, field.component)) + field.offset);
    };
    schedule.tick(world);
    CHECK(number("Lamp.reach") == 1);

    SECTION("another field comes") {
        REQUIRE(history.perform({"Add",
                                 {changed("Lamp", type_named("Lamp", {field_named("extra", FieldKind::F64),
                                                                      field_named("reach", FieldKind::I32)}))}}) == "");
        schedule.tick(world);
        CHECK(number("Lamp.reach") == 2);
        CHECK(schedule.find("Grow")->description.accesses.front().component == world.types().find("Lamp")->id);
    }
    SECTION("its field goes, and comes back") {
        REQUIRE(history.perform({"Change",
                                 {changed("Lamp", type_named("Lamp", {field_named("far", FieldKind::I32)}),
                                          {{"reach", "far"}})}}) == "");
        CHECK(schedule.find("Grow")->waiting);
        CHECK(schedule.find("Grow")->problem == "Lamp has no field reach");
        schedule.tick(world);
        CHECK(number("Lamp.far") == 1);
        REQUIRE(history.undo() == "");
        CHECK(schedule.find("Grow")->enabled);
        schedule.tick(world);
        CHECK(number("Lamp.reach") == 2);
    }
}

}  // namespace set_type_test
