#include "remote/brp/brp.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "remote/support/small_world.hpp"

namespace brp_test {

using namespace remote;
using test::SmallWorld;

namespace {

void sort_rows(Json& answer) {
    if (answer.is_object() && answer.contains("result") && answer["result"].is_array() && !answer["result"].empty() &&
        answer["result"][0].is_object())
        std::sort(answer["result"].begin(), answer["result"].end(),
                  [](const Json& a, const Json& b) { return a["entity"] < b["entity"]; });
}

/// As a server answers the text of a request.
Json answer_text(SmallWorld& w, const std::string& request) {
    const auto message = read_json(request);
    if (!message) return error_message({}, invalid_request, "invalid JSON");
    Json answer = answer_calls(*message, [&](const RpcCall& call) { return answer_brp(w.served(), call); });
    sort_rows(answer);
    return answer;
}

/// What a Bevy program says of its own is not in the small world: entities of its engine, its time. Why something is
/// refused it says in words of Rust's, so the code is what counts.
Json without_engine(Json answer) {
    if (answer.is_array())
        for (Json& each : answer) each = without_engine(each);
    if (answer.contains("error")) answer["error"].erase("message");
    if (!answer.contains("result") || !answer["result"].is_array()) return answer;
    Json kept = Json::array();
    for (const Json& each : answer["result"]) {
        const bool of_engine = each.is_string() ? each.get<std::string>().starts_with("bevy_time")
                                                : each.contains("components") && each["components"].empty();
        if (!of_engine) kept.push_back(each);
    }
    answer["result"] = std::move(kept);
    sort_rows(answer);
    return answer;
}

void check_recorded(SmallWorld& w, const std::string& name) {
    INFO(name);
    const std::string recorded = test::recorded(name + ".response.json");
    REQUIRE_FALSE(recorded.empty());
    CHECK(without_engine(answer_text(w, test::recorded(name + ".request.json"))) ==
          without_engine(Json::parse(recorded)));
}

Json entity_params(ecs::Entity entity, Json more = Json::object()) {
    more["entity"] = entity.bits();
    return more;
}

Json mixed_of(SmallWorld& w, ecs::Entity entity) {
    return w.ask("world.get_components", entity_params(entity, {{"components", {"Mixed"}}, {"strict", true}}))["Mixed"];
}

}  // namespace

TEST_CASE("BRP: recorded requests have the recorded answers", "[brp]") {
    SmallWorld w;
    for (const char* const name :
         {"bad_json", "entity_not_found", "get_lenient", "get_strict_error", "list_entity", "mutate_bad_path",
          "no_jsonrpc", "query_has_filter", "query_names", "resource_missing", "mutate"})
        check_recorded(w, name);
    CHECK(static_cast<const test::Transform*>(w.world.get(w.player, w.transform))->x == 7.5);
}

TEST_CASE("BRP: resources are told as recorded", "[brp]") {
    SmallWorld w;
    w.world.types()
        .add<test::GameSettings>("demo::GameSettings")
        .field("gravity", &test::GameSettings::gravity)
        .field("paused", &test::GameSettings::paused);
    CHECK(w.ask("world.list_resources") == Json::array());
    w.world.set_resource(test::GameSettings{});
    check_recorded(w, "resource_get");
    check_recorded(w, "batch");

    w.ask("world.mutate_resources", {{"resource", "demo::GameSettings"}, {"path", ".gravity"}, {"value", 1.5}});
    CHECK(w.world.resource<test::GameSettings>().gravity == 1.5);
    w.ask("world.insert_resources", {{"resource", "demo::GameSettings"}, {"value", {{"paused", true}}}});
    CHECK(w.world.resource<test::GameSettings>().paused);
    w.ask("world.remove_resources", {{"resource", "demo::GameSettings"}});
    CHECK(w.world.find_resource<test::GameSettings>() == nullptr);
    CHECK(w.ask("world.get_resources", {{"resource", "demo::GameSettings"}})["code"] == -23502);
}

TEST_CASE("BRP: the names before Bevy 0.17 mean the same", "[brp]") {
    SmallWorld w;
    const Json params = entity_params(w.player, {{"components", {"demo::Health"}}});
    CHECK(w.ask("bevy/get", params) == w.ask("world.get_components", params));
    CHECK(w.ask("bevy/list", entity_params(w.player)) == w.ask("world.list_components", entity_params(w.player)));
    CHECK(w.ask("bevy/registry/schema") == w.ask("registry.schema"));
    CHECK(w.ask("bevy/nothing")["code"] == method_not_found);
}

TEST_CASE("BRP: a query finds what it asks for", "[brp]") {
    SmallWorld w;
    const auto count = [&](Json params) { return w.ask("world.query", std::move(params)).size(); };
    CHECK(count(nullptr) == 4);
    CHECK(count({{"data", {{"components", {"demo::Transform"}}}}}) == 3);
    CHECK(count({{"filter", {{"with", {"demo::Health"}}}}}) == 1);
    CHECK(count({{"filter", {{"without", {"demo::Health"}}}}}) == 3);
    CHECK(count({{"data", {{"components", {"no::Such"}}}}}) == 0);
    CHECK(count({{"filter", {{"with", {"bevy_ecs::hierarchy::Children"}}}}}) == 1);
    CHECK(count({{"filter", {{"without", {"bevy_ecs::hierarchy::Children"}}}}}) == 3);
    CHECK(w.ask("world.query", {{"data", {{"components", {"no::Such"}}}}, {"strict", true}})["code"] == -23402);
    const Json all = w.ask("world.query", {{"data", {{"option", "all"}}}, {"filter", {{"with", {"demo::Health"}}}}});
    REQUIRE(all.size() == 1);
    CHECK(all[0]["components"]["bevy_ecs::hierarchy::ChildOf"] == w.root.bits());
    CHECK(all[0]["components"]["demo::Health"]["max"] == 100);
    CHECK(all[0]["components"]["demo::Team"] == Json::object());
}

TEST_CASE("BRP: every call that changes the world is one step that undo takes back", "[brp]") {
    SmallWorld w;
    const std::uint64_t before = w.hash();
    const Json made = w.ask("world.spawn_entity", {{"components",
                                                    {{"bevy_ecs::name::Name", "Made"},
                                                     {"bevy_ecs::hierarchy::ChildOf", w.root.bits()},
                                                     {"demo::Health", {{"value", 3}}}}}});
    const ecs::Entity entity = ecs::entity_of_bits(made["entity"].get<std::uint64_t>());
    REQUIRE(w.world.alive(entity));
    CHECK(w.world.name(entity) == "Made");
    CHECK(w.world.parent(entity) == w.root);
    CHECK(w.ask("world.insert_components",
                entity_params(w.player, {{"components", {{"bevy_ecs::name::Name", "New"}, {"Mixed", {{"hp", 5}}}}}}))
              .is_null());
    CHECK(w.world.name(w.player) == "New");
    CHECK(w.ask("world.remove_components", entity_params(w.player, {{"components", {"demo::Health", "demo::Team"}}}))
              .is_null());
    CHECK_FALSE(w.world.has(w.player, w.health));
    CHECK(w.ask("world.reparent_entities", {{"entities", {w.player.bits()}}, {"parent", entity.bits()}}).is_null());
    CHECK(w.world.parent(w.player) == entity);
    CHECK(w.ask("world.despawn_entity", {{"entity", entity.bits()}}).is_null());
    CHECK_FALSE(w.world.alive(w.player));
    REQUIRE(w.history.steps().size() == 5);
    CHECK_THAT(w.history.steps()[1].label, test::contains("Remote: "));
    CHECK(w.history.go_to(0).empty());
    CHECK(w.hash() == before);
}

TEST_CASE("BRP: a name and a parent are changed as in Bevy", "[brp]") {
    SmallWorld w;
    const auto mutate = [&](const char* component, const char* path, Json value) {
        return w.ask("world.mutate_components",
                     entity_params(w.player, {{"component", component}, {"path", path}, {"value", std::move(value)}}));
    };
    CHECK(mutate("bevy_ecs::name::Name", "", "Once").is_null());
    CHECK(mutate("bevy_ecs::name::Name", ".name", "Twice").is_null());
    CHECK(w.world.name(w.player) == "Twice");
    CHECK(mutate("bevy_ecs::name::Name", ".hash", "x")["code"] == -23402);
    CHECK(mutate("bevy_ecs::hierarchy::Children", "", Json::array())["code"] == -23402);
    CHECK(w.ask("world.remove_components", entity_params(w.player, {{"components", {"bevy_ecs::hierarchy::ChildOf"}}}))
              .is_null());
    CHECK_FALSE(w.world.parent(w.player));
    CHECK(w.ask("world.insert_components",
                entity_params(w.player, {{"components", {{"bevy_ecs::hierarchy::ChildOf", w.root.bits()}}}}))
              .is_null());
    CHECK(w.world.parent(w.player) == w.root);
}

TEST_CASE("BRP: values of every kind come and go, and what does not fit changes nothing", "[brp]") {
    SmallWorld w;
    const Json value{{"hp", 42},
                     {"kind", "Green"},
                     {"link", w.root.bits()},
                     {"label", "a \"text\""},
                     {"bits", 18446744073709551615u},
                     {"list", {1, -2, 127}},
                     {"color", {{"r", 0.5}, {"g", 0}, {"b", 1}, {"a", 0.25}}}};
    REQUIRE(w.ask("world.insert_components", entity_params(w.player, {{"components", {{"world::Mixed", value}}}}))
                .is_null());
    CHECK(mixed_of(w, w.player) == value);

    const auto mutate = [&](const char* path, Json to) {
        return w.ask("world.mutate_components",
                     entity_params(w.player, {{"component", "Mixed"}, {"path", path}, {"value", std::move(to)}}));
    };
    CHECK(mutate(".hp", 7).is_null());
    CHECK(mutate("kind", "Red").is_null());
    CHECK(mutate(".list[1]", 9).is_null());
    CHECK(mutate("#6.g", 0.75).is_null());
    CHECK(mutate(".link", nullptr).is_null());
    Json expected = value;
    expected["hp"] = 7, expected["kind"] = "Red", expected["list"][1] = 9, expected["color"]["g"] = 0.75;
    expected["link"] = nullptr;
    CHECK(mixed_of(w, w.player) == expected);

    const std::uint64_t before = w.hash();
    for (const auto& [path, to] : std::initializer_list<std::pair<const char*, Json>>{
             {".hp", 101},         {".hp", -1},       {".hp", 2.5},     {".hp", "x"},
             {".kind", "Blue"},    {".list", {1, 2}}, {".list[3]", 1},  {".list[0]", 128},
             {".bits", -1},        {".label", 5},     {".link", "1v1"}, {".color.q", 1},
             {".nothing", 1},      {".hp.x", 1},      {"..hp", 1},      {"[", 1},
             {"[99999999999]", 1}, {"", {{"no", 1}}}, {"", 5},          {"", {{"hp", 1}, {"kind", "Blue"}}}}) {
        INFO(path << " = " << to);
        CHECK(mutate(path, to).contains("code"));
    }
    CHECK(w.hash() == before);
}

TEST_CASE("BRP: a number that its field cannot hold is refused, with what would become of it", "[brp][numbers]") {
    SmallWorld w;
    const ecs::Entity odd = w.world.create();
    const auto number = [](const char* name, ecs::FieldKind kind) {
        ecs::Field field;
        field.name = name, field.kind = kind, field.element_size = static_cast<std::uint32_t>(ecs::size_of(kind));
        return field;
    };
    ecs::ComponentType type;
    type.name = "Odd";
    type.fields = {number("small", ecs::FieldKind::F32), number("wide", ecs::FieldKind::F64),
                   number("whole", ecs::FieldKind::U64), number("at", ecs::FieldKind::Vec2)};
    ecs::lay_out(type.fields);
    const auto id = w.world.types().add_at_run_time(std::move(type));
    REQUIRE(id);
    w.world.add(odd, ecs::Value(w.world.types()[*id]));
    const auto mutate = [&](const char* path, Json to) {
        const Json answer = w.ask("world.mutate_components",
                                  entity_params(odd, {{"component", "Odd"}, {"path", path}, {"value", std::move(to)}}));
        return answer.is_null() ? std::string() : answer.value("message", std::string());
    };
    for (const auto& [path, to, why] : std::initializer_list<std::tuple<const char*, Json, const char*>>{
             {".small", 16777217, "a number that f32 can hold, found 16777217, which would become 16777216"},
             {".small", -16777217, "which would become -16777216"},
             {".small", 1e-50, "a number that f32 can hold, found 1e-50, which would become 0"},
             {".small", 1e39, "found 1e+39, which would become 3.4028235e+38"},
             {".at.y", 16777217, "a number that f32 can hold"},
             {".wide", 9007199254740993, "a number that f64 can hold, found 9007199254740993, which would become 9007"},
             {".whole", -1, "from 0 to 18446744073709551615, found -1"},
             {".whole", 2.0, "a whole number"}}) {
        INFO(path << " = " << to);
        CHECK(mutate(path, to).find(why) != std::string::npos);
    }
    for (const auto& [path, to] :
         std::initializer_list<std::pair<const char*, Json>>{{".small", 16777216},
                                                             {".small", 0.30000001192092896},
                                                             {".small", 3.4028234663852886e38},
                                                             {".small", nullptr},
                                                             {".wide", 9007199254740992},
                                                             {".wide", 1e-300},
                                                             {".whole", 18446744073709551615u}}) {
        INFO(path << " = " << to);
        CHECK(mutate(path, to).empty());
    }
}

TEST_CASE("BRP: whatever is wrong is an error and changes nothing", "[brp]") {
    SmallWorld w;
    const std::uint64_t before = w.hash();
    const auto code = [&](const char* method, Json params) {
        const Json answer = w.ask(method, std::move(params));
        return answer.is_object() && answer.contains("code") ? answer["code"].get<int>() : 0;
    };
    CHECK(code("world.get_components", nullptr) == invalid_params);
    CHECK(code("world.get_components", {{"entity", "1v1"}, {"components", Json::array()}}) == invalid_params);
    CHECK(code("world.get_components", {{"entity", w.root.bits()}}) == invalid_params);
    CHECK(code("world.list_components", Json::object()) == invalid_params);
    CHECK(code("world.mutate_components", {{"entity", 9}, {"component", "demo::Health"}, {"path", ""}, {"value", 1}}) ==
          -23401);
    CHECK(code("world.mutate_components",
               entity_params(w.root, {{"component", "demo::Health"}, {"path", ""}, {"value", 1}})) == -23403);
    CHECK(code("world.despawn_entity", {{"entity", 0}}) == -23401);
    CHECK(code("world.reparent_entities", {{"entities", {w.root.bits()}}, {"parent", w.root.bits()}}) == -23404);
    CHECK(code("world.reparent_entities", {{"entities", {w.root.bits()}}, {"parent", w.player.bits()}}) ==
          internal_error);
    CHECK(code("world.spawn_entity", {{"components", {{"no::Such", 1}}}}) == -23402);
    CHECK(code("world.spawn_entity", {{"components", {{"Mixed", 1}, {"world::Mixed", 2}}}}) == -23402);
    CHECK(code("world.insert_components",
               entity_params(w.root, {{"components",
                                       {{"demo::Health", {{"value", 1}}}, {"demo::Team", {{"x", 1}}}}}})) == -23402);
    CHECK(code("world.get_components+watch", entity_params(w.root, {{"components", Json::array()}})) ==
          invalid_request);
    CHECK(code("world.query", {{"data", {{"components", 5}}}}) == invalid_params);
    CHECK(code("schedule.graph", {{"schedule_label", "No"}}) == -23501);
    CHECK(w.hash() == before);
    CHECK(w.history.steps().empty());
}

TEST_CASE("BRP: a world that is read-only says so", "[brp]") {
    SmallWorld w;
    const auto call = [&](const char* method, Json params) {
        return answer_brp(w.read_only(), {1, method, std::move(params)});
    };
    CHECK_THROWS_WITH(call("world.despawn_entity", {{"entity", w.root.bits()}}), test::contains("read-only"));
    CHECK(call("world.query", nullptr).size() == 4);
    const Json document = call("rpc.discover", nullptr);
    REQUIRE_FALSE(document["methods"].empty());
    for (const Json& method : document["methods"]) CHECK(method["name"] != "world.spawn_entity");
}

TEST_CASE("BRP: the schema has every type that it refers to", "[brp]") {
    SmallWorld w;
    const Json schema = w.ask("registry.schema");
    for (const char* const needed : {"u128", "f32", "bool", "alloc::string::String", "bevy_ecs::entity::Entity",
                                     "bevy_ecs::name::Name", "bevy_ecs::hierarchy::ChildOf", "world::Mixed"})
        CHECK(schema.contains(needed));
    std::size_t references = 0;
    for (const auto& [path, type] : schema.items()) {
        CHECK(type["typePath"] == path);
        if (!type.contains("properties")) continue;
        for (const auto& [name, property] : type["properties"].items()) {
            const auto reference = property["type"]["$ref"].get<std::string>();
            INFO(path << "." << name << " is " << reference);
            CHECK(schema.contains(reference.substr(8)));
            ++references;
        }
    }
    CHECK(references > 10);
    CHECK(schema["world::Mixed::kind"]["oneOf"] == Json({"Red", "Green"}));
    const Json components = w.ask("registry.schema", {{"type_limit", {{"with", {"Component"}}}}});
    CHECK(components.contains("demo::Health"));
    CHECK_FALSE(components.contains("f32"));
    CHECK(w.ask("registry.schema", {{"with_crates", {"demo"}}}).size() == 4);
}

TEST_CASE("BRP: clients find out what is served", "[brp]") {
    SmallWorld w;
    const Json found = w.ask("rpc.discover");
    CHECK(found["info"]["version"].get<std::string>().substr(0, 4) == "0.19");
    CHECK(found["servers"][0]["url"] == "127.0.0.1:15702");
    CHECK(found["servers"][0]["name"] == "Server");
    CHECK(found["methods"].size() == 20);
}

TEST_CASE("BRP: phases are schedules, with their systems and what these use", "[brp]") {
    SmallWorld w;
    ecs::SystemDescription move{.name = "Move",
                                .accesses = {{w.transform, ecs::Access::Write}, {w.health, ecs::Access::Read}}};
    w.schedule.add(std::move(move));
    CHECK(w.ask("schedule.list")["schedule_labels"] == Json({"Update"}));
    const Json data = w.ask("schedule.graph", {{"schedule_label", "Update"}})["schedule_data"];
    REQUIRE(data["systems"].size() == 1);
    CHECK(data["systems"][0]["name"] == "Move");
    const Json access = data["systems"][0]["filtered_accesses"][0]["access"];
    CHECK(access["reads"] == Json({0, 1}));
    CHECK(access["writes"] == Json::array({0}));
    CHECK(data["components"][0]["name"] == "demo::Transform");
}

TEST_CASE("BRP: a watch tells what changed, and nothing at first", "[brp]") {
    SmallWorld w;
    BrpWatch values(w.world, {17, "world.get_components+watch",
                              entity_params(w.player, {{"components", {"demo::Health", "no::Such"}}})});
    BrpWatch list(w.world, {18, "bevy/list+watch", entity_params(w.player)});
    CHECK_FALSE(values.look(w.world));
    CHECK_FALSE(list.look(w.world));
    w.ask("world.mutate_components",
          entity_params(w.player, {{"component", "demo::Transform"}, {"path", ".scale"}, {"value", 2}}));
    CHECK_FALSE(values.look(w.world));
    w.ask("world.mutate_components",
          entity_params(w.player, {{"component", "demo::Health"}, {"path", ".value"}, {"value", 2}}));
    const auto changed = values.look(w.world);
    REQUIRE(changed);
    CHECK((*changed)["components"]["demo::Health"]["value"] == 2);
    CHECK((*changed)["errors"]["no::Such"]["code"] == -23402);
    CHECK_FALSE(values.look(w.world));
    CHECK_FALSE(list.look(w.world));

    w.ask("world.remove_components", entity_params(w.player, {{"components", {"demo::Health"}}}));
    CHECK((*values.look(w.world))["removed"] == Json::array({"demo::Health"}));
    CHECK((*list.look(w.world))["removed"] == Json::array({"demo::Health"}));
    w.ask("world.despawn_entity", {{"entity", w.player.bits()}});
    CHECK_THROWS_AS(values.look(w.world), RpcError);
    CHECK_THROWS_AS(BrpWatch(w.world, {1, "world.list_components+watch", entity_params(w.player)}), RpcError);
    CHECK_THROWS_AS(BrpWatch(w.world, {1, "world.query", nullptr}), RpcError);
}

TEST_CASE("BRP: random changes over the protocol are those made directly, and undo takes all of them back", "[brp]") {
    SmallWorld w, direct;
    const std::uint64_t before = w.hash();
    ecs::Random random(5);
    const auto any_entity = [&] {
        ecs::Entity entity;
        while (!entity || !w.world.alive(entity))
            entity = w.world.entity_at_slot(random.below(static_cast<std::uint32_t>(w.world.slot_count())));
        return entity;
    };
    std::size_t changed = 0;
    for (int i = 0; i < 1000; ++i) {
        const ecs::Entity entity = any_entity(), other = any_entity();
        const double number = random.below(1000);
        std::vector<ecs::Edit> edits;
        Json answer;
        const std::uint32_t kind = random.below(12);
        if (kind < 3) {
            answer = w.ask("world.spawn_entity", {{"components", {{"demo::Health", {{"value", number}, {"max", 7}}}}}});
            ecs::CreateEntities create;
            create.entities.push_back(
                {{}, {}, {ecs::Value::of(direct.world.types()[direct.health], test::DemoHealth{number, 7})}});
            edits.emplace_back(std::move(create));
        } else if (kind < 6) {
            answer =
                w.ask("world.insert_components",
                      entity_params(entity, {{"components", {{"demo::Health", {{"value", number}, {"max", 1}}}}}}));
            ecs::Value value = ecs::Value::of(direct.world.types()[direct.health], test::DemoHealth{number, 1});
            if (direct.world.has(entity, direct.health))
                edits.emplace_back(ecs::SetComponent{entity, std::move(value), {}});
            else
                edits.emplace_back(ecs::AddComponent{entity, std::move(value)});
        } else if (kind < 8) {
            answer =
                w.ask("world.mutate_components",
                      entity_params(entity, {{"component", "demo::Health"}, {"path", ".value"}, {"value", number}}));
            if (direct.world.has(entity, direct.health))
                edits.emplace_back(ecs::SetComponent{
                    entity, ecs::Value::of(direct.world.types()[direct.health], test::DemoHealth{number, 0}), {0}});
        } else if (kind == 8) {
            answer = w.ask("world.remove_components", entity_params(entity, {{"components", {"demo::Health"}}}));
            if (direct.world.has(entity, direct.health))
                edits.emplace_back(ecs::RemoveComponent{entity, direct.health});
        } else if (kind == 9) {
            answer = w.ask("world.reparent_entities", {{"entities", {entity.bits()}}, {"parent", other.bits()}});
            if (direct.world.parent(entity) != other) edits.emplace_back(ecs::SetParent{entity, other});
        } else if (kind == 10) {
            answer =
                w.ask("world.insert_components",
                      entity_params(entity, {{"components", {{"bevy_ecs::name::Name", "n" + std::to_string(i)}}}}));
            edits.push_back(ecs::rename(direct.world, entity, "n" + std::to_string(i)));
        } else if (w.world.entity_count() > 2) {
            answer = w.ask("world.despawn_entity", {{"entity", entity.bits()}});
            edits.emplace_back(ecs::DestroyEntity{entity});
        }
        const bool refused = answer.is_object() && answer.contains("code");
        const bool fits = edits.empty() || ecs::fits(direct.world, direct.schedule, edits.front());
        if (!edits.empty()) {
            CHECK(refused != fits);
            (void)perform_step(direct.history, "direct", std::move(edits));
        }
        changed += !refused;
        if (i % 50 == 0) REQUIRE(w.hash() == direct.hash());
    }
    CHECK(changed > 500);
    CHECK(w.hash() == direct.hash());
    CHECK(w.history.go_to(0).empty());
    CHECK(w.hash() == before);
}

}  // namespace brp_test
