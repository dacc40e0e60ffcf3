"""How each of the things of ARCHITECTURE.md, "How to add …", is added: which files, and what goes into them.

A recipe is a list of steps. `new(path, text)` is a new file, `after(path, anchor, text)` and `before(…)` put text at the
one place where the anchor is, and `instead(…)` puts it there in place of the anchor. Where an anchor is no longer there, the recipe has to be changed with the code."""

import json


def new(path, text):
    return path, None, lambda _: text


def after(path, anchor, text):
    return path, anchor, lambda source: source.replace(anchor, anchor + text)


def before(path, anchor, text):
    return path, anchor, lambda source: source.replace(anchor, text + anchor)


def instead(path, anchor, text):
    return path, anchor, lambda source: source.replace(anchor, text)


PANEL_HEADER = """// The Count panel: how many entities there are.
#pragma once

#include "panels/base/panel.hpp"

namespace panels {

class CountPanel : public Panel {
public:
    CountPanel()
        : Panel("count", tr_later("Count"), DockPlace::Bottom, tr_later("How many entities there are")) {}

protected:
    void draw(const Context& context) override;
};

}  // namespace panels
"""
PANEL_SOURCE = """#include "panels/entities/count_panel.hpp"

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void CountPanel::draw(const Context& context) {
    quiet_text(context.style, phrase("{} entities", format_count(context.world.entity_count())).c_str());
}

}  // namespace panels
"""
EDIT_STRUCT = """/// Sets the budget of a tick in microseconds.
struct SetBudget {
    double budget_us = 0;
    static constexpr void members(auto& member) { member("budget_us", &SetBudget::budget_us); }
    static const EditKind<SetBudget> kind;
};

"""
EDIT_SOURCE = """// SetBudget.
#include <cmath>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"

namespace ecs {

namespace {

std::string why_not(const World&, const Schedule&, const SetBudget& edit) {
    const bool fits = edit.budget_us >= 0 && std::isfinite(edit.budget_us);
    return fits ? std::string() : std::string(tr("a budget is a number from 0 on"));
}

Edit execute(World&, Schedule& schedule, SetBudget& edit) {
    return SetBudget{std::exchange(schedule.budget_us, edit.budget_us)};
}

std::string describe(const World&, const SetBudget&) { return tr("Set the budget of a tick"); }

}  // namespace

constinit const EditKind<SetBudget> SetBudget::kind{
    .name = "set_budget", .cause = {}, .why_not = why_not, .execute = execute, .describe = describe};

}  // namespace ecs
"""
SCENE = """// One entity, for a look at the smallest world.
#include "editor/demo/components.hpp"
#include "editor/game/scene.hpp"

namespace editor {

Scene single_scene() {
    return {.name = "single",
            .description = "One entity",
            .default_count = 1,
            .systems = {"Movement"},
            .fill = [](ecs::World& world, std::size_t, std::uint64_t) { world.create(Position{1, 2}); }};
}

}  // namespace editor
"""
SYSTEM = """
ecs::SystemDescription make_stand(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Lets nothing move");
    system.accesses = ecs::access<Velocity>(world);
    ecs::View<Velocity> moving(world);
    system.queries = ecs::queries_of(moving);
    system.run = [moving](ecs::SystemContext& context) mutable {
        context.each(moving, [](Velocity& velocity) { velocity = {}; });
    };
    return system;
}
"""
FIGURE = """#include "ecs/base/language.hpp"
#include "figures/drawing/csv.hpp"
#include "figures/world/figure.hpp"

namespace figures {

FigureDescriptor count_figure() {
    return {
        .kind = FigureKind::Count,
        .name = "count",
        .label = ecs::tr_later("How many entities there are"),
        .why_not = [](const Subject&, const FigureRequest&) { return std::string(); },
        .draw = [](const Subject&, const FigureRequest&, std::string_view) { return Drawing(); },
        .csv =
            [](const Subject& subject, const FigureRequest&) {
                CsvWriter csv("entities");
                csv.line(subject.world.entity_count());
                return csv.take();
            },
    };
}

}  // namespace figures
"""
SUBCOMMAND = """class CountSubcommand : public Subcommand {
public:
    CountSubcommand() : Subcommand("count", "Prints how many entities there are") {}

    void add_to(CLI::App& app) override { source_.add_to(app); }
    void execute(std::ostream& out, std::ostream&, CommandLine&) override {
        out << open_source(source_.take(game(), true))->world.entity_count() << "\\n";
    }

private:
    SourceArguments source_;
};

"""
STORAGE_HEADER = """// A seventh storage: packed arrays under another name.
#pragma once

#include "ecs/lab/storages/packed_vector_storage.hpp"

namespace ecs::lab {

template <class Memory>
using Seventh = PackedVector<Memory>;

}  // namespace ecs::lab
"""
STORAGE_SOURCE = """#include "ecs/lab/storages/seventh_storage.hpp"

namespace ecs::lab {

std::unique_ptr<Storage> make_seventh(const StorageMaker& maker) { return maker.make<Seventh>(); }

}  // namespace ecs::lab
"""
OWNER = """// A program of Engine, which answers over HTTP at port 9000.
#include "ecs/base/language.hpp"
#include "remote/bevy/bevy.hpp"
#include "remote/replica/owner_kind.hpp"

namespace remote {

namespace {

std::string engine_at(const LinkOptions&, const std::atomic<bool>&, std::string& why) {
    why = ecs::tr("nothing answers");
    return {};
}

}  // namespace

OwnerKind engine_kind() {
    return {.name = "engine",
            .title = "Engine",
            .how_to_answer = ecs::tr_later("The program serves its world"),
            .port = 9000,
            .make_owner = make_bevy_owner,
            .ask = engine_at};
}

}  // namespace remote
"""
SETTING = """    {.name = "view.crosshair",
     .usual = false,
     .example = true,
     .in_menu = {.name = "view.crosshair",
                 .label = tr_later("Crosshair"),
                 .description = tr_later("Shows where the middle of the scene is")}},
"""
COMMAND = """    {.name = "help.motto", .label = tr_later("Motto"), .description = tr_later("Says what all this is about"),
     .needs_program = true, .act = [](Desk& desk) { desk.owner().say("A world changes in two ways only"); }},
"""


