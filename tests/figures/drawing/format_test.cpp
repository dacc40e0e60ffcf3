#include "figures/drawing/format.hpp"

#include "catch.hpp"

namespace format_test {

using namespace figures;

TEST_CASE("Format: numbers are written as people read them", "[figures][format]") {
    CHECK(format_count(0) == "0");
    CHECK(format_count(999) == "999");
    CHECK(format_count(1000) == "1,000");
    CHECK(format_count(12345) == "12,345");
    CHECK(format_count(18446744073709551615u) == "18,446,744,073,709,551,615");
    CHECK(format_count(1, "child", "children") == "1 child");
    CHECK(format_count(0, "child", "children") == "0 children");
    CHECK(format_count(2500, "row") == "2,500 rows");

    CHECK(format_decimal(2, 1) == "2.0");
    CHECK(format_decimal(2.306, 2) == "2.31");
    CHECK(format_decimal(0.999, 2) == "1.00");
    CHECK(format_decimal(12345.67, 1) == "12,345.7");
    CHECK(format_decimal(-1000, 0) == "-1,000");
    CHECK(format_decimal(-100, 1) == "-100.0");
    CHECK(format_mean_bytes(16384) == "16,384 B");
    CHECK(format_mean_bytes(84.25) == "84.2 B");
    CHECK(format_mean_bytes(83.98) == "84 B");
    CHECK(format_micros(1'234'500'000) == "1,234.50 s");

    CHECK(format_bytes(0) == "0 B");
    CHECK(format_bytes(1000) == "1,000 B");
    CHECK(format_bytes(1023) == "1,023 B");
    CHECK(format_bytes(1024) == "1.0 KiB");
    CHECK(format_bytes(1258291) == "1.2 MiB");
    CHECK(format_bytes(16 * 1024) == "16.0 KiB");
    CHECK(format_bytes(300 * 1024) == "300 KiB");
    CHECK(format_bytes(1024 * 1024 - 1) == "1.0 MiB");
    CHECK(format_bytes_exact(1) == "1 byte");
    CHECK(format_hex(0x7f01) == "0x7f01");
    CHECK(format_address(nullptr) == "0x0");
    CHECK(format_bytes_exact(1258291) == "1,258,291 bytes");

    CHECK(format_micros(3.42) == "3.4 µs");
    CHECK(format_micros(420) == "0.42 ms");
    CHECK(format_micros(1'200'000) == "1.20 s");
    CHECK(format_millis(0.4249) == "0.42 ms");
}

TEST_CASE("Format: a share is only 0 % or 100 % when it is exactly that", "[figures][format]") {
    CHECK(format_percent(0) == "0 %");
    CHECK(format_percent(0.0001) == "1 %");
    CHECK(format_percent(0.97) == "97 %");
    CHECK(format_percent(0.9999) == "99 %");
    CHECK(format_percent(1) == "100 %");
}

}  // namespace format_test
