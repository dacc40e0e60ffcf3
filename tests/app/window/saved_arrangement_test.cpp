#include "editor/app/window/saved_arrangement.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "catch.hpp"
#include "editor/app/chrome/lab_source.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/support/headless.hpp"
#include "panels/workspace/workbench.hpp"

namespace saved_arrangement_test {

namespace {

constexpr std::uint32_t spaces[] = {0x1234ABCD, 0x1234ABCF};
constexpr const char* good =
    "[Window][Debug##Default]\n"
    "Pos=60,60\n"
    "Size=400,400\n"
    "Collapsed=0\n"
    "\n"
    "[Window][Scene]\n"
    "Pos=256,24\n"
    "Size=690,495\n"
    "Collapsed=0\n"
    "DockId=0x00000002,0\n"
    "\n"
    "[Window][Chunks]\n"
    "Pos=-20,30\n"
    "Size=300,200\n"
    "Collapsed=1\n"
    "\n"
    "[Table][0x8F3D21AA,3]\n"
    "RefScale=15\n"
    "Column 0  Width=120 Sort=0v\n"
    "Column 1  Weight=1.0000 Visible=1 Order=2\n"
    "\n"
    "[Docking][Data]\n"
    "DockSpace   ID=0x1234ABCD Window=0x00000009 Pos=0,24 Size=1280,752 Split=X\n"
    "  DockNode  ID=0x00000001 Parent=0x1234ABCD SizeRef=256,752 Selected=0x0000000A\n"
    "  DockNode  ID=0x00000002 Parent=0x1234ABCD SizeRef=1020,752 CentralNode=1 Selected=0x0000000B\n";
const std::vector<std::string> open{"Scene", "Chunks"};

std::string with(std::string_view what, std::string_view instead) {
    std::string text = good;
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), instead);
}

/// A window of the program, with what was saved; draws until everything has found its place.
class Window {
public:
    explicit Window(std::string_view arrangement) : harness_({1280, 800}) {
        ImGuiIO& io = ImGui::GetIO();
#ifdef IMGUI_HAS_DOCK
        io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
#endif
        if (!arrangement.empty()) ImGui::LoadIniSettingsFromMemory(arrangement.data(), arrangement.size());
        harness_.add_windows([this](const panels::Context& context) {
            workbench_.draw(context, {{0, 24}, {1280, 776}});
        });
        harness_.frames(4);
        // As small as a window gets, and back.
        io.DisplaySize = {640, 400};
        harness_.frames(2);
        io.DisplaySize = {1280, 800};
        harness_.frames(2);
    }
    std::string saved() const {
        std::size_t size = 0;
        const char* text = ImGui::SaveIniSettingsToMemory(&size);
        return {text, size};
    }
    const panels::Workbench& workbench() const { return workbench_; }

private:
    Harness harness_;
    panels::Workbench workbench_{panels::make_all_panels_with_lab};
};

/// Damage of one kind: what a disk, a crash, an editor or a person's curiosity leaves behind.
std::string damaged(std::string text, std::mt19937& random) {
    const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
    const auto line_at = [&](std::size_t at) {
        const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
        return std::pair{std::min(begin, end), end + 1};
    };
    const std::size_t times = 1 + below(4);
    for (std::size_t i = 0; i < times && !text.empty(); ++i) {
        const std::size_t at = below(text.size());
        const auto [begin, end] = line_at(at);
        const std::size_t digit = text.find_first_of("0123456789ABCDEF", at);
        switch (below(8)) {
            case 0:
                text.resize(at);
                break;
            case 1:
                text[at] = static_cast<char>(random());
                break;
            case 2:
                text.erase(begin, end - begin);
                break;
            case 3: {
                const std::string line = text.substr(begin, end - begin);
                text.insert(line_at(below(text.size())).first, line);
                break;
            }
            case 4:
            case 5:
                if (digit != std::string::npos) text[digit] = "0123456789ABCDEF"[below(16)];
                break;
            case 6:
                if (digit != std::string::npos) {
                    constexpr std::array<const char*, 5> numbers{"-1", "99999999999", "0", "2147483647", "nan"};
                    const std::size_t past = text.find_first_not_of("0123456789", digit);
                    text.replace(digit, std::min(past, text.size()) - digit, numbers[below(numbers.size())]);
                }
                break;
            default: {
                const std::size_t equals = text.find('=', at);
                if (equals != std::string::npos) text[equals] = ' ';
            }
        }
    }
    return text;
}

}  // namespace

