#include "remote/replica/shape.hpp"

#include "catch.hpp"
namespace shape_test {
TEST_CASE("Shape: texts of other programs lose what could harm a terminal", "[replica]") {
    CHECK(remote::cleaned("a\x1b[0;31mred\x1b[0m\x07\nb") == "ared\nb");
    CHECK(remote::cleaned(std::string(10, 'x'), 4) == "xxxx");
}
}  // namespace shape_test
