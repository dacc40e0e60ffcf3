// Panels in another language: nothing stays English that is not a name, and all of it can be taken back.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/chrome/japanese.hpp"
#include "catch.hpp"
#include "ecs/world/journal.hpp"
#include "editor/app/chrome/lab_source.hpp"
#include "editor/app/chrome/languages.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"
#include "panels/archetypes/archetype_recorder.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/support/headless.hpp"
#include "panels/tour/tour.hpp"
#include "panels/widgets/widgets.hpp"

namespace languages_test {

using namespace editor;

namespace {

using Words = std::set<std::string>;

/// Words of Latin letters, at least two of them. Ids, addresses and bytes are none.
std::vector<std::string> latin_words(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    const auto is_byte = [](const std::string& each) {
        return each.size() == 2 && each.find_first_not_of("abcdef") == std::string::npos;
    };
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const auto c = at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
        if (c < 128 && std::isalnum(static_cast<int>(c)) != 0) {
            word += static_cast<char>(c);
            continue;
        }
        const bool all_letters = std::none_of(word.begin(), word.end(), [](char each) { return each <= '9'; });
        if (word.size() > 1 && all_letters && !is_byte(word)) words.push_back(word);
        word.clear();
    }
    return words;
}

void add_words(Words& words, std::string_view text) {
    for (std::string& word : latin_words(text)) words.insert(std::move(word));
}

/// What is called so in every language: units, formats, keys, and the names that articles and programs have.
Words words_of_all_languages() {
    Words words;
    for (const char* const text :
         {"id ids KiB MiB GiB ns ms px", "SVG PNG CSV JSON std byte", "Ctrl Shift Alt Esc Enter Space Tab",
          "Unity Chunkscope Dear ImGui", "EN JA",
          // The filter's own language, and what it is shown with.
          "turret Health Frozen Velocity boss Type",
          // Of systems, in texts about the components of the demo.
          "Bounce Target Movement Spin Project Apply velocity", "world observe journal docs lab scenario md",
          // The cause of what no system and no edit did.
          "direct call"})
        add_words(words, text);
    return words;
}

/// What the world calls its things.
void add_names(Words& words, const Session& session) {
    const ecs::World& world = session.world;
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id) {
        const ecs::ComponentType& type = world.types()[id];
        add_words(words, type.name);
        for (const ecs::Field& field : type.fields) {
            add_words(words, field.name);
            add_words(words, field.unit);
            for (const auto& each : field.names) add_words(words, each.name);
        }
    }
    for (std::uint32_t slot = 1; slot < world.slot_count(); ++slot)
        add_words(words, world.name(world.entity_at_slot(slot)));
    for (const ecs::System* system : session.schedule.systems()) add_words(words, system->description.name);
}

/// Scenarios and lessons are data: what they are called, what their steps do, and the code that they show.
void add_files(Words& words, const char* folder) {
    for (const auto& file :
         std::filesystem::directory_iterator(std::string(TEST_DATA_DIR "/../../editor/lab/") + folder)) {
        std::ifstream in(file.path());
        add_words(words, std::string{std::istreambuf_iterator<char>(in), {}});
    }
}

/// The literals behind `call` in a source, each as one text.
std::vector<std::string> texts_behind(std::string_view call, std::string_view source) {
    std::vector<std::string> texts;
    for (std::size_t at = source.find(call); at != std::string_view::npos; at = source.find(call, at)) {
        at += call.size();
        std::string text;
        for (;;) {
            at = source.find_first_not_of(" \n", at);
            if (at == std::string_view::npos || source[at] != '"') break;
            for (++at; at < source.size() && source[at] != '"'; ++at)
                text += source[at] == '\\' ? source[++at] : source[at];
            ++at;
        }
        if (!text.empty()) texts.push_back(std::move(text));
    }
    return texts;
}