TEST_CASE("Saved arrangement: what Dear ImGui wrote is taken as it is", "[ui][saved_arrangement]") {
    const editor::SavedArrangement arrangement = editor::check_arrangement(good, spaces, open);
    CHECK(arrangement.problem.empty());
    CHECK(arrangement.text.find("DockId=0x00000002,0\n") != std::string::npos);
    CHECK(arrangement.text.find("Column 1 Weight=1.0000 Visible=1 Order=2\n") != std::string::npos);
    CHECK(arrangement.text.find("DockNode ID=0x00000001 Parent=0x1234ABCD SizeRef=256,752 Selected=0x0000000A\n") !=
          std::string::npos);
    // Another release's words are left out and do no harm.
    const std::string newer =
        with("Collapsed=0\n", "Collapsed=0\nViewportId=0x11111111\nFancy=3\n") + "\n[Fancy][1]\n!\n";
    CHECK(editor::check_arrangement(newer, spaces, open).text == arrangement.text);
    // Windows' ends of lines, and a last line without one.
    std::string other_ends;
    for (const char c : std::string(good)) (c == '\n' ? other_ends += "\r\n" : other_ends += c);
    other_ends.resize(other_ends.size() - 2);
    CHECK(editor::check_arrangement(other_ends, spaces, open).text == arrangement.text);
}

TEST_CASE("Saved arrangement: docks of a workspace that was deleted go, the others stay", "[ui][saved_arrangement]") {
    const std::string foreign =
        "  DockSpace ID=0x0BADCAFE Pos=0,0 Size=9,9 Split=X\n"
        "  DockNode ID=0x00000011 Parent=0x0BADCAFE SizeRef=1,1\n"
        "  DockNode ID=0x00000012 Parent=0x0BADCAFE SizeRef=1,1 CentralNode=1\n";
    const editor::SavedArrangement arrangement = editor::check_arrangement(good + foreign, spaces, open);
    CHECK(arrangement.problem.empty());
    CHECK(arrangement.text == editor::check_arrangement(good, spaces, open).text);
    // A second dock space of the program has a centre of its own.
    const std::string second = std::string(good) + "DockSpace ID=0x1234ABCF Pos=0,0 Size=9,9 CentralNode=1\n";
    CHECK(editor::check_arrangement(second, spaces, open).problem.empty());
}

TEST_CASE("Saved arrangement: damage is named with its line, and nothing of the file is taken",
          "[ui][saved_arrangement]") {
    struct Case {
        std::string text, problem;
        int line;
    };
    std::string splits = "[Docking][Data]\nDockSpace ID=0x1234ABCD Pos=0,0 Size=9,9 Split=X\n";
    for (int i = 0; i < 40; ++i) {
        constexpr const char* format = "0x000000";
        const auto hex = [&](int value) {
            return format + std::string(1, "0123456789ABCDEF"[value / 16]) + "0123456789ABCDEF"[value % 16];
        };
        const std::string parent = i == 0 ? "0x1234ABCD" : hex(2 * i);
        splits += "DockNode ID=" + hex(2 * i + 1) + " Parent=" + parent + " SizeRef=1,1\n";
        splits += "DockNode ID=" + hex(2 * i + 2) + " Parent=" + parent + " SizeRef=1,1 Split=X\n";
    }
    const Case cases[] = {
        {"", "this is empty", 0},
        {std::string("[Window][A]\0", 12), "this is not text", 0},
        {std::string(2'000'000, ' '), "this is too long for an arrangement of panels", 0},
        {"nonsense\n", "\"nonsense\" stands before the first section", 1},
        {with("[Window][Chunks]", "[Window][Scene]"), "[Window][Scene] stands here twice", 12},
        {with("Size=690,495", "Size=690,99999"), "\"99999\" is not a number that can stand here", 8},
        {with("Size=690,495", "Size=690"), "\"690\" has no ','", 8},
        {with("DockId=0x00000002,0", "DockId=0x02,0"), "\"0x02\" is not an id", 10},
        {with("DockId=0x00000002", "DockId=0x00000077"), "a panel is docked where no dock is", 10},
        {with("DockId=0x00000002", "DockId=0x1234ABCD"), "a panel is docked in a dock that is split", 10},
        {with("0x8F3D21AA,3", "0x8F3D21AA,-3"), "\"-3\" is not a number that can stand here", 17},
        {with("0x8F3D21AA,3", "0x8F3D21AA,1000000000"), "\"1000000000\" is not a number that can stand here", 17},
        {with("Sort=0v", "Sort=-2v"), "\"-2\" is not a number that can stand here", 19},
        {with("Weight=1.0000", "Weight=nan"), "\"nan\" is not a number that can stand here", 20},
        {with("Column 1", "Column 7"), "\"7\" is not a number that can stand here", 20},
        {with("ID=0x00000002 Par", "ID=0x00000001 Par"), "two docks have one id", 25},
        {with("ID=0x1234ABCD", "ID=0x1234ABCE"), "a dock stands in one that is not there", 24},
        {with("Size=1280,752", "Size=0,752"), "\"0\" is not a number that can stand here", 23},
        {with("Split=X", "Split=Z"), "a dock is split along X or Y", 23},
        {with(" Split=X", ""), "a dock is split, but not into two", 23},
        {with("SizeRef=256,752", "SizeRef=256,752 Split=Y"), "a dock is split, but not into two", 24},
        {with("SizeRef=256,752", "SizeRef=256,752 CentralNode=1"), "there is a second central dock", 25},
        {with("DockNode  ID=0x00000001", "DockSpace ID=0x00000001"), "a dock space cannot stand in a dock", 24},
        {with("Parent=0x1234ABCD SizeRef=256", "Parent=0x00000002 SizeRef=256"),
         "a dock stands in one that is not there", 24},
        {std::string(good).substr(0, std::string(good).rfind("  DockNode")), "a dock is split into one", 23},
        {std::string(good).substr(0, std::string(good).find("[Docking]")), "a panel is docked where no dock is", 10},
        {splits, "docks are split too often", 67},
    };
    for (const Case& each : cases) {
        const editor::SavedArrangement arrangement = editor::check_arrangement(each.text, spaces, open);
        INFO(each.text.substr(0, 2000));
        CHECK(arrangement.problem == each.problem);
        CHECK(arrangement.line == each.line);
        CHECK(arrangement.text.empty());
    }
}

