#include <algorithm>

#include "editor/lab/lab_scenario_reader.hpp"

namespace editor {

using namespace ecs::lab;

namespace {

constexpr std::uint64_t max_repeats = 100'000, max_ticks = 3'600;

}  // namespace

void ScenarioReader::read_create(ScenarioStep& step) {
    allow({"count", "as", "grow", "where"});
    const std::uint64_t first = scenario_.entities;
    CreateStep create;
    go_to("create");
    if (json_.peek() != files::JsonKind::Object) json_.fail_expected("components with their values, or {}");
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        const TypeIndex type = type_called(*name);
        create.values.push_back({type, read_bytes(type, false), {}, {}});
    }
    if (has("count")) {
        go_to("count");
        create.count = read_whole(1, max_entities);
    }
    if (create.count > max_entities - first) {
        go_to("create");
        json_.peek();
        json_.fail_about("a scenario may create 1,000,000 entities");
    }
    if (has("grow")) read_growth(create.values);
    if (has("where")) read_wheres(create.values);
    if (has("as")) {
        go_to("as");
        const std::string name(json_.read_string("a name for the entity"));
        for (const auto& [known, number] : scenario_.names)
            if (known == name) json_.fail_about("another entity is called " + files::in_quotes(name) + " already");
        scenario_.names.emplace_back(name, first);
    }
    scenario_.entities += create.count;
    step.text = "create " + text_of({first, create.count, 1});
    for (const PlannedValue& value : create.values)
        step.text += (&value == &create.values.front() ? " with " : ", ") + scenario_.types[value.type]->name;
    step.what = std::move(create);
}

void ScenarioReader::read_destroy(ScenarioStep& step) {
    allow({});
    go_to("destroy");
    const DestroyStep destroy{read_which()};
    step.text = "destroy " + text_of(destroy.of);
    step.what = destroy;
}

void ScenarioReader::read_add_or_set(ScenarioStep& step) {
    const bool adds = verb_ == "add";
    const std::string target = adds ? "to" : "of";
    allow({target, "grow", "where"});
    need(target);
    go_to(verb_);
    std::vector<PlannedValue> values{read_one_value()};
    if (has("grow")) read_growth(values);
    if (has("where")) read_wheres(values);
    go_to(target);
    ValueStep change{adds ? OperationKind::Add : OperationKind::Set, read_which(), std::move(values.front())};
    step.text = verb_ + " " + scenario_.types[change.value.type]->name + " " + target + " " + text_of(change.of);
    step.what = std::move(change);
}

void ScenarioReader::read_remove_or_get(ScenarioStep& step) {
    const bool removes = verb_ == "remove";
    const std::string target = removes ? "from" : "of";
    allow({target});
    need(target);
    go_to(verb_);
    const TypeIndex type = type_called(std::string(json_.read_string("the name of a component")));
    go_to(target);
    const TypeStep change{removes ? OperationKind::Remove : OperationKind::Get, read_which(), type};
    step.text = verb_ + " " + scenario_.types[type]->name + " " + target + " " + text_of(change.of);
    step.what = change;
}

void ScenarioReader::read_each(ScenarioStep& step) {
    allow({"do", "repeat"});
    EachStep each;
    go_to("each");
    if (json_.peek() != files::JsonKind::Array)
        json_.fail_expected("a list of components, like [ \"Position\", \"Velocity\" ]");
    const std::size_t start = json_.offset();
    json_.begin_array();
    while (json_.next_element()) {
        if (each.join.size() == max_join) json_.fail_about("a query may ask for 3 components");
        const TypeIndex type = type_called(std::string(json_.read_string("the name of a component")));
        if (std::find(each.join.begin(), each.join.end(), type) != each.join.end())
            json_.fail_about("each component once");
        each.join.push_back(type);
    }
    if (each.join.empty()) json_.fail_about_from(start, "a query asks for one component at least");
    if (has("repeat")) {
        go_to("repeat");
        each.repeat = read_whole(1, max_repeats);
    }
    if (has("do")) {
        go_to("do");
        json_.begin_array();
        while (json_.next_element()) each.changes.push_back(read_change(each.join));
    }
    step.text = "each";
    for (const TypeIndex type : each.join)
        step.text += (type == each.join.front() ? " " : ", ") + scenario_.types[type]->name;
    if (each.repeat > 1) step.text += ", " + std::to_string(each.repeat) + " times";
    step.what = std::move(each);
}

void ScenarioReader::read_play(ScenarioStep& step) {
    allow({"ticks", "keys"});
    need("ticks");
    PlayStep play;
    go_to("play");
    std::vector<std::string> known;
    for (const GameKind game : game_kinds) known.emplace_back(name_of(game));
    const std::string name(json_.read_string("the name of a game: \"chase\" or \"bullets\""));
    const std::optional<GameKind> game = game_from(name);
    if (!game)
        json_.fail_about("no game is called " + files::in_quotes(name) + ", there are \"chase\" and \"bullets\"" +
                         files::did_you_mean(name, known));
    play.game = *game;
    auto parts = find_parts(*game, scenario_.types);
    if (!parts) json_.fail_about(parts.error());
    play.parts = std::move(*parts);
    go_to("ticks");
    play.ticks = read_whole(1, max_ticks);
    step.text = "play " + std::string(name_of(play.game)) + ", " +
                (play.ticks == 1 ? "1 tick" : std::to_string(play.ticks) + " ticks");
    if (has("keys")) {
        go_to("keys");
        if (play.game != GameKind::Chase) json_.fail_about_key("only \"chase\" is played with keys");
        const std::string keys(json_.read_string("the keys that are held, like \"wd\""));
        play.keys = read_keys(keys);
        step.text += " with the keys " + keys;
    }
    step.what = std::move(play);
}

chase::Input ScenarioReader::read_keys(std::string_view letters) {
    chase::Input keys;
    for (const char letter : letters) {
        if (letter == 'w')
            keys.up = true;
        else if (letter == 'a')
            keys.left = true;
        else if (letter == 's')
            keys.down = true;
        else if (letter == 'd')
            keys.right = true;
        else
            json_.fail_about("the keys are w, a, s and d, found " + files::in_quotes(std::string(1, letter)));
    }
    return keys;
}

}  // namespace editor