/// What has no Japanese yet is English in the window. tests/languages/texts_test.py lists it.
Words words_without_japanese() {
    Words words;
    const ecs::Catalog& japanese = *panels::built_in_language("ja");
    const std::filesystem::path root = TEST_DATA_DIR "/../..";
    for (const char* const folder : {"ecs", "figures", "files", "remote", "panels", "editor"})
        for (const auto& file : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (file.path().extension() != ".cpp" && file.path().extension() != ".hpp") continue;
            std::ifstream in(file.path());
            const std::string source{std::istreambuf_iterator<char>(in), {}};
            for (const char* const call : {" tr(", "(tr(", "tr_later(", "phrase("})
                for (const std::string& text : texts_behind(call, source))
                    if (japanese.find(text) == nullptr) add_words(words, text);
        }
    return words;
}

/// A panel over the running chase, as the program shows it.
struct Shown {
    std::unique_ptr<Session> session = demo::start("chase", 24, 1);
    ecs::Journal journal{1000};
    panels::ArchetypeRecorder recorder;
    panels::LabSource lab = make_lab_source();
    Harness harness;
    std::vector<unsigned char> font;
    std::unique_ptr<panels::Panel> panel;

    explicit Shown(std::string_view id, ImVec2 size = {900, 700}) : harness(size) {
        add_japanese_texts(font);
        for (auto& each : panels::make_all_panels_with_lab())
            if (each->id() == id) panel = std::move(each);
        REQUIRE(panel != nullptr);
        session->world.observe(&journal);
        harness.add([this](const panels::Context& around) {
            panel->show({.world = session->world,
                         .schedule = session->schedule,
                         .selection = around.selection,
                         .requests = around.requests,
                         .style = around.style,
                         .transport = around.transport,
                         .journal = &journal,
                         .time_secs = around.time_secs,
                         .archetypes = &recorder,
                         .lab = &lab,
                         .places = around.places});
            around.requests.clear();
        });
        harness.selection.select(session->world.entity_at_slot(2));
        for (int i = 0; i < 4; ++i) {
            session->tick();
            recorder.sample(session->world);
            harness.frame();
        }
        come_to_rest();
    }
    ~Shown() { session->world.observe(nullptr); }

    /// The Storage Lab calculates on another thread.
    void come_to_rest() {
        harness.frames(3);
        const bool calculates = std::string_view(panel->id()) == "lab";
        while (calculates && (harness.says(ecs::tr("A moment")) || harness.says("Runn") || harness.says("実行中"))) {
            std::this_thread::yield();
            harness.frame();
        }
        harness.frames(3);
    }
};

/// Texts with words that are neither Japanese nor known, of what is on the screen.
std::vector<std::string> foreign_texts(const Harness& harness, const Words& known) {
    std::vector<std::string> found;
    for (const DrawnText& drawn : harness.texts()) {
        const std::vector<std::string> words = latin_words(drawn.text);
        // A text that was cut off may end in a part of a word.
        const bool cut = drawn.text.find("...") != std::string::npos || drawn.text.find("…") != std::string::npos ||
                         drawn.text.ends_with('?') || drawn.text.find("?  +") != std::string::npos;
        const auto is_known = [&](const std::string& word) {
            if (known.count(word) != 0) return true;
            return cut && word == words.back() &&
                   std::any_of(known.begin(), known.end(), [&](const auto& each) { return each.rfind(word, 0) == 0; });
        };
        if (!std::all_of(words.begin(), words.end(), is_known)) found.push_back(drawn.text);
    }
    return found;
}

struct View {
    const char* panel;
    const char* clicked;  // in English; null: as it is at first
};
// The manual has words of English programs and files in every sentence, so that panel is missing here.
constexpr View views[] = {
    {"entities", nullptr},
    {"scene", nullptr},
    {"inspector", nullptr},
    {"inspector", "+ Add component"},
    {"archetypes", nullptr},
    {"archetypes", "History"},
    {"archetypes", "Treemap"},
    {"archetypes", "Occupancy"},
    {"archetypes", "Export…"},
    {"chunks", nullptr},
    {"chunks", "Cache lines"},
    {"chunks", "How it is stored"},
    {"chunks", "All"},
    {"moves", nullptr},
    {"moves", "Theatre"},
    {"moves", "Traffic"},
    {"moves", "All kinds"},
    {"history", nullptr},
    {"doctor", nullptr},
    {"layout", nullptr},
    {"layout", "Split and measure"},
    {"systems", nullptr},
    {"schedule", nullptr},
    {"schedule", "Stages"},
    {"schedule", "Conflicts"},
    {"breakpoints", nullptr},
    {"step", nullptr},
    {"timeline", nullptr},
    {"lessons", nullptr},
    {"lesson_picture", nullptr},
    {"lab", nullptr},
    {"lab", "All six"},
    {"lab", "Table"},
    {"lab", "Cache lines"},
    {"lab", "Capacity"},
    {"lab", "Bench"},
    {"lab", "Handles"},
    {"lab", "Step by step"},
};

}  // namespace

