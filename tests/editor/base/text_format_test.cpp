#include "editor/base/text_format.hpp"

#include <sstream>

#include "catch.hpp"

namespace text_format_test {

using namespace editor;

TEST_CASE("Text format: numbers have commas", "[editor][text_format]") {
    CHECK(with_commas(0) == "0");
    CHECK(with_commas(999) == "999");
    CHECK(with_commas(1000) == "1,000");
    CHECK(with_commas(123456) == "123,456");
    CHECK(with_commas(18446744073709551615u) == "18,446,744,073,709,551,615");
    CHECK(counted(1, "entity", "entities") == "1 entity");
    CHECK(counted(0, "entity", "entities") == "0 entities");
    CHECK(counted(12345, "entity", "entities") == "12,345 entities");
}

TEST_CASE("Text format: bytes have a unit that keeps them short", "[editor][text_format]") {
    CHECK(bytes_text(0) == "0 B");
    CHECK(bytes_text(1023) == "1,023 B");
    CHECK(bytes_text(1024) == "1.0 KiB");
    CHECK(bytes_text(16 * 1024) == "16 KiB");
    CHECK(bytes_text(1024 * 1024 - 1) == "1.0 MiB");
    CHECK(bytes_text(1258291) == "1.2 MiB");
    CHECK(bytes_text(std::uint64_t{5} << 40) == "5.0 TiB");
}

TEST_CASE("Text format: a percentage never claims full or empty wrongly", "[editor][text_format]") {
    CHECK(percent_text(0, 10) == "0 %");
    CHECK(percent_text(1, 1000) == "1 %");
    CHECK(percent_text(455, 1000) == "46 %");
    CHECK(percent_text(999, 1000) == "99 %");
    CHECK(percent_text(10, 10) == "100 %");
    CHECK(percent_text(0, 0) == "-");
}

TEST_CASE("Text format: columns of a table line up on the right, the last one on the left", "[editor][text_format]") {
    std::ostringstream out;
    write_table(out, {{"rows", "what"}, {"1,000", "a"}, {"7", "longer"}});
    CHECK(out.str() == " rows  what\n1,000  a\n    7  longer\n");
    CHECK(joined({}) == "nothing");
    CHECK(joined({"A", "B"}) == "A, B");
}

}  // namespace text_format_test