def lesson(root):
    text = json.loads((root / "editor/lab/lessons/L1.json").read_text(encoding="utf-8"))
    return json.dumps(text, ensure_ascii=False, indent=2) + "\n"


def recipes(root):
    return {
        "panel": [
            new("panels/entities/count_panel.hpp", PANEL_HEADER),
            new("panels/entities/count_panel.cpp", PANEL_SOURCE),
            before("panels/host/all_panels.cpp", '#include "panels/entities/entities_panel.hpp"\n',
                   '#include "panels/entities/count_panel.hpp"\n'),
            before("panels/host/all_panels.cpp", "CostPanel, ", "CountPanel, "),
            before("docs/manual/workspaces-and-looks.md", "## Cost\n", "## Count\n\nHow many entities there are.\n\n"),
        ],
        "edit kind": [
            before("ecs/include/ecs/edit/edit.hpp", "/// Makes a component type, or changes", EDIT_STRUCT),
            after("ecs/include/ecs/edit/edit.hpp", "RestoreRows, AddToMany, RemoveFromMany", ", SetBudget"),
            new("ecs/edit/kind_budget.cpp", EDIT_SOURCE),
            before("docs/world-file.md", "| `fit_blocks` |", "| `set_budget` | `budget_us` | the budget of a tick |\n"),
        ],
        "component": [
            before("editor/include/editor/demo/components.hpp", "struct Radius {",
                   "struct Mass {\n    float value = 1;\n};\n"),
            before("editor/demo/components.cpp", '    types.add<Color>("Color"',
                   '    types.add<Mass>("Mass", ecs::tr_later("How heavy it is")).field("value", &Mass::value);\n'),
        ],
        "scene": [
            new("editor/demo/single.cpp", SCENE),
            before("editor/demo/demo_game.cpp", "Scene stress_scene();\n", "Scene single_scene();\n"),
            before("editor/demo/demo_game.cpp", "chase_scene(), ", "single_scene(), "),
        ],
        "system": [
            after("editor/demo/systems_frost.cpp", "}  // namespace\n", SYSTEM),
            before("editor/demo/systems.cpp", "ecs::SystemDescription make_thaw(",
                   "ecs::SystemDescription make_stand(const ecs::World&, const HeldKeys&);\n"),
            before("editor/demo/systems.cpp", '        {"Thaw", make_thaw},\n', '        {"Stand", make_stand},\n'),
        ],
        "figure": [
            new("figures/world/count_figure.cpp", FIGURE),
            before("figures/include/figures/world/figure.hpp", "    Layout,  ", "    Count,   // of entities\n"),
            before("figures/world/figure_list.cpp", "FigureDescriptor layout_figure();\n",
                   "FigureDescriptor count_figure();\n"),
            before("figures/world/figure_list.cpp", "layout_figure(),\n", "count_figure(), "),
        ],
        "subcommand": [
            before("editor/cli/figure_subcommands.cpp", "class ShotSubcommand ", SUBCOMMAND),
            before("editor/cli/figure_subcommands.cpp", "std::unique_ptr<Subcommand> make_shot_subcommand()",
                   "std::unique_ptr<Subcommand> make_count_subcommand() "
                   "{ return std::make_unique<CountSubcommand>(); }\n"),
            before("editor/cli/subcommand.hpp", "std::unique_ptr<Subcommand> make_shot_subcommand();\n",
                   "std::unique_ptr<Subcommand> make_count_subcommand();\n"),
            before("editor/cli/command_line.cpp", "make_scenes_subcommand, ", "make_count_subcommand, "),
        ],
        "lab storage": [
            new("ecs/lab/storages/seventh_storage.hpp", STORAGE_HEADER),
            new("ecs/lab/storages/seventh_storage.cpp", STORAGE_SOURCE),
            instead("ecs/lab/include/ecs/lab/storages/storage.hpp", "std::array<StorageKind, 6>",
                    "std::array<StorageKind, 7>"),
            before("ecs/lab/include/ecs/lab/storages/storage.hpp", "    Chunks,  ", "    Seventh,\n"),
            before("ecs/lab/include/ecs/lab/storages/storage.hpp", "StorageKind::Chunks}", "StorageKind::Seventh, "),
            before("ecs/lab/storages/storage.cpp", '    {"chunks", tr_later',
                   '    {"seventh", tr_later("Seventh"), tr_later("an example"), tr_later("Packed arrays")},\n'),
            before("ecs/lab/storages/storage.cpp", "        case StorageKind::PackedVector:\n",
                   "        case StorageKind::Seventh:\n            return make_seventh(maker);\n"),
            before("ecs/lab/storages/storages.hpp", "std::unique_ptr<Storage> make_chunks(",
                   "std::unique_ptr<Storage> make_seventh(const StorageMaker& maker);\n"),
            before("ecs/lab/storages/about.cpp", "        case StorageKind::PackedVector:\n",
                   '        case StorageKind::Seventh:\n            return tr_later("An example");\n'),
            before("ecs/lab/scenario/handle.cpp", "        case StorageKind::PackedVector:\n",
                   "        case StorageKind::Seventh:\n"),
            before("ecs/lab/bench/each_run.hpp", "        case StorageKind::PackedVector:\n",
                   "        case StorageKind::Seventh:\n"),
        ],
        "lesson": [new("editor/lab/lessons/L13.json", lesson(root))],
        "remote owner": [
            new("remote/kinds/engine_kind.cpp", OWNER),
            after("remote/kinds/owner_kinds.cpp", "OwnerKind chunkscope_kind();\n", "OwnerKind engine_kind();\n"),
            before("remote/kinds/owner_kinds.cpp", "flecs_kind(), ", "engine_kind(), "),
        ],
        "setting": [
            before("editor/app/actions/program_settings.cpp", '    {.name = "look.reduce_motion"', SETTING),
        ],
        "command": [before("editor/app/actions/actions.cpp", '    {.name = "help.about"', COMMAND)],
        "text": [
            after("editor/app/actions/actions.cpp", "namespace {\n",
                  '\n[[maybe_unused]] constexpr const char* greeting = tr_later("Good morning, {}");\n'),
        ],
    }
