#include "figures/drawing/svg.hpp"

#include <set>

#include "catch.hpp"
#include "figures/support/svg_reader.hpp"

namespace svg_test {

using namespace figures;

namespace {

Drawing sample() {
    Drawing drawing;
    drawing.title = "A <title> & \"more\"";
    drawing.caption = "caption";
    const auto box = [](double x, Pattern pattern) {
        return Box{.x = x, .y = 1.0 / 3, .width = 10, .height = 2.5, .fill = {{Tone::Paper}, pattern, {Tone::Text}}};
    };
    drawing.groups.push_back({"boxes", {box(0, Pattern::Solid), box(10, Pattern::Hatch), box(20, Pattern::Dots)}});
    drawing.groups.push_back({"more", {box(30, Pattern::Uprights), box(40, Pattern::Rungs), box(50, Pattern::Hatch)}});
    drawing.groups.push_back(
        {"texts",
         {Text{.x = 5, .y = -0.0001, .words = "a<b> \x01\xff & 速", .anchor = Anchor::Right}, Line{1, 2, 3, 4}}});
    return drawing;
}

}  // namespace

TEST_CASE("SVG: it is XML, whatever the texts hold", "[figures][svg]") {
    const test::Element root = test::read_xml(to_svg(sample(), Theme::Light));
    CHECK(root.name == "svg");
    CHECK(root.attributes.at("xmlns") == "http://www.w3.org/2000/svg");
    CHECK(root.attributes.at("viewBox") == "0 0 1280 720");
    CHECK(root.children.front().text == "A <title> & \"more\"");
    const auto texts = root.all("text");
    REQUIRE(texts.size() == 1);
    CHECK(texts[0]->text == "a<b> \xef\xbf\xbd\xef\xbf\xbd & 速");
    CHECK(texts[0]->attributes.at("text-anchor") == "end");
    CHECK(texts[0]->attributes.at("y") == "0");
    CHECK(root.by_id("boxes").all("rect").size() == 3);
}

TEST_CASE("SVG: numbers have a point, three decimals at most and no needless zeros", "[figures][svg]") {
    const test::Element root = test::read_xml(to_svg(sample(), Theme::Light));
    const auto rects = root.by_id("boxes").all("rect");
    CHECK(rects[0]->attributes.at("y") == "0.333");
    CHECK(rects[1]->attributes.at("x") == "10");
    CHECK(rects[1]->attributes.at("height") == "2.5");
}

TEST_CASE("SVG: each pattern is another picture, defined once, so that it survives black and white", "[figures][svg]") {
    const test::Element root = test::read_xml(to_svg(sample(), Theme::Light));
    std::set<std::string> ids, contents;
    for (const test::Element* pattern : root.all("pattern")) {
        ids.insert(pattern->attributes.at("id"));
        const test::Element& mark = pattern->children.back();
        contents.insert(mark.name == "circle" ? "circle" : mark.attributes.at("d"));
    }
    CHECK(ids.size() == 4);
    CHECK(contents.size() == 4);
    for (const test::Element* rect : root.all("rect")) {
        const auto fill = rect->attributes.find("fill");
        if (fill == rect->attributes.end() || fill->second.rfind("url(#", 0) != 0) continue;
        CHECK(ids.count(fill->second.substr(5, fill->second.size() - 6)) == 1);
    }
}

TEST_CASE("SVG: the themes differ in colours only", "[figures][svg]") {
    const std::string light = to_svg(sample(), Theme::Light), dark = to_svg(sample(), Theme::Dark);
    CHECK(light == to_svg(sample(), Theme::Light));
    CHECK(light != dark);
    CHECK(light.size() == dark.size());
    CHECK(test::read_xml(light).by_id("paper").attributes.at("fill") == "#f1f3f6");
    CHECK(test::read_xml(dark).by_id("paper").attributes.at("fill") == "#101217");
}

}  // namespace svg_test
