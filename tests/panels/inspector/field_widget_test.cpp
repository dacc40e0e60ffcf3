#include "panels/inspector/field_widget.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "panels/support/headless.hpp"
#include "panels/widgets/number_kinds.hpp"

namespace field_widget_test {

using namespace panels;

namespace {

ecs::Field field_of(ecs::FieldKind kind) {
    ecs::Field field;
    field.name = "field";
    field.kind = kind;
    field.element_size = static_cast<std::uint32_t>(ecs::size_of(kind));
    return field;
}

template <class T>
T typed(ecs::FieldKind kind, const char* text, T before = {}) {
    number_kind(kind)->parse(field_of(kind), text, &before);
    return before;
}

}  // namespace

TEST_CASE("Field widget: a whole number is exact over its full range", "[panels][field_widget]") {
    using ecs::FieldKind;
    CHECK(typed<std::int64_t>(FieldKind::I64, "9223372036854775807") == std::numeric_limits<std::int64_t>::max());
    CHECK(typed<std::int64_t>(FieldKind::I64, "9007199254740993") == 9007199254740993);
    CHECK(typed<std::uint64_t>(FieldKind::U64, " +18446744073709551615 ") == 18446744073709551615u);
    CHECK(typed<std::int64_t>(FieldKind::I64, "9223372036854775808", 5) == 5);
    CHECK(typed<std::uint64_t>(FieldKind::U64, "-1", 5) == 5);
    CHECK(typed<std::int8_t>(FieldKind::I8, "64*2", 5) == 5);
    CHECK(typed<std::int8_t>(FieldKind::I8, "64*2-1") == 127);
}

TEST_CASE("Field widget: what is shown for typing gives the same bits again", "[panels][field_widget]") {
    for (const float value : {0.1f, 1e-30f, 16777217.0f, -3.4028235e38f}) {
        const std::string text = number_kind(ecs::FieldKind::F32)->exact(&value);
        CHECK(typed<float>(ecs::FieldKind::F32, text.c_str()) == value);
    }
    const double third = 1.0 / 3;
    CHECK(typed<double>(ecs::FieldKind::F64, number_kind(ecs::FieldKind::F64)->exact(&third).c_str()) == third);
}

TEST_CASE("Field widget: a float does not take a number that it would change", "[panels][field_widget][numbers]") {
    CHECK(typed<float>(ecs::FieldKind::F32, "16777217", 3) == 3);
    CHECK(typed<float>(ecs::FieldKind::F32, "-16777217", 3) == 3);
    CHECK(typed<float>(ecs::FieldKind::F32, "16777218", 3) == 16777218);
    CHECK(typed<float>(ecs::FieldKind::F32, "1e-50", 3) == 3);
    CHECK(typed<float>(ecs::FieldKind::F32, "0.30000001192092896", 3) == 0.3f);
    CHECK(typed<double>(ecs::FieldKind::F64, "9007199254740993", 3) == 3);
    CHECK(typed<double>(ecs::FieldKind::F64, "9007199254740992", 3) == 9007199254740992.0);
    CHECK(typed<double>(ecs::FieldKind::F64, "1e-400", 3) == 3);
    ecs::Field field;
    float value = 0;
    CHECK(number_kind(ecs::FieldKind::F32)->parse(field, "16777217", &value) ==
          "A 32-bit float cannot hold 16777217; the nearest is 16777216");
}

TEST_CASE("Field widget: what is not finite is typed by its word, and shown", "[panels][field_widget][numbers]") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    CHECK(typed<float>(ecs::FieldKind::F32, "inf", 3) == infinity);
    CHECK(typed<float>(ecs::FieldKind::F32, "−inf", 3) == -infinity);
    CHECK(std::isnan(typed<float>(ecs::FieldKind::F32, "nan", 3)));
    const float minus_zero = typed<float>(ecs::FieldKind::F32, "-0", 3);
    CHECK((minus_zero == 0 && std::signbit(minus_zero)));
    for (const char* text : {"1e999", "1e39", "inf * 2", "1 / 0"}) {
        INFO(text);
        CHECK(typed<float>(ecs::FieldKind::F32, text, 3) == 3);
    }
    CHECK(typed<std::int32_t>(ecs::FieldKind::I32, "inf", 3) == 3);
    const auto shown = [](double number) { return number_kind(ecs::FieldKind::F64)->shown(&number, 2); };
    CHECK(shown(-std::numeric_limits<double>::quiet_NaN()) == "NaN");
    CHECK(shown(-std::numeric_limits<double>::infinity()) == "-∞");
    CHECK(shown(-0.0) == "-0.00");
    const double minus_nan = -std::numeric_limits<double>::quiet_NaN();
    CHECK(number_kind(ecs::FieldKind::F64)->exact(&minus_nan) == "nan");
}

