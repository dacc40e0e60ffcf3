#include "files/json/json_reader.hpp"

#include <string>
#include <utility>

#include "catch.hpp"
#include "files/json/json_text.hpp"

namespace json_reader_test {

using namespace files;
using Catch::Matchers::Contains;

namespace {

/// What is wrong with a text that holds one value; empty: nothing.
std::string problem(std::string_view text) {
    try {
        JsonReader json(text, "t");
        json.skip();
        json.finish();
    } catch (const FileError& error) {
        return error.what();
    }
    return {};
}

std::string string_in(std::string_view text) {
    JsonReader json(text, "t");
    std::string read(json.read_string());
    json.finish();
    return read;
}

std::string raw(std::string_view text) { return JsonReader(text, "t").read_raw(); }

std::string in_words(const std::string& text) {
    JsonReader json(text, "t");
    json.peek();
    return json.describe_value();
}

std::string object_with_keys(int count, const std::string& last) {
    std::string text = "{";
    for (int i = 0; i < count; ++i) text += "\"key" + std::to_string(i) + "\": 0, ";
    return text + "\"" + last + "\": 0}";
}

}  // namespace

TEST_CASE("JSON reader: two halves are one character, and one half is an error", "[files][json]") {
    CHECK(string_in(R"("\ud83e\udd8a")") == "🦊");
    CHECK(string_in(R"("a\uD800\uDC00b")") ==
          "a\xf0\x90\x80\x80"
          "b");
    CHECK(string_in(R"("\udbff\udfff")") == "\xf4\x8f\xbf\xbf");
    CHECK(string_in(R"("\ud7ff\ue000")") == "\xed\x9f\xbf\xee\x80\x80");
    for (const char* const half : {R"("\ud83e")", R"("\udd8a")", R"("\udc00\udc00")", R"("\ud83e\u0041")",
                                   R"("\ud83e\ue000")", R"("\ud83e\udbff")", R"("\ud83e\n")", R"("\ud83eudd8a")"}) {
        CAPTURE(half);
        CHECK(problem(half) == "t:1:2: " + std::string(half, 1, 6) + " is half of a character");
    }
}

TEST_CASE("JSON reader: escapes stand for one character each, and the text around them stays", "[files][json]") {
    CHECK(string_in(R"("\"\\\/\b\f\n\r\t")") == "\"\\/\b\f\n\r\t");
    CHECK(string_in(R"("one\ttwo\u0041three é 狐")") == "one\ttwoAthree é 狐");
    CHECK(string_in(R"("plain")") == "plain");
    CHECK(string_in("\"\x7f\"") == "\x7f");
    CHECK(problem(R"("a\xb")") == R"(t:1:4: expected one of \" \\ \/ \b \f \n \r \t \u after \, found "xb")");
    CHECK(problem(R"("\u12g4")") == R"(t:1:6: expected four hexadecimal digits after \u, found "g")");
    CHECK(problem(R"("\u12)") ==
          R"(t:1:6: the file stops in the middle, expected four hexadecimal digits after \u here)");
    CHECK(problem("\"\\") == "t:1:3: the file stops in the middle, expected the end of a string here");
    CHECK(problem("\"ab") == "t:1:4: the file stops in the middle, expected the end of a string here");
    CHECK(problem("\"a\tb\"") == R"(t:1:3: a string must not contain a tab; write it as \u0009)");
    CHECK(problem("\"a\x1f\"") == R"(t:1:3: a string must not contain byte 0x1f; write it as \u001f)");
    CHECK(problem("\"a\xff\"") == "t:1:3: the text is not valid UTF-8, found byte 0xff");
}

TEST_CASE("JSON reader: a number is what JSON calls one", "[files][json]") {
    for (const char* const good : {"0", "-0", "7", "-12", "10.25", "0.5e0", "1e9", "1E+9", "1e-9", "0e0", "[1,2]"})
        CHECK(problem(good) == "");
    const std::pair<const char*, const char*> wrong[] = {
        {"-", "t:1:2: the file stops in the middle, expected a digit here"},
        {"-a", "t:1:2: expected a digit, found \"a\""},
        {"01", "t:1:1: a number must not have zeros in front"},
        {"1.", "t:1:3: the file stops in the middle, expected a digit here"},
        {"1.e2", "t:1:3: expected a digit, found \"e\""},
        {"1e", "t:1:3: the file stops in the middle, expected a digit here"},
        {"1e+", "t:1:4: the file stops in the middle, expected a digit here"},
        {"1e-x", "t:1:4: expected a digit, found \"x\""},
        {"1x", "t:1:2: expected the end of a number, found \"x\""},
        {"1_000", "t:1:2: expected the end of a number, found \"_\""},
        {".5", "t:1:1: expected a value, found \".\""},
        {"+1", "t:1:1: expected a value, found \"+\""},
        {"/", "t:1:1: expected a value, found \"/\""},
        {":", "t:1:1: expected a value, found \":\""}};
    for (const auto& [text, sentence] : wrong) CHECK(problem(text) == sentence);
}

TEST_CASE("JSON reader: a wrong text is told with its place and with what should be there", "[files][json]") {
    const std::pair<const char*, const char*> wrong[] = {
        {"", "t:1:1: the file is empty"},
        {" \n\t\r", "t:2:3: the file is empty"},
        {"[1 2]", "t:1:4: /0: expected \",\" or \"]\", found \"2\""},
        {"[1,]", "t:1:4: /1: expected a value, found \"]\""},
        {"[1", "t:1:3: /0: the file stops in the middle, expected \",\" or \"]\" here"},
        {"{", "t:1:2: the file stops in the middle, expected a name in quotes or \"}\" here"},
        {"{,", "t:1:2: expected a name in quotes or \"}\", found \",\""},
        {R"({"a":1,})", "t:1:8: expected a name in quotes, found \"}\""},
        {R"({"a" 1})", "t:1:6: /a: expected \":\" after \"a\", found \"1\""},
        {R"({"a")", "t:1:5: /a: the file stops in the middle, expected \":\" after \"a\" here"},
        {R"({"a":1 "b":2})", "t:1:8: /a: expected \",\" or \"}\", found a quotation mark"},
        {R"({"a":tru})", "t:1:6: /a: expected a value, found \"tru\""},
        {R"({"a":trues})", "t:1:6: /a: expected a value, found \"trues\""},
        {"tru", "t:1:4: the file stops in the middle, expected a value here"},
        {"nil", "t:1:1: expected a value, found \"nil\""},
        {"falsy", "t:1:1: expected a value, found \"falsy\""},
        {"{} {}", "t:1:4: nothing may follow the last \"}\", found \"{\""},
        {"[\n\"é\", x]", "t:2:6: /1: expected a value, found \"x\""},
        {"[\n1\n\n,\n[{\"k\": [0, !]}]]", "t:5:12: /1/0/k/1: expected a value, found \"!\""}};
    for (const auto& [text, sentence] : wrong) CHECK(problem(text) == sentence);
    for (const char* const good :
         {" { } ", "[ ]", "[[],{}]", R"({"a":[true,false,null],"b":{"a":1}})", "\xef\xbb\xbf{}"})
        CHECK(problem(good) == "");
}

TEST_CASE("JSON reader: a value of another kind is named in words", "[files][json]") {
    const std::pair<std::string, std::string> words[] = {
        {"{}", "an object"},
        {"[]", "an array"},
        {"null ", "null"},
        {"true,", "true"},
        {"-1.5]", "number -1.5"},
        {R"("a\nb")", R"(string "a\nb")"},
        {R"("a)", "a string that is broken"},
        {std::string(40, '1'), "number " + std::string(40, '1')},
        {std::string(41, '1'), "number " + std::string(37, '1') + "…"},
        {'"' + std::string(60, 'x') + '"', "string \"" + std::string(60, 'x') + '"'},
        {'"' + std::string(61, 'x') + '"', "string \"" + std::string(57, 'x') + "…\""}};
    for (const auto& [text, sentence] : words) CHECK(in_words(text) == sentence);

    const auto reading = [](std::string_view text, auto read) {
        try {
            JsonReader json(text, "t");
            read(json);
        } catch (const FileError& error) {
            return error.problem();
        }
        return std::string();
    };
    CHECK(reading("1", [](JsonReader& json) { json.begin_object(); }) == "the file must be an object, found number 1");
    CHECK(reading("{}", [](JsonReader& json) { json.begin_array(); }) == "the file must be an array, found an object");
    CHECK(reading("[]", [](JsonReader& json) { json.read_string(); }) == "the file must be a string, found an array");
    CHECK(reading("null", [](JsonReader& json) { json.read_number(); }) == "the file must be a number, found null");
    CHECK(reading("0", [](JsonReader& json) { json.read_bool(); }) == "the file must be true or false, found number 0");
    CHECK(reading("\"x\"", [](JsonReader& json) { json.read_null(); }) == "the file must be null, found string \"x\"");
}

TEST_CASE("JSON reader: a path names members and elements, and shows odd keys", "[files][json]") {
    CHECK_THAT(problem(R"({"a/b": {"c~d": [0, {"e\tf": ?}]}})"), Contains("/a~1b/c~0d/1/e?f: expected a value"));
    CHECK_THAT(problem(R"({"a": {"b": 1}, "c": ?})"), Contains(" /c: expected"));
    CHECK_THAT(problem(R"([[1, 2], ?])"), Contains(" /1: expected"));
    const std::string longest(200, 'k');
    CHECK_THAT(problem("{\"" + longest + "kk\": ?}"), Contains("/" + longest + ": expected"));
}

TEST_CASE("JSON reader: no object has a key twice, however many keys it has", "[files][json]") {
    CHECK_THAT(problem(R"({"a": 1, "b": 2, "a": 3})"), Contains("t:1:18: /a: the key \"a\" stands here twice"));
    CHECK_THAT(problem(R"({"a": 1, "\u0061": 3})"), Contains("the key \"a\""));
    CHECK(problem(R"({"a": {"a": {"a": 1}, "b": 2}, "b": [{"a": 1}, {"a": 1}]})") == "");
    for (int count = 20; count < 30; ++count) {
        CAPTURE(count);
        CHECK(problem(object_with_keys(count, "new")) == "");
        CHECK_THAT(problem(object_with_keys(count, "key0")), Contains("the key \"key0\""));
        CHECK_THAT(problem(object_with_keys(count, "key" + std::to_string(count - 1))), Contains("stands here twice"));
    }
    // The keys of an object that has ended, small or large, are forgotten.
    CHECK(problem("[" + object_with_keys(30, "x") + "," + object_with_keys(30, "x") + "]") == "");
    CHECK_THAT(problem(R"({"a": 1, "b": )" + object_with_keys(30, "a") + R"(, "a": 2})"), Contains("the key \"a\""));
}

TEST_CASE("JSON reader: there are limits to nesting and to strings", "[files][json]") {
    const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
    CHECK(problem(nested(64)) == "");
    CHECK_THAT(problem(nested(65)), Contains("is nested too deeply, a world file may have 64 levels"));
    CHECK_THAT(problem(std::string(64, '[') + "{}"), Contains("is nested too deeply"));
    const auto in_levels = [](std::size_t limit, std::string_view text) { JsonReader(text, "t", limit).skip(); };
    CHECK_NOTHROW(in_levels(2, "[[]]"));
    CHECK_THROWS_AS(in_levels(2, "[[[]]]"), FileError);
    CHECK_THROWS_AS(in_levels(999, nested(65)), FileError);

    const std::string most(JsonReader::longest_string_bytes, 'x');
    CHECK(string_in('"' + most + '"') == most);
    CHECK(problem("[\"" + most + "x\"]") == "t:1:2: /0: a string must not be longer than 1 MiB");
}

TEST_CASE("JSON reader: a value as text has no space between its tokens", "[files][json]") {
    CHECK(raw(" { \"a b\" : [ 1 ,\n\t{ } , \" \\\" { \\\\\" , null ] }\r\n, 5") == R"({"a b":[1,{}," \" { \\",null]})");
    CHECK(raw("true ") == "true");
    CHECK_THROWS_AS(raw("[1, tru]"), FileError);
    JsonReader json(R"([ "a", [2] ])", "t");
    json.begin_array();
    REQUIRE(json.next_element());
    json.skip();
    REQUIRE(json.next_element());
    CHECK(json.read_raw() == "[2]");
    CHECK(json.offset() == 7);
    CHECK(json.place().column == 8);
}

