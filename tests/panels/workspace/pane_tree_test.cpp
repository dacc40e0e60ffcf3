#include "panels/workspace/pane_tree.hpp"

#include <algorithm>
#include <random>

#include "catch.hpp"

namespace pane_tree_test {

using panels::Area;
using panels::column_of;
using panels::folded;
using panels::Pane;
using panels::PaneTree;
using panels::row_of;
using panels::Side;
using panels::tabs_of;

namespace {

using Ids = std::vector<std::string>;

PaneTree example() {
    return PaneTree(panels::row_of({panels::column_of({panels::tabs_of({"entities"}),
                                                       panels::tabs_of({"chunks", "moves", "journal"}, {304, 404})}),
                                    panels::tabs_of({"inspector"}, {340, 360})}));
}

constexpr float gap = 4;
Area window(float width, float height) { return {{0, 32}, {width, height - 24}}; }

bool overlap(const Area& a, const Area& b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

/// Panes and dividers lie apart and fill the whole area: their areas add up to it.
void check_tiled(const PaneTree& tree, const Area& whole, float scale) {
    const PaneTree::Places places = tree.places(whole, gap, scale);
    std::vector<Area> all;
    for (const auto& each : places.panes) all.push_back(each.area);
    for (const auto& each : places.dividers) all.push_back(each.area);
    float covered = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        covered += all[i].width() * all[i].height();
        CHECK(all[i].low.x >= whole.low.x);
        CHECK(all[i].low.y >= whole.low.y);
        CHECK(all[i].high.x <= whole.high.x);
        CHECK(all[i].high.y <= whole.high.y);
        for (std::size_t k = 0; k < i; ++k) CHECK_FALSE(overlap(all[i], all[k]));
    }
    CHECK(covered == whole.width() * whole.height());
}

Area area_of(const PaneTree& tree, std::string_view id, const Area& whole, float scale = 1) {
    for (const auto& each : tree.places(whole, gap, scale).panes)
        if (each.pane == tree.pane_of(id)) return each.area;
    FAIL("no pane has " << id);
    return {};
}

/// What the header promises of every tree.
void check_tidy(const Pane& pane, bool root = true) {
    if (!pane.divided()) {
        CHECK(pane.parts.empty());
        if (!root) CHECK_FALSE(pane.tabs.empty());
        const bool has_front = std::find(pane.tabs.begin(), pane.tabs.end(), pane.front) != pane.tabs.end();
        CHECK(has_front == !pane.tabs.empty());
        return;
    }
    CHECK(pane.tabs.empty());
    CHECK(pane.parts.size() >= 2);
    for (const Pane& part : pane.parts) {
        CHECK(part.division != pane.division);
        check_tidy(part, false);
    }
}

}  // namespace

TEST_CASE("Pane tree: the first tab is in front until another is shown", "[panels][panes]") {
    PaneTree tree = example();
    CHECK(tree.in_front("chunks"));
    tree.show("journal");
    CHECK(tree.in_front("journal"));
    CHECK_FALSE(tree.in_front("chunks"));
    CHECK_FALSE(tree.contains("systems"));
}

TEST_CASE("Pane tree: the neighbour of a closed tab comes to the front", "[panels][panes]") {
    PaneTree tree = example();
    tree.show("moves");
    tree.close("moves");
    CHECK(tree.in_front("journal"));
    tree.close("journal");
    CHECK(tree.in_front("chunks"));
    tree.close("no such panel");
    CHECK(tree.all_tabs() == Ids{"entities", "chunks", "inspector"});
}

TEST_CASE("Pane tree: a pane without tabs goes, and the others take its room", "[panels][panes]") {
    PaneTree tree = example();
    for (const char* id : {"chunks", "moves", "journal"}) tree.close(id);
    const Area whole = window(1280, 800);
    CHECK(area_of(tree, "entities", whole).height() == whole.height());
    tree.close("inspector");
    CHECK(area_of(tree, "entities", whole).width() == whole.width());
    tree.close("entities");
    CHECK(tree.root() == Pane{});
    tree.show("chunks");
    CHECK(tree.in_front("chunks"));
}

TEST_CASE("Pane tree: a panel that is shown again stands beside those it belongs to", "[panels][panes]") {
    PaneTree tree = example();
    tree.close("journal");
    tree.show("journal", {"moves", "chunks"});
    CHECK(tree.pane_of("journal") == tree.pane_of("moves"));
    tree.show("doctor", {"layout"});  // none of them is there: where most tabs are
    CHECK(tree.pane_of("doctor") == tree.pane_of("moves"));
}

TEST_CASE("Pane tree: a tab moves within its pane and to another one", "[panels][panes]") {
    PaneTree tree = example();
    tree.move("journal", "chunks", "chunks");
    CHECK(tree.pane_of("chunks")->tabs == Ids{"journal", "chunks", "moves"});
    CHECK(tree.in_front("journal"));
    tree.move("journal", "inspector");
    CHECK(tree.pane_of("inspector")->tabs == Ids{"inspector", "journal"});
    CHECK(tree.pane_of("chunks")->tabs == Ids{"chunks", "moves"});
    // The last tab of a pane takes the pane with it.
    tree.move("entities", "journal", "journal");
    CHECK(tree.pane_of("journal")->tabs == Ids{"inspector", "entities", "journal"});
    check_tidy(tree.root());
    // Where nothing can come of it, nothing changes.
    const PaneTree before = tree;
    tree.move("entities", "entities", "entities");
    tree.move("entities", "no such panel");
    CHECK(tree == before);
}

TEST_CASE("Pane tree: a split gives a panel half of the room on that side", "[panels][panes]") {
    const Area whole = window(1280, 800);
    for (const Side side : {Side::Left, Side::Right, Side::Top, Side::Bottom}) {
        PaneTree tree = example();
        const Area before = area_of(tree, "chunks", whole);
        const bool across = side == Side::Left || side == Side::Right;
        tree.split("journal", "chunks", side, across ? before.width() : before.height());
        check_tidy(tree.root());
        check_tiled(tree, whole, 1);
        const Area chunks = area_of(tree, "chunks", whole), journal = area_of(tree, "journal", whole);
        if (across) {
            CHECK(std::abs(journal.width() - before.width() / 2) <= gap);
            CHECK((journal.low.x < chunks.low.x) == (side == Side::Left));
        } else {
            CHECK(std::abs(journal.height() - before.height() / 2) <= gap);
            CHECK((journal.low.y < chunks.low.y) == (side == Side::Top));
        }
    }
    PaneTree alone = example();
    alone.split("inspector", "inspector", Side::Left, 300);
    CHECK(alone == example());
}

TEST_CASE("Pane tree: sizes are those of the two windows that they are given for", "[panels][panes]") {
    const PaneTree tree = example();
    CHECK(area_of(tree, "inspector", window(1280, 800)).width() == 340);
    CHECK(area_of(tree, "inspector", window(1920, 1080)).width() == 360);
    CHECK(area_of(tree, "inspector", window(1600, 900)).width() == 350);
    CHECK(area_of(tree, "inspector", window(3840, 2160)).width() == 360);
    CHECK(area_of(tree, "inspector", window(3840, 2160), 2).width() == 720);
    CHECK(area_of(tree, "chunks", window(1280, 800)).height() == 304);
    CHECK(area_of(tree, "chunks", window(1920, 1080)).height() == 404);
}

TEST_CASE("Pane tree: panes tile every window, however small", "[panels][panes]") {
    const PaneTree tree = example();
    for (const float scale : {1.0f, 1.5f, 3.0f})
        for (const auto& [width, height] :
             {std::pair{1280.0f, 800.0f}, {1920.0f, 1080.0f}, {640.0f, 400.0f}, {321.0f, 207.0f}, {3840.0f, 2160.0f}}) {
            INFO(width << " x " << height << " at " << scale);
            check_tiled(tree, window(width, height), scale);
        }
    // Without any room nothing is larger than what there is.
    for (const auto& each : tree.places({{0, 0}, {3, 2}}, gap, 1).panes) {
        CHECK(each.area.width() >= 0);
        CHECK(each.area.height() >= 0);
        CHECK(each.area.high.x <= 3);
        CHECK(each.area.high.y <= 2);
    }
}

TEST_CASE("Pane tree: a divider goes as far as the least sizes allow, and keeps to its place", "[panels][panes]") {
    const Area whole = window(1280, 800);
    PaneTree tree = example();
    const auto divider = [&](bool upright) {
        const auto all = tree.places(whole, gap, 1).dividers;
        return *std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.upright == upright; });
    };
    tree.drag(divider(true), -60, 1);
    CHECK(area_of(tree, "inspector", whole).width() == 400);
    CHECK(area_of(tree, "inspector", window(1920, 1080)).width() == 400);
    tree.drag(divider(true), 5000, 1);
    CHECK(area_of(tree, "inspector", whole).width() == panels::min_pane_width);
    tree.drag(divider(true), -5000, 1);
    CHECK(area_of(tree, "entities", whole).width() == panels::min_pane_width);
    tree.drag(divider(false), 10, 1);
    CHECK(area_of(tree, "chunks", whole).height() == 294);
    // One that stood in another tree does no harm.
    panels::PaneTree::Divider stale = divider(true);
    stale.path = {7, 7};
    const PaneTree before = tree;
    tree.drag(stale, 10, 1);
    CHECK(tree == before);
}

