#include "editor/app/chrome/world_texts.hpp"

#include <set>
#include <string>

#include "catch.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"

namespace world_texts_test {

using namespace editor;

TEST_CASE("World texts: names, units, descriptions and values of all scripts are told, and no others", "[ui][texts]") {
    const auto session = demo::read(R"({"format": "chunkscope.world", "version": 1, "components": {
            "位置情報": { "fields": { "説明": "string", "x": { "kind": "f32", "unit": "メートル" },
                "種類": { "kind": "enum", "size": 4, "names": { "日本": 0, "中国": 1 } },
                "頁": { "kind": "struct", "fields": { "文": "string[2]" } } } } },
        "entities": [
            { "id": "1v1", "name": "戸", "components": { "位置情報": { "説明": "これは", "頁": { "文": ["一", "二"] } } } },
            { "id": "2v1", "components": { "位置情報": { "説明": "それは" }, "Unknown": { "text": "不明" } } } ] })",
                                    "level.json");
    std::set<std::string> texts;
    std::string all;
    each_text(session->world, [&](std::string_view text) {
        texts.emplace(text);
        all += text;
    });
    for (const char* text :
         {"位置情報", "説明", "メートル", "種類", "日本", "中国", "頁", "文", "戸", "これは", "それは", "一", "二"}) {
        INFO(text);
        CHECK(texts.count(text) == 1);
    }
    CHECK(all.find("不明") != std::string::npos);

    std::string value;
    const ecs::ComponentType& type = *session->world.types().find("位置情報");
    each_text(type, session->world.get({2, 1}, type.id), [&](std::string_view text) { value += text; });
    CHECK(value == "それは");
}

TEST_CASE("World texts: the marks on the line of time are told", "[ui][texts]") {
    const auto session = demo::new_session();
    session->timeline.start();
    session->timeline.mark(ecs::MarkKind::Note, "敵");
    session->timeline.mark(ecs::MarkKind::Log, "波");
    std::string all;
    each_text(session->timeline, [&](std::string_view text) { all += text; });
    CHECK(all == "敵波");
}

}  // namespace world_texts_test