TEST_CASE("JSON reader: what is skipped without a look may hold brackets in strings", "[files][json]") {
    JsonReader json(R"({"a": [1, "]\"]", {"b": "}"}], "c": {"x": []}, "d": 3})", "t");
    json.begin_object();
    for (const char* const key : {"a", "c"}) {
        REQUIRE(json.next_member() == key);
        json.skip_unchecked();
    }
    REQUIRE(json.next_member() == "d");
    CHECK(json.read_number() == "3");
    CHECK_FALSE(json.next_member());
    json.finish();
}

TEST_CASE("JSON text: strings are escaped where they must be, and nowhere else", "[files][json]") {
    const auto written = [](std::string_view text) {
        std::string out;
        append_string(out, text);
        return out;
    };
    CHECK(written("a/b é 狐 \x7f") == "\"a/b é 狐 \x7f\"");
    CHECK(written("\"\\\b\f\n\r\t") == R"("\"\\\b\f\n\r\t")");
    CHECK(written(std::string("\0\x1f\x0b", 3)) == R"("\u0000\u001f\u000b")");
    for (const char* const broken : {"\x80", "\xff", "\xc3"}) CHECK(written(broken) == "\"\xef\xbf\xbd\"");
    CHECK(written("a\xff\xc3"
                  "b") ==
          "\"a\xef\xbf\xbd\xef\xbf\xbd"
          "b\"");
    std::string all;
    for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
    CHECK(string_in(written(all)) == all);
}

}  // namespace json_reader_test
