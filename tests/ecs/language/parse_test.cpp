#include "ecs/language/parse.hpp"

#include <string>

#include "catch.hpp"

namespace parse_test {

using namespace ecs;

namespace {

/// The tree in brackets: "(& Position (! Velocity) (< Health.hp 10))".
std::string tree(const Syntax& syntax, SyntaxId id) {
    const SyntaxNode& node = syntax[id];
    const auto with = [&](const std::string& head) {
        std::string text = "(" + head;
        for (const SyntaxId child : node.children) text += " " + tree(syntax, child);
        return text + ")";
    };
    const auto path = [&] {
        std::string text = node.entity ? "#" + std::to_string(node.entity->index) + "." : "";
        for (const PathPart& part : node.path) {
            if (&part != &node.path.front()) text += ".";
            text += part.name;
            if (part.index) text += "[" + std::to_string(*part.index) + "]";
        }
        return text;
    };
    const auto id_text = [&] {
        return "#" + std::to_string(node.entity->index) +
               (node.entity->generation == 0 ? "" : "v" + std::to_string(node.entity->generation));
    };
    switch (node.kind) {
        case SyntaxKind::All:
            return "all";
        case SyntaxKind::Or:
            return with("|");
        case SyntaxKind::And:
            return with("&");
        case SyntaxKind::Not:
            return with("!");
        case SyntaxKind::Compare:
            return with(std::string(sign_of(node.op)) +
                        (node.second_op == Operator::None ? "" : std::string(sign_of(node.second_op))));
        case SyntaxKind::Contains:
            return with("~ \"" + node.text + "\"");
        case SyntaxKind::Below:
            return "(below " + (node.entity ? id_text() : node.text) + ")";
        case SyntaxKind::Changed:
            return "(changed " + path() + ")";
        case SyntaxKind::Added:
            return "(added " + path() + ")";
        case SyntaxKind::Removed:
            return "(removed " + path() + ")";
        case SyntaxKind::Whole:
            return (node.negative ? "-" : "") + std::to_string(node.whole);
        case SyntaxKind::Float:
            return std::to_string(node.number);
        case SyntaxKind::Text:
            return "\"" + node.text + "\"";
        case SyntaxKind::Truth:
            return node.truth ? "true" : "false";
        case SyntaxKind::Null:
            return "null";
        case SyntaxKind::Id:
            return id_text();
        case SyntaxKind::Path:
            return path();
        case SyntaxKind::EntityName:
            return "name";
        case SyntaxKind::Watch:
            return "$" + node.text;
        case SyntaxKind::Negate:
            return with("-");
        case SyntaxKind::Arithmetic:
            return with(std::string(sign_of(node.op)));
        case SyntaxKind::Call:
        case SyntaxKind::Aggregate:
            return with((node.kind == SyntaxKind::Aggregate ? "all " : "") + std::string(name_of(node.function)));
    }
    return "?";
}

std::string query_tree(const std::string& text) {
    const auto syntax = parse_query(text);
    return syntax ? tree(*syntax, syntax->root) : syntax.error().message;
}

std::string value_tree(const std::string& text) {
    const auto syntax = parse_value(text);
    return syntax ? tree(*syntax, syntax->root) : syntax.error().message;
}

struct Wrong {
    const char* text;
    std::size_t offset;
    const char* message;
};

/// As many levels of brackets as the text says.
std::string nested(std::size_t levels, const std::string& open, const std::string& inner, const std::string& close) {
    std::string text;
    for (std::size_t i = 0; i < levels; ++i) text += open;
    text += inner;
    for (std::size_t i = 0; i < levels; ++i) text += close;
    return text;
}

}  // namespace

TEST_CASE("Language: queries become the tree that the grammar says", "[ecs][language]") {
    CHECK(query_tree("Position") == "Position");
    CHECK(query_tree("Position & !Velocity & Health.hp < 10") == "(& Position (! Velocity) (< Health.hp 10))");
    CHECK(query_tree("A | B & C | D") == "(| A (& B C) D)");
    CHECK(query_tree("(A | B) & C") == "(& (| A B) C)");
    CHECK(query_tree("!!A") == "(! (! A))");
    CHECK(query_tree("!Health.hp < 10") == "(! (< Health.hp 10))");
    CHECK(query_tree("0 < Health.hp <= 10") == "(<<= 0 Health.hp 10)");
    CHECK(query_tree("((Health.hp + 1)) * 2 >= -3") == "(>= (* (+ Health.hp 1) 2) -3)");
    CHECK(query_tree("1 - 2 - 3 == 4") == "(== (- (- 1 2) 3) 4)");
    CHECK(query_tree("-2 ^ 2 ^ 3 != 2 ^ -1") == "(!= (- (^ 2 (^ 2 3))) (^ 2 -1))");
    CHECK(query_tree("name ~ \"bo\\\"ss\"") == "(~ \"bo\"ss\" name)");
    CHECK(query_tree("name == \"Bob\"") == "(== name \"Bob\")");
    CHECK(query_tree("#12v3 | #12 | !#7") == "(| #12v3 #12 (! #7))");
    CHECK(query_tree("MoveTarget.target == #12v3") == "(== MoveTarget.target #12v3)");
    CHECK(query_tree("MoveTarget.target != null") == "(!= MoveTarget.target null)");
    CHECK(query_tree("MoveTarget.target.Health.hp < 5") == "(< MoveTarget.target.Health.hp 5)");
    CHECK(query_tree("below(#3) & below(4v1) & below(\"Squad\")") == "(& (below #3) (below #4v1) (below Squad))");
    CHECK(query_tree("changed(Health.hp) | added(Frozen) | removed(Frozen)") ==
          "(| (changed Health.hp) (added Frozen) (removed Frozen))");
    CHECK(query_tree("`My Game`.`hit points`[2] > 1") == "(> My Game.hit points[2] 1)");
    CHECK(query_tree("game::Position.x > $low") == "(> game::Position.x $low)");
    CHECK(query_tree("max(Health.hp, 3, 4) == clamp(1, 2, 3)") == "(== (max Health.hp 3 4) (clamp 1 2 3))");
    CHECK(query_tree("min (A.b, 2) < 1") == "(< (min A.b 2) 1)");
    CHECK(query_tree("Door.open == true") == "(== Door.open true)");
    CHECK(query_tree("Ai.state == Chasing") == "(== Ai.state Chasing)");
    CHECK(query_tree("#3.Health.hp < Health.hp") == "(< #3.Health.hp Health.hp)");
    CHECK(query_tree("体力.値 > 3") == "(> 体力.値 3)");
    CHECK(query_tree(" \t\nA\n") == "A");
    CHECK(query_tree("`name`.value == \"x\"") == "(== name.value \"x\")");
    CHECK(query_tree("-9223372036854775808 < 18446744073709551615") == "(< -9223372036854775808 18446744073709551615)");
}

TEST_CASE("Language: values may ask all entities, in watches and plots", "[ecs][language]") {
    CHECK(value_tree("count(Enemy & !Frozen) / 2") == "(/ (all count (& Enemy (! Frozen))) 2)");
    CHECK(value_tree("min(Health.hp, Enemy)") == "(all min Health.hp Enemy)");
    CHECK(value_tree("min(Health.hp, Health.max)") == "(min Health.hp Health.max)");
    CHECK(value_tree("mean(Health.hp, Health.hp > 3)") == "(all mean Health.hp (> Health.hp 3))");
    CHECK(value_tree("sum(Health.hp + 1, (Enemy))") == "(all sum (+ Health.hp 1) Enemy)");
    CHECK(value_tree("pi / 2") == "(/ 3.141593 2)");
}

TEST_CASE("Language: every error names the character and what was expected there", "[ecs][language]") {
    const Wrong rows[] = {
        {"", 0, "Expected a component or \"(\", found the end"},
        {"<", 0, "Expected a component or \"(\", found \"<\""},
        {"A &", 3, "Expected a component or \"(\", found the end"},
        {"A & & B", 4, "Expected a component or \"(\", found \"&\""},
        {"A && B", 2, "Expected \"&\", found \"&&\""},
        {"A || B", 2, "Expected \"|\", found \"||\""},
        {"A.b <> 3", 4, "Expected \"!=\", found \"<>\""},
        {"A B", 2, "Expected \"&\", \"|\" or the end, found \"B\""},
        {"A.b = 3", 4, "Expected \"==\", found \"=\""},
        {"3 = A.b", 2, "Expected \"==\", found \"=\""},
        {"A.b <", 5, "Expected a value, found the end"},
        {"A.b << 3", 5, "Expected a value, found \"<\""},
        {"A.b < 3 < 4 < 5", 12, "Expected \"&\", \"|\" or the end, found \"<\""},
        {"A.b + (B & C) < 3", 6, "Expected a value, found a condition"},
        {"A.b + !B", 6, "Expected a value, found \"!\""},
        {"3", 1, "Expected a comparison such as \"<\", found the end"},
        {"A & 3", 5, "Expected a comparison such as \"<\", found the end"},
        {"(A", 2, "Expected an operator or \")\", found the end"},
        {"(A & B", 6, "Expected \"&\", \"|\" or \")\", found the end"},
        {"(1 + 2 > 3", 10, "Expected \"&\", \"|\" or \")\", found the end"},
        {"A)", 1, "Expected \"&\", \"|\" or the end, found \")\""},
        {"A.", 2, "Expected a field, found the end"},
        {"A.3 < 4", 2, "Expected a field, found \"3\""},
        {"A.b[x] < 4", 4, "Expected the number of an element, found \"x\""},
        {"A.b[1 < 4", 6, "Expected \"]\", found \"<\""},
        {"name ~ boss", 7, "Expected a text such as \"boss\", found \"boss\""},
        {"name ~", 6, "Expected a text such as \"boss\", found the end"},
        {"name", 4, "Expected a comparison such as \"<\", found the end"},
        {"name == \"x", 8, "The text has no closing \""},
        {"name == \"\\x\"", 9, R"(Expected \", \\, \n or \t)"},
        {"`x", 0, "The name has no closing `"},
        {"``", 0, "Expected a name between the backquotes"},
        {"#", 0, "Expected an id such as #12 or #12v3"},
        {"#0", 0, "Expected an id such as #12 or #12v3"},
        {"#1v0", 0, "Expected an id such as #12 or #12v3"},
        {"#1x", 0, "Expected an id such as #12 or #12v3"},
        {"#99999999999", 0, "Expected an id such as #12 or #12v3"},
        {"$ < 3", 0, "Expected the name of a watch behind \"$\""},
        {"A.b < 3x", 7, "Expected an operator behind the number, found \"x\""},
        {"A.b < 18446744073709551616", 6, "The number is beyond 64 bits; write it with a dot to make it a float"},
        {"A.b < 1e999", 6, "The number is beyond what a 64-bit float can hold"},
        {"A ? B", 2, "\"?\" has no meaning in this language"},
        {"体 ？ B", 4, "Expected \"&\", \"|\" or the end, found \"？\""},
        {"below(A)", 6, "Expected an id such as #12v3, or the name of an entity, found \"A\""},
        {"below(#3", 8, "Expected \")\", found the end"},
        {"changed()", 8, "Expected a component, found \")\""},
        {"added(A", 7, "Expected \")\", found the end"},
        {"foo(3) < 1", 0, "No function is called \"foo\""},
        {"abs() < 1", 4, "Expected a component or \"(\", found \")\""},
        {"abs(1, 2) < 1", 7, "abs takes 1 value"},
        {"max(1) < 1", 5, "max takes 2 to 16 values"},
        {"lerp(1, 2) < 1", 9, "lerp takes 3 values"},
        {"max(1 2) < 1", 6, "Expected \",\" or \")\", found \"2\""},
        {"count(A) > 3", 0, "count can stand in watches and plots only"},
        {"min(A.b, C) > 3", 0, "min over entities can stand in watches and plots only"},
        {"(A & B) < 3", 8, "Expected \"&\", \"|\" or the end, found \"<\""},
    };
    for (const Wrong& row : rows) {
        INFO(row.text);
        const auto syntax = parse_query(row.text);
        REQUIRE_FALSE(syntax);
        CHECK(syntax.error().message == row.message);
        CHECK(syntax.error().offset == row.offset);
    }
}

TEST_CASE("Language: errors of changes and values name the character, too", "[ecs][language]") {
    const Wrong changes[] = {
        {"A", 1, "Expected \"&\", \"|\" or \":\" and a step, found the end"},
        {": +A", 0, "Expected a component or \"(\", found \":\""},
        {"A :", 3, "Expected a step such as Health.hp = 10, +Frozen, -Frozen or destroy, found the end"},
        {"A : 3", 4, "Expected a step such as Health.hp = 10, +Frozen, -Frozen or destroy, found \"3\""},
        {"A : B", 5, "Expected \".\" and a field, found the end"},
        {"A : B.c", 7, "Expected \"=\", \"+=\", \"-=\", \"*=\" or \"/=\", found the end"},
        {"A : B.c == 3", 8, "Expected \"=\", \"+=\", \"-=\", \"*=\" or \"/=\", found \"==\""},
        {"A : B.c =", 9, "Expected a value, found the end"},
        {"A : B.c = 3 4", 12, "Expected \",\" or the end, found \"4\""},
        {"A : +", 5, "Expected a component, found the end"},
        {"A : +B {c 3}", 10, "Expected \":\" and a value, found \"3\""},
        {"A : +B {c: 3", 12, "Expected \",\" or \"}\", found the end"},
        {"A : +B {3}", 8, "Expected a field, found \"3\""},
        {"A : -3", 5, "Expected a component, found \"3\""},
        {"A : name \"x\"", 9, "Expected \"=\", found \"x\""},
        {"A : parent = 3", 13, "Expected an id such as #12v3, or null, found \"3\""},
    };
    for (const Wrong& row : changes) {
        INFO(row.text);
        const auto change = parse_change(row.text);
        REQUIRE_FALSE(change);
        CHECK(change.error().message == row.message);
        CHECK(change.error().offset == row.offset);
    }
    const Wrong values[] = {
        {"", 0, "Expected a value, found the end"},
        {"sum(A.b)", 7, "Expected \",\" and a condition, found \")\""},
        {"count()", 6, "Expected a component or \"(\", found \")\""},
        {"count(3)", 7, "Expected a comparison such as \"<\", found \")\""},
        {"A.b < 3", 4, "Expected an operator or the end, found \"<\""},
        {"A & B", 2, "Expected an operator or the end, found \"&\""},
    };
    for (const Wrong& row : values) {
        INFO(row.text);
        const auto value = parse_value(row.text);
        REQUIRE_FALSE(value);
        CHECK(value.error().message == row.message);
        CHECK(value.error().offset == row.offset);
    }
}

TEST_CASE("Language: changes have a query and steps", "[ecs][language]") {
    const auto change = parse_change(
        "Health.hp < 10 : Health.hp += 5, +Burning {left: 3, by: #4v1}, -Frozen, name = \"x\", parent = null");
    REQUIRE(change);
    CHECK(tree(change->syntax, change->syntax.root) == "(< Health.hp 10)");
    REQUIRE(change->steps.size() == 5);
    CHECK(change->steps[0].kind == StepKind::Set);
    CHECK(tree(change->syntax, change->steps[0].value) == "(+ Health.hp 5)");
    CHECK(change->steps[1].kind == StepKind::Add);
    REQUIRE(change->steps[1].fields.size() == 2);
    CHECK(change->steps[1].fields[1].path[0].name == "by");
    CHECK(change->steps[2].kind == StepKind::Remove);
    CHECK(change->steps[3].kind == StepKind::Rename);
    CHECK(change->steps[4].kind == StepKind::Reparent);
    CHECK_FALSE(change->steps[4].parent);
    REQUIRE(parse_change("A : destroy"));
    CHECK(parse_change("A : destroy")->steps[0].kind == StepKind::Destroy);
}

TEST_CASE("Language: an empty query is everything only where that is asked for", "[ecs][language]") {
    const auto all = parse_query("  ", EmptyText::IsEverything);
    REQUIRE(all);
    CHECK(tree(*all, all->root) == "all");
    CHECK_FALSE(parse_query("  "));
}

TEST_CASE("Language: 64 KiB of text and 256 levels are the limits", "[ecs][language]") {
    CHECK(parse_query(nested(256, "(", "A", ")")));
    CHECK(parse_query(nested(256, "!", "A", "")));
    CHECK(parse_query(nested(255, "-(", "1", ")") + " < 3").error().message ==
          "Expected at most 256 levels of brackets");
    for (const auto& text : {nested(257, "(", "A", ")"), nested(257, "!", "A", ""), nested(60'000, "(", "", ""),
                             nested(30'000, "2^", "2", "") + " < 3", nested(10'000, "abs(", "1", ")") + " < 3"}) {
        const auto syntax = parse_query(text);
        REQUIRE_FALSE(syntax);
        CHECK(syntax.error().message == "Expected at most 256 levels of brackets");
    }
    std::string sum = "1";
    while (sum.size() + 6 < max_text_bytes) sum += "+1";
    CHECK(parse_query(sum + " < 3"));
    const auto long_text = parse_query(std::string(max_text_bytes + 1, ' '));
    REQUIRE_FALSE(long_text);
    CHECK(long_text.error().message == "Expected at most 64 KiB of text");
    CHECK(parse_query("A" + std::string(max_text_bytes - 1, ' ')));
}

TEST_CASE("Language: a caret stands under the character of the error", "[ecs][language]") {
    const std::string text = "体力.値 << 10";
    const auto syntax = parse_query(text);
    REQUIRE_FALSE(syntax);
    CHECK(syntax.error().offset == 12);
    CHECK(syntax.error().column == 7);
    CHECK(with_caret(text, syntax.error()) == "体力.値 << 10\n      ^\nExpected a value, found \"<\"");
    CHECK(with_caret("A &\nB C\n& D", error_at("A &\nB C\n& D", 6, "here")) == "B C\n  ^\nhere");
    const std::string long_text = std::string(100, 'a') + "?" + std::string(100, 'b');
    CHECK(with_caret(long_text, error_at(long_text, 100, "here")) ==
          "…" + std::string(50, 'a') + "?" + std::string(49, 'b') + "…\n" + std::string(51, ' ') + "^\nhere");
}

}  // namespace parse_test