TEST_CASE("Pane tree: folded, panes share tabs with what lay below them", "[panels][panes]") {
    const Pane inspect =
        row_of({column_of({row_of({tabs_of({"entities"}, {228, 300}), tabs_of({"scene"})}),
                           row_of({tabs_of({"systems"}, {376, 622}), tabs_of({"chunks", "moves"})}, {304, 404})}),
                tabs_of({"inspector"}, {340, 360})});
    const PaneTree low(folded(inspect, false, {}));
    CHECK(low.root() == row_of({tabs_of({"entities", "systems"}, {228, 300}), tabs_of({"scene", "chunks", "moves"}),
                                tabs_of({"inspector"}, {340, 360})}));
    check_tidy(low.root());
    const PaneTree narrow(folded(inspect, true, {}));
    REQUIRE(narrow.root().parts.size() == 2);
    CHECK(narrow.root().parts[0].tabs == Ids{"entities", "systems", "scene", "chunks", "moves"});
    CHECK(narrow.in_front("scene"));
    // Who showed a panel sees it.
    const PaneTree shown(folded(inspect, false, {"chunks", "systems", "moves"}));
    CHECK(shown.in_front("moves"));
    CHECK(shown.in_front("systems"));
    CHECK(shown.in_front("inspector"));
    CHECK(PaneTree(folded(shown.root(), false, {})) == shown);
}