TEST_CASE("Languages: in Japanese, only names and units have Latin letters", "[ui][panels][language]") {
    const Speaking japanese("ja");
    if (!has_japanese_font()) return;
    const Words untranslated = words_without_japanese();
    for (const View& view : views) {
        Shown shown(view.panel);
        if (view.clicked != nullptr) {
            INFO(view.panel << ": " << shown.harness.screen());
            // The font of tests has no "…".
            const std::string label = ecs::tr(view.clicked);
            shown.harness.click_text(label.substr(0, label.find("…")));
            shown.come_to_rest();
        }
        Words known = words_of_all_languages();
        known.insert(untranslated.begin(), untranslated.end());
        add_names(known, *shown.session);
        if (std::string_view(view.panel) == "lab") {
            add_files(known, "scenarios");
            add_words(known, "generation index");  // the bits of a handle
        }
        if (std::string_view(view.panel).find("lesson") == 0) add_files(known, "lessons");
        std::string all;
        for (const std::string& text : foreign_texts(shown.harness, known)) all += text + '\n';
        INFO(view.panel << (view.clicked != nullptr ? view.clicked : "") << " is not all Japanese:\n" << all);
        CHECK(all.empty());
        CHECK(!shown.harness.texts().empty());
    }
}

TEST_CASE("Languages: an empty panel is Japanese, too", "[ui][panels][language]") {
    const Speaking japanese("ja");
    if (!has_japanese_font()) return;
    Words known = words_of_all_languages();
    known.merge(words_without_japanese());
    for (const auto& panel : panels::make_all_panels_with_lab()) {
        if (std::string_view(panel->id()) == "manual") continue;
        Harness harness({700, 600});
        std::vector<unsigned char> font;
        add_japanese_texts(font);
        harness.add(*panel);
        harness.frames(3);
        std::string all;
        for (const std::string& text : foreign_texts(harness, known)) all += text + '\n';
        INFO(panel->id() << " is not all Japanese:\n" << all);
        CHECK(all.empty());
    }
}

TEST_CASE("Languages: switching to Japanese and back gives the same picture", "[ui][panels][language]") {
    if (!has_japanese_font()) return;
    for (const auto& each : panels::make_all_panels_with_lab()) {
        const std::string_view id = each->id();
        INFO(id);
        Shown shown(id);
        const std::string english = shown.harness.screen();
        {
            const Speaking japanese("ja");
            shown.come_to_rest();
            CHECK(shown.harness.screen() != english);
        }
        shown.come_to_rest();
        CHECK(shown.harness.screen() == english);
    }
}

TEST_CASE("Languages: the environment chooses one that is there", "[language]") {
    struct Case {
        const char *locale, *code;
    };
    const Languages languages;
    REQUIRE(languages.find("ja") != nullptr);
    CHECK(languages.has("en"));
    CHECK_FALSE(languages.has("tlh"));
    for (const Case& each :
         {Case{"ja_JP.UTF-8", "ja"}, Case{"ja", "ja"}, Case{"C.UTF-8", "en"}, Case{"tlh_QQ", "en"}}) {
        ::setenv("LC_ALL", each.locale, 1);
        INFO(each.locale);
        CHECK(languages.of_environment() == each.code);
    }
    ::unsetenv("LC_ALL");
}

}  // namespace languages_test