TEST_CASE("Saved arrangement: no damaged file ends the program", "[ui][saved_arrangement]") {
    const std::string saved = [] {
        const Window window("");
        return window.saved();
    }();
    const Window fresh("");
    const std::vector<std::string> windows = fresh.workbench().docked_windows();
    const std::vector<std::uint32_t> own_spaces = fresh.workbench().dock_spaces();
    const editor::SavedArrangement own = editor::check_arrangement(saved, own_spaces, windows);
    INFO(saved);
    REQUIRE(own.problem.empty());
    // What is written after a start with it is the same again.
    CHECK(Window(own.text).saved() == saved);

    std::mt19937 random(11);
    std::size_t accepted = 0, refused = 0;
    for (int i = 0; i < 400; ++i) {
        const editor::SavedArrangement arrangement =
            editor::check_arrangement(damaged(saved, random), own_spaces, windows);
        ++(arrangement.problem.empty() ? accepted : refused);
        if (arrangement.problem.empty() && arrangement.text != own.text && accepted < 60) Window{arrangement.text};
    }
    CHECK(accepted > 10);
    CHECK(refused > 100);
}

TEST_CASE("Saved arrangement: nor does what a panel is said to have remembered", "[ui][saved_arrangement]") {
    const panels::LabSource lab = editor::make_lab_source();
    std::mt19937 random(12);
    const std::string remembered[] = {
        "colors=2 lasso",
        "history hide_empty",
        "all timeline histogram cache_lines system=Movement",
        "flat",
        "traffic",
        "measure",
        "lessons chunks faithful L1\tja expert L1=3/4 L2=1@2:0x40,7 C1=9/9\tadd 2 4 15\t/tmp/a.json\n/b"};
    for (int i = 0; i < 120; ++i) {
        Harness harness({700, 500});
        harness.lend(&panels::Context::lab, &lab);
        harness.world.create(ecs::Name{"One"});
        const auto panels = panels::make_all_panels_with_lab();
        for (const auto& panel : panels) {
            const std::string own = panel->save_settings();
            const std::string& line = own.empty() || i % 2 == 0 ? remembered[random() % std::size(remembered)] : own;
            panel->load_settings(damaged(line + '\n', random));
            harness.add(*panel);
        }
        harness.frames(2);
        for (const auto& panel : panels) panel->load_settings(panel->save_settings());
        harness.frame();
        CHECK(harness.performed.empty());
    }
}

}  // namespace saved_arrangement_test