TEST_CASE("Pane tree: text is read as it was written", "[panels][panes]") {
    PaneTree tree = example();
    tree.show("moves");
    CHECK(tree.to_text() ==
          "(row 0/0 (column 0/0 (tabs 0/0 *entities) (tabs 304/404 chunks *moves journal)) (tabs 340/360 *inspector))");
    const auto read = PaneTree::from_text(tree.to_text());
    REQUIRE(read);
    CHECK(*read == tree);
    CHECK(*PaneTree::from_text("(tabs 0/0)") == PaneTree());
}

TEST_CASE("Pane tree: text that was never written is refused with a sentence", "[panels][panes]") {
    const std::pair<std::string, std::string> cases[] = {
        {"", "a pane begins with ("},
        {"(tabs 0/0 *a", "a pane has no end"},
        {"(tabs 0/0 *a) x", "something stands behind the last pane"},
        {"(heap 0/0 *a)", "\"heap\" is no pane"},
        {"(tabs 0 *a)", "\"0\" is not a size"},
        {"(tabs nan/0 *a)", "\"nan/0\" is not a size"},
        {"(tabs -1/0 *a)", "\"-1/0\" is not a size"},
        {"(tabs 0/99999 *a)", "\"0/99999\" is not a size"},
        {"(tabs 0/0 a)", "no tab is in front"},
        {"(tabs 0/0 *a *b)", "two tabs are in front"},
        {"(tabs 0/0 *a a)", "the panel \"a\" stands in two places"},
        {"(row 0/0 (tabs 0/0 *a))", "a pane is divided into one"},
        {"(row 0/0 (tabs 0/0 *a) (tabs 0/0))", "a pane is divided without need"},
        {"(row 0/0 (tabs 0/0 *a) (row 0/0 (tabs 0/0 *b) (tabs 0/0 *c)))", "a pane is divided without need"},
    };
    for (const auto& [text, problem] : cases) {
        INFO(text);
        const auto read = PaneTree::from_text(text);
        CHECK_FALSE(read);
        CHECK(read.error() == problem);
    }
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += i % 2 == 0 ? "(row 0/0 " : "(column 0/0 ";
    CHECK(PaneTree::from_text(deep).error() == "panes are divided too often");
}

TEST_CASE("Pane tree: whatever a person does, every panel stands once and every pane has its place",
          "[panels][panes][model]") {
    std::mt19937 random(7);
    const Ids all{"a", "b", "c", "d", "e", "f", "g"};
    const auto any = [&] { return all[random() % all.size()]; };
    const Area whole = window(1280, 800);
    PaneTree tree(panels::tabs_of(all));
    std::vector<std::string> open = all;
    for (int i = 0; i < 3000; ++i) {
        const std::string id = any(), target = any();
        switch (random() % 6) {
            case 0:
                tree.show(id, {target});
                if (std::find(open.begin(), open.end(), id) == open.end()) open.push_back(id);
                break;
            case 1:
                tree.close(id);
                open.erase(std::remove(open.begin(), open.end(), id), open.end());
                break;
            case 2:
            case 3: {
                const bool there = tree.contains(target) && tree.contains(id);
                if (!there) break;
                tree.split(id, target, static_cast<Side>(random() % 4), static_cast<float>(random() % 900));
                break;
            }
            case 4:
                if (tree.contains(id)) tree.move(id, target, any());
                break;
            default: {
                const auto dividers = tree.places(whole, gap, 1).dividers;
                if (!dividers.empty())
                    tree.drag(dividers[random() % dividers.size()], static_cast<float>(random() % 800) - 400, 1);
            }
        }
        Ids now = tree.all_tabs(), wanted = open;
        std::sort(now.begin(), now.end());
        std::sort(wanted.begin(), wanted.end());
        REQUIRE(now == wanted);
        check_tidy(tree.root());
        const PaneTree low(folded(tree.root(), i % 2 == 0, {target, id}));
        Ids there = low.all_tabs();
        std::sort(there.begin(), there.end());
        REQUIRE(there == wanted);
        check_tidy(low.root());
        CHECK(low.in_front(id) == low.contains(id));
        if (i % 20 != 0) continue;
        check_tiled(tree, whole, 1);
        const auto read = PaneTree::from_text(tree.to_text());
        REQUIRE(read);
        CHECK(*read == tree);
    }
}

}  // namespace pane_tree_test