TEST_CASE("Field widget: a float that is a whole number is shown in full", "[panels][field_widget][numbers]") {
    const auto shown = [](double number) { return number_kind(ecs::FieldKind::F64)->shown(&number, 2); };
    CHECK(shown(9007199254740992.0) == "9007199254740992");
    CHECK(shown(-1234567.0) == "-1234567");
    CHECK(shown(1e22) == "1.00e+22");
    CHECK(shown(1234567.5) == "1.23e+06");
    const float most = 16777216;
    CHECK(number_kind(ecs::FieldKind::F32)->shown(&most, 2) == "16777216");
}

TEST_CASE("Field widget: every kind is drawn, to be read and to be edited", "[panels][field_widget]") {
    for (std::size_t i = 0; i < ecs::field_kind_count; ++i) {
        const auto kind = static_cast<ecs::FieldKind>(i);
        ecs::Field field = field_of(kind);
        if (kind == ecs::FieldKind::Enum) {
            field.element_size = 4;
            field.names = {{"None", 0}};
        }
        if (kind == ecs::FieldKind::Struct) {
            field.element_size = 8;
            field.fields = {field_of(ecs::FieldKind::F32)};
            field.fields[0].name = "member";
        }
        INFO(ecs::name_of(kind));
        alignas(16) std::byte zeros[64] = {};
        std::string text = "words";
        void* value = kind == ecs::FieldKind::String ? static_cast<void*>(&text) : zeros;

        Harness harness({300, 200});
        FieldEditor editor;
        bool changed = false, editable = false;
        harness.add([&](const Context& context) {
            changed |= field_widget(context, editor, field, {value, editable ? value : nullptr, "Only to look at"});
        });
        harness.frames(3);
        CHECK(harness.says("field"));
        const std::size_t read_only = harness.vertex_count();
        editable = true;
        harness.frames(3);
        CHECK(harness.says("field"));
        CHECK(harness.vertex_count() > 0);
        CHECK(read_only > 0);
        CHECK_FALSE(changed);
    }
}

TEST_CASE("Field widget: a field that can't be edited says why", "[panels][field_widget]") {
    Harness harness({300, 200});
    FieldEditor editor;
    const ecs::Field field = field_of(ecs::FieldKind::F32);
    const float value = 2;
    bool changed = false;
    harness.add([&](const Context& context) {
        changed |= field_widget(context, editor, field, {&value, nullptr, "Only to look at"});
    });
    harness.frames(2);
    harness.hover_text("2.000");
    CHECK(harness.says("Only to look at"));
    harness.double_click_text("2.000");
    harness.type("5");
    harness.key(compat::Key::Enter);
    CHECK_FALSE(changed);
    CHECK(value == 2);
}

TEST_CASE("Field widget: long arrays are shown in pages, and say which", "[panels][field_widget]") {
    Harness harness({300, 3000});
    FieldEditor editor;
    ecs::Field field = field_of(ecs::FieldKind::I32);
    field.count = 150;
    std::vector<std::int32_t> values(150);
    for (std::int32_t i = 0; i < 150; ++i) values[static_cast<std::size_t>(i)] = 1000 + i;
    harness.add([&](const Context& context) {
        field_widget(context, editor, field, {values.data(), values.data(), {}});
    });
    harness.frames(2);
    CHECK_FALSE(harness.says("1000"));
    harness.click_text("field  [150]");
    CHECK(harness.says("0 to 63 of 150"));
    CHECK(harness.says("1063"));
    CHECK_FALSE(harness.says("1064"));
    harness.click_text("Next");
    harness.click_text("Next");
    CHECK(harness.says("128 to 149 of 150"));
    CHECK(harness.says("1149"));
    harness.click_text("Next");
    CHECK(harness.says("128 to 149 of 150"));
}

TEST_CASE("Field widget: neighbours x, y, z and r, g, b of one kind and unit share a row", "[panels][field_widget]") {
    const auto run = [](std::initializer_list<const char*> names) {
        std::vector<ecs::Field> fields;
        for (const char* name : names) {
            fields.push_back(field_of(ecs::FieldKind::F32));
            fields.back().name = name;
        }
        return fields;
    };
    CHECK(fields_in_row(run({"x", "y"})) == 2);
    CHECK(fields_in_row(run({"x", "y", "distance"})) == 2);
    CHECK(fields_in_row(run({"x", "y", "z", "w"})) == 4);
    CHECK(fields_in_row(run({"r", "g", "b"})) == 3);
    CHECK(fields_in_row(run({"at.x", "at.y", "to.x"})) == 2);
    CHECK(fields_in_row(run({"at.x", "to.y"})) == 1);
    CHECK(fields_in_row(run({"x"})) == 1);
    CHECK(fields_in_row(run({"y", "z"})) == 1);
    CHECK(fields_in_row(run({"max", "y"})) == 1);
    std::vector<ecs::Field> fields = run({"x", "y"});
    fields[1].unit = "px";
    CHECK(fields_in_row(fields) == 1);
    fields = run({"x", "y"});
    fields[1].kind = ecs::FieldKind::F64;
    CHECK(fields_in_row(fields) == 1);
    fields = run({"x", "y"});
    fields[0].count = 3;
    CHECK(fields_in_row(fields) == 1);
}

TEST_CASE("Field widget: three decimals below 100, two from there on, all on hover, and a minus sign",
          "[panels][field_widget]") {
    Harness harness({300, 200});
    FieldEditor editor;
    const ecs::Field field = field_of(ecs::FieldKind::F32);
    float value = -12.956789f;
    harness.add([&](const Context& context) { field_widget(context, editor, field, {&value, &value, {}}); });
    harness.frames(2);
    // The font of the tests has no U+2212, so it stands as "?" on the screen.
    CHECK(harness.says("?12.957"));
    CHECK_FALSE(harness.says("-12.957"));
    harness.hover_text("?12.957");
    CHECK(harness.says("?12.956789"));
    value = 123.456f;
    harness.frames(2);
    CHECK(harness.says("123.46"));
    CHECK(typed<float>(ecs::FieldKind::F32, "−2.5") == -2.5f);
    CHECK(typed<std::int32_t>(ecs::FieldKind::I32, "10 − 3") == 7);
}

TEST_CASE("Field widget: how far a number moved is told with its sign", "[panels][field_widget]") {
    const auto moved = [](float from, float to) { return number_kind(ecs::FieldKind::F32)->moved(&from, &to); };
    CHECK(moved(555.11f, 555.59f) == "+0.48");
    CHECK(moved(31, 29.15f) == "−1.85");
    CHECK(moved(0, 0.002f) == "+0.002");
    CHECK(moved(1, 1).empty());
    CHECK(moved(0, std::numeric_limits<float>::infinity()).empty());
    const std::uint8_t much = 250, little = 3;
    CHECK(number_kind(ecs::FieldKind::U8)->moved(&much, &little) == "−247");
}

TEST_CASE("Field widget: hovering a label explains the field", "[panels][field_widget]") {
    ecs::Field field = field_of(ecs::FieldKind::F32);
    field.min = 0;
    field.max = 360;
    field.unit = "deg";
    field.description = "Which way it looks";
    CHECK(describe_field(field) == "Which way it looks\nf32, in deg, from 0 to 360, 4 B");
    field.unit = "u/tick";
    CHECK(describe_field(field).find("in u/tick (units of the world per tick)") != std::string::npos);
    field.unit = "deg";
    field.max.reset();
    field.count = 3;
    CHECK(describe_field(field) == "Which way it looks\nf32 [3], in deg, at least 0, 12 B");
}

}  // namespace field_widget_test
